import OperatingSystem

/// One thread's inverted index in memory: an open-addressing table over an arena.
///
/// stream := document*
/// document := 0x00, documentDelta: varint, occurrence*
/// occurrence := (positionDelta << 3 | field) + 1: varint
///
/// A term's stream lies in chunks that double from 16 to 1,024 bytes; each chunk's last four bytes
/// hold the next one's offset.
@safe final class TermTable {
  /// A term and the state of its stream: one cache line.
  struct Entry {
    /// The key's first bytes, zero-filled: most keys are compared without another look at memory.
    var start: UInt64
    var middle: UInt64
    var hash: UInt32
    /// The whole key in the arena.
    var key: UInt32
    var keyLength: UInt32
    var head: UInt32
    var tail: UInt32
    var chunkEnd: UInt32
    var chunkSize: UInt32
    var document: UInt32
    var position: UInt32
    var occurrences: UInt32
    private var padding: UInt64 = 0

    init(_ probe: Probe, key: UInt32, chunk: UInt32) {
      (start, middle, hash) = (probe.start, probe.middle, probe.hash)
      self.key = key
      keyLength = UInt32(truncatingIfNeeded: probe.length)
      head = chunk
      tail = chunk
      chunkSize = 16
      chunkEnd = chunk + chunkSize - 4
      document = .max
      position = 0
      occurrences = 0
    }
  }

  /// A key to look up: its first sixteen bytes as numbers, and its hash.
  struct Probe {
    let start: UInt64
    let middle: UInt64
    let hash: UInt32
    let length: Int

    /// - Parameter key: 8 readable bytes must follow it.
    @inline(__always)
    init(_ key: ByteView) {
      let count = key.count
      length = count
      start = Self.word(key, 0, count)
      middle = count > 8 ? Self.word(key, 8, count) : 0
      var hash = Self.mixed(Self.mixed(Self.seed(count), start), middle)
      var offset = 16
      while offset < count {
        hash = Self.mixed(hash, Self.word(key, offset, count))
        offset &+= 8
      }
      self.hash = UInt32(truncatingIfNeeded: hash ^ hash &>> 15)
    }

    /// The probe of a short word in a key space.
    @inline(__always)
    init(_ word: Tokenizer.ShortWord, space: UInt8) {
      length = word.length &+ 1
      start = word.low &<< 8 | UInt64(space)
      middle = word.high &<< 8 | word.low &>> 56
      let hash = Self.mixed(Self.mixed(Self.seed(length), start), middle)
      self.hash = UInt32(truncatingIfNeeded: hash ^ hash &>> 15)
    }

    fileprivate init(_ occurrence: Waiting) {
      start = occurrence.start
      middle = occurrence.middle
      hash = occurrence.hash
      length = Int(occurrence.length)
    }

    @inline(__always)
    private static func seed(_ count: Int) -> UInt64 {
      0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
      let product = (hash ^ word) &* 0xD6E8_FEB8_6659_FD93
      return product ^ product &>> 32
    }

    /// Up to eight bytes at `offset`, zero-filled.
    @inline(__always)
    private static func word(_ key: ByteView, _ offset: Int, _ count: Int) -> UInt64 {
      let rest = count &- offset
      let word = key.word64(offset)
      return rest >= 8 ? word : word & ((1 &<< UInt64(8 &* rest)) &- 1)
    }
  }

  let arena = Arena(capacity: 1 << 20)
  private var entries: UnsafeMutablePointer<Entry>
  private var entryCapacity = 1 << 13
  private(set) var count = 0
  private var slots: UnsafeMutablePointer<UInt32>
  private var slotMask: Int
  private let waiting: UnsafeMutablePointer<Waiting>
  private var waitingCount = 0
  /// Kept so that the reads that bring memory near are not left out.
  private var near: UInt8 = 0

  init() {
    unsafe waiting = UnsafeMutablePointer<Waiting>.allocate(capacity: Self.mostWaiting)
    unsafe entries = Self.allocateEntries(entryCapacity)
    slotMask = (1 << 15) - 1
    unsafe slots = UnsafeMutablePointer<UInt32>.allocate(capacity: slotMask + 1)
    unsafe slots.initialize(repeating: 0, count: slotMask + 1)
  }

  deinit {
    unsafe entries.deallocate()
    unsafe slots.deallocate()
    unsafe waiting.deallocate()
  }

  /// Bytes in use, near enough to decide when to write a segment.
  var memory: Int { arena.used + count * MemoryLayout<Entry>.stride + slotMask * 4 }

  subscript(index: Int) -> Entry {
    precondition(index >= 0 && index < count)
    return unsafe entries[index]
  }

