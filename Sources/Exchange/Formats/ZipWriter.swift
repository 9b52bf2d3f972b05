import CZip
import Notes
import OperatingSystem

/// A zip archive that is written. With `ZipArchive` the only importer of minizip; `GzipReader` uses the zlib below.
///
/// The same files in the same order, with the same times, give the same bytes.
@safe struct ZipWriter: ~Copyable {
  private var archive: zipFile?
  private let path: [UInt8]

  /// Begins an archive that replaces the contents of a file.
  ///
  /// - Parameter path: the path named in errors, because the person does not know the temporary
  ///   file.
  init(writingTo file: [UInt8], called path: [UInt8]) throws(ExchangeError) {
    let opened = unsafe (file + [0]).withUnsafeBytes {
      unsafe zipOpen64($0.baseAddress, APPEND_STATUS_CREATE)
    }
    let reason = errno
    unsafe self.archive = unsafe opened
    self.path = path
    guard unsafe opened != nil else {
      throw .system(operation: "write", path: path, code: reason)
    }
  }

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - modified: in local time; nil for 1980-01-01, the first day of the format.
  ///   - isPacked: true to compress it by zlib; data that is compressed already is stored.
  func add(
    _ name: String, _ bytes: [UInt8], modified: CivilDateTime? = nil, isPacked: Bool = false
  ) throws(ExchangeError) {
    var date = tm_zip()
    (date.tm_year, date.tm_mon, date.tm_mday) = (1980, 0, 1)
    if let modified, (1980...2107).contains(modified.date.year) {
      let time = modified.time ?? .midnight
      // Their type is another in newer versions.
      date.tm_year = numericCast(modified.date.year)
      date.tm_mon = numericCast(modified.date.month - 1)
      date.tm_mday = numericCast(modified.date.day)
      date.tm_hour = numericCast(time.hour)
      date.tm_min = numericCast(time.minute)
    }
    // A length of 4 GiB and above needs the large form.
    let isLarge: Int32 = bytes.count >= 0xFFFF_0000 ? 1 : 0
    try check(unsafe zib_zip_begin(archive, name, &date, isPacked ? 6 : 0, isLarge))
    // minizip counts in 32 bits.
    let piece = 1 << 24
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try check(
        unsafe bytes.withUnsafeBytes {
          let part = unsafe UnsafeRawBufferPointer(
            rebasing: $0[start..<min(start + piece, bytes.count)])
          return unsafe zipWriteInFileInZip(archive, part.baseAddress, UInt32(part.count))
        })
    }
    try check(unsafe zipCloseFileInZip(archive))
  }

  /// Writes the directory and closes the file; no file can be added after it.
  ///
  /// - Parameter comment: the archive's own, at its very end.
  mutating func finish(comment: String? = nil) throws(ExchangeError) {
    let code = unsafe zipClose(archive, comment)
    let reason = errno
    unsafe archive = nil
    guard code == ZIP_OK else { throw Self.failure(code, reason, path) }
  }

  deinit {
    if let archive = unsafe archive { unsafe _ = zipClose(archive, nil) }
  }

  private func check(_ code: Int32) throws(ExchangeError) {
    guard code == ZIP_OK else { throw Self.failure(code, errno, path) }
  }

  /// minizip reports only that writing failed; the system's reason is in `errno`.
  private static func failure(_ code: Int32, _ reason: Int32, _ path: [UInt8]) -> ExchangeError {
    code == ZIP_ERRNO
      ? .system(operation: "write", path: path, code: reason)
      : .format(operation: "write a zip archive", detail: "minizip says \(code)")
  }
}
