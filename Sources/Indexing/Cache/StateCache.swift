import Files
import Search
import Settings

/// A file of the cache with what was worked out from one state of the index and its folder table.
///
/// ```
/// stateCache := magic "zibSTATE", rules: u64, windowStart: i64, windowEnd: i64, notes: u64, segments: u64,
///               documents of each segment: u64*, payload, checksum of all before it: u64
/// ```
/// All numbers are little-endian, and the checksum is `Mixer`'s. Each look at the folder that finds a change has a window of its own, so the
/// window tells one state from another. The rules change with the settings by which notes are read, and with the
/// program.
struct StateCache: Sendable {
  private let file: CacheFile
  private let rules: UInt64

  /// - Parameters:
  ///   - revision: changed whenever the payload is worked out in another way.
  ///   - settings: the fingerprint of the settings under which notes are read.
  init(_ name: String, of vault: Vault, revision: UInt64, settings: UInt32) {
    file = CacheFile(name, of: vault)
    var mixer = Mixer()
    mixer.add(revision)
    mixer.add(UInt64(settings))
    rules = mixer.value
  }

  /// The payload, or nil if the file is missing, damaged or of another state.
  func payload(_ index: Index, _ table: FolderTable) -> ArraySlice<UInt8>? {
    let header = header(index, table)
    guard let mapped = file.read(), mapped.count >= header.count + 8 else { return nil }
    let bytes = unsafe mapped.withBytes { unsafe Array($0) }
    let end = bytes.count - 8
    guard bytes.starts(with: header),
      Self.word(bytes, end) == Self.checksum(bytes[..<end])
    else { return nil }
    return bytes[header.count..<end]
  }

  /// The payload of this state or an earlier one under the same rules, or nil if the file is missing or damaged.
  func earlierPayload(_ table: FolderTable) -> ArraySlice<UInt8>? {
    guard let mapped = file.read(), mapped.count >= 56 else { return nil }
    let bytes = unsafe mapped.withBytes { unsafe Array($0) }
    let end = bytes.count - 8
    let start = 48 + 8 * Int(truncatingIfNeeded: min(Self.word(bytes, 40), UInt64(bytes.count)))
    guard bytes.starts(with: "zibSTATE".utf8), start <= end, Self.word(bytes, 8) == mark(table),
      Self.word(bytes, end) == Self.checksum(bytes[..<end])
    else { return nil }
    return bytes[start..<end]
  }

  /// Keeps a payload; a failure costs only time at the next start.
  func keep(_ payload: [UInt8], _ index: Index, _ table: FolderTable) {
    var bytes = header(index, table) + payload
    Self.append(Self.checksum(bytes[...]), to: &bytes)
    file.replace(with: bytes)
  }

  /// The mark of the rules of the payload and of the folder.
  private func mark(_ table: FolderTable) -> UInt64 {
    var mixer = Mixer()
    mixer.add(rules)
    mixer.add(table.rules)
    return mixer.value
  }

  private func header(_ index: Index, _ table: FolderTable) -> [UInt8] {
    let window = table.window
    let sizes = index.emptySets().map { UInt64($0.capacity) }
    var bytes = Array("zibSTATE".utf8)
    let words: [UInt64] = [
      mark(table), UInt64(bitPattern: window.start), UInt64(bitPattern: window.end),
      UInt64(table.noteCount), UInt64(sizes.count),
    ]
    for word in words + sizes { Self.append(word, to: &bytes) }
    return bytes
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * shift))) }
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * $1) }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe Mixer.checksum($0) }
  }
}

/// Writes the numbers and texts of a payload.
struct PayloadWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  mutating func add(_ number: UInt32) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func add(long number: Int64) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Bytes without a length before them.
  mutating func add(raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

  /// A length and the bytes.
  mutating func add(_ text: some Collection<UInt8>) {
    add(UInt32(text.count))
    bytes.append(contentsOf: text)
  }
}

/// Reads what ``PayloadWriter`` wrote; past the end numbers are zero and texts empty.
struct PayloadReader {
  /// The bytes that are not read yet.
  private(set) var rest: ArraySlice<UInt8>

  init(_ payload: ArraySlice<UInt8>) { rest = payload }

  mutating func number() -> UInt32 {
    guard rest.count >= 4 else {
      rest = []
      return 0
    }
    let start = rest.startIndex
    defer { rest = rest[(start + 4)...] }
    return (0..<4).reduce(0) { $0 | UInt32(rest[start + $1]) << (8 * $1) }
  }

  mutating func long() -> Int64 {
    let low = number()
    return Int64(number()) << 32 | Int64(low)
  }

  mutating func bytes() -> [UInt8] {
    let count = min(Int(number()), rest.count)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A number of things of four bytes or more that follow; no more than there can be.
  mutating func count() -> Int { min(Int(number()), rest.count / 4) }

  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  var isAtEnd: Bool { rest.isEmpty }
}
