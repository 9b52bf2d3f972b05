/// The name of a hashtag, `books/2021`; two that differ only in case or Unicode form are equal.
package struct Hashtag: Sendable {
  /// The name as written, without `#`.
  package let name: String
  /// The folded name, the same for equal hashtags.
  package let folded: String

  /// A hashtag from its name; a `#` before it and slashes at its ends are dropped.
  package init(_ name: String) {
    var part = Substring(name)
    if part.first == "#" { part = part.dropFirst() }
    while part.last == "/" { part = part.dropLast() }
    while part.first == "/" { part = part.dropFirst() }
    self.name = String(part)
    self.folded = CaseFolding.fold(self.name)
  }

  /// True if this is `ancestor` or one of its children, at any depth.
  package func isWithin(_ ancestor: Hashtag) -> Bool {
    folded == ancestor.folded || folded.hasPrefix(ancestor.folded + "/")
  }

  /// A hashtag as a person types it: its name, perhaps with `#` and Logseq's brackets around it.
  package init(typed text: String) {
    let inner = text.hasPrefix("#[[") && text.hasSuffix("]]") ? text.dropFirst(3).dropLast(2) : nil
    self.init(inner.map(String.init) ?? text)
  }

  /// True if a name can be written as `#name` in a text.
  package static func isWritable(_ name: String) -> Bool { written(name, NoteOptions()) != nil }

  /// The hashtag of a name as a text writes it: `#name`, or with the marks of Logseq's or Bear's around it where the
  /// options have these and it takes them; nil if it cannot be written.
  package static func written(_ name: String, _ options: NoteOptions) -> String? {
    var forms = ["#\(name)"]
    if name.first?.isWhitespace != true, name.last?.isWhitespace != true {
      if options.bracketedHashtags, LinkSpelling.isWikiTarget(name) { forms.append("#[[\(name)]]") }
      if options.closedHashtags { forms.append("#\(name)#") }
    }
    return forms.first { form in
      let bytes = Array(form.utf8)
      guard let found = HashtagScanner.scan(bytes, at: 0, limit: bytes.count, options) else {
        return false
      }
      return Int(found.range.end) == bytes.count
        && bytes[found.name.indices].elementsEqual(name.utf8)
    }
  }

  /// The hashtag one level up: `books` of `books/2021`.
  package var parent: Hashtag? {
    guard let slash = name.lastIndex(of: "/") else { return nil }
    return Hashtag(String(name[..<slash]))
  }
}

extension Hashtag: Hashable {
  package static func == (left: Hashtag, right: Hashtag) -> Bool { left.folded == right.folded }

  package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// A place of a hashtag in a note.
package struct HashtagOccurrence: Hashable, Sendable {
  /// The range of the hashtag with its `#` (and closing mark, in the dialects that have one); in
  /// front matter that of its scalar, or of its part of a comma-separated one.
  package let range: ByteRange
  /// The name without `#`, as written.
  package let name: ByteRange
  /// True if it is in the front matter.
  package let isInFrontMatter: Bool
  /// The quotation mark around it in the front matter, or 0.
  var quoting: UInt8 = 0
}
