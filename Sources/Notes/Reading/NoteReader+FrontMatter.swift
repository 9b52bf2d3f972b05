import Layout

extension NoteReader {
  /// Reads the front matter, if there is any, and sets where the text begins.
  mutating func readFrontMatter() {
    bodyStart = FrontMatterBlock.byteOrderMark(bytes)
    switch FrontMatterBlock.find(in: bytes) {
    case .none: return
    case .unterminated:
      flaws.append((.unterminatedFrontMatter, bodyStart))
    case .block(let block):
      let document = YAMLDocument(parsing: bytes, content: block.content)
      // Two thematic breaks with prose between them, or braces around something: not properties.
      let isMapping = document.nodes.first.map { $0.kind == .mapping } ?? true
      guard isMapping else { return }
      if let failure = document.failure {
        if block.format == .json, bytes[bodyStart] == UInt8(ascii: "{") { return }
        flaws.append((.invalidFrontMatter(failure.message), failure.offset))
      }
      let frontMatter = FrontMatter(
        range: block.range, content: block.content, format: block.format, document: document)
      self.frontMatter = frontMatter
      bodyStart = Int(block.range.end)
      reportDuplicates(in: document)
      readHashtags(in: frontMatter)
      readLinks(in: document)
    }
  }

  private mutating func reportDuplicates(in document: YAMLDocument) {
    guard !document.nodes.isEmpty else { return }
    var seen: Set<ArraySlice<UInt8>> = []
    var index = 1
    while index < document.nodes.count {
      let key = document.nodes[index]
      let name = document.texts[key.text.indices]
      if !seen.insert(name).inserted {
        flaws.append(
          (.duplicateKey(String(decoding: name, as: Unicode.UTF8.self)), Int(key.range.start)))
      }
      index = Int(document.nodes[Int(key.next)].next)
    }
  }

  // MARK: Hashtags

  private mutating func readHashtags(in frontMatter: FrontMatter) {
    for key in FrontMatter.hashtagKeys {
      guard let node = frontMatter[key] else { continue }
      switch node.kind {
      case .scalar where !node.isNull:
        splitHashtags(node, at: key == "keywords" ? [","] : [",", " ", "\t", "\n", "\r"])
      case .list:
        for element in node.elements where element.kind == .scalar && !element.isNull {
          addHashtag(Self.inner(of: element.range, style: element.style), element.style)
        }
      default: break
      }
    }
  }

  private mutating func splitHashtags(
    _ node: FrontMatter.Node, at separators: [Unicode.Scalar]
  ) {
    let range = Self.inner(of: node.range, style: node.style)
    var start = Int(range.start)
    for index in Int(range.start)...Int(range.end) {
      if index == Int(range.end)
        || separators.contains(where: { UInt8(ascii: $0) == bytes[index] })
      {
        addHashtag(ByteRange(start, index), node.style)
        start = index + 1
      }
    }
  }

  /// Adds the hashtag in a range of front matter, without blanks and `#` around it.
  private mutating func addHashtag(_ range: ByteRange, _ style: UInt8) {
    var start = Int(range.start)
    var end = Int(range.end)
    while start < end, bytes[start].isASCIISpace { start += 1 }
    while end > start, bytes[end - 1].isASCIISpace || bytes[end - 1] == UInt8(ascii: "/") {
      end -= 1
    }
    let whole = ByteRange(start, end)
    if start < end, bytes[start] == UInt8(ascii: "#") { start += 1 }
    guard start < end else { return }
    hashtags.append(
      HashtagOccurrence(
        range: whole, name: ByteRange(start, end), isInFrontMatter: true,
        quoting: Self.quoting(style)))
  }

  /// A scalar without its quotation marks.
  static func inner(of range: ByteRange, style: UInt8) -> ByteRange {
    guard style == UInt8(ascii: "'") || style == UInt8(ascii: "\""), range.count >= 2 else {
      return range
    }
    return ByteRange(start: range.start + 1, end: range.end - 1)
  }

  private static func quoting(_ style: UInt8) -> UInt8 {
    style == UInt8(ascii: "'") || style == UInt8(ascii: "\"") ? style : 0
  }

  // MARK: Links

  private mutating func readLinks(in document: YAMLDocument) {
    let isKey = document.keys()
    for (number, node) in document.nodes.enumerated()
    where node.kind == .scalar && node.range.count > 4 && !isKey[number] {
      let inner = Self.inner(of: node.range, style: node.style)
      var index = Int(inner.start)
      let end = Int(inner.end)
      if isWebAddress(inner) {
        links.append(
          Link(
            kind: .autolink, isEmbed: false, isExternal: true, isInFrontMatter: true,
            range: inner, target: inner, anchor: nil, text: nil))
        continue
      }
      while index + 3 < end {
        guard bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "["),
          let link = Wikilink(in: bytes, at: index, limit: end, isInTable: false, options)
        else {
          index += 1
          continue
        }
        links.append(link.link(isInFrontMatter: true, quoting: Self.quoting(node.style)))
        index = Int(link.range.end)
      }
    }
  }

  /// True if a range is exactly an address of the web.
  private func isWebAddress(_ range: ByteRange) -> Bool {
    let part = bytes[range.indices]
    guard part.starts(with: "https://".utf8) || part.starts(with: "http://".utf8) else {
      return false
    }
    return !part.contains(where: \.isASCIISpace)
  }
}
