import History

/// The record of the operations on the vault, oldest first.
///
///     record    := line*
///     line      := kind " " before " " after " " seconds " " ("-" | takes back) (" " word)* "\n"
///
/// A line of a kind that is not known here was written by a newer version. It is kept as it is, and so is a line that
/// cannot be read.
struct OperationRecord: Equatable {
  private enum Line: Equatable {
    case operation(Operation)
    /// The line's bytes without the line end, and the `after` of the operation that it takes back.
    case newer([UInt8], takesBack: ObjectID?)
    case unreadable([UInt8])
  }

  private var lines: [Line] = []
  private static let most = 200

  /// The reasons why `last` may not be the last operation.
  enum Doubt {
    /// A newer version did something after it.
    case newerVersion
    /// A line after it cannot be read.
    case damage
  }

  /// The operations that are understood.
  var operations: [Operation] {
    lines.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
  }

  private var takenBack: Set<ObjectID> {
    Set(
      lines.compactMap { line -> ObjectID? in
        switch line {
        case .operation(let operation): operation.takesBack
        case .newer(_, let takesBack): takesBack
        case .unreadable: nil
        }
      })
  }

  /// The last that was not taken back, and that is not taking something back itself.
  var last: Operation? {
    let takenBack = takenBack
    return operations.last { $0.kind != .undo && !takenBack.contains($0.after) }
  }

  /// The operation that ended at a commit, if it was not taken back.
  func operation(endingAt commit: ObjectID) -> Operation? {
    takenBack.contains(commit) ? nil : operations.last { $0.kind != .undo && $0.after == commit }
  }

  /// The reason why there may be an unknown operation after `last`.
  var doubt: Doubt? {
    let last = last.flatMap { last in lines.lastIndex { $0 == .operation(last) } }
    for line in lines[(last.map { $0 + 1 } ?? 0)...].reversed() {
      switch line {
      case .operation: continue
      // An undo cannot itself be undone.
      case .newer(_, let takesBack): if takesBack == nil { return .newerVersion }
      case .unreadable: return .damage
      }
    }
    return nil
  }

  /// True if an operation that is not taken back, or that is not understood, came after one that ended at a commit.
  ///
  /// - Parameter seconds: decides where that one has left the record.
  func hasUndoable(after end: ObjectID?, seconds: Int64) -> Bool {
    let place = end.map { end in
      lines.lastIndex { if case .operation(let each) = $0 { each.after == end } else { false } }
    }
    let start: Int
    switch place {
    case .some(.some(let index)): start = index + 1
    case nil where lines.count < Self.most: start = 0
    default: return last.map { $0.seconds > seconds } ?? (doubt != nil)
    }
    let takenBack = takenBack
    return lines[start...].contains { line in
      switch line {
      case .operation(let each): each.kind != .undo && !takenBack.contains(each.after)
      case .newer(_, let takesBack): takesBack == nil
      case .unreadable: true
      }
    }
  }

  /// Adds one, unless it is the last one already.
  mutating func add(_ operation: Operation) {
    if case .operation(let last)? = lines.last, last.before == operation.before,
      last.after == operation.after
    {
      return
    }
    lines.append(.operation(operation))
    lines.removeFirst(max(0, lines.count - Self.most))
  }

  init(bytes: [UInt8]) {
    lines = bytes.split(separator: 0x0A).map { Self.line(Array($0)) }
  }

  private static func line(_ bytes: [UInt8]) -> Line {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count >= 5, let before = ObjectID(hex: words[1]),
      let after = ObjectID(hex: words[2]),
      let seconds = Int64(words[3]), words[4] == "-" || ObjectID(hex: words[4]) != nil
    else { return .unreadable(bytes) }
    let takesBack = ObjectID(hex: words[4])
    guard words.count == 5, let kind = OperationKind(rawValue: String(words[0])) else {
      return .newer(bytes, takesBack: takesBack)
    }
    return .operation(
      Operation(
        kind: kind, before: before, after: after, seconds: seconds, takesBack: takesBack))
  }

  var bytes: [UInt8] {
    lines.flatMap { line -> [UInt8] in
      switch line {
      case .operation(let operation):
        let end = operation.takesBack?.hex ?? "-"
        let words = [operation.kind.rawValue, operation.before.hex, operation.after.hex]
        return Array("\(words.joined(separator: " ")) \(operation.seconds) \(end)\n".utf8)
      case .newer(let bytes, _), .unreadable(let bytes): return bytes + [0x0A]
      }
    }
  }
}
