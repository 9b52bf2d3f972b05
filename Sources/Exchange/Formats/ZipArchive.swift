import CZip
import OperatingSystem

/// The files of a zip archive on the disk, each unpacked when it is wanted.
///
/// The sizes in an archive are not trusted: a file that unpacks to more than was requested is an
/// error, and names are only compared and never opened.
package struct ZipArchive: Sendable {
  /// A file in the archive.
  package struct Entry: Sendable, Hashable {
    /// The name in the archive: `photos/0123….jpeg`; invalid UTF-8 is replaced.
    package let name: String
    /// In bytes, as the archive has it.
    package let size: Int
    let place: UInt64
    let number: UInt64
  }

  package let path: [UInt8]
  /// In the order of the archive, without folders and without files that a password protects.
  package private(set) var entries: [Entry] = []
  /// The number of files that a password protects.
  package private(set) var encrypted = 0

  /// The comment of the archive as a whole, up to its first 255 bytes.
  package private(set) var comment: [UInt8] = []

  /// More files than any journal has; an archive with more is a trap.
  private static let mostEntries = 500_000

  /// True if bytes begin as an archive does.
  package static func isOne(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
  }

  /// Lists an archive.
  ///
  /// - Throws: `.system` if it cannot be opened, `.format` if it is none or is damaged.
  package init(reading path: [UInt8]) throws(ExchangeError) {
    self.path = path
    let archive = try Handle(path)
    comment = archive.comment
    var code = unsafe unzGoToFirstFile(archive.file)
    var name = [CChar](repeating: 0, count: 1024)
    while code == UNZ_OK {
      var info = unz_file_info64()
      var place = unz64_file_pos()
      guard
        unsafe unzGetCurrentFileInfo64(
          archive.file, &info, &name, UInt(name.count - 1), nil, 0, nil, 0) == UNZ_OK,
        unsafe unzGetFilePos64(archive.file, &place) == UNZ_OK,
        entries.count < Self.mostEntries
      else { throw Self.damaged }
      let length = Int(info.size_filename)
      if length < name.count {
        let text = String(
          decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if info.flag & 1 != 0 {
          encrypted += 1
        } else if !text.hasSuffix("/") {
          entries.append(
            Entry(
              name: text, size: Int(clamping: info.uncompressed_size),
              place: UInt64(place.pos_in_zip_directory), number: UInt64(place.num_of_file)))
        }
      }
      code = unsafe unzGoToNextFile(archive.file)
    }
  }

  /// Unpacks a file.
  ///
  /// - Parameter limit: the greatest size in bytes.
  /// - Throws: `.system`, `.format` if it is damaged or larger than that.
  package func contents(of entry: Entry, limit: Int) throws(ExchangeError) -> [UInt8] {
    guard entry.size <= limit else { throw Self.tooLarge(entry.name) }
    let archive = try Handle(path)
    var place = unz64_file_pos()
    place.pos_in_zip_directory = ZPOS64_T(entry.place)
    place.num_of_file = ZPOS64_T(entry.number)
    guard unsafe unzGoToFilePos64(archive.file, &place) == UNZ_OK,
      unsafe unzOpenCurrentFile(archive.file) == UNZ_OK
    else { throw Self.damaged }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe unzReadCurrentFile(archive.file, $0.baseAddress, UInt32($0.count))
      }
      if count == 0 { break }
      guard count > 0 else { throw Self.damaged }
      guard bytes.count + Int(count) <= limit else { throw Self.tooLarge(entry.name) }
      bytes += piece[..<Int(count)]
    }
    // Closing compares the checksum.
    guard unsafe unzCloseCurrentFile(archive.file) == UNZ_OK else { throw Self.damaged }
    return bytes
  }

  private static let damaged = ExchangeError.format(
    operation: "read a zip archive", detail: "it is damaged")

  private static func tooLarge(_ name: String) -> ExchangeError {
    .format(operation: "unpack \(name)", detail: "it is too large")
  }

  /// An archive that is open.
  @safe private struct Handle: ~Copyable {
    let file: unzFile

    init(_ path: [UInt8]) throws(ExchangeError) {
      errno = 0
      let opened = unsafe (path + [0]).withUnsafeBytes { unsafe unzOpen64($0.baseAddress) }
      guard let opened = unsafe opened else {
        if errno != 0, errno != EINVAL {
          throw .system(operation: "read", path: path, code: errno)
        }
        throw ZipArchive.damaged
      }
      unsafe file = opened
    }

    var comment: [UInt8] {
      var bytes = [CChar](repeating: 0, count: 256)
      let count = unsafe unzGetGlobalComment(file, &bytes, 255)
      return bytes.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }
    }

    deinit { unsafe _ = unzClose(file) }
  }
}
