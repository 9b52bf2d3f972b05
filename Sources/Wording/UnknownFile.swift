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
