extension Note {
  /// The target of a link without its anchor: a name or path for ``LinkResolver``, or an address.
  ///
  /// Markdown destinations lose their escapes, entities and percent-encoding.
  package func target(of link: Link) -> String {
    meaning(of: link.target, in: link)
  }

  /// A link's anchor, `H1#H2` or `^block`.
  package func anchor(of link: Link) -> String? {
    link.anchor.map { meaning(of: $0, in: link) }
  }

  /// The visible text of a link: its own text, else its target, with the anchor.
  package func displayText(of link: Link) -> String {
    if let text = link.text {
      return link.kind == .wiki ? self.text(text) : plainText(in: text)
    }
    let target = target(of: link)
    guard let anchor = anchor(of: link) else { return target }
    return target.isEmpty ? anchor : target + "#" + anchor
  }

  /// The hashtag that an occurrence writes.
  package func hashtag(of occurrence: HashtagOccurrence) -> Hashtag {
    Hashtag(Spelling.unquoted(text(occurrence.name), occurrence.quoting))
  }

  private func meaning(of range: ByteRange, in link: Link) -> String {
    switch link.kind {
    case .wiki: return Spelling.unquoted(text(range), link.quoting)
    case .autolink: return text(range)
    case .markdown, .reference:
      let bytes = link.isDecoded ? decoded[range.indices] : source[range.indices]
      return link.isExternal
        ? String(decoding: bytes, as: Unicode.UTF8.self) : Spelling.destination(bytes)
    }
  }
}
