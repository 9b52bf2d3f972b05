import Arguments
import Exchange
import Files
import Indexing
import Notes
import Sessions
import Terminals
import Vaults
import Wording

/// `zib book add`: a note on a book.
enum BookAdd {
  static let title = Positional(
    "TITLE", each: .string,
    help: "The title; several words make one. With `--from` a part of one, or nothing.")
  static let author = Option(
    "author", short: "a", value: "NAME", each: .string,
    help: "An author; may be repeated, and `A; B` names two.")
  static let isbn = Option(
    "isbn", value: "ISBN", .string, help: "The ISBN, of 10 or 13 digits; it is checked.")
  static let published = Option(
    "published", value: "YEAR", .string, help: "When it was published.")
  static let pages = Option("pages", value: "N", .int(in: 1...), help: "How many pages it has.")
  static let status = Option(
    "status", .oneOf(Book.Status.self),
    help: "Your reading status; by default the template's, else `want`.")
  static let tag = Option(
    "tag", value: "TAG", each: .string(completing: .values(of: "tags")),
    help: "A hashtag; may be repeated.")
  static let from = Option(
    "from", value: "FILE", .file,
    help: """
      Take what is known of the book from a file: a record of Open Library (JSON), lines of its \
      dumps, or a Goodreads export (CSV). `--isbn` or TITLE says which book is meant.
      """)
  static let online = Flag(
    "online",
    help: """
      Look the book up at Open Library, or at Google Books where that does not know it: by `--isbn`, by a \
      photograph of its bar code, or by TITLE.
      """)
  static let choose = Option(
    "choose", value: "N", .int(in: 1...), help: "Of the books that fit, take the N-th of the list.")
  static let noCover = Flag("no-cover", help: "Do not fetch the picture of the cover.")
  static let edit = Flag("edit", short: "e", help: "Open the note in your editor.")

  static let command = Command(
    "add", summary: "Add a book",
    discussion: """
      Makes a note of the title with the book's front matter, in the folder of `zib config
      books.folder`, and prints its path. The note begins as the template `book` where the vault has
      one, which may use `{{title}}`, `{{author}}`, `{{isbn}}`, `{{published}}`, `{{pages}}`,
      `{{status}}` and what `zib new` knows; what it leaves out of these is put in.

      A book that is there already, by its ISBN or by title and author, is named and not written down
      twice.

      Nothing is asked on the web without `--online`. Then the title and author, or the ISBN, are sent to the
      catalogues of `zib config books.open-library` and `books.google-books`, and nothing else. Where several
      books fit you choose one; without a terminal they are listed, and `--choose` takes one. The picture of the
      cover is put with the attachments and named as `cover`.

      In the place of a title, a photograph of the bar code gives the ISBN: it is read by the program `zbarimg`,
      of the package zbar-tools (Debian) or zbar (Homebrew).
      """,
    arguments: [
      title, author, isbn, published, pages, status, tag, from, online, choose, noCover,
      New.template,
      New.folder, New.variable, edit, New.dryRun,
    ],
    exclusive: [[from, online]],
    examples: [
      "zib book add Silas Marner -a 'George Eliot' --isbn 0-14-143975-0": "To be read.",
      "zib book add --from export.csv --isbn 9780141439754": "As Goodreads has it.",
      "zib book add Emma -a 'Jane Austen' --pages 474 --status reading": "Being read.",
      "zib book add middlemarch --online": "With what Open Library knows of it, and its cover.",
      "zib book add cover.jpg --online": "By the bar code on a photograph.",
    ],
    exitStatuses: [
      0: "Done; the path is on standard output.", 1: "Nobody knows the book.",
      2: "Several books fit, and none was chosen.", 3: "Nothing was written.",
    ],
    seeAlso: ["zib-books(1)", "zib-new(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try add(arguments, session)
      return .done
    }
  }

  private static func add(_ arguments: ParsedArguments, _ session: CommandSession) throws {
    let vault = try session.vault()
    var (book, cover) = try newBook(arguments, session)
    let twin = try session.search { search in
      try search.books(of: search.query("")).first {
        $0.isAbout(title: book.title, authors: book.authors, isbn: book.isbn)
      }
    }
    if let twin {
      let authors = twin.book.authors.joined(separator: ", ")
      throw Failure(
        "\(twin.title)\(authors.isEmpty ? "" : " by \(authors)") is in the vault already: "
          + session.shown(twin.path),
        hint: "`zib book start`, `finish` and `rate` change it; `zib new` writes a second note")
    }
    if let cover, !arguments[noCover], !arguments[New.dryRun] {
      let folder = try vault.draft(book, at: session.now, in: session.zone).path.folder
      try session.keepCover(at: cover, of: &book, in: folder)
    }
    let draft = try vault.draft(book, at: session.now, in: session.zone)
    try session.create(draft, isDryRun: arguments[New.dryRun], isEdited: arguments[edit])
  }

