import Files
import History
import OperatingSystem
import Sync

/// The names of files that are kept beside their place during an update.
///
///     hidden name := ".zib-sync-" process "-" time "-" count ["-" digits] ["~" name]
///
/// The digits are the first 16 of the blob that the file was prepared with. A file without a name
/// at the end is still being written. The name at the end is that of the place, by which a file
/// left by a loss of power is recognised; a name too long for that loses its middle.
enum HiddenName {
  static let prefix = ".zib-sync-"
  /// The greatest length of a name in bytes.
  static let limit = 255
  /// Enough for any extension that a person has chosen.
  private static let endLength = 24

  /// A free name, for a file of its own or one that is prepared with a blob.
  static func next(for name: ArraySlice<UInt8>, holding blob: ObjectID? = nil) -> [UInt8] {
    let start = unfinished() + (blob.map(PreparedFile.mark) ?? []) + [0x7E]
    let room = limit - start.count
    if name.count <= room { return start + name }
    // In whole characters, because some file systems refuse a name that is not UTF-8.
    var head = name.startIndex + room - endLength
    while head > name.startIndex, continuesCharacter(name[head]) { head -= 1 }
    let tail = name.suffix(endLength).drop(while: continuesCharacter)
    return start + name[..<head] + tail
  }

  private static func continuesCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// A name for a file that is not yet whole.
  static func unfinished() -> [UInt8] {
    Array(prefix.utf8) + TemporaryName.next().dropFirst(TemporaryName.prefix.utf8.count)
  }

  /// The name of the place that a hidden file is for, or nil for other names.
  static func place(of hidden: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard hidden.starts(with: prefix.utf8), let end = hidden.firstIndex(of: 0x7E) else {
      return nil
    }
    let name = hidden[(end + 1)...]
    return name.isEmpty ? nil : name
  }
}
