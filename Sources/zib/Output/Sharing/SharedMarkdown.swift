import Exchange
import Notes

/// A note's body as CommonMark that every program reads.
///
/// Only what Zibaldone alone understands is replaced; the rest stays as it was typed.
package enum SharedMarkdown {
  private struct Edit {
    let range: Range<Int>
    let text: String
  }

  /// The body, its lines ended by line feeds, without blank lines around it.
  ///
  /// - Complexity: linear in the number of bytes, but for the sorting of what is replaced.
  package static func text(of note: Note) -> String {
    let steps = MarkdownStep.steps(of: note.source, from: note.bodyStart)
    var edits = SharedMarks(of: note, steps).marks.compactMap { mark in
      replacement(of: mark, in: note).map { Edit(range: mark.range, text: $0) }
    }
    for link in note.links where !link.isInFrontMatter {
      if link.kind == .markdown || link.kind == .reference { edits += unlinking(link, in: note) }
    }
    edits += comments(in: steps).map { Edit(range: withSpace($0, in: note.source), text: "") }
    edits.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var bytes: [UInt8] = []
    var position = note.bodyStart
    for edit in edits where edit.range.lowerBound >= position {
      bytes += note.source[position..<edit.range.lowerBound]
      bytes += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    bytes += note.source[min(position, note.source.count)...]
    let text = String(decoding: bytes, as: UTF8.self)
    return trimmed(MarkdownText.lines(of: text).map(\.withoutControlCharacters))
  }

  /// A line of plain text as it stands behind `# `.
  package static func escaped(_ text: String) -> String {
    MarkdownText.escaped(oneLine(text), atLineStart: false)
  }

  /// The lines of a text behind `> `.
  package static func quoted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")
  }

  private static func oneLine(_ text: String) -> String {
    text.withoutControlCharacters.split { $0.isNewline }.joined(separator: " ")
  }

  private static func replacement(of mark: SharedMarks.Mark, in note: Note) -> String? {
    switch mark.kind {
    case .words(let words), .link(_, let words):
      var start = mark.range.lowerBound
      while start > note.bodyStart, [0x20, 0x09, 0x3E].contains(note.source[start - 1]) {
        start -= 1
      }
      let isFirst = start == note.bodyStart || [0x0A, 0x0D].contains(note.source[start - 1])
      return MarkdownText.escaped(oneLine(words), atLineStart: isFirst)
    // Programs find addresses themselves.
    case .address: return nil
    }
  }

  /// What leaves the words of a link into the vault, or of one that would run something.
  private static func unlinking(_ link: Link, in note: Note) -> [Edit] {
    let address: String
    switch SharedAddress(link.isDecoded ? note.target(of: link) : note.text(link.target)) {
    case .web, .foreign: return []
    case .picture: if link.isEmbed { return [] } else { address = "" }
    case .program(let text): address = text.hasPrefix("data:") ? "" : text
    case .local: address = ""
    }
    let range = link.range.indices
    guard let text = link.text, !text.isEmpty, range.contains(Int(text.start)) else {
      let name = note.target(of: link).split(separator: "/").last.map(String.init) ?? ""
      return [Edit(range: range, text: MarkdownText.escaped(name))]
    }
    let tail = address.isEmpty ? "" : " (" + MarkdownText.escaped(address) + ")"
    return [
      Edit(range: range.lowerBound..<Int(text.start), text: ""),
      Edit(range: Int(text.end)..<range.upperBound, text: tail),
    ]
  }

  /// Where comments of HTML stand.
  private static func comments(in steps: [MarkdownStep]) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    var start: Int?
    var end = 0
    for step in steps {
      switch step {
      case .text(let text, .html, let range?) where text.utf8.count == range.count:
        end = range.upperBound
        var rest = text[...]
        func place(_ index: String.Index) -> Int {
          range.lowerBound + text.utf8.distance(from: text.startIndex, to: index)
        }
        while !rest.isEmpty {
          if let first = start {
            guard let found = rest.range(ofASCII: "-->") else { break }
            comments.append(first..<place(found.upperBound))
            start = nil
            rest = rest[found.upperBound...]
          } else {
            guard let found = rest.range(ofASCII: "<!--") else { break }
            start = place(found.lowerBound)
            rest = rest[found.upperBound...]
          }
        }
      case .leave:
        // One that is not closed reaches to the end of its block.
        if let first = start, first < end { comments.append(first..<end) }
        start = nil
      default: break
      }
    }
    return comments
  }

  /// A range with the space before it, where one follows it too.
  private static func withSpace(_ range: Range<Int>, in source: [UInt8]) -> Range<Int> {
    guard range.lowerBound > 0, range.upperBound < source.count,
      source[range.lowerBound - 1] == 0x20, source[range.upperBound] == 0x20
    else { return range }
    return (range.lowerBound - 1)..<range.upperBound
  }

  private static func trimmed(_ lines: [String]) -> String {
    func isBlank(_ line: String) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }
    let first = lines.firstIndex { !isBlank($0) } ?? lines.endIndex
    let last = lines.lastIndex { !isBlank($0) } ?? lines.startIndex
    return first <= last && first < lines.endIndex
      ? lines[first...last].joined(separator: "\n") : ""
  }
}
