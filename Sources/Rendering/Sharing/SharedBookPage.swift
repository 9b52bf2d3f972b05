import Exchange
import Notes

/// The lines below the title of a note on a book: its authors, its facts, and its cover.
struct SharedBookPage {
  private let authors: String
  private let details: String
  private let cover: MarkdownStep.Span?
  private let links: SharedLinks

  /// The lines of a note; nil if it is not about a book, or has no facts of it.
  init?(of note: Note, links: SharedLinks) {
    guard let book = note.book else { return nil }
    func inLine(_ text: String) -> String {
      let line = SharedMarkdown.oneLine(text).withoutComments
      return links.typography?.applied(to: line) ?? line
    }
    authors = inLine(
      book.authors.map(\.withoutComments).joined(separator: ", "))
    var details: [String] = []
    if let published = book.published { details.append(inLine(published)) }
    if let publisher = note.frontMatter?["publisher"]?.string { details.append(inLine(publisher)) }
    if let pages = book.pages { details.append(Amount.count(pages, "page")) }
    if let isbn = book.checkedISBN?.description ?? book.isbn { details.append("ISBN " + isbn) }
    if let rating = book.shownRating { details.append(rating) }
    self.details = (details + Self.readings(of: book).map(inLine)).joined(separator: ", ")
    cover = note.bookCover.flatMap { Self.cover($0, links) }
    self.links = links
    if authors.isEmpty && self.details.isEmpty && cover == nil { return nil }
  }

  /// `want to read`, or each time that the book was read: `read 2012`, `reading since 2026-10-03`.
  private static func readings(of book: Book) -> [String] {
    var words = book.readings.filter { $0.finished != nil }.map { reading in
      let finished = reading.finished ?? ""
      return reading.started.map { "read \($0) to \(finished)" } ?? "read \(finished)"
    }
    switch book.status {
    case .want: words.append("want to read")
    case .reading: words.append(book.readingSince.map { "reading since \($0)" } ?? "reading")
    case .read: if words.isEmpty { words.append("read") }
    case .abandoned: words.append("abandoned")
    case nil: break
    }
    return words
  }

  /// The picture that a front matter's `cover` names, or the link to one on the web.
  private static func cover(_ written: String, _ links: SharedLinks) -> MarkdownStep.Span? {
    switch SharedAddress(written) {
    case .web(let address): return .link(destination: address)
    case .picture(let data): return .image(source: data)
    case .local:
      let picture = links.picture(.name(written)) ?? links.picture(.destination(written))
      return picture.map { .image(source: $0) }
    case .program, .foreign: return nil
    }
  }

  /// The lines as a block.
  var steps: [MarkdownStep] {
    var steps: [MarkdownStep] = [.enter(.book)]
    if let cover {
      steps += [
        .enter(.paragraph), .open(cover), .text("Cover", .normal, nil), .close(cover),
        .leave(.paragraph),
      ]
    }
    let lines = [authors, details].filter { !$0.isEmpty }
    if !lines.isEmpty {
      steps.append(.enter(.paragraph))
      for (index, line) in lines.enumerated() {
        if index > 0 { steps.append(.text("\n", .hardBreak, nil)) }
        steps.append(.text(line, .normal, nil))
      }
      steps.append(.leave(.paragraph))
    }
    return steps + [.leave(.book)]
  }

  /// The lines as Markdown; a picture of the vault is not in it.
  var markdown: String {
    let lines = [authors, details].filter { !$0.isEmpty }.map {
      MarkdownText.escaped($0, atLineStart: true)
    }
    var blocks = lines.isEmpty ? [] : [lines.joined(separator: "\\\n")]
    if case .link(let address) = cover { blocks.insert("![Cover](<\(address)>)", at: 0) }
    return blocks.joined(separator: "\n\n")
  }
}
