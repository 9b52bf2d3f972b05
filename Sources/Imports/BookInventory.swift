import Exchange
import Files
import Notes
import Settings
import Steps

/// The vault's notes on books, as an import looks for them: by number, ISBN, or title and author.
struct BookInventory {
  struct Record {
    let path: NotePath
    /// The numbers of other catalogues, as in front matter: `goodreads` is `17143`.
    var numbers: [String: Set<String>]
    var isbns: Set<String>
    var titles: Set<String>
    var authors: Set<String>
    let isBook: Bool
  }

  private(set) var records: [Record] = []
  /// Texts of the quotes of all notes, folded.
  private(set) var quotes: Set<String> = []
  /// The notes that cannot be read, so that nobody knows on which books they are.
  private(set) var unread: [NotePath: WriteError] = [:]
  /// The numbers that the books of the import have, as in ``byNumber``.
  private let present: Set<String>
  private var byNumber: [String: [Int]] = [:]
  private var byISBN: [String: [Int]] = [:]
  private var byTitle: [String: [Int]] = [:]

  /// Reads the notes of a vault.
  ///
  /// - Parameters:
  ///   - books: those of the catalogue that is imported.
  ///   - withQuotes: true to remember all quoted texts.
  ///   - progress: called with the number of notes read and of all notes.
  init(
    _ vault: Vault, for books: [ImportedBook] = [], withQuotes: Bool,
    progress: (Int, Int) -> Void
  ) throws {
    present = Set(books.map { $0.source + ":" + $0.id })
    let paths = try vault.walk.check().added.map(\.path)
    let options = vault.noteOptions
    let templates = TemplateFolder(vault.configuration)
    for (number, path) in paths.enumerated() {
      progress(number, paths.count)
      let bytes: [UInt8]
      do throws(WriteError) {
        bytes = try vault.folder.read(path).bytes
      } catch {
        unread[path] = error
        continue
      }
      let mayBeBook =
        bytes.starts(with: [0x2D, 0x2D, 0x2D]) || bytes.starts(with: [0xEF, 0xBB, 0xBF])
      guard mayBeBook || withQuotes && bytes.contains(UInt8(ascii: ">")) else { continue }
      let note = Note(
        parsing: bytes, named: String(decoding: path.stem, as: UTF8.self), options: options)
      if withQuotes {
        for quote in note.quotes { quotes.insert(ImportText.key(note.plainText(in: quote.text))) }
      }
      if path.isConflictCopy || templates.contains(path) { continue }
      if mayBeBook { add(Record(note, at: path)) }
    }
    progress(paths.count, paths.count)
  }

  mutating func add(_ record: Record?) {
    guard let record else { return }
    let index = records.count
    records.append(record)
    for (source, numbers) in record.numbers {
      for number in numbers { byNumber[source + ":" + number, default: []].append(index) }
    }
    for isbn in record.isbns { byISBN[isbn, default: []].append(index) }
    for title in record.titles { byTitle[title, default: []].append(index) }
  }

  /// The note on a book of a catalogue.
  ///
  /// A note that has another number of the same catalogue is on another book, or another edition. With the same
  /// ISBN, and where the catalogue no longer has that number, it is on this book, which got a new one.
  func record(of book: ImportedBook) -> Record? {
    if !book.id.isEmpty, let found = byNumber[book.source + ":" + book.id]?.first {
      return records[found]
    }
    func isFree(_ index: Int) -> Bool {
      book.id.isEmpty || records[index].numbers[book.source] == nil
    }
    func isGone(_ index: Int) -> Bool {
      records[index].numbers[book.source]?.allSatisfy {
        !present.contains(book.source + ":" + $0)
      } == true
    }
    let isbns = [book.isbn].compactMap { $0 } + book.otherISBNs
    for isFound in [isFree, isGone] {
      for isbn in isbns {
        if let found = byISBN[isbn]?.first(where: isFound) { return records[found] }
      }
    }
    return titled([book.title], by: book.authors).first(where: isFree).map { records[$0] }
  }

  /// The note on a book of which passages were marked.
  func record(of book: ClippedBook, id: String, key: String) -> Record? {
    if let found = byNumber[key + ":" + id]?.first { return records[found] }
    if let found = titled([book.title], by: book.authors).first { return records[found] }
    // Shops add subtitles: the part before the colon counts where it means one note.
    guard let colon = book.title.firstIndex(of: ":") else { return nil }
    let found = titled([String(book.title[..<colon])], by: book.authors)
    return found.count == 1 ? records[found[0]] : nil
  }

  private func titled(_ titles: [String], by authors: [String]) -> [Int] {
    let wanted = Set(authors.map(ImportText.authorKey))
    var found: [Int] = []
    for title in titles.flatMap(ImportText.titleKeys) {
      for index in byTitle[title] ?? [] where !found.contains(index) {
        let known = records[index].authors
        // If both name authors, one author has to be the same.
        let isSame =
          wanted.isEmpty || known.isEmpty ? records[index].isBook : !wanted.isDisjoint(with: known)
        if isSame { found.append(index) }
      }
    }
    return found
  }
}

extension BookInventory.Record {
  /// The facts of a note by which its book is found, or nil if it has none.
  init?(_ note: Note, at path: NotePath) {
    guard let frontMatter = note.frontMatter else { return nil }
    let book = note.book
    self.path = path
    isBook = book != nil
    numbers = [:]
    for source in ImportFormat.all.compactMap(\.bookKey) {
      let values = frontMatter[source]?.strings ?? []
      if !values.isEmpty { numbers[source] = Set(values) }
    }
    isbns = []
    for key in ["isbn", "isbn13", "isbn-13", "isbn10", "other-isbns"] {
      for text in frontMatter[key]?.strings ?? [] {
        for isbn in ISBN.all(in: text) { isbns.insert(isbn.description) }
      }
    }
    titles = Set(([note.title] + note.aliases).flatMap(ImportText.titleKeys))
    let authors = book?.authors ?? frontMatter.first(of: ["author", "authors"])?.strings ?? []
    self.authors = Set(authors.map(ImportText.authorKey))
    guard isBook || !numbers.isEmpty || !self.authors.isEmpty else { return nil }
  }
}
