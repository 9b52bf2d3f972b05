import Objects
import OperatingSystem
import Sync

/// Names of files that wait beside their place while the folder is brought in step.
///
///     hidden name := ".zib-sync-" process "-" time "-" count ["-" digits] ["~" name]
///
/// The digits are the first 16 of the blob that the file was prepared with. Without a name it is a file that is still being written.
/// The name at the end is that of the place, so that a file left behind by a loss of power is known by it; a
/// name too long for that loses its middle.
enum HiddenName {
  static let prefix = ".zib-sync-"
  /// What file systems allow a name to be long.
  static let limit = 255
  /// Enough for any extension that a person has chosen.
  private static let endLength = 24

  /// A name that nothing has, for a file of its own or one that is prepared with a blob.
  static func next(for name: ArraySlice<UInt8>, holding blob: ObjectID? = nil) -> [UInt8] {
    let start = unfinished() + (blob.map(PreparedFile.mark) ?? []) + [0x7E]
    let room = limit - start.count
    if name.count <= room { return start + name }
    return start + name.prefix(room - endLength) + name.suffix(endLength)
  }

  /// A name for a file that is not yet whole.
  static func unfinished() -> [UInt8] {
    Array(prefix.utf8) + TemporaryName.next().dropFirst(TemporaryName.prefix.utf8.count)
  }

  /// The name of the place that a hidden file is for; nothing for other names.
  static func place(of hidden: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard hidden.starts(with: prefix.utf8), let end = hidden.firstIndex(of: 0x7E) else {
      return nil
    }
    let name = hidden[(end + 1)...]
    return name.isEmpty ? nil : name
  }
}
