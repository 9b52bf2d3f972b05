import Notes

/// Zibaldone's own syntax in a note's body, as what it means to somebody without Zibaldone.
struct SharedMarks {
  /// A stretch of the source and what stands in its place.
  struct Mark {
    enum Kind {
      case words(String)
      /// A wikilink; what it shows.
      case link(Link, String)
      /// An address that stands in the text as it is.
      case address(String)
    }

    let range: Range<Int>
    let kind: Kind
  }

  /// In the order of their ranges.
  let marks: [Mark]
  /// Where text begins a line of its own inside a paragraph.
  let lineStarts: Set<Int>

  /// - Parameter steps: those of the note.
  init(of note: Note, _ steps: [MarkdownStep]) {
    var marks: [Mark] = []
    for block in note.blockIDs {
      // The space before it goes with it.
      var start = Int(block.range.start)
      while start > note.bodyStart, [0x20, 0x09].contains(note.source[start - 1]) { start -= 1 }
      marks.append(Mark(range: start..<Int(block.range.end), kind: .words("")))
    }
    for cloze in note.clozes {
      marks.append(Mark(range: cloze.range.indices, kind: .words(note.text(cloze.answer))))
    }
    for link in note.links where !link.isInFrontMatter {
      if link.kind == .wiki {
        let words = Self.words(of: link, in: note)
        marks.append(Mark(range: link.range.indices, kind: .link(link, words)))
      } else if link.kind == .autolink, note.source[Int(link.range.start)] != UInt8(ascii: "<") {
        marks.append(Mark(range: link.range.indices, kind: .address(note.text(link.range))))
      }
    }
    var lineStarts = MarkdownRenderer.lineStarts(in: note)
    for index in steps.indices.dropFirst(2) {
      guard case .text(_, .normal, let range?) = steps[index],
        steps[index - 1] == .enter(.paragraph),
        steps[index - 2] == .enter(.quote),
        let head = CalloutHead(note.source, at: range.lowerBound)
      else { continue }
      marks.append(Mark(range: head.range, kind: .words(head.words)))
      if let next = head.nextLine { lineStarts.insert(next) }
    }
    self.marks = marks.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    self.lineStarts = lineStarts
  }

  /// What a wikilink shows: its text, else what it names, without the name of a block.
  private static func words(of link: Link, in note: Note) -> String {
    if let text = link.text { return note.text(text) }
    let target = note.target(of: link)
    guard let anchor = note.anchor(of: link), !anchor.hasPrefix("^") else { return target }
    let path = ([target] + anchor.split(separator: "#").map(String.init)).filter { !$0.isEmpty }
    return path.joined(separator: " > ")
  }
}

/// The `[!note]` that makes a quote a callout, and what a reader is told in its place.
struct CalloutHead {
  /// The brackets, and the blanks before a title.
  let range: Range<Int>
  /// The kind, where there is no title; nothing for a quotation.
  let words: String
  /// Where the text of the second line begins.
  let nextLine: Int?

  init?(_ source: [UInt8], at start: Int) {
    guard source[start...].starts(with: "[!".utf8) else { return nil }
    let name = source[(start + 2)...].prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
    }
    var end = name.endIndex
    guard !name.isEmpty, end < source.count, source[end] == UInt8(ascii: "]") else { return nil }
    end += 1
    if end < source.count, "+-".utf8.contains(source[end]) { end += 1 }
    while end < source.count, [0x20, 0x09].contains(source[end]) { end += 1 }
    range = start..<end
    let lineEnd = source[end...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.count
    let kind = String(decoding: name, as: UTF8.self).lowercased()
    let isUntold = lineEnd > end || kind == "quote" || kind == "cite"
    words = isUntold ? "" : kind.prefix(1).uppercased() + kind.dropFirst()
    let next = source[lineEnd...].firstIndex { ![0x0A, 0x0D, 0x20, 0x09, 0x3E].contains($0) }
    nextLine = lineEnd == end && words.isEmpty ? nil : next
  }
}
