/// Makes links of text that names a note.
package struct MentionLinker: Sendable {
  /// The forms of a new link.
  package enum Form: Hashable, Sendable {
    /// `[[Note]]`, or `[[Note|text]]` where the text is not the target.
    case wiki
    /// `[text](Note.md)`.
    case markdown
  }

  private let resolver: LinkResolver
  /// The note that the links mean, by its index.
  private let file: Int
  private let form: Form
  private let style: LinkRewriter.Style

  /// - Parameters:
  ///   - file: the note that the links mean, by its index in the resolver.
  package init(to file: Int, _ resolver: LinkResolver, form: Form, style: LinkRewriter.Style) {
    self.resolver = resolver
    self.file = file
    // A name with a `#` in it is no target of a wikilink.
    self.form = resolver.canBeInWikilink(file) ? form : .markdown
    self.style = style
  }

  /// The text of a note with ranges of it as links, and those of the ranges that can be.
  ///
  /// The new text is read again: each new link means the note, and all others are as they were. A range that cannot be
  /// a link where it is stays as it is.
  /// - Parameters:
  ///   - ranges: in order; they do not overlap.
  ///   - number: the note that has them, by its index in the resolver.
  ///   - options: as the note was read.
  package func linked(
    _ note: Note, at ranges: [ByteRange], in number: Int, options: NoteOptions
  ) -> (text: [UInt8], linked: [ByteRange]) {
    guard let target = target(from: number) else { return (note.source, []) }
    var ranges = ranges
    // A link without a text of its own shows the page's name, and nobody's words are changed.
    if form == .wiki, !resolver.dialect.hasText {
      ranges.removeAll { !callsPage(note.text($0), from: number) }
    }
    var escaped: Set<ByteRange> = []
    while !ranges.isEmpty {
      let edits = ranges.map { range in
        ByteEdit(range, written(range, in: note, target, escapesBar: escaped.contains(range)))
      }
      let text = edits.applied(to: note.source)
      let new = Note(parsing: text, named: note.name, options: options)
      let failed = failures(new, edits, in: number)
      if failed.isEmpty {
        if keepsFacts(of: note, new, edits) { return (text, ranges) }
        // One of them changes something else; the others need not stay for that.
        let harmless =
          ranges.count == 1
          ? []
          : ranges.filter { !linked(note, at: [$0], in: number, options: options).linked.isEmpty }
        if harmless.count == ranges.count { break }
        ranges = harmless
        continue
      }
      // A bar is escaped in tables, which a text does not tell.
      let fresh = form == .wiki ? failed.subtracting(escaped) : []
      if fresh.isEmpty {
        ranges.removeAll(where: failed.contains)
      } else {
        escaped.formUnion(fresh)
      }
    }
    return (note.source, [])
  }

  // MARK: Writing

  /// A link to the note on a line of its own; nil if none can mean it.
  ///
  /// - Parameters:
  ///   - number: the note that gets it, by its index in the resolver.
  ///   - words: the text of a link in Markdown.
  ///   - isEmbed: true to show the note in its place, which Markdown does not know.
  package func link(from number: Int, _ words: String, isEmbed: Bool) -> [UInt8]? {
    guard let target = target(from: number) else { return nil }
    switch form {
    case .wiki: return Array(resolver.dialect.wikilink(target, isEmbed: isEmbed).utf8)
    case .markdown:
      return Array("[\(Self.escaped(words))](\(target))".utf8)
    }
  }

  /// Words as the text of a link of Markdown shows them.
  static func escaped(_ words: String) -> String {
    words.map { "[]\\<>`*_&".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private func written(
    _ range: ByteRange, in note: Note, _ target: String, escapesBar: Bool
  ) -> [UInt8] {
    let text = Array(note.source[range.indices])
    switch form {
    case .markdown:
      return [UInt8(ascii: "[")] + text + Array("](\(target))".utf8)
    case .wiki:
      let words = String(decoding: text, as: UTF8.self)
      guard resolver.dialect.hasText else { return Array(resolver.dialect.wikilink(words).utf8) }
      let link = resolver.dialect.wikilink(target, text: words, bar: escapesBar ? "\\|" : "|")
      return Array(link.utf8)
    }
  }

  /// True if a text is the name of the page, in any case.
  private func callsPage(_ text: String, from number: Int) -> Bool {
    guard case .file(file, let rule) = resolver.resolve(text, from: resolver.paths[number]) else {
      return false
    }
    return rule != .alias && rule != .part
  }

  private func target(from number: Int) -> String? { target(from: resolver.paths[number]) }

  /// The target as links from the note at a path write it; nil if there is none that means the file.
  package func target(from place: String) -> String? {
    switch form {
    case .markdown: return resolver.destination(of: file, from: place, style)
    case .wiki: return resolver.wikiTarget(of: file, from: place, style)
    }
  }

  // MARK: The check

  /// The ranges whose new links are none, or mean something else.
  private func failures(_ new: Note, _ edits: [ByteEdit], in number: Int) -> Set<ByteRange> {
    let links = Dictionary(new.links.map { ($0.range, $0) }, uniquingKeysWith: { one, _ in one })
    var failed: Set<ByteRange> = []
    for (range, place) in Self.places(edits) {
      guard let link = links[place], !link.isEmbed,
        case .file(file, _) = resolver.resolve(link, in: new, at: resolver.paths[number])
      else {
        failed.insert(range)
        continue
      }
    }
    return failed
  }

  /// True if the links of a note are those that it had and the new ones, and its other facts are as many as before.
  private func keepsFacts(of old: Note, _ new: Note, _ edits: [ByteEdit]) -> Bool {
    let places = Set(Self.places(edits).map(\.place))
    let kept = new.links.filter { !places.contains($0.range) }
    return kept.count == old.links.count
      && zip(kept, old.links).allSatisfy { new, before in
        new.kind == before.kind && new.range.count == before.range.count
      }
      && kept.map { new.text($0.range) } == old.links.map { old.text($0.range) }
      && new.headings.count == old.headings.count && new.hashtags.count == old.hashtags.count
      && new.tasks.count == old.tasks.count
  }

  /// The ranges before and after edits that are in order.
  private static func places(_ edits: [ByteEdit]) -> [(range: ByteRange, place: ByteRange)] {
    var shift = 0
    return edits.map { edit in
      let start = Int(edit.range.start) + shift
      shift += edit.replacement.count - edit.range.count
      return (edit.range, ByteRange(start, start + edit.replacement.count))
    }
  }
}
