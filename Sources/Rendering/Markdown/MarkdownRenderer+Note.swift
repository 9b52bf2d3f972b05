import Notes

extension MarkdownRenderer {
  /// The lines that a note takes on the screen, its front matter first.
  ///
  /// - Parameters:
  ///   - highlights: stretches of the note to set off.
  ///   - address: where a wikilink leads when it is clicked, such as `file:///…`; nil if that
  ///     is not known.
  package static func lines(
    of note: Note, width: Int, colors: ColorDepth, hyperlinks: Bool,
    showingFrontMatter: Bool = true, highlights: Highlights = Highlights(),
    address: (Link) -> String? = { _ in nil }
  ) -> [StyledText] {
    var lines: [StyledText] = []
    if showingFrontMatter, note.bodyStart > 0 {
      let text = String(decoding: note.source[..<note.bodyStart], as: UTF8.self)
      let trimmed = text.trimmingByteOrderMark()
      lines = frontMatter(
        trimmed, from: text.utf8.count - trimmed.utf8.count, highlights: highlights)
      while lines.last?.isEmpty == true { lines.removeLast() }
      if !lines.isEmpty { lines.append(StyledText()) }
    }
    let tape = MarkdownTape(parsing: note.source, from: note.bodyStart)
    var renderer = MarkdownRenderer(
      width: width, colors: colors, hyperlinks: hyperlinks,
      marks: marks(in: note, address: address),
      lineStarts: lineStarts(in: note).union(tape.footnotes.map { Int($0.start) }),
      highlights: highlights)
    lines += renderer.render(MarkdownStep.steps(of: tape, in: note.source))
    return lines
  }

  /// Zibaldone's own syntax in a note's body, in order.
  static func marks(in note: Note, address: (Link) -> String?) -> [Mark] {
    var marks: [Mark] = []
    for tag in note.hashtags where !tag.isInFrontMatter {
      marks.append(Mark(tag.range.indices, .hashtag(note.text(tag.range))))
    }
    for block in note.blockIDs {
      marks.append(Mark(block.range.indices, .blockID(note.text(block.range))))
    }
    for link in note.links where link.kind == .wiki && !link.isInFrontMatter {
      // A link that is a hashtag as well is shown as that.
      let start = Int(link.range.start)
      if start > 0, note.source[start - 1] == UInt8(ascii: "#"),
        note.hashtags.contains(where: { $0.range.contains(link.range) })
      {
        continue
      }
      marks.append(
        Mark(link.range.indices, .wikilink(shown: shown(link, in: note), address: address(link))))
    }
    for cloze in note.clozes {
      marks.append(
        Mark(
          cloze.range.indices,
          .cloze(hint: note.hint(of: cloze), answer: note.text(cloze.answer))))
    }
    return marks.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The offsets at which questions, answers and attributions begin: each is a line of its own.
  static func lineStarts(in note: Note) -> Set<Int> {
    var starts: Set<Int> = []
    func add(_ offset: UInt32) {
      var start = Int(offset)
      while start > 0, note.source[start - 1] != 0x0A, note.source[start - 1] != 0x0D { start -= 1 }
      // Indentation and the marks of quotes belong to the block, not to the text.
      while start < Int(offset), [0x20, 0x09, 0x3E].contains(note.source[start]) { start += 1 }
      starts.insert(start)
    }
    for question in note.questions {
      add(question.question.start)
      add(question.answer.start)
    }
    for quote in note.quotes { if let attribution = quote.attribution { add(attribution.start) } }
    return starts
  }

  private static func shown(_ link: Link, in note: Note) -> String {
    if let text = link.text.map(note.text), !(link.isEmbed && isSize(text)) { return text }
    let target = note.text(link.target)
    guard let anchor = link.anchor else { return target }
    return target.isEmpty ? "#" + note.text(anchor) : "\(target)#\(note.text(anchor))"
  }

  /// True for the size of a picture: `![[cat.png|100]]`, `![[cat.png|100x200]]`.
  private static func isSize(_ text: String) -> Bool {
    let numbers = text.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    return numbers.count <= 2
      && numbers.allSatisfy { number in !number.isEmpty && number.allSatisfy { $0 &- 0x30 < 10 } }
  }
}

extension String {
  fileprivate func trimmingByteOrderMark() -> String {
    hasPrefix("\u{FEFF}") ? String(dropFirst()) : self
  }
}
