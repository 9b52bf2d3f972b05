/// The files of a zip archive in which nothing is packed, read by the letter of its format (APPNOTE 6.3).
struct StoredZip {
  private(set) var names: [String] = []
  private(set) var files: [String: [UInt8]] = [:]

  /// Nil where the bytes are no such archive.
  init?(_ bytes: [UInt8]) {
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count >= 22, number(bytes.count - 22, 4) == 0x0605_4B50 else { return nil }
    let count = number(bytes.count - 12, 2)
    var entry = number(bytes.count - 6, 4)
    for _ in 0..<count {
      guard number(entry, 4) == 0x0201_4B50, number(entry + 10, 2) == 0 else { return nil }
      let nameLength = number(entry + 28, 2)
      let name = String(decoding: bytes[(entry + 46)..<(entry + 46 + nameLength)], as: UTF8.self)
      let local = number(entry + 42, 4)
      guard number(local, 4) == 0x0403_4B50 else { return nil }
      let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
      files[name] = Array(bytes[start..<(start + number(entry + 24, 4))])
      names.append(name)
      entry += 46 + nameLength + number(entry + 30, 2) + number(entry + 32, 2)
    }
  }
}
