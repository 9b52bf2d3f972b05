import OperatingSystem

/// Bytes that someone else keeps alive: a mapped file, an arena, a caller's buffer.
///
/// Reads are bounds-checked where an offset can come from outside; a segment's bytes have passed
/// their checksum before they are read, so a failed check here is a defect of zib, not damage.
///
/// A view has no slack of its own. `word64` loads eight bytes, whatever is left of the view, so the
/// owner of the bytes must make sure that those after them can be read: a segment's file ends with
/// `SegmentFormat.slack` zero bytes, an `Arena` and a `ScratchBytes` are larger than what is in
/// use, and so is the memory of `SpilledBytes`. Debug builds keep the bytes that may be read with
/// each view and stop where a load goes beyond them.
@safe package struct ByteView {
  let base: UnsafeRawPointer
  package let count: Int
  #if DEBUG
    /// The number of bytes from `base` on that may be read: `count` and the slack after it.
    private let readable: Int
  #endif

  /// - Parameter slack: bytes after the view's end that may be read as well.
  @inline(__always)
  package init(_ base: UnsafeRawPointer, count: Int, slack: Int = 0) {
    unsafe self.base = base
    self.count = count
    #if DEBUG
      readable = count + slack
    #endif
  }

  @inline(__always)
  package init(_ buffer: UnsafeRawBufferPointer) {
    // An empty buffer may have no address; any address does for no bytes.
    let base = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
    unsafe self.init(base, count: buffer.count)
  }

  /// The byte at a place, which must lie in the view.
  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe base.load(fromByteOffset: index, as: UInt8.self)
  }

  /// The byte at `index`, unchecked: for loops whose bounds were checked once, before.
  @inline(__always)
  func unchecked(_ index: Int) -> UInt8 {
    unsafe base.load(fromByteOffset: index, as: UInt8.self)
  }

  /// Eight bytes, little-endian, unchecked in a release: they lie in the view, or its maker has
  /// promised them (see above).
  @inline(__always)
  func word64(_ index: Int) -> UInt64 {
    #if DEBUG
      precondition(index >= 0 && index + 8 <= readable, "eight readable bytes")
    #endif
    return UInt64(littleEndian: unsafe base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  @inline(__always)
  func uint64(at index: Int) -> UInt64 {
    precondition(index >= 0 && index &+ 8 <= count)
    return word64(index)
  }

  @inline(__always)
  func uint32(at index: Int) -> UInt32 {
    precondition(index >= 0 && index &+ 4 <= count)
    return UInt32(littleEndian: unsafe base.loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  @inline(__always)
  func slice(_ range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    #if DEBUG
      let slack = readable - range.upperBound
    #else
      let slack = 0
    #endif
    return unsafe ByteView(base + range.lowerBound, count: range.count, slack: slack)
  }

  /// An unsigned LEB128 number at `index`, which moves past it; at most ten bytes.
  @inline(__always)
  func varint(at index: inout Int) -> Int {
    var byte = self[index]
    index &+= 1
    if byte < 0x80 { return Int(byte) }
    var value = UInt64(byte & 0x7F)
    var shift: UInt64 = 7
    repeat {
      byte = self[index]
      index &+= 1
      value |= UInt64(byte & 0x7F) &<< shift
      shift &+= 7
    } while byte >= 0x80 && shift < 64
    return Int(truncatingIfNeeded: value)
  }

  /// The scalar at `index` and its length in bytes; nil and 1 for invalid UTF-8.
  func scalar(at index: Int, to upper: Int) -> (UInt32?, Int) {
    let first = self[index]
    let count: Int
    var value: UInt32
    switch first {
    case 0..<0x80: return (UInt32(first), 1)
    case 0xC2..<0xE0: (count, value) = (2, UInt32(first & 0x1F))
    case 0xE0..<0xF0: (count, value) = (3, UInt32(first & 0x0F))
    case 0xF0..<0xF5: (count, value) = (4, UInt32(first & 0x07))
    default: return (nil, 1)
    }
    guard index + count <= upper else { return (nil, 1) }
    for offset in 1..<count {
      let byte = self[index + offset]
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let smallest: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x10000
    guard value >= smallest, value < 0x110000, !(0xD800..<0xE000).contains(value) else {
      return (nil, 1)
    }
    return (value, count)
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: base, count: count)) }

  /// Lexicographic order by unsigned bytes.
  func compare(_ other: ByteView) -> Int32 {
    let common = min(count, other.count)
    let order = unsafe common == 0 ? 0 : memcmp(base, other.base, common)
    if order != 0 { return order }
    return count == other.count ? 0 : count < other.count ? -1 : 1
  }

  @inline(__always)
  func equals(_ other: ByteView) -> Bool {
    unsafe count == other.count && (count == 0 || memcmp(base, other.base, count) == 0)
  }

  /// The place of the first such byte at `start` or after it; nil where there is none.
  func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    precondition(start >= 0)
    guard let found = unsafe memchr(base + start, Int32(byte), count - start) else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }

  func contains(_ needle: [UInt8]) -> Bool {
    guard !needle.isEmpty else { return true }
    var offset = 0
    while offset + needle.count <= count {
      guard let found = index(of: needle[0], from: offset) else { return false }
      offset = found
      guard offset + needle.count <= count else { return false }
      if slice(offset..<(offset + needle.count)).elementsEqual(needle) { return true }
      offset += 1
    }
    return false
  }

  private func elementsEqual(_ other: [UInt8]) -> Bool {
    other.withByteView { equals($0) }
  }
}

/// Bytes that may be written, kept alive by a `ScratchBytes` or an arena.
@safe package struct MutableByteView {
  let base: UnsafeMutableRawPointer
  let count: Int

  @inline(__always)
  init(_ base: UnsafeMutableRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }
    nonmutating set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      unsafe base.storeBytes(of: newValue, toByteOffset: index, as: UInt8.self)
    }
  }

  /// Stores a byte, unchecked: for loops whose bounds were checked before.
  @inline(__always)
  func setUnchecked(_ index: Int, _ value: UInt8) {
    unsafe base.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
  }

  @inline(__always)
  func view(_ range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let slack = count &- range.upperBound
    return unsafe ByteView(base + range.lowerBound, count: range.count, slack: slack)
  }

  /// Copies `bytes` to `offset`.
  func store(_ bytes: [UInt8], at offset: Int) {
    precondition(offset >= 0 && offset + bytes.count <= count)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe (base + offset).copyMemory(from: start, byteCount: source.count)
      }
    }
  }

  /// Copies `view` to `offset`.
  func store(_ view: ByteView, at offset: Int) {
    precondition(offset >= 0 && offset + view.count <= count)
    unsafe (base + offset).copyMemory(from: view.base, byteCount: view.count)
  }

  /// Stores sixteen bytes, little-endian.
  func store(_ low: UInt64, _ high: UInt64, at offset: Int) {
    precondition(offset >= 0 && offset + 16 <= count)
    unsafe base.storeBytes(of: low.littleEndian, toByteOffset: offset, as: UInt64.self)
    unsafe base.storeBytes(of: high.littleEndian, toByteOffset: offset + 8, as: UInt64.self)
  }

  @inline(__always)
  func moveDown(from: Int, to: Int, count: Int) {
    precondition(from + count <= self.count && to <= from)
    unsafe (base + to).copyMemory(from: base + from, byteCount: count)
  }
}

/// A fixed buffer with an owner.
final class ScratchBytes {
  let view: MutableByteView

  init(capacity: Int) {
    let base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
    unsafe view = MutableByteView(base, count: capacity)
  }

  deinit { unsafe view.base.deallocate() }
}

extension Array where Element == UInt8 {
  /// Calls `body` with the array's bytes in place.
  @inline(__always)
  package func withByteView<Output, Failure: Error>(
    _ body: (ByteView) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    // `withUnsafeBytes` rethrows untyped, so the result carries the typed error out.
    let result: Result<Output, Failure> = unsafe withUnsafeBytes { bytes in
      do throws(Failure) {
        return .success(try body(unsafe ByteView(bytes)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
