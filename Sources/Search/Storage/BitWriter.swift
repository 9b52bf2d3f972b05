import OperatingSystem

/// Writes fields of any width, least significant bit first.
///
/// A class over memory of its own: in the loops that encode ten million positions, an array's
/// checks cost more than the writing.
@safe final class BitWriter {
  private var base: UnsafeMutableRawPointer
  private var capacity = 1024
  private var count = 0
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0

  init() {
    unsafe base = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { unsafe base.deallocate() }

  /// Bits written so far.
  var bitCount: Int { count &* 8 &+ Int(pendingBits) }

  /// Bytes written so far; whole after `align()`.
  var byteCount: Int { count }

  /// - Parameter width: 0 to 32.
  @inline(__always)
  func append(_ value: UInt32, width: Int) {
    pending |= UInt64(value) &<< pendingBits
    pendingBits &+= UInt64(width)
    if pendingBits >= 32 { spill() }
  }

  @inline(__always)
  private func spill() {
    if count &+ 8 > capacity { grow() }
    unsafe base.storeBytes(
      of: UInt32(truncatingIfNeeded: pending).littleEndian, toByteOffset: count, as: UInt32.self)
    count &+= 4
    pending &>>= 32
    pendingBits &-= 32
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * 2, alignment: 8)
    unsafe larger.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// Ends at a byte's edge.
  func align() {
    if count &+ 8 > capacity { grow() }
    while pendingBits > 0 {
      unsafe base.storeBytes(
        of: UInt8(truncatingIfNeeded: pending), toByteOffset: count, as: UInt8.self)
      count &+= 1
      pending &>>= 8
      pendingBits = pendingBits > 8 ? pendingBits &- 8 : 0
    }
    pending = 0
  }

  func removeAll() {
    count = 0
    pending = 0
    pendingBits = 0
  }

  /// The bytes, after `align()`.
  var view: ByteView { unsafe ByteView(UnsafeRawPointer(base), count: count) }
}
