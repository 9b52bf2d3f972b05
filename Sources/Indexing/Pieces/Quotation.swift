import Files
import Notes

/// A quote of a note, with its source.
package struct Quotation: Hashable, Sendable {
  package let path: NotePath
  /// The note's title.
  package let noteTitle: String
  /// The position among the note's quotes, from 0.
  package let number: Int
  /// The quoted text, without markup, with the lines of the note.
  package let text: String
  /// Whole lines of the quote as the note writes them, without its markers and its source.
  package let markdown: String
  /// ``markdown`` as a piece to be read by itself: links by reference have their addresses in place, and the footnotes
  /// to which it refers follow it.
  package let readable: String
  package let source: QuoteSource
  /// The position of its beginning.
  package let position: TextPosition
  /// The hashtags of its note.
  package let hashtags: [Hashtag]
  /// True if it begins in a comment that its readers do not see.
  package let isInComment: Bool
  /// The language that its note declares.
  package let language: String?
  /// A comment without an end that begins in it or before it.
  package let unclosed: UnclosedComment?

  /// ``text`` for other people, who see nothing of a comment that nothing ends.
  package var readableText: String {
    if unclosed == nil { return text }
    let piece = Note(piece: Array(markdown.utf8))
    let end = piece.commentedBody?.unclosed(in: piece)?.offset ?? piece.source.count
    var text = piece.plainText(in: ByteRange(0, Int(end)))
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// The quotes of a note, in order; those within quotes are part of them.
  ///
  /// - Parameter options: those with which the note was read.
  package static func all(
    of note: Note, at path: NotePath, options: NoteOptions
  ) -> [Quotation] {
    let quotes = note.quotes.filter { $0.depth == 0 }
    guard !quotes.isEmpty else { return [] }
    let lines = note.lines
    let title = note.title
    let language = note.language
    let readableNote = note.commentedBody
    let comments = readableNote?.comments ?? []
    let open = readableNote?.unclosed(in: note)
    let hashtags = note.hashtags.map { note.hashtag(of: $0) }
    let pieces = readable(quotes, of: note, options)
    var all: [Quotation] = []
    for (index, quote) in quotes.enumerated() {
      let text = note.plainText(in: quote.text)
      guard !text.isEmpty else { continue }
      let markdown = String(
        decoding: note.markdown(of: quote, hiding: comments.crossing(quote.range)), as: UTF8.self)
      all.append(
        Quotation(
          path: path, noteTitle: title, number: all.count, text: text,
          markdown: markdown, readable: pieces?[index] ?? markdown,
          source: note.source(of: quote),
          position: lines.position(at: Int(quote.range.start)), hashtags: hashtags,
          isInComment: comments.contains { $0.contains(Int(quote.range.start)) },
          language: language,
          unclosed: open.flatMap { $0.offset < quote.range.end ? $0 : nil }))
    }
    return all
  }

  /// The pieces by themselves; nil if the note has neither footnotes nor links by reference, or other quotes with these.
  private static func readable(
    _ quotes: [Quote], of note: Note, _ options: NoteOptions
  ) -> [String]? {
    guard note.hasReferences else { return nil }
    let shown = note.withReferencesInPlace(options)
    let found = shown.quotes.filter { $0.depth == 0 }
    guard found.count == quotes.count else { return nil }
    let body = ReadableBody(of: shown)
    return found.map { quote in
      let piece = shown.markdown(of: quote, hiding: body.comments.crossing(quote.range))
      return String(
        decoding: body.withFootnotes(piece, quote.range, of: shown), as: UTF8.self)
    }
  }
}

/// Chooses quotes, in addition to a query.
package struct QuoteFilter: Sendable {
  /// Parts of authors' names, of which one has to be there; empty for any author.
  package var authors: [String] = []
  /// Hashtags that the note has to have, or some below them.
  package var hashtags: [Hashtag] = []
  /// The note on a book, and the book's title, which other notes may quote; nil for any book.
  package var book: (path: NotePath, title: String)?

  package init() {}

  /// True if every quote is asked for.
  package var isEmpty: Bool { authors.isEmpty && hashtags.isEmpty && book == nil }

  /// True if a quote is accepted.
  package func accepts(_ quotation: Quotation) -> Bool {
    if let book, quotation.path != book.path,
      quotation.source.work.map({ CollationKey($0) }) != CollationKey(book.title)
    {
      return false
    }
    guard hashtags.allSatisfy({ tag in quotation.hashtags.contains { $0.isWithin(tag) } }) else {
      return false
    }
    guard !authors.isEmpty else { return true }
    let names = quotation.source.authors.map { CaseFolding.fold($0) }
    return authors.contains { author in
      names.contains { $0.contains(CaseFolding.fold(author)) }
    }
  }
}