  private static func newBook(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> (book: NewBook, cover: String?) {
    var isbn = try arguments[isbn].map { text throws(ISBN.Flaw) in try ISBN(text) }
    var words = arguments[title].joined(separator: " ")
    if isbn == nil, let picture = session.picture(arguments[title]) {
      isbn = try session.isbn(onPicture: picture)
      guard arguments[online] || arguments.isGiven(from) else {
        throw UsageError(
          message: "\(picture) shows the ISBN \(isbn?.description ?? "")",
          hint: "`--online` looks it up; without it, give a title and `--isbn`")
      }
      words = ""
    }
    var cover: String?
    var record = try arguments[from].map { file in
      try self.record(in: file, title: words, isbn, session)
    }
    if arguments[online] {
      let found = try session.lookUp(
        isbn, title: words, by: arguments[author].first ?? "", choosing: arguments[choose])
      (record, cover) = (found.book, found.cover)
      if isbn == nil, let found = record?.title { words = found }
    }
    guard record != nil || !words.isEmpty else {
      throw UsageError(message: "give a title", hint: "such as `zib book add Emma`")
    }
    var book = NewBook(title: isbn != nil && !words.isEmpty ? words : record?.title ?? words)
    book.authors = arguments[author].flatMap { $0.split(separator: ";") }
      .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    // The words that were typed to find a book are mostly a part of its author's name.
    if let found = record?.authors, book.authors.isEmpty || (arguments[online] && !found.isEmpty) {
      book.authors = found
    }
    book.isbn = isbn ?? record?.isbn.flatMap { try? ISBN($0) }
    book.published = arguments[published] ?? record?.published.map { "\($0)" }
    book.pages = arguments[pages] ?? record?.pages
    book.status = arguments[status] ?? record?.status
    book.publisher = record?.publisher
    book.editionPublished = arguments.isGiven(published) ? nil : record?.editionPublished
    if record != nil, book.authors.isEmpty {
      let source = arguments[online] ? "catalogue" : "file"
      session.messages.warning("the \(source) does not name the authors; `--author` does")
    }
    for name in arguments[tag] {
      let hashtag = Hashtag(name)
      guard Hashtag.isWritable(hashtag.name) else {
        throw UsageError(message: "`\(name)` cannot be written as a hashtag")
      }
      book.hashtags.append(hashtag.name)
    }
    book.folder = arguments[New.folder]
    book.template = arguments[New.template]
    for pair in arguments[New.variable] { book.variables[pair.key] = pair.value }
    return (book, cover)
  }
}

extension BookAdd {
  /// The book of a file that is meant.
  private static func record(
    in file: String, title: String, _ isbn: ISBN?, _ session: CommandSession
  ) throws -> ImportedBook {
    let bytes = try session.contents(of: file)
    let books =
      GoodreadsExport.isOne(DecodedText(bytes))
      ? try GoodreadsExport.read(bytes).books
      : try OpenLibraryRecords.read(bytes, holding: isbn)
    var found = books
    if let isbn {
      found = books.filter {
        ([$0.isbn].compactMap { $0 } + $0.otherISBNs).contains(isbn.description)
      }
    } else if !title.isEmpty {
      let key = CollationKey(title)
      let words = CaseFolding.fold(title).split(separator: " ")
      let same = books.filter { CollationKey($0.title) == key }
      let like = books.filter { book in
        let folded = CaseFolding.fold(book.title)
        return words.allSatisfy { folded.contains($0) }
      }
      found = same.isEmpty ? like : same
    }
    if let only = found.first, found.count == 1 { return only }
    let what = isbn.map { "ISBN \($0)" } ?? (title.isEmpty ? "a book" : "`\(title)`")
    guard !found.isEmpty else {
      throw Failure("\(file) has nothing on \(what)", code: .nothingFound)
    }
    let shown = found.prefix(10).map { book in
      "\n  " + ([book.title] + book.authors + [book.isbn].compactMap { $0 }).joined(separator: ", ")
    }
    let more = found.count > 10 ? "\n  and \(found.count - 10) more" : ""
    throw Failure(
      "\(file) has \(found.count) such books:\(shown.joined())\(more)",
      hint: "`--isbn`, or more of the title, says which", code: .nothingFound)
  }
}

extension Book.Status: Choice {
  /// A description of the reader's status.
  package var summary: String {
    switch self {
    case .want: "wants to read it"
    case .reading: "is reading it"
    case .read: "has read it"
    case .abandoned: "gave it up"
    }
  }
}