  func key(_ entry: Entry) -> ByteView { arena.view(at: entry.key, count: Int(entry.keyLength)) }

  /// Records one occurrence. Documents ascend; positions ascend within a document and key.
  ///
  /// - Parameter key: the key space byte and the word; 8 readable bytes must follow it.
  func add(key: ByteView, document: UInt32, position: UInt32, field: UInt32) {
    let probe = Probe(key)
    if probe.length <= 16 {
      put(probe, document: document, position: position, field: field)
      return
    }
    var slot = Int(probe.hash) & slotMask
    while true {
      let index = unsafe slots[slot]
      if index == 0 {
        let entry = unsafe insert(key, probe, slot: slot)
        unsafe append(entry, document: document, position: position, field: field)
        return
      }
      let entry = unsafe entries + Int(index &- 1)
      if unsafe isSame(entry, probe), unsafe hasSameEnd(entry, key) {
        unsafe append(entry, document: document, position: position, field: field)
        return
      }
      slot = (slot &+ 1) & slotMask
    }
  }

  /// Records one occurrence of a short word: at the latest with ``recordWaiting()``.
  @inline(__always)
  func add(
    _ word: Tokenizer.ShortWord, space: UInt8, document: UInt32, position: UInt32, field: UInt32
  ) {
    put(Probe(word, space: space), document: document, position: position, field: field)
  }

  // MARK: Keys of at most sixteen bytes

  /// An occurrence that is not in the table yet.
  fileprivate struct Waiting {
    let start: UInt64
    let middle: UInt64
    let hash: UInt32
    let length: UInt32
    let document: UInt32
    let position: UInt32
    let field: UInt32
  }

  /// Occurrences that wait for one another, so that the processor fetches the places of all of them from memory at once.
  private static let mostWaiting = 32

  @inline(__always)
  private func put(_ probe: Probe, document: UInt32, position: UInt32, field: UInt32) {
    unsafe (waiting + waitingCount).initialize(
      to: Waiting(
        start: probe.start, middle: probe.middle, hash: probe.hash,
        length: UInt32(truncatingIfNeeded: probe.length), document: document, position: position,
        field: field))
    waitingCount &+= 1
    if waitingCount == Self.mostWaiting { recordWaiting() }
  }

  /// Records the occurrences that wait.
  @inline(never)
  func recordWaiting() {
    // No look at memory depends on the one before in these loops; what they read is only to be near.
    var tails = InlineArray<32, UInt32>(repeating: 0)
    for number in 0..<waitingCount {
      tails[number] = unsafe slots[Int(waiting[number].hash) & slotMask]
    }
    if count > 0 {
      for number in 0..<waitingCount {
        tails[number] = unsafe entries[Int(max(1, tails[number]) &- 1)].tail
      }
      var near: UInt8 = 0
      for number in 0..<waitingCount {
        near ^= arena.byte(at: tails[number])
      }
      self.near = near
    }
    for number in 0..<waitingCount { unsafe record(waiting[number]) }
    waitingCount = 0
  }

  @inline(__always)
  private func record(_ occurrence: Waiting) {
    var slot = Int(occurrence.hash) & slotMask
    while true {
      let index = unsafe slots[slot]
      let entry: UnsafeMutablePointer<Entry>
      if index == 0 {
        unsafe entry = insert(occurrence, slot: slot)
      } else {
        unsafe entry = entries + Int(index &- 1)
        if unsafe entry.pointee.start != occurrence.start
          || entry.pointee.middle != occurrence.middle
          || entry.pointee.keyLength != occurrence.length
        {
          slot = (slot &+ 1) & slotMask
          continue
        }
      }
      unsafe append(
        entry, document: occurrence.document, position: occurrence.position,
        field: occurrence.field)
      return
    }
  }

  @inline(never)
  private func insert(_ occurrence: Waiting, slot: Int) -> UnsafeMutablePointer<Entry> {
    let key = (occurrence.start.littleEndian, occurrence.middle.littleEndian)
    return unsafe withUnsafeBytes(of: key) { bytes in
      let view = unsafe ByteView(
        bytes.baseAddress.unsafelyUnwrapped, count: Int(occurrence.length),
        slack: 16 - Int(occurrence.length))
      return unsafe insert(view, Probe(occurrence), slot: slot)
    }
  }

  // MARK: Entries

  private func isSame(_ entry: UnsafeMutablePointer<Entry>, _ probe: Probe) -> Bool {
    unsafe entry.pointee.start == probe.start && entry.pointee.middle == probe.middle
      && Int(entry.pointee.keyLength) == probe.length
  }

