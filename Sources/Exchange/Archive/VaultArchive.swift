import Notes

/// A vault as one file that any program can unpack: a zip archive of its files by their paths.
///
/// ```
/// archive := (path of a file in the vault: its bytes)*, comment
/// comment := "Zibaldone export 1\n"
/// ```
/// Unpacked into an empty folder it is the vault. The comment (APPNOTE.TXT 4.3.16: the last bytes of the file) marks an
/// archive that `zib export` wrote, so that one inside the vault is not committed to its history. For an import an
/// archive is one of a vault by its files below `.zib/`, or by its holding Markdown and no JSON.
package enum VaultArchive {
  private static let comment = "Zibaldone export 1\n"

  /// True for the bytes of an archive that `zib export` wrote; a zip file that a person made is none.
  package static func isMarked(_ bytes: [UInt8]) -> Bool {
    let end = bytes.suffix(22 + comment.utf8.count)
    return ZipArchive.isOne(bytes) && end.starts(with: [0x50, 0x4B, 0x05, 0x06])
      && end.dropFirst(22).elementsEqual(comment.utf8)
  }

  /// True if an archive is one of a vault.
  package static func isOne(_ archive: ZipArchive) -> Bool {
    let names = archive.entries.map { $0.name.lowercased() }
    return names.contains { $0.hasPrefix(".zib/") }
      || names.contains { $0.hasSuffix(".md") } && !names.contains { $0.hasSuffix(".json") }
  }

  /// Writes an archive, put in place whole or not at all.
  package struct Writer: ~Copyable {
    private var file: OutputFile
    private var archive: ZipWriter

    /// - Parameter path: a file there is replaced at the end.
    /// - Throws: `.system`.
    package init(replacing path: [UInt8]) throws(ExchangeError) {
      let file = try OutputFile(replacing: path)
      archive = try ZipWriter(writingTo: file.temporary, called: path)
      self.file = file
    }

    /// Adds a file.
    ///
    /// - Parameter modified: in local time.
    /// - Throws: `.system`, `.format`.
    package func add(
      _ name: String, _ bytes: [UInt8], modified: CivilDateTime
    ) throws(ExchangeError) {
      try archive.add(name, bytes, modified: modified, isPacked: true)
    }

    /// Puts the archive in its place.
    ///
    /// - Throws: `.system`, `.format`; then an earlier file stays.
    package mutating func finish() throws(ExchangeError) {
      try archive.finish(comment: VaultArchive.comment)
      try file.putInPlace()
    }
  }
}

extension ImportFormat {
  static let vault = ImportFormat(
    "vault", program: "an archive",
    help: """
      The archive that `zib export` writes, or any zip file of Markdown. What the vault does not \
      have comes; what it has and says otherwise stays, and is told.
      """
  ) { source, isNamed in
    if let archive = try source.archive(), isNamed || VaultArchive.isOne(archive) {
      return Imported(.vault(archive))
    }
    guard isNamed else { return nil }
    _ = try source.bytes()
    throw ImportRefusal.notAnArchive
  }
}
