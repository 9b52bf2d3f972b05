/// What an edit changes, line by line, for `--dry-run`.
package struct LineDiff {
  /// One line of the difference.
  package enum Line: Equatable, Sendable {
    case removed(String)
    case added(String)
    /// A line that stays, shown because a neighbour changes.
    case kept(String)
    /// The number of the line from which the next ones are, counted from 1.
    case place(Int)
  }

  /// The lines that differ, each run of them with a line of context around it.
  package let lines: [Line]

  /// Compares two texts.
  ///
  /// - Complexity: linear in the texts, and in what differs times its size.
  package init(from old: [UInt8], to new: [UInt8], context: Int = 1) {
    let old = Self.split(old)
    let new = Self.split(new)
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    { end += 1 }
    let difference = new[start..<(new.count - end)].difference(
      from: old[start..<(old.count - end)])
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(start + offset)
      case .insert(let offset, _, _): added.insert(start + offset)
      }
    }
    lines = Self.hunks(old, new, removed, added, context: context)
  }

  private static func hunks(
    _ old: [String], _ new: [String], _ removed: Set<Int>, _ added: Set<Int>, context: Int
  ) -> [Line] {
    var all: [(line: Line, number: Int)] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        all.append((.removed(old[i]), j + 1))
        i += 1
      } else if j < new.count, added.contains(j) {
        all.append((.added(new[j]), j + 1))
        j += 1
      } else {
        all.append((.kept(i < old.count ? old[i] : ""), j + 1))
        i += 1
        j += 1
      }
    }
    var near: [Bool] = Array(repeating: false, count: all.count)
    for index in all.indices {
      if case .kept = all[index].line { continue }
      for place in max(0, index - context)...min(all.count - 1, index + context) {
        near[place] = true
      }
    }
    var lines: [Line] = []
    for index in all.indices where near[index] {
      if index == 0 || !near[index - 1] { lines.append(.place(all[index].number)) }
      lines.append(all[index].line)
    }
    return lines
  }

  /// Lines without their ends; a carriage return stays, as it is what may differ.
  private static func split(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension OutputStream {
  /// Writes the difference that an edit makes, with the path before it.
  package func write(_ diff: LineDiff, of path: String) throws {
    for line in diff.lines {
      switch line {
      case .place(let number):
        try writeLine(StyledText(path, .path) + StyledText(":\(number)", .position))
      case .removed(let text): try writeLine(StyledText("-" + text, .removed))
      case .added(let text): try writeLine(StyledText("+" + text, .added))
      case .kept(let text): try writeLine(StyledText(" " + text))
      }
    }
  }
}
