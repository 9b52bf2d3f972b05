/// A format that can be imported: what it is called, and how its files are read.
///
/// Each is a constant in the file of its reader, and a line in ``all``. The article
/// <doc:AddingAnImportFormat> says how to add one.
package struct ImportFormat: Sendable {
  /// As the command line and JSON name it.
  package let name: String
  /// Its program, or what it is, as a commit names it.
  package let program: String
  /// The key of front matter whose value is a book's number or name there; nil for a format that
  /// has none.
  package let bookKey: String?
  /// The description of its files and of what they become, for people.
  package let help: String
  /// Gives what a source holds; nil where it is not of this format.
  let read: @Sendable (_ source: ImportSource, _ isNamed: Bool) throws -> Imported?

  /// - Parameter read: told whether the person named the format: then a file need not show it.
  init(
    _ name: String, program: String, bookKey: String? = nil, help: String,
    read: @escaping @Sendable (_ source: ImportSource, _ isNamed: Bool) throws -> Imported?
  ) {
    self.name = name
    self.program = program
    self.bookKey = bookKey
    self.help = help
    self.read = read
  }

  /// A format whose files are single texts.
  init(
    _ name: String, program: String, bookKey: String? = nil, help: String,
    isOne: @escaping @Sendable (DecodedText) -> Bool,
    readBytes: @escaping @Sendable ([UInt8]) throws -> Imported
  ) {
    self.init(name, program: program, bookKey: bookKey, help: help) { source, isNamed in
      guard try isNamed || source.text().map(isOne) ?? false else { return nil }
      return try readBytes(try source.bytes())
    }
  }

  /// The formats, as people are told them.
  package static let all: [ImportFormat] = [
    .goodreads, .libraryThing, .googleBooks, .kindle, .jrnl, .dayOne, .personalLog, .grail, .vault,
  ]

  /// The format of a name.
  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// Reads a source.
  ///
  /// The last formats are asked first: what shows itself by a folder or an archive is told before
  /// what shows itself by some words of a text.
  /// - Parameter named: the format that the person named; nil where the source is to show it.
  /// - Throws: `ImportRefusal`, `ExchangeError`; what the source's files throw.
  package static func read(
    _ source: ImportSource, as named: ImportFormat?
  ) throws -> (format: ImportFormat, imported: Imported) {
    for format in named.map({ [$0] }) ?? all.reversed() {
      if let imported = try format.read(source, named != nil) { return (format, imported) }
    }
    if let archive = try source.archive() {
      throw AnkiPackage.isOne(archive)
        ? ImportRefusal.ankiPackage : ImportRefusal.unknownArchive(archive)
    }
    throw ImportRefusal.unknown(try source.bytes())
  }
}

/// The reason why a source is not read.
package enum ImportRefusal: Error {
  case ankiPackage
  case unknownArchive(ZipArchive)
  /// No format is shown by these bytes.
  case unknown([UInt8])
  case archiveOnStandardInput
  /// The archive of a vault was asked for.
  case notAnArchive
  case severalArchives
  case severalLibraries
  case severalFormats
}