  private func hasSameEnd(_ entry: UnsafeMutablePointer<Entry>, _ key: ByteView) -> Bool {
    unsafe memcmp(
      arena.base + Int(entry.pointee.key) + 16, key.base + 16, key.count &- 16) == 0
  }

  @inline(__always)
  private func append(
    _ entry: UnsafeMutablePointer<Entry>, document: UInt32, position: UInt32, field: UInt32
  ) {
    if unsafe entry.pointee.document != document {
      let delta = unsafe document &- entry.pointee.document
      unsafe put(entry, 0)
      unsafe put(entry, delta)
      unsafe entry.pointee.document = document
      unsafe entry.pointee.position = 0
    }
    let delta = unsafe position &- entry.pointee.position
    unsafe put(entry, (delta &<< 3 | field) &+ 1)
    unsafe entry.pointee.position = position
    unsafe entry.pointee.occurrences &+= 1
  }

  @inline(__always)
  private func put(_ entry: UnsafeMutablePointer<Entry>, _ value: UInt32) {
    var rest = value
    while rest >= 0x80 {
      unsafe putByte(entry, UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    unsafe putByte(entry, UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  private func putByte(_ entry: UnsafeMutablePointer<Entry>, _ byte: UInt8) {
    if unsafe entry.pointee.tail == entry.pointee.chunkEnd { unsafe extend(entry) }
    unsafe arena.store(byte, at: entry.pointee.tail)
    unsafe entry.pointee.tail &+= 1
  }

  @inline(never)
  private func extend(_ entry: UnsafeMutablePointer<Entry>) {
    let size = unsafe min(1024, entry.pointee.chunkSize * 2)
    let chunk = arena.allocate(Int(size))
    unsafe arena.store(chunk, at: entry.pointee.chunkEnd)
    unsafe entry.pointee.tail = chunk
    unsafe entry.pointee.chunkEnd = chunk + size - 4
    unsafe entry.pointee.chunkSize = size
  }

  /// - Returns: the new entry, which has no occurrence yet.
  @inline(never)
  private func insert(
    _ key: ByteView, _ probe: Probe, slot: Int
  ) -> UnsafeMutablePointer<Entry> {
    if count == entryCapacity {
      let larger = unsafe Self.allocateEntries(entryCapacity * 2)
      unsafe larger.moveInitialize(from: entries, count: count)
      unsafe entries.deallocate()
      unsafe entries = larger
      entryCapacity *= 2
    }
    let keyOffset = arena.allocate(key.count)
    unsafe (arena.base + Int(keyOffset)).copyMemory(from: key.base, byteCount: key.count)
    let chunk = arena.allocate(16)
    unsafe (entries + count).initialize(to: Entry(probe, key: keyOffset, chunk: chunk))
    count += 1
    unsafe slots[slot] = UInt32(count)
    if count * 2 > slotMask { rehash() }
    return unsafe entries + (count - 1)
  }

  /// Entries begin at cache lines.
  private static func allocateEntries(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    let size = MemoryLayout<Entry>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity * size, alignment: 64)
    return unsafe memory.bindMemory(to: Entry.self, capacity: capacity)
  }

  private func rehash() {
    unsafe slots.deallocate()
    slotMask = slotMask * 4 + 3
    unsafe slots = UnsafeMutablePointer<UInt32>.allocate(capacity: slotMask + 1)
    unsafe slots.initialize(repeating: 0, count: slotMask + 1)
    for index in 0..<count {
      var slot = unsafe Int(entries[index].hash) & slotMask
      while unsafe slots[slot] != 0 { slot = (slot + 1) & slotMask }
      unsafe slots[slot] = UInt32(index + 1)
    }
  }

  /// The indices of the terms, in order of their keys.
  func sorted() -> [SortKey] {
    precondition(waitingCount == 0)
    var keys: [SortKey] = []
    keys.reserveCapacity(count)
    for index in 0..<count {
      let entry = unsafe entries[index]
      keys.append(SortKey(prefix: Self.prefix(key(entry)), index: UInt32(index)))
    }
    keys.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return key(self[Int(left.index)]).compare(key(self[Int(right.index)])) < 0
    }
    return keys
  }

  /// A term's place in the order: its key's first eight bytes, big-endian, then the whole key.
  struct SortKey {
    let prefix: UInt64
    let index: UInt32
  }

  /// The first eight bytes of `key`, zero-filled, so that numbers order as bytes do.
  static func prefix(_ key: ByteView) -> UInt64 {
    var prefix: UInt64 = 0
    for offset in 0..<8 {
      prefix = prefix << 8 | (offset < key.count ? UInt64(key[offset]) : 0)
    }
    return prefix
  }
}
