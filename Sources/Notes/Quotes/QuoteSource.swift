import Layout

/// The source of a quote, as far as its note has it.
package struct QuoteSource: Hashable, Sendable {
  /// The authors of the quote.
  package let authors: [String]
  /// In which work, or in which note where none is named.
  package let work: String?
  /// The place in the work: `p. 12`.
  package let locator: String?

  /// The line below the quote in plain text, if it has more than these parts: a translator, a year.
  package let line: String?

  /// A source of these parts.
  package init(authors: [String], work: String?, locator: String?, line: String? = nil) {
    self.authors = authors
    self.work = work
    self.locator = locator
    self.line = line
  }

  /// `Henry David Thoreau, Walden (ch. 2)`, without a dash.
  package var description: String {
    if let line { return line }
    var words = authors.joined(separator: " & ")
    if let work { words += (words.isEmpty ? "" : ", ") + work }
    if let locator { words += (words.isEmpty ? "" : " ") + "(\(locator))" }
    return words
  }
}

extension Note {
  /// The source of a quote: its attribution, else the book that the note is about, else the note.
  ///
  /// An attribution that names the work alone takes the book's authors where it is that book's, and
  /// one that names an author of the book alone takes its title.
  package func source(of quote: Quote) -> QuoteSource {
    let locator = quote.locator.map { plainText(in: $0) }
    let author = quote.author.map { plainText(in: $0) }
    let work = quote.work.map { plainText(in: $0) }
    let title = title
    let own = book?.authors ?? []
    let line = fullLine(of: quote)
    func source(_ authors: [String], _ work: String?) -> QuoteSource {
      var line = line
      if let said = line, author == nil, !authors.isEmpty {
        line = authors.joined(separator: " & ") + ", " + said
      }
      return QuoteSource(authors: authors, work: work, locator: locator, line: line)
    }
    switch (author, work) {
    case (nil, nil): return source(own, title)
    case (nil, let work?):
      let isOwn = CollationKey(work) == CollationKey(title)
      return source(isOwn ? own : [], work)
    case (let author?, nil):
      let key = CollationKey(AuthorName.sorted(author))
      let isOwn = own.contains { CollationKey(AuthorName.sorted($0)) == key }
      return source([author], isOwn ? title : nil)
    case (let author?, let work?): return source([author], work)
    }
  }

  /// The attribution of a quote in plain text, without hashtags and block ids at its end; nil if its
  /// author, work and locator say as much.
  private func fullLine(of quote: Quote) -> String? {
    guard var range = quote.attribution else { return nil }
    let labels = hashtags.map(\.range) + blockIDs.map(\.range)
    for label in labels.sorted(by: { $0.start > $1.start }) where range.contains(label) {
      guard source[Int(label.end)..<Int(range.end)].allSatisfy(\.isASCIISpace) else { break }
      range.end = label.start
    }
    var line = plainText(in: range)
    if let locator = quote.locator, !range.contains(locator) {
      line += " (\(plainText(in: locator)))"
    }
    let parts = QuoteSource(
      authors: quote.author.map { [plainText(in: $0)] } ?? [],
      work: quote.workOfTitle == nil ? quote.work.map { plainText(in: $0) } : nil,
      locator: quote.locator.map { plainText(in: $0) })
    func words(_ text: String) -> String { text.filter { !" \"“”„«»".contains($0) } }
    if words(line) == words(parts.description) { return nil }
    return quote.workOfTitle.map { line + ", " + plainText(in: $0) } ?? line
  }
}
