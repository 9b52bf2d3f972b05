import Objects

/// What a step that can be taken back belonged to.
package enum OperationKind: String, Hashable, Sendable {
  case sync, resolve, restore, move, delete, undo
  case `import`
}

/// Something that was done to the vault and can be taken back.
package struct Operation: Equatable, Sendable {
  package let kind: OperationKind
  /// Where the branch stood.
  package let before: ObjectID
  /// Where it stood after.
  package let after: ObjectID
  /// When, in seconds since 1970 in UTC by this device's clock.
  package let seconds: Int64
  /// The commit after the operation that this one took back.
  package let takesBack: ObjectID?

  package init(
    kind: OperationKind, before: ObjectID, after: ObjectID, seconds: Int64,
    takesBack: ObjectID? = nil
  ) {
    self.kind = kind
    self.before = before
    self.after = after
    self.seconds = seconds
    self.takesBack = takesBack
  }
}

/// The record of what was done, the oldest first; lines that are not understood are left out.
///
///     record    := operation*
///     operation := kind " " before " " after " " seconds " " ("-" | takes back) "\n"
struct OperationRecord: Equatable {
  private(set) var operations: [Operation] = []
  /// How many operations stand before the last line that is not understood; nothing where there is none.
  private var countBeforeDamage: Int?
  private static let most = 200

  /// The last that was not taken back, and that is not taking something back itself.
  var last: Operation? {
    let takenBack = Set(operations.compactMap(\.takesBack))
    return operations.last { $0.kind != .undo && !takenBack.contains($0.after) }
  }

  /// True where a line that is not understood may tell of something that was done after `last`.
  var mayHideLast: Bool {
    guard let countBeforeDamage else { return false }
    guard let last, let place = operations.lastIndex(of: last) else { return true }
    return place < countBeforeDamage
  }

  /// Adds one, unless it is the last one already.
  mutating func add(_ operation: Operation) {
    if let last = operations.last, last.before == operation.before, last.after == operation.after {
      return
    }
    operations.append(operation)
    operations.removeFirst(max(0, operations.count - Self.most))
  }

  init(bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 5, let kind = OperationKind(rawValue: String(words[0])),
        let before = ObjectID(hex: words[1]), let after = ObjectID(hex: words[2]),
        let seconds = Int64(words[3])
      else {
        countBeforeDamage = operations.count
        continue
      }
      operations.append(
        Operation(
          kind: kind, before: before, after: after, seconds: seconds,
          takesBack: ObjectID(hex: words[4])))
    }
  }

  var bytes: [UInt8] {
    operations.flatMap { operation in
      let end = operation.takesBack?.hex ?? "-"
      return Array(
        "\(operation.kind.rawValue) \(operation.before) \(operation.after) \(operation.seconds) \(end)\n"
          .utf8)
    }
  }
}

extension SyncSession {
  /// What was done to the vault and can be taken back, the oldest first.
  package func operations() throws -> [Operation] {
    try OperationRecord(bytes: workTree.operations()).operations
  }

  /// Puts something that was done on record, so that `undo` can take it back.
  package func record(
    _ kind: OperationKind, before: ObjectID?, after: ObjectID, takesBack: ObjectID? = nil
  ) throws {
    guard let before, before != after else { return }
    var record = try OperationRecord(bytes: workTree.operations())
    let known = record
    record.add(
      Operation(
        kind: kind, before: before, after: after, seconds: now().seconds, takesBack: takesBack))
    if record != known { try workTree.setOperations(record.bytes) }
  }
}
