/// A file that cannot be imported, and the reason that its first bytes show.
struct UnknownFile {
  let message: String
  let hint: String?

  /// A package of Anki, by its name: its archive could be anything.
  init?(ankiPackage name: String) {
    guard [".apkg", ".colpkg"].contains(where: name.lowercased().hasSuffix) else { return nil }
    message = "`\(name)` is a package of Anki, which cannot be imported"
    hint = "`zib review export --anki` writes one; from Anki, export the notes as text"
  }

  /// Nil for a text of which nothing is known.
  init?(_ bytes: [UInt8], named name: String) {
    let lowercased = name.lowercased()
    let isLibrary = [".libnotes", ".kvcrdt", ".grail", ".notedb"].contains(
      where: lowercased.hasSuffix)
    if bytes.isEmpty {
      (message, hint) = ("`\(name)` is empty", "export it again")
    } else if bytes.starts(with: Array("gAAAAA".utf8)) {
      message = "`\(name)` is an encrypted journal of jrnl"
      hint = "`jrnl --decrypt`, or `jrnl --export json | zib import -`, gives what can be read"
    } else if isLibrary {
      message =
        "`\(name)` is damaged: a library of Grail Diary or Library Notes does not begin like this"
      hint = "copy it from the device or from a backup again"
    } else if bytes.starts(with: Array("SQLite format 3".utf8)) {
      (message, hint) = ("`\(name)` is a database of a program that is not known here", nil)
    } else if bytes.prefix(65_536).contains(0), !bytes.starts(with: [0xFF, 0xFE]),
      !bytes.starts(with: [0xFE, 0xFF])
    {
      message = "`\(name)` is not text, and not a file of a program that is known here"
      hint = "`zib help import` names the formats"
    } else {
      return nil
    }
  }
}
