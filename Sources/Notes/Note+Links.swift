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
