import Layout

/// The lines of several texts in one table, in which equal lines have equal numbers.
///
/// A line is its content without the LF that ends it; whether the last one had an end is for the caller to know. A text is
/// a range of lines; a line made in a merge is added as one more.
struct LinePool {
  private(set) var bytes: [UInt8] = []
  private var starts: [Int32] = []
  private var ends: [Int32] = []
  /// For each line a number that it shares with the lines of the same content and no others.
  private(set) var ids: [Int32] = []
  /// The number of distinct lines.
  private(set) var idCount = 0

  /// The number of the empty line.
  static let emptyID: Int32 = 0

  /// For each number the first line that has it, and that line's hash.
  private var firstLines: [Int32] = []
  private var hashes: [UInt64] = []
  /// Numbers by hash with open addressing; -1 if free.
  private var slots: [Int32] = []
  /// Differs from process to process, so that no note can be made to collide; no answer depends on it.
  private let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  init(byteCount: Int) {
    bytes.reserveCapacity(byteCount)
    slots = Array(repeating: -1, count: 256)
    _ = add(line: [])
  }

  /// The most bytes that a pool may hold.
  static let limit = Int(Int32.max) - 1

  /// Adds a text and gives its lines.
  mutating func add(_ text: [UInt8]) -> Range<Int> {
    let first = ids.count
    let offset = bytes.count
    bytes += text
    let span = text.span
    var start = 0
    while start < span.count {
      var index = start
      var hash = seed
      while index < span.count {
        let byte = span[index]
        if byte == .lineFeed { break }
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        index += 1
      }
      append(offset + start, offset + index, hash)
      start = index + 1
    }
    return first..<ids.count
  }

  /// Adds a line that a merge has made, and gives its place.
  mutating func add(line: some Sequence<UInt8>) -> Int {
    let start = bytes.count
    bytes += line
    var hash = seed
    for byte in bytes[start...] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    append(start, bytes.count, hash)
    return ids.count - 1
  }

  /// The content of a line.
  func content(_ line: Int) -> ArraySlice<UInt8> { bytes[Int(starts[line])..<Int(ends[line])] }

  /// The range of a line's content in `bytes`.
  func range(_ line: Int) -> Range<Int> { Int(starts[line])..<Int(ends[line]) }

  private mutating func append(_ start: Int, _ end: Int, _ hash: UInt64) {
    let line = ids.count
    starts.append(Int32(start))
    ends.append(Int32(end))
    let mixed = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
    ids.append(number(of: line, start, end, mixed ^ mixed >> 32))
  }

  private mutating func number(of line: Int, _ start: Int, _ end: Int, _ hash: UInt64) -> Int32 {
    if idCount * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let id = Int(slots[slot])
      if hashes[id] == hash, isSame(Int(firstLines[id]), start, end) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(idCount)
    firstLines.append(Int32(line))
    hashes.append(hash)
    idCount += 1
    return slots[slot]
  }

  private func isSame(_ line: Int, _ start: Int, _ end: Int) -> Bool {
    let first = Int(starts[line])
    guard Int(ends[line]) - first == end - start else { return false }
    let span = bytes.span
    for offset in 0..<(end - start) where span[first + offset] != span[start + offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    let mask = slots.count - 1
    for id in 0..<idCount {
      var slot = Int(truncatingIfNeeded: hashes[id]) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(id)
    }
  }
}
