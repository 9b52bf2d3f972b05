import Notes

/// The files that an import reads: zib gives those of the disk, tests give others.
package protocol ImportFiles: Sendable {
  func isFolder(_ path: String) -> Bool
  func isFile(_ path: String) -> Bool
  /// The names in a folder, in order.
  func names(in folder: String) throws -> [String]
  /// The size of a file in bytes.
  func size(of path: String) -> Int
  /// The bytes of a file; of `-` those of standard input.
  func contents(of path: String) throws -> [UInt8]
  /// The first bytes of a file; nil where it cannot be read.
  func head(of path: String, count: Int) -> [UInt8]?
  /// The words for an error that ``contents(of:)`` threw.
  func words(for error: any Error) -> String
}

/// A file, a folder or standard input that is to be imported. What is read of it is read once.
package final class ImportSource {
  /// As it was named; `-` is standard input.
  package let path: String
  let files: any ImportFiles
  let isFolder: Bool
  private var knownBytes: [UInt8]?
  private var knownArchive: ZipArchive?

  package init(_ path: String, in files: any ImportFiles) {
    self.path = path
    self.files = files
    isFolder = files.isFolder(path)
  }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// All of the file.
  ///
  /// - Throws: `ImportRefusal.archiveOnStandardInput`: archives are read where they lie, since they
  ///   may be large.
  func bytes() throws -> [UInt8] {
    if let knownBytes { return knownBytes }
    let bytes = try files.contents(of: path)
    if path == "-", ZipArchive.isOne(bytes) { throw ImportRefusal.archiveOnStandardInput }
    knownBytes = bytes
    return bytes
  }

  /// The file as text; nil for a folder, an archive and a database.
  func text() throws -> DecodedText? {
    if try isFolder || archive() != nil { return nil }
    let bytes = try bytes()
    return bytes.starts(with: "SQLite format 3\0".utf8) ? nil : DecodedText(bytes)
  }

  /// The zip archive that the file is; nil for any other.
  ///
  /// - Throws: `ExchangeError` for one that is damaged.
  func archive() throws -> ZipArchive? {
    if let knownArchive { return knownArchive }
    guard files.isFile(path), let head = files.head(of: path, count: 4), ZipArchive.isOne(head)
    else { return nil }
    knownArchive = try ZipArchive(reading: Array(path.utf8))
    return knownArchive
  }

  /// The names in the folder, in order.
  func names() throws -> [String] { try files.names(in: path) }

  /// A file that is not read whole where it is too large.
  func contents(of path: String) throws -> [UInt8] {
    guard files.size(of: path) <= DayOneExport.mostFileBytes else {
      throw ExchangeError.format(operation: "read \(path)", detail: "it is too large")
    }
    return try files.contents(of: path)
  }
}
