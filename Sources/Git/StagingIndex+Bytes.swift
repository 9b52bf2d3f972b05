import History

/// Reads the numbers and entries of a staging index.
///
/// It stays in its bounds by its own checks, one for the fixed part of an entry, since 45,000 entries are read for
/// every sync.
@unsafe struct StagingReader {
  let bytes: UnsafeRawBufferPointer
  var position: Int
  /// The offset at which the checksum begins.
  let end: Int

  mutating func word() throws(StagingIndex.Unreadable) -> UInt32 {
    guard unsafe position + 4 <= end else { throw .cutShort }
    defer { unsafe position += 4 }
    return unsafe number(position)
  }

  /// The next extension's signature and bytes.
  mutating func `extension`() throws(StagingIndex.Unreadable) -> ([UInt8], [UInt8])? {
    guard unsafe position + 8 <= end else { return nil }
    let signature = unsafe Array(bytes[position..<(position + 4)])
    unsafe position += 4
    let length = Int(try unsafe word())
    guard unsafe length <= end - position else {
      throw StagingIndex.Unreadable(reason: .damaged("an extension is cut short"))
    }
    defer { unsafe position += length }
    return unsafe (signature, Array(bytes[position..<(position + length)]))
  }

  mutating func entry(
    _ version: UInt32, after name: inout [UInt8]
  ) throws(StagingIndex.Unreadable) -> StagingIndex.Entry {
    let start = unsafe position
    guard unsafe start + 62 <= end else { throw .cutShort }
    let flags: UInt16 = unsafe number(start + 60)
    var more: UInt16 = 0
    unsafe position = start + 62
    if flags & StagingIndex.Entry.moreFlag != 0, version >= 3 {
      guard unsafe position + 2 <= end else { throw .cutShort }
      more = unsafe number(position)
      unsafe position += 2
    }
    if version == 4 {
      let dropped = try unsafe varint()
      guard dropped <= name.count else { throw .cutShort }
      name.removeLast(dropped)
      let begin = unsafe position
      try unsafe skipToZero(from: begin)
      unsafe name += bytes[begin..<position]
      unsafe position += 1
    } else {
      let begin = unsafe position
      let length = Int(flags & 0xFFF)
      if length < 0xFFF {
        unsafe position += length
      } else {
        try unsafe skipToZero(from: begin)
      }
      guard unsafe position < end else { throw .cutShort }
      name = unsafe Array(UnsafeRawBufferPointer(rebasing: bytes[begin..<position]))
      unsafe position = start + (position - start + 8) / 8 * 8
    }
    var entry = unsafe StagingIndex.Entry(
      path: TreePath(bytes: name),
      id: ObjectID(words: (number(start + 40), number(start + 48), number(start + 56))),
      mode: number(start + 24))
    entry.changed = unsafe number(start)
    entry.modified = unsafe number(start + 8)
    entry.device = unsafe number(start + 16)
    entry.inode = unsafe number(start + 20)
    entry.owner = unsafe number(start + 28)
    entry.group = unsafe number(start + 32)
    entry.size = unsafe number(start + 36)
    entry.flags = flags & 0xB000
    entry.more = more
    return entry
  }

  @inline(__always)
  private func number<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Int) -> Number {
    unsafe Number(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
  }

  private mutating func skipToZero(from begin: Int) throws(StagingIndex.Unreadable) {
    unsafe position = begin
    while unsafe position < end, unsafe bytes[position] != 0 { unsafe position += 1 }
    guard unsafe position < end else { throw .cutShort }
  }

  /// Git's varint of offsets (gitformat-pack): seven bits a byte, the highest first, each further byte adding one.
  private mutating func varint() throws(StagingIndex.Unreadable) -> Int {
    var value = -1
    while unsafe position < end, value < 1 << 24 {
      let byte = unsafe bytes[position]
      unsafe position += 1
      value = (value + 1) << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    throw .cutShort
  }
}

extension StagingIndex.Unreadable {
  fileprivate static let cutShort = Self(reason: .damaged("it is cut short"))
}

/// Writes the numbers and entries of a staging index to memory that is large enough for them.
@unsafe struct StagingWriter {
  private let bytes: UnsafeMutableRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = unsafe bytes }

  @inline(__always)
  mutating func word(_ word: UInt32) { unsafe number(word) }

  @inline(__always)
  private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    unsafe bytes.storeBytes(of: number.bigEndian, toByteOffset: position, as: Number.self)
    unsafe position += number.bitWidth / 8
  }

  private mutating func copy(_ slice: ArraySlice<UInt8>) {
    unsafe slice.withUnsafeBytes {
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[position...]).copyMemory(from: $0)
    }
    unsafe position += slice.count
  }

  mutating func add(_ entry: StagingIndex.Entry, version: Int, after name: inout [UInt8]) {
    let start = unsafe position
    let path = entry.path.bytes
    unsafe number(entry.changed)
    unsafe number(entry.modified)
    unsafe number(entry.device)
    unsafe number(entry.inode)
    unsafe number(entry.mode)
    unsafe number(entry.owner)
    unsafe number(entry.group)
    unsafe number(entry.size)
    let id = entry.id.words
    unsafe number(id.0)
    unsafe number(id.1)
    unsafe number(id.2)
    let more = entry.more == 0 ? 0 : StagingIndex.Entry.moreFlag
    unsafe number(entry.flags & 0xB000 | more | UInt16(min(path.count, 0xFFF)))
    if entry.more != 0 { unsafe number(entry.more) }
    if version == 4 {
      var shared = 0
      while shared < min(name.count, path.count), name[shared] == path[shared] { shared += 1 }
      unsafe copy(Self.varint(name.count - shared)[...])
      unsafe copy(path[shared...])
      unsafe number(UInt8(0))
      name = path
    } else {
      unsafe copy(path[...])
      repeat { unsafe number(UInt8(0)) } while unsafe (position - start) % 8 != 0
    }
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var value = value
    var digits = [UInt8(value & 0x7F)]
    while value >= 0x80 {
      value = value >> 7 - 1
      digits.append(UInt8(value & 0x7F) | 0x80)
    }
    return digits.reversed()
  }
}
