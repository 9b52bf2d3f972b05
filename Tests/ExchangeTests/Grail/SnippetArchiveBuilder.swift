import History

/// Writes a notebook of 2019 as its application did.
struct SnippetArchiveBuilder {
  private var snippets = ""
  private var versions = ""

  /// Adds a text whole, and gives its digest.
  @discardableResult
  mutating func add(_ text: String) -> String {
    let digest = SHA1.hex(of: Array(text.utf8))
    snippets += "+++ \(digest) \(Self.lineCount(text))\n\(text)"
    return digest
  }

  /// Adds a text as a patch of another, and gives its digest.
  @discardableResult
  mutating func add(_ text: String, as patch: String, of parent: String) -> String {
    let digest = SHA1.hex(of: Array(text.utf8))
    snippets += "+++ \(digest) \(parent) \(Self.lineCount(patch))\n\(patch)"
    return digest
  }

  /// Adds a version of all notes, which is newer than those before.
  mutating func addVersion(_ time: String, _ notes: [(id: String, properties: String)]) {
    let manifest = add(notes.map { "\($0.id) \($0.properties)\n" }.joined())
    versions = "\(time) \(manifest)\n" + versions
  }

  /// The bytes of the archive.
  func archive() -> [UInt8] {
    var whole = self
    let list = whole.add(versions)
    return Array(
      ("Text Snippet Archive version 1.0\n+++ References 1\nversions:\(list)\n" + whole.snippets)
        .utf8)
  }

  private static func lineCount(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } }
}
