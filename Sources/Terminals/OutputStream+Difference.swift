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
    try writeLine(StyledText("--- \(texts.old == nil ? "/dev/null" : "a/" + path)", .faint))
    try writeLine(StyledText("+++ \(texts.new == nil ? "/dev/null" : "b/" + path)", .faint))
    let (old, new) = (texts.old ?? [], texts.new ?? [])
    if old.contains(0) || new.contains(0) {
      return try writeLine(StyledText("not text: \(old.count) bytes, now \(new.count)", .faint))
    }
    for hunk in LineDifference(from: old, to: new).hunks {
      try writeLine(
        StyledText(
          "@@ -\(Self.range(hunk.oldStart, hunk.oldCount)) "
            + "+\(Self.range(hunk.newStart, hunk.newCount)) @@", .position))
      var lines = hunk.lines[...]
      while let first = lines.first {
        if first.kind == .same {
          try writeLine(StyledText(" " + first.text))
          lines.removeFirst()
          continue
        }
        let removed = lines.prefix { $0.kind == .removed }
        lines = lines.dropFirst(removed.count)
        let added = lines.prefix { $0.kind == .added }
        lines = lines.dropFirst(added.count)
        let words = WordDifference(from: Self.joined(removed), to: Self.joined(added))
        try write(words, .removed, sign: "-", isAlone: added.isEmpty)
        try write(words, .added, sign: "+", isAlone: removed.isEmpty)
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

  /// Writes the lines of one of the two texts.
  ///
  /// - Parameter isAlone: true if the lines replace no others, so that no words are set off.
  private func write(
    _ words: WordDifference, _ kind: DifferenceKind, sign: String, isAlone: Bool
  ) throws {
    let plain: Style = kind == .removed ? .removed : .added
    let marked = isAlone ? plain : plain.adding(Style(nil, .inverse))
    var line = StyledText(sign, plain)
    var isEmpty = true
    for part in words.parts where part.kind == kind || part.kind == .same {
      let style = part.kind == .same ? plain : marked
      let pieces = part.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 {
          try writeLine(line)
          line = StyledText(sign, plain)
          isEmpty = true
        }
        if !piece.isEmpty {
          line.append(String(decoding: piece, as: UTF8.self), style)
          isEmpty = false
        }
      }
    }
    if !isEmpty { try writeLine(line) }
  }
}
