import Files
import Notes
import OperatingSystem

/// This machine's record of the log that it writes for a vault, by which it recognises the log.
///
/// A log has one writer. If a vault is copied, restored or brought back by sync in another state,
/// the present log is not the one that was written last, and a new one is begun under a new name.
///
/// The record is kept outside of the vault, one for each vault and machine, and is written before
/// the log grows, so that a process killed in between is not mistaken for another writer. Its name
/// is 16 hexadecimal digits, a checksum of the vault's path and the machine's identity. A record of
/// a later version is left as it is: the log is another program's, and this one has a log of its
/// own, whose record is called the same with `-1` after it.
///
///     record  := "zib device 1" LF
///                "vault " path LF               for people
///                "name " name LF
///                "log " file " " length " " tail LF
///                pending                        to the end of the file
///     name    := the log's folder in .zib/reviews
///     file    := the log's name, such as 2026.log
///     length  := decimal: the bytes that the log had before `pending`
///     tail    := 16 hexadecimal digits: a checksum (`Mixer`) of the last 4,096 of them
///     pending := the bytes that were to be written after them
struct ReviewDevice: Equatable, Sendable {
  /// The name of its folder in `.zib/reviews`.
  var name: String
  /// The file that was written last, empty if none was.
  var file = ""
  var length = 0
  var tail: UInt64 = 0
  var pending: [UInt8] = []

  /// The length of a log's end that is compared, in bytes.
  static let tailLength = 4096

  /// A device that has not written yet: the host's name for people, the bits to tell it from all others.
  init(host: String, bits: UInt64) {
    var readable: [UInt8] = []
    for byte in host.utf8.prefix(24) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): readable.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        readable.append(byte)
      default: if let last = readable.last, last != 0x2D { readable.append(0x2D) }
      }
    }
    if readable.last == 0x2D { readable.removeLast() }
    let start = readable.isEmpty ? "device" : String(decoding: readable, as: UTF8.self)
    name = "\(start)-\(Self.digits(bits))"
  }

  static func checksum(_ bytes: some Collection<UInt8>) -> UInt64 {
    var mixer = Mixer()
    mixer.add(bytes)
    return mixer.value
  }

  static func digits(_ bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// True if a log is as this machine left it, even if the machine was stopped while writing.
  ///
  /// - Parameters:
  ///   - size: the present length of the log.
  ///   - end: its bytes from `tailStart` on.
  func recognises(size: Int, end: some Collection<UInt8>) -> Bool {
    guard size >= length, size <= length + pending.count else { return false }
    let known = end.prefix(length - tailStart)
    return known.count == length - tailStart && Self.checksum(known) == tail
      && pending.starts(with: end.dropFirst(known.count))
  }

  /// The offset at which the compared end of the log begins.
  var tailStart: Int { max(0, length - Self.tailLength) }

  /// The log from the vault's root.
  func path(of file: String) -> NotePath? { NotePath(".zib/reviews/\(name)/\(file)") }

  // MARK: The record

  private static let headerStart = "zib device "
  private static let version = 1
  private static let header = "\(headerStart)\(version)\n"

  /// True for a record that a newer zib has written.
  static func isNewer(_ record: [UInt8]) -> Bool {
    guard record.starts(with: headerStart.utf8) else { return false }
    let number = record.dropFirst(headerStart.utf8.count).prefix { $0 != 0x0A }
    return Int(String(decoding: number, as: UTF8.self)).map { $0 > version } ?? false
  }

  /// The name of the record that is kept beside one of a newer zib.
  static func name(beside newer: String) -> String { "\(newer)-\(version)" }

  /// The record for a file.
  func record(of vault: DiskPath) -> [UInt8] {
    Array(
      (Self.header + "vault \(vault)\nname \(name)\n"
        + "log \(file.isEmpty ? "-" : file) \(length) \(Self.digits(tail))\n").utf8) + pending
  }

  /// Reads a record; nil for anything that is none.
  init?(record: [UInt8]) {
    guard record.starts(with: Self.header.utf8) else { return nil }
    var rest = record[Self.header.utf8.count...]
    func line(_ key: String) -> String? {
      guard let end = rest.firstIndex(of: 0x0A), rest.starts(with: (key + " ").utf8) else {
        return nil
      }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end].dropFirst(key.utf8.count + 1), as: UTF8.self)
    }
    guard line("vault") != nil, let name = line("name"), let log = line("log") else { return nil }
    let parts = log.split(separator: " ")
    guard parts.count == 3, let length = Int(parts[1]), length >= 0,
      let tail = UInt64(parts[2], radix: 16), !name.isEmpty, !name.contains("/"),
      !parts[0].contains("/")
    else { return nil }
    self.name = name
    self.file = parts[0] == "-" ? "" : String(parts[0])
    self.length = length
    self.tail = tail
    pending = Array(rest)
  }
}

/// The identity of this machine, for as long as its system is installed.
enum Machine {
  static var identity: [UInt8] {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      guard let bytes = DiskPath(path).fileBytes(limit: 4096, isFollowed: true) else { continue }
      let id = bytes.prefix { $0 > 0x20 }
      if id.count >= 16 { return Array(id) }
    }
    return machineIdentity ?? Array(DeviceName.current.utf8)
  }
}
