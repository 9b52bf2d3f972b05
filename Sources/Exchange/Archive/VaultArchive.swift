import Layout
import Notes

/// A vault as one file that any program can unpack: a zip archive of its files by their paths.
///
/// ```
/// archive := (path of a file in the vault: its bytes)*, comment
/// comment := "Zibaldone export ", version, "\n"
/// version := decimal, from 1 on; 1 is written here
/// ```
/// Unpacked into an empty folder it is the vault. The comment (APPNOTE.TXT 4.3.16: the last bytes of the file) marks an
/// archive that `zib export` wrote, in whichever version, so that one inside the vault is not committed to its history.
/// For an import an archive is one of a vault by its files below `.zib/`, or by its holding Markdown and no JSON; one of
/// a later version is read as far as it is understood, and told.
package enum VaultArchive {
  /// The version that is written here.
  package static let version = 1
  private static let commentStart = "Zibaldone export "
  private static let comment = "\(commentStart)\(version)\n"

  /// True for the bytes of an archive that `zib export` wrote; a zip file that a person made is none.
  package static func isMarked(_ bytes: [UInt8]) -> Bool {
    guard ZipArchive.isOne(bytes), bytes.last == 0x0A else { return false }
    // The record of 22 bytes before the comment.
    let lengths = (commentStart.utf8.count + 2)...(commentStart.utf8.count + 10)
    return lengths.contains {
      bytes.suffix($0 + 22).starts(with: [0x50, 0x4B, 0x05, 0x06])
        && version(ofComment: bytes.suffix($0)) != nil
    }
  }

  /// The version that the comment of an archive states; nil for one that `zib export` did not write.
  static func version(ofComment comment: some BidirectionalCollection<UInt8>) -> Int? {
    let number = comment.dropFirst(commentStart.utf8.count).dropLast()
    guard comment.starts(with: commentStart.utf8), comment.last == 0x0A,
      number.allSatisfy({ (0x30...0x39).contains($0) }), number.first != 0x30
    else { return nil }
    return Int(String(decoding: number, as: UTF8.self))
  }

  /// True if an archive is one of a vault.
  package static func isOne(_ archive: ZipArchive) -> Bool {
    let names = archive.entries.map { $0.name.lowercased() }
    return names.contains { $0.hasPrefix(".zib/") }
      || names.contains { NoteName.matches(Array($0.utf8)[...]) }
        && !names.contains { $0.hasSuffix(".json") }
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
      let version = VaultArchive.version(ofComment: archive.comment) ?? VaultArchive.version
      let subject = "the archive (version \(version), this one knows \(VaultArchive.version))"
      return Imported(
        .vault(archive), remarks: version > VaultArchive.version ? [Remark(.newer, subject)] : [])
    }
    guard isNamed else { return nil }
    _ = try source.bytes()
    throw ImportRefusal.notAnArchive
  }
}
