import Files

/// The wait before a file that was just written is read.
///
/// Many programs save by truncating a file and writing it again. Between the two it is empty or
/// half, and a snapshot would take that. The test `a save that is caught between truncating and
/// writing is not committed` fails without it.
enum SavePause {
  /// A file that was written this short a time ago may be written to again.
  private static let quiet: Int64 = 20_000_000
  /// An empty file is more likely to be one whose contents are still to come.
  private static let quietWhenEmpty: Int64 = 100_000_000
  /// Microseconds that a read waits at most, over all its attempts.
  static let most: UInt32 = 300_000

  /// The time until the file counts as written, or nil if it does now.
  ///
  /// A time further in the future than the wait itself comes from another clock and is ignored.
  /// - Parameter now: nanoseconds since 1970.
  static func microseconds(for status: FileStatus, now: Int64) -> UInt32? {
    guard status.kind == .file else { return nil }
    let quiet = status.size == 0 ? quietWhenEmpty : quiet
    let age = now - status.modified
    guard age < quiet, age > -quiet else { return nil }
    return UInt32((min(quiet, quiet - age) + 999) / 1000)
  }
}
