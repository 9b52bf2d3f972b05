import Exchange
import Layout

/// A file that cannot be imported, and the reason that its first bytes show.
package struct UnknownFile {
  package let message: String
  package let hint: String?

  /// True for the name of a package of Anki: its archive could be anything.
  package static func isAnkiPackage(_ name: String) -> Bool {
    [".apkg", ".colpkg"].contains(where: name.lowercased().hasSuffix)
  }

  package init(ankiPackage name: String) {
    message = "`\(name)` is a package of Anki, and cards of Anki are not imported"
    hint = "`zib review export --anki` goes the other way"
  }

  /// An archive in which no program is recognised.
  package init(_ archive: ZipArchive, named name: String) {
    if archive.entries.isEmpty, archive.encrypted > 0 {
      message = "a password protects what is in `\(name)`"
      hint = "unpack it, or export it again without a password"
    } else if let kind = Self.archives.first(where: { kind in
      archive.entries.contains { $0.name == kind.entry }
    }) {
      message = "`\(name)` is \(kind.name), which is not imported"
      hint = kind.hint
    } else if archive.entries.contains(where: { Self.isNote($0.name) }) {
      message = "`\(name)` is an archive of notes, and no export of a program that is known here"
      hint =
        "unpack it into the vault's folder; `zib import vault FILE` reads what `zib export` wrote"
    } else {
      message = "`\(name)` is not an archive of a program that is known here"
      hint = "`zib help import` names the formats"
    }
  }

  private static func isNote(_ name: String) -> Bool {
    NoteName.matches(Array(name.utf8)[...])
  }

  /// Recognises a text; nil if nothing is known of it.
  package init?(_ bytes: [UInt8], named name: String) {
    let lowercased = name.lowercased()
    let isLibrary = [".libnotes", ".kvcrdt", ".grail", ".notedb"].contains(
      where: lowercased.hasSuffix)
    if bytes.isEmpty {
      (message, hint) = ("`\(name)` is empty", "export it again")
    } else if bytes.starts(with: Array("gAAAAA".utf8)) {
      message = "`\(name)` is an encrypted journal of jrnl"
      hint = "`jrnl --decrypt`, or `jrnl --export json | zib import -`, gives what can be read"
    } else if isLibrary {
      let isBegun = bytes.starts(with: Array("SQLite format 3".utf8))
      message =
        isBegun
        ? "`\(name)` is damaged, or was cut off: it cannot be read to its end"
        : "`\(name)` is damaged: a library of Grail Diary or Library Notes does not begin like this"
      hint = "copy it from the device or from a backup again"
    } else if bytes.starts(with: Array("SQLite format 3".utf8)) {
      (message, hint) = ("`\(name)` is a database of a program that is not known here", nil)
    } else if GoodreadsExport.isCutInHeader(DecodedText(bytes)) {
      message = "`\(name)` is an export of Goodreads that ends within its first row"
      hint = "a file that was cut short has to be exported again"
    } else if let kind = Self.kinds.first(where: { bytes.starts(with: $0.start) }) {
      message = "`\(name)` is \(kind.name), which is not imported"
      hint = kind.hint
    } else if bytes.prefix(65_536).contains(0), !bytes.starts(with: [0xFF, 0xFE]),
      !bytes.starts(with: [0xFE, 0xFF])
    {
      message = "`\(name)` is not text, and not a file of a program that is known here"
      hint = "`zib help import` names the formats"
    } else if let table = Self.tables.first(where: { $0.isOne(bytes) }) {
      message = "`\(name)` is a table of \(table.program), which \(table.reason)"
      hint = table.hint
    } else {
      return nil
    }
  }

  private static let attaching = "`zib attach` puts a file into the vault and links to it"
  private static let decrypting = "decrypt it first, and import what comes out"
  private static let exporting = "export it as Markdown or text; such files are notes as they are"

  /// Well-known files by their first bytes.
  private static let kinds: [(name: String, start: [UInt8], hint: String)] = [
    ("encrypted text of PGP", Array("-----BEGIN PGP".utf8), decrypting),
    ("a file encrypted with age", Array("age-encryption.org/".utf8), decrypting),
    ("a file encrypted with age", Array("-----BEGIN AGE".utf8), decrypting),
    ("a file encrypted with OpenSSL", Array("Salted__".utf8), decrypting),
    ("a PDF document", Array("%PDF-".utf8), attaching),
    ("a JPEG picture", [0xFF, 0xD8, 0xFF], attaching),
    ("a PNG picture", [0x89, 0x50, 0x4E, 0x47], attaching),
    ("a GIF picture", Array("GIF8".utf8), attaching),
    ("a document of Word", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], exporting),
    ("a document in RTF", Array("{\\rtf".utf8), exporting),
    ("a file packed with gzip", [0x1F, 0x8B], "unpack it first"),
    ("an archive of 7-Zip", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "unpack it first"),
    ("an archive of RAR", Array("Rar!".utf8), "unpack it first"),
  ]

  /// Well-known archives by a file in them.
  private static let archives: [(name: String, entry: String, hint: String)] = [
    ("a document of Word", "word/document.xml", exporting),
    ("a table of Excel", "xl/workbook.xml", "export it as CSV"),
    ("a presentation of PowerPoint", "ppt/presentation.xml", attaching),
    ("a book in EPUB", "META-INF/container.xml", "`zib book add` makes a note of a book"),
    ("a document of LibreOffice", "META-INF/manifest.xml", exporting),
  ]

  /// The tables (CSV) of programs that are known by the names of their columns, and of which nothing is read.
  private static let tables = [
    Table(
      program: "The StoryGraph", columns: ["Title", "Authors", "Read Status", "Star Rating"],
      reason: "is not read yet",
      hint: "`zib help import` names the formats"),
    Table(
      program: "Readwise", columns: ["Highlight", "Book Title", "Book Author"],
      reason: "is not read yet",
      hint: "Readwise also exports Markdown, whose files are notes as they are"),
    Table(
      program: "LibraryThing", columns: ["Book Id", "Title", "Primary Author"],
      reason: "has less than its JSON", hint: "export it from LibraryThing as JSON"),
  ]

  private struct Table {
    let program: String
    let columns: [String]
    let reason: String
    let hint: String

    func isOne(_ bytes: [UInt8]) -> Bool {
      let header = CSVTable(parsing: DecodedText(Array(bytes.prefix(4_096)))).header
      return columns.allSatisfy(header.contains)
    }
  }
}
