/// Where a quote is from, as far as its note says.
package struct QuoteSource: Hashable, Sendable {
  /// Who said it.
  package let authors: [String]
  /// In which work, or in which note where none is named.
  package let work: String?
  /// Where in the work: `p. 12`.
  package let locator: String?

  /// A source of these parts.
  package init(authors: [String], work: String?, locator: String?) {
    self.authors = authors
    self.work = work
    self.locator = locator
  }

  /// `Henry David Thoreau, Walden (ch. 2)`, with a dash nowhere.
  package var description: String {
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
    switch (author, work) {
    case (nil, nil): return QuoteSource(authors: own, work: title, locator: locator)
    case (nil, let work?):
      let isOwn = CollationKey(work) == CollationKey(title)
      return QuoteSource(authors: isOwn ? own : [], work: work, locator: locator)
    case (let author?, nil):
      let key = CollationKey(AuthorName.sorted(author))
      let isOwn = own.contains { CollationKey(AuthorName.sorted($0)) == key }
      return QuoteSource(authors: [author], work: isOwn ? title : nil, locator: locator)
    case (let author?, let work?):
      return QuoteSource(authors: [author], work: work, locator: locator)
    }
  }
}
