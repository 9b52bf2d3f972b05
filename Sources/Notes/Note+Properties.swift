extension Note {
  /// The title: the front matter's, else a heading of the first level that is the first block, else the name of its
  /// page, else the file's name.
  package var title: String { title(in: titleHeading?.text) }

  /// The title, if a part of the heading is all of it.
  func title(in heading: ByteRange?) -> String {
    if let title = frontMatter?["title"]?.string, !title.isEmpty { return title }
    // A heading further down names a section: `# References` below a person's properties, `# Habits` in a day.
    if let heading {
      let text = plainText(in: heading)
      if !text.isEmpty { return text }
    }
    return pageName ?? name
  }

  /// Other names of the note: the front matter's `aliases` or `alias`, a list or separated by
  /// commas.
  package var aliases: [String] {
    guard let node = frontMatter?.first(of: ["aliases", "alias"]) else { return [] }
    if node.kind == .scalar, let text = node.string {
      return text.split(separator: ",").map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    }
    return node.strings
  }

  /// The language that the front matter gives: `lang` or `language`, as written (`de`, `en-GB`); a name
  /// (`Deutsch`) as its code. A piece has that of its note.
  package var language: String? {
    frontMatter?.first(of: ["lang", "language"])?.string.map(LanguageName.tag) ?? languageOfWhole
  }

  /// The time of the note's creation, as the front matter writes it.
  package var created: FrontMatter.Node? {
    frontMatter?.first(of: ["created", "created-at", "created_at", "date"])
  }

  /// The time of the note's last change, as the front matter writes it.
  package var updated: FrontMatter.Node? {
    frontMatter?.first(of: ["updated", "modified", "updated-at", "updated_at", "lastmod"])
  }

  /// True if the front matter pins the note.
  package var isPinned: Bool {
    frontMatter?["pinned"]?.strings.contains(where: Self.isPinning) ?? false
  }

  /// True for a value of `pinned` that pins, in any case.
  package static func isPinning(_ value: String) -> Bool {
    ["true", "yes", "on", "1"].contains(value.lowercased())
  }

  /// A stable name that the front matter gives: its `id`.
  package var id: String? { frontMatter?["id"]?.string }

  /// A few words about the note: the front matter's `summary`, else the text after `tl;dr:` or
  /// `Summary:`.
  package var summary: String? {
    if let text = frontMatter?["summary"]?.string { return text }
    return summaryRange.map { plainText(in: $0) }
  }
}

extension StringProtocol {
  /// Itself without spaces, tabs and line ends around it.
  var trimmingBlanks: SubSequence {
    var part = self[...]
    while let first = part.unicodeScalars.first, first.properties.isWhitespace {
      part = part[part.unicodeScalars.index(after: part.startIndex)...]
    }
    while let last = part.unicodeScalars.last, last.properties.isWhitespace {
      part = part[..<part.unicodeScalars.index(before: part.endIndex)]
    }
    return part
  }
}
