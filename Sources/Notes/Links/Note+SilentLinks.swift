import Layout

extension Note {
  /// Links that no program follows, and that stay as they are when a file moves: those in comments, and those of Markdown
  /// in the front matter.
  ///
  /// They are none of ``links``. A note with a comment is parsed once more.
  /// - Parameter options: as the note was read.
  package func silentLinks(_ options: NoteOptions) -> [Link] {
    var found: [Link] = []
    if let content = frontMatter?.content {
      addSilentLinks(in: content, isWiki: false, options, &found)
    }
    for comment in commentRanges() { addSilentLinks(in: comment, isWiki: true, options, &found) }
    return found
  }

  /// The comments of the text, Obsidian's and those of HTML.
  private func commentRanges() -> [ByteRange] {
    let body = bodyStart..<source.count
    guard place(of: "%%", in: body) != nil || place(of: "<!--", in: body) != nil else { return [] }
    let tape = MarkdownTape(parsing: source, from: bodyStart)
    var comments = tape.comments
    var end = bodyStart
    for event in tape.events where event.kind == .htmlText && event.end > end {
      var start = max(end, Int(event.start))
      while let mark = place(of: "<!--", in: start..<max(start, Int(event.end))) {
        end = place(of: "-->", in: mark + 4..<source.count).map { $0 + 3 } ?? source.count
        comments.append(ByteRange(mark, end))
        start = end
      }
    }
    return comments
  }

  /// The first place of a mark in a range.
  private func place(of mark: StaticString, in range: Range<Int>) -> Int? {
    let mark = Array("\(mark)".utf8)
    var start = range.lowerBound
    while let index = source.first(mark[0], from: start, to: range.upperBound) {
      if index + mark.count <= range.upperBound,
        source[index..<index + mark.count].elementsEqual(mark)
      {
        return index
      }
      start = index + 1
    }
    return nil
  }

  private func addSilentLinks(
    in range: ByteRange, isWiki: Bool, _ options: NoteOptions, _ found: inout [Link]
  ) {
    var index = Int(range.start)
    let end = Int(range.end)
    while isWiki, let bracket = source.first(UInt8(ascii: "["), from: index, to: end) {
      index = bracket + 1
      if index < end, source[index] == UInt8(ascii: "["),
        let link = Wikilink(in: source, at: bracket, limit: end, isInTable: false, options)
      {
        found.append(link.link(isInFrontMatter: false))
        index = Int(link.range.end)
      }
    }
    index = Int(range.start)
    while let bracket = source.first(UInt8(ascii: "]"), from: index, to: end) {
      index = bracket + 1
      guard index < end, source[index] == UInt8(ascii: "("),
        let target = LinkTail(in: source, after: index, limit: end).destination, !target.isEmpty,
        !NoteReader.isExternal(source, target)
      else { continue }
      let hash = source[target.indices].firstIndex(of: UInt8(ascii: "#"))
      found.append(
        Link(
          kind: .markdown, isEmbed: false, isExternal: false, isInFrontMatter: !isWiki,
          range: ByteRange(bracket, Int(target.end)),
          target: ByteRange(Int(target.start), hash ?? Int(target.end)),
          anchor: hash.map { ByteRange($0 + 1, Int(target.end)) }, text: nil))
    }
  }
}
