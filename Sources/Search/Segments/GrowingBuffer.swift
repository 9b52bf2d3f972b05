import OperatingSystem

/// A growing buffer of numbers for the index's inner loops: no retain, no uniqueness check.
@safe final class NumberBuffer {
  private var base: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 256) {
    unsafe base = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { unsafe base.deallocate() }

  @inline(__always)
  func append(_ value: UInt32) {
    if count == capacity { grow(to: capacity * 2) }
    unsafe base[count] = value
    count &+= 1
  }

  @inline(__always)
  subscript(index: Int) -> UInt32 {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe base[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      unsafe base[index] = newValue
    }
  }

  func removeAll() { count = 0 }

  /// Makes the count `newCount`; new numbers are uninitialised.
  func resize(to newCount: Int) {
    if newCount > capacity { grow(to: max(newCount, capacity * 2)) }
    count = newCount
  }

  @inline(__always)
  var pointer: UnsafeMutablePointer<UInt32> { unsafe base }

  private func grow(to newCapacity: Int) {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: newCapacity)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = newCapacity
  }
}

/// A growing run of raw bytes addressed by 32-bit offsets; never shrinks, freed as a whole.
@safe final class Arena {
  private(set) var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var used = 8

  init(capacity: Int) {
    self.capacity = capacity
    // Without memory the process can only stop, as Swift's own arrays do.
    unsafe base = malloc(capacity).unsafelyUnwrapped
  }

  deinit { unsafe free(base) }

  /// - Returns: the offset of `size` new bytes, not initialised; never 0.
  @inline(__always)
  func allocate(_ size: Int) -> UInt32 {
    let offset = used
    used &+= size
    if used &+ 16 > capacity { grow() }
    return UInt32(truncatingIfNeeded: offset)
  }

  private func grow() {
    precondition(used < Int(UInt32.max) - (1 << 20), "the arena is flushed before 4 GiB")
    while used + 16 > capacity { capacity *= 2 }
    // `realloc` of a large block moves page tables, not bytes.
    unsafe base = realloc(base, capacity).unsafelyUnwrapped
  }

  @inline(__always)
  func store(_ byte: UInt8, at offset: UInt32) {
    unsafe base.storeBytes(of: byte, toByteOffset: Int(offset), as: UInt8.self)
  }

  @inline(__always)
  func store(_ value: UInt32, at offset: UInt32) {
    unsafe base.storeBytes(of: value, toByteOffset: Int(offset), as: UInt32.self)
  }

  /// Copies `view` to `offset`, where there is room for it.
  func store(_ view: ByteView, at offset: UInt32) {
    unsafe (base + Int(offset)).copyMemory(from: view.base, byteCount: view.count)
  }

  @inline(__always)
  func byte(at offset: UInt32) -> UInt8 {
    unsafe base.load(fromByteOffset: Int(offset), as: UInt8.self)
  }

  @inline(__always)
  func uint32(at offset: UInt32) -> UInt32 {
    unsafe base.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self)
  }

  @inline(__always)
  func view(at offset: UInt32, count: Int) -> ByteView {
    let slack = capacity &- Int(offset) &- count
    return unsafe ByteView(UnsafeRawPointer(base) + Int(offset), count: count, slack: slack)
  }
}
