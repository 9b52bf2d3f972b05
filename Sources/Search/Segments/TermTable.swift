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
      let multiplier: UInt64 = 0xD6E8_FEB8_6659_FD93
      var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
      start = Self.word(key, 0, count)
      hash = (hash ^ start) &* multiplier
      hash ^= hash &>> 32
      if count > 8 {
        middle = Self.word(key, 8, count)
        hash = (hash ^ middle) &* multiplier
        hash ^= hash &>> 32
        var offset = 16
        while offset < count {
          hash = (hash ^ Self.word(key, offset, count)) &* multiplier
          hash ^= hash &>> 32
          offset &+= 8
        }
      } else {
        middle = 0
      }
      self.hash = UInt32(truncatingIfNeeded: hash ^ hash &>> 15)
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

  init() {
    unsafe entries = Self.allocateEntries(entryCapacity)
    slotMask = (1 << 15) - 1
    unsafe slots = UnsafeMutablePointer<UInt32>.allocate(capacity: slotMask + 1)
    unsafe slots.initialize(repeating: 0, count: slotMask + 1)
  }

  deinit {
    unsafe entries.deallocate()
    unsafe slots.deallocate()
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
  @inline(__always)
  func add(key: ByteView, document: UInt32, position: UInt32, field: UInt32) {
    let probe = Probe(key)
    var slot = Int(probe.hash) & slotMask
    while true {
      let index = unsafe slots[slot]
      if index == 0 {
        let entry = unsafe insert(key, probe, slot: slot)
        unsafe append(entry, document: document, position: position, field: field)
        return
      }
      let entry = unsafe entries + Int(index &- 1)
      if unsafe entry.pointee.start == probe.start, unsafe entry.pointee.middle == probe.middle,
        unsafe Int(entry.pointee.keyLength) == probe.length,
        unsafe probe.length <= 16 || hasSameEnd(entry, key)
      {
        unsafe append(entry, document: document, position: position, field: field)
        return
      }
      slot = (slot &+ 1) & slotMask
    }
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

extension TermTable {
  /// Reads one term's stream from its start.
  struct Reader {
    private let arena: Arena
    private var offset: UInt32
    private var chunkEnd: UInt32
    private var chunkSize: UInt32 = 16
    private let end: UInt32
    /// The document whose occurrences come next; `UInt32.max` when there is none.
    private(set) var document: UInt32

    init(_ table: TermTable, _ entry: Entry) {
      arena = table.arena
      offset = entry.head
      chunkEnd = entry.head + chunkSize - 4
      end = entry.tail
      document = .max
      // Every stream begins with a document mark.
      _ = next()
      document = document &+ next()
    }

    /// Appends this document's occurrences to `postings` and moves to the next document.
    @inline(__always)
    mutating func take(into postings: PostingBuffer, boosts: InlineArray<8, UInt32>) {
      var count: UInt32 = 0
      var boost: UInt32 = 0
      var position: UInt32 = 0
      let current = document
      document = .max
      while offset != end {
        let value = next()
        if value == 0 {
          document = current &+ next()
          break
        }
        let event = value &- 1
        position &+= event &>> 3
        boost &+= boosts[Int(event & 7)]
        count &+= 1
        postings.positions.append(position)
      }
      postings.append(document: current, count: count, boost: boost)
    }

    @inline(__always)
    private mutating func next() -> UInt32 {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      while true {
        if offset == chunkEnd {
          offset = arena.uint32(at: chunkEnd)
          chunkSize = min(1024, chunkSize &* 2)
          chunkEnd = offset &+ chunkSize &- 4
        }
        let byte = unsafe arena.base.load(fromByteOffset: Int(offset), as: UInt8.self)
        offset &+= 1
        value |= UInt32(byte & 0x7F) &<< shift
        if byte < 0x80 { return value }
        shift &+= 7
      }
    }
  }
}
