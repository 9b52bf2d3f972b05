/// The items of one source, or of several sources of one format.
package struct Imported: Sendable {
  /// The items that were read, by what they become in a vault.
  package enum Content: Sendable {
    /// The books of a catalogue.
    case books([ImportedBook])
    /// Passages that were marked in books, and the key of front matter for a book's name there.
    case clippings([ClippedBook], key: String)
    /// Entries for the days of a journal.
    case journal(ImportedEntries)
    /// Notes with all that they said before.
    case library(GrailLibrary)
    /// The files of a vault.
    case vault(ZipArchive)
  }

  package private(set) var content: Content
  /// The parts that do not come over.
  package let remarks: [Remark]

  package init(_ content: Content, remarks: [Remark] = []) {
    self.content = content
    self.remarks = remarks
  }

  init(_ books: ImportedBooks) { self.init(.books(books.books), remarks: books.remarks) }

  init(_ entries: ImportedEntries) { self.init(.journal(entries), remarks: entries.remarks) }

  /// Adds what another source of the same format holds; its remarks stay its own.
  ///
  /// - Throws: `.severalArchives`, `.severalLibraries`: each has a past of its own.
  package mutating func append(_ other: Imported) throws(ImportRefusal) {
    // A case for each kind: the last case is for two kinds.
    switch (content, other.content) {
    case (.books(let books), .books(let more)): content = .books(books + more)
    case (.clippings(let books, let key), .clippings(let more, _)):
      content = .clippings(books + more, key: key)
    case (.journal(var entries), .journal(let more)):
      entries.append(more)
      content = .journal(entries)
    case (.library, .library): throw .severalLibraries
    case (.vault, .vault): throw .severalArchives
    default: throw .severalFormats
    }
  }
}
