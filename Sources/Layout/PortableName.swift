/// Finds the flaws of a file's name that prevent its use on other systems.
package enum PortableName {
  /// The reasons why some systems cannot hold a name.
  package enum Flaw: Hashable, Sendable {
    /// It is not valid UTF-8.
    case notUTF8
    /// It has a character that Windows, Android or a sync service refuses.
    case character(Character)
    /// It ends in a dot or space, which Windows drops.
    case ending
    /// It is the name of a device on Windows, such as `CON` or `NUL.md`.
    case device
    /// It has more than 255 bytes.
    case long
    /// It is one that git refuses, such as `git~1`.
    case git
  }

  /// The first flaw of a file's or folder's name, if it has one.
  package static func flaw(of name: some Collection<UInt8>) -> Flaw? {
    let bytes = Array(name)
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.utf8.elementsEqual(bytes) { return .notUTF8 }
    if bytes.count > 255 { return .long }
    if !TreeName.isSafe(bytes[...]) { return .git }
    for scalar in text.unicodeScalars
    where scalar.value < 0x20 || scalar.value == 0x7F || refused.contains(scalar) {
      return .character(Character(scalar))
    }
    if text.hasSuffix(".") || text.hasSuffix(" ") { return .ending }
    let stem = text.prefix { $0 != "." }.uppercased()
    return devices.contains(stem) ? .device : nil
  }

  private static let refused: Set<Unicode.Scalar> = ["\\", ":", "*", "?", "\"", "<", ">", "|"]

  private static let devices: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL"] + (1...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
