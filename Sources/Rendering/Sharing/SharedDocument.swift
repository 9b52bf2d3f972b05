import Notes

/// A selection in one form, piece by piece, so that none of it has to wait for the rest.
package struct SharedDocument {
  private let form: ShareForm
  private let title: String
  private let language: String?
  /// True if quotes and books get the marks of print.
  private let isPrinted: Bool
  private let labels = SharedLabels()
  /// The number of items so far.
  private var count = 0

  /// An empty document.
  ///
  /// - Parameters:
  ///   - form: not JSON, which each command writes itself.
  ///   - title: the page's name in a browser.
  ///   - language: of most of the text, if it is known.
  ///   - typography: true if quotes get the quotation marks of print.
  package init(_ form: ShareForm, title: String, language: String?, typography: Bool = false) {
    isPrinted = typography
    self.form = form
    self.title = title.withoutComments
    self.language = language
  }

  /// The text before the first item.
  package var beginning: String {
    guard form == .html else { return "" }
    return """
      <!doctype html>
      <html\(Self.attribute("lang", Self.tag(language) ?? ""))>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <title>\(Self.html(title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <main>

      """
  }

  /// The text after the last item.
  package var end: String { form == .html ? "</main>\n</body>\n</html>\n" : "" }

  /// The text of the next item, after a separator from the one before.
  package mutating func text(of item: SharedItem) -> String {
    defer { count += 1 }
    switch form {
    case .html: return html(of: item)
    case .markdown: return parting(before: item, rule: "---") + markdown(of: item) + "\n"
    case .text, .json:
      let rule = String(repeating: "-", count: 40)
      return parting(before: item, rule: rule) + plain(of: item) + "\n"
    }
  }

  private func parting(before item: SharedItem, rule: String) -> String {
    if count == 0 { return "" }
    if case .note = item { return "\n\(rule)\n\n" }
    return "\n"
  }

  // MARK: Text

  private func plain(of item: SharedItem) -> String {
    switch item {
    case .note(let shared):
      let title = shared.printedTitle.map { [Self.line($0)] } ?? []
      return Self.paragraphs([title, SharedText.lines(of: shared.steps)])
    case .entry(let entry):
      let heading = entry.name.isEmpty ? entry.when : "\(entry.when)  \(entry.name)"
      return Self.paragraphs([[Self.line(heading)], Self.lines(entry.body, entry.links)])
    case .quote(let note, let source):
      let links = quoteLinks(note)
      let from = Self.line(printed("— " + source.description, links.typography))
      return (Self.lines(note, links) + [from]).joined(separator: "\n")
    case .books(let heading, let books):
      return Self.paragraphs([
        heading.map { [Self.line($0.withoutComments)] } ?? [],
        books.map {
          Self.line("• " + printed($0.title, typography()) + printed($0.details, typography()))
        },
      ])
    }
  }

  private static func lines(
    _ note: Note, _ links: SharedLinks
  ) -> [String] {
    SharedText.lines(of: SharedSteps.steps(of: note, links: links))
  }

  private static func paragraphs(_ parts: [[String]]) -> String {
    parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// The marks of print of a language, or of most of the text, where they are asked for.
  private func typography(_ language: String? = nil) -> Typography? {
    isPrinted ? Typography(language: language ?? self.language) : nil
  }

  /// The rendering of a quote, whose links are broken.
  private func quoteLinks(_ note: Note) -> SharedLinks {
    SharedLinks(typography: typography(note.language))
  }

  /// A line without comments, in the marks of print.
  private func printed(_ text: String, _ typography: Typography?) -> String {
    let text = text.withoutComments
    return typography?.applied(to: text) ?? text
  }

  /// A text from a vault on one line.
  private static func line(_ text: String) -> String {
    text.withoutControlCharacters.split { $0.isNewline }.joined(separator: " ").trimmingSpaces()
  }

  // MARK: Markdown

  private func markdown(of item: SharedItem) -> String {
    let escaped = SharedMarkdown.escaped
    switch item {
    case .note(let shared):
      let title = shared.printedTitle.map { "# " + escaped($0) } ?? ""
      return [title, shared.markdown(labels)]
        .filter { !$0.isEmpty }
        .joined(separator: "\n\n")
    case .entry(let entry):
      let heading = entry.name.isEmpty ? entry.when : "\(entry.when) \(entry.name)"
      return [
        "## " + escaped(heading),
        SharedMarkdown.text(of: entry.body, links: entry.links, labels: labels),
      ]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .quote(let note, let source):
      let links = quoteLinks(note)
      let from = Self.words(of: source, { escaped(printed($0, links.typography)) }) { "*\($0)*" }
      return SharedMarkdown.quoted(
        SharedMarkdown.text(of: note, links: links, labels: labels) + "\n\n— " + from)
    case .books(let heading, let books):
      let list = books.map {
        "- *\(escaped(printed($0.title, typography())))*\(escaped(printed($0.details, typography())))"
      }
      return (heading.map { "## \(escaped($0.withoutComments))\n\n" } ?? "")
        + list.joined(separator: "\n")
    }
  }

  // MARK: HTML

  private func html(of item: SharedItem) -> String {
    switch item {
    case .note(let shared):
      let id = shared.id.map { Self.attribute("id", $0) } ?? ""
      let title = shared.printedTitle.map { "<h1 dir=\"auto\">\(Self.html($0))</h1>\n" } ?? ""
      let body = SharedHTML.html(
        of: shared.steps, prefix: shared.prefix ?? prefix)
      return "<article\(id)\(Self.language(of: shared.note))>\n\(title)\(body)</article>\n"
    case .entry(let entry):
      let time =
        "<time\(Self.attribute("datetime", entry.machineTime))>\(Self.html(entry.when))</time>"
      let name = entry.name.isEmpty ? "" : " " + Self.html(entry.name)
      let body = SharedHTML.html(
        of: SharedSteps.steps(of: entry.body, links: entry.links), prefix: prefix)
      return
        "<article\(Self.language(of: entry.body))>\n<h2 dir=\"auto\">\(time)\(name)</h2>\n\(body)</article>\n"
    case .quote(let note, let source): return html(of: note, from: source)
    case .books(let heading, let books):
      let items = books.map {
        "<li dir=\"auto\"><cite>\(Self.html(printed($0.title, typography())))</cite>"
          + "\(Self.html(printed($0.details, typography())))</li>\n"
      }
      let title =
        heading.map { "<h2 dir=\"auto\">\(Self.html($0.withoutComments))</h2>\n" } ?? ""
      return "<section>\n\(title)<ul>\n\(items.joined())</ul>\n</section>\n"
    }
  }

  /// The prefix of headings' ids, so that they differ from those of other items.
  private var prefix: String { count == 0 ? "" : "part-\(count + 1)-" }

  private func html(of note: Note, from source: QuoteSource) -> String {
    let links = quoteLinks(note)
    let from = Self.words(of: source, { Self.html(printed($0, links.typography)) }) {
      "<cite>\($0)</cite>"
    }
    let said = SharedHTML.html(of: SharedSteps.steps(of: note, links: links), prefix: prefix)
    return "<figure\(Self.language(of: note))>\n<blockquote>\n\(said)</blockquote>\n"
      + "<figcaption dir=\"auto\">— \(from)</figcaption>\n</figure>\n"
  }

  /// A source as its line has it, else its parts with the work as a title.
  private static func words(
    of source: QuoteSource, _ escaped: (String) -> String, title: (String) -> String
  ) -> String {
    if let line = source.line { return escaped(line) }
    var words = escaped(source.authors.joined(separator: " & "))
    if let work = source.work { words += (words.isEmpty ? "" : ", ") + title(escaped(work)) }
    if let locator = source.locator {
      words += (words.isEmpty ? "" : " ") + "(\(escaped(locator)))"
    }
    return words
  }

  private static func html(_ text: String) -> String { SharedHTML.escaped(line(text)) }

  private static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(SharedHTML.escaped(value))\""
  }

  private static func language(of note: Note) -> String {
    tag(note.language).map { attribute("lang", $0) } ?? ""
  }

  /// A language that is valid in `lang`: `de`, `en-GB`.
  private static func tag(_ language: String?) -> String? {
    guard let language, !language.isEmpty, language.utf8.count <= 35,
      language.utf8.allSatisfy({ byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      })
    else { return nil }
    return language
  }

  /// Readable on any screen, by day and night, and on paper.
  private static let style = """
    :root { color-scheme: light dark; }
    body { font: 1.05rem/1.6 Georgia, "Times New Roman", serif; margin: 0; padding: 2rem 1rem; background: #fdfcf9; color: #222; }
    main { max-width: 38rem; margin: 0 auto; overflow-wrap: break-word; }
    article + article { border-top: 1px solid #bbb; margin-top: 3rem; padding-top: 1rem; }
    h1, h2, h3, h4, h5, h6 { line-height: 1.25; font-weight: 600; }
    a { color: #1a5fa8; }
    blockquote { margin: 1rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid #bbb; }
    figure { margin: 2rem 0; }
    figcaption { padding-inline-start: 1.2rem; opacity: 0.8; }
    pre, code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
    pre { overflow-x: auto; padding: 0.6rem 0.8rem; background: #8881; }
    table { display: block; overflow-x: auto; border-collapse: collapse; }
    th, td { border: 1px solid #bbb; padding: 0.25rem 0.6rem; text-align: start; }
    img { max-width: 100%; height: auto; }
    .book img { float: inline-end; max-width: 9rem; margin: 0 0 1rem 1rem; }
    .embed { padding-inline-start: 1rem; border-inline-start: 1px dotted #bbb; }
    .callout { background: #8881; padding-block: 0.1rem; }
    .math { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; white-space: pre-wrap; }
    div.math { margin: 1rem 0; overflow-x: auto; }
    .footnotes { border-top: 1px solid #bbb; margin-top: 2rem; font-size: 0.9em; }
    li.task { list-style: none; }
    li.task > input { margin-inline-start: -1.4em; }
    @media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } a { color: #8ab8e6; } }
    @media print { body { padding: 0; } a[href^="http"]::after { content: " (" attr(href) ")"; } }
    """
}
