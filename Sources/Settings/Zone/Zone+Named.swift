import Files
import Notes

extension Zone {
  /// The zone of a name (`Europe/Berlin`) or of a fixed distance from UTC (`+05:30`); nil if the
  /// system knows no such zone.
  ///
  /// Names are looked up in the system's copy of the IANA database (RFC 8536).
  package init?(named name: String) {
    if let minutes = Self.minutes(name) {
      self.init { _ in minutes * 60 }
      return
    }
    guard Self.isName(name) else { return nil }
    let root = DiskPath("/usr/share/zoneinfo")
    guard let path = NotePath(name),
      let file = try? VaultFolder(root: root, followsAllLinks: true).read(path, limit: 1 << 20),
      let zone = TimeZoneFile(file.bytes)
    else { return nil }
    self.init { zone.secondsEast(at: $0 >= 0 ? $0 / 1000 : ($0 - 999) / 1000) }
  }

  /// The name of the zone that the system is set to; nil if it has none, or if it is UTC, which
  /// does not show a person's place.
  package static func systemName(_ environment: Environment) -> String? {
    var name = environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if name == nil, let real = DiskPath.real(DiskPath("/etc/localtime")) {
      let marker = Array("/zoneinfo/".utf8)
      name = real.bytes.firstRange(of: marker).map {
        String(decoding: real.bytes[$0.upperBound...], as: UTF8.self)
      }
    }
    guard let name, isName(name), !name.hasSuffix("UTC"), !name.hasPrefix("Etc/"),
      Zone(named: name) != nil
    else { return nil }
    return name
  }

  /// `+05:30` in minutes.
  private static func minutes(_ text: String) -> Int? {
    if text == "UTC" || text == "Z" { return 0 }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = text.first, sign == "+" || sign == "-", parts.count == 2,
      parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isNumber) }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours <= 18, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == "-" ? -1 : 1)
  }

  /// A name may come from a vault: it leads to no file outside of the database.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count < 64 && !parts.isEmpty
      && parts.allSatisfy { part in
        part.first?.isLetter == true
          && part.utf8.allSatisfy {
            $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F || $0 == 0x2D || $0 == 0x2B
          }
      }
  }
}
