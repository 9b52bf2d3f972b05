import Merge
import Rendering

extension OutputStream {
  /// Writes the difference that an edit makes, in the form of `diff -u`.
  package func write(_ difference: LineDifference, of path: String) throws {
    try writeLine(StyledText("--- \(path)", .faint))
    try writeLine(StyledText("+++ \(path)", .faint))
    for hunk in difference.hunks {
      try writeLine(
        StyledText(
          "@@ -\(hunk.oldStart),\(hunk.oldCount) +\(hunk.newStart),\(hunk.newCount) @@", .position))
      for line in hunk.lines {
        switch line.kind {
        case .same: try writeLine(StyledText(" " + line.text))
        case .removed: try writeLine(StyledText("-" + line.text, .removed))
        case .added: try writeLine(StyledText("+" + line.text, .added))
        }
      }
    }
  }

  /// Writes the difference of two versions of a file in the form of `diff -u`, with the changed
  /// words set off by colour.
  ///
  /// - Parameter texts: nil for a missing file.
  package func writeWords(_ texts: (old: [UInt8]?, new: [UInt8]?), of path: String) throws {
    var difference = WordLines()
    difference.add(texts, of: path)
    for line in difference.lines { try writeLine(line) }
  }
}

/// The difference of two versions of a file as lines in the form of `diff -u`, with the changed words set off.
package struct WordLines {
  /// The lines so far.
  package private(set) var lines: [StyledText] = []

  package init() {}

  /// Adds the difference of a file.
  ///
  /// - Parameter texts: nil for a missing file.
  package mutating func add(_ texts: (old: [UInt8]?, new: [UInt8]?), of path: String) {
    lines.append(StyledText("--- \(texts.old == nil ? "/dev/null" : "a/" + path)", .faint))
    lines.append(StyledText("+++ \(texts.new == nil ? "/dev/null" : "b/" + path)", .faint))
    let (old, new) = (texts.old ?? [], texts.new ?? [])
    if old.contains(0) || new.contains(0) {
      lines.append(StyledText("not text: \(old.count) bytes, now \(new.count)", .faint))
      return
    }
    for hunk in LineDifference(from: old, to: new).hunks {
      lines.append(
        StyledText(
          "@@ -\(Self.range(hunk.oldStart, hunk.oldCount)) "
            + "+\(Self.range(hunk.newStart, hunk.newCount)) @@", .position))
      var rest = hunk.lines[...]
      while let first = rest.first {
        if first.kind == .same {
          lines.append(StyledText(" " + first.text))
          rest.removeFirst()
          continue
        }
        let removed = rest.prefix { $0.kind == .removed }
        rest = rest.dropFirst(removed.count)
        let added = rest.prefix { $0.kind == .added }
        rest = rest.dropFirst(added.count)
        let words = WordDifference(from: Self.joined(removed), to: Self.joined(added))
        add(words, .removed, sign: "-", isAlone: added.isEmpty)
        add(words, .added, sign: "+", isAlone: removed.isEmpty)
      }
    }
  }

  /// The place of a hunk; of no lines it is the line before.
  private static func range(_ start: Int, _ count: Int) -> String {
    "\(count == 0 ? start - 1 : start),\(count)"
  }

  /// Lines for comparing words; each with its end, so that lines stay lines.
  private static func joined(_ lines: ArraySlice<LineDifference.Line>) -> [UInt8] {
    lines.flatMap { $0.bytes + [0x0A] }
  }

  /// Adds the lines of one of the two texts.
  ///
  /// - Parameter isAlone: true if the lines replace no others, so that no words are set off.
  private mutating func add(
    _ words: WordDifference, _ kind: DifferenceKind, sign: String, isAlone: Bool
  ) {
    let plain: Style = kind == .removed ? .removed : .added
    let marked = isAlone ? plain : plain.adding(Style(nil, .inverse))
    var line = StyledText(sign, plain)
    var isEmpty = true
    for part in words.parts where part.kind == kind || part.kind == .same {
      let style = part.kind == .same ? plain : marked
      let pieces = part.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 {
          lines.append(line)
          line = StyledText(sign, plain)
          isEmpty = true
        }
        if !piece.isEmpty {
          line.append(String(decoding: piece, as: UTF8.self), style)
          isEmpty = false
        }
      }
    }
    if !isEmpty { lines.append(line) }
  }
}
