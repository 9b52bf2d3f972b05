/// The three formats of Grail Diary and Library Notes.
package enum GrailFormat: Hashable, Sendable {
  /// A folder of 2019, `.notebundle`.
  case notebundle
  /// A file of 2020 and 2021, `.notedb` or `.grail`.
  case database
  /// A file since August 2021, `.kvcrdt` or `.libnotes`.
  case libraryNotes

  /// The format of a folder with files of those names, by their paths in it; nil if it has none of
  /// them.
  package init?(folder names: some Sequence<String>) {
    guard GrailNotebundle.isOne(names) else { return nil }
    self = .notebundle
  }

  /// The format of a file, or nil if it is none of them.
  package init?(file bytes: [UInt8]) {
    guard let tables = try? GrailTables(bytes) else { return nil }
    if LibraryNotesDatabase.isOne(tables.names) {
      self = .libraryNotes
    } else if GrailDatabase.isOne(tables.names) {
      self = .database
    } else {
      return nil
    }
  }
}

extension GrailLibrary {
  /// Reads a folder.
  ///
  /// - Parameter files: the bytes of its files by their paths in it.
  /// - Throws: `.format` if it is none of Grail Diary's.
  package static func read(folder files: [String: [UInt8]]) throws(ExchangeError) -> GrailLibrary {
    try GrailNotebundle.read(files)
  }

  /// Reads a file of either format.
  ///
  /// - Throws: `.format` if it is none of Grail Diary's or Library Notes'.
  package static func read(file bytes: [UInt8]) throws(ExchangeError) -> GrailLibrary {
    let tables = try GrailTables(bytes)
    return LibraryNotesDatabase.isOne(tables.names)
      ? try LibraryNotesDatabase.read(bytes) : try GrailDatabase.read(bytes)
  }
}
