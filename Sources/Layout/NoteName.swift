/// The rule for which names are notes.
package enum NoteName {
  /// True for a name that ends in `.md` or `.markdown`, in any case, with something before it.
  package static func matches(_ name: Span<UInt8>) -> Bool {
    let count = name.count
    guard count > 3 else { return false }
    if name[count - 3] == 0x2E {
      return name[count - 2] | 0x20 == 0x6D && name[count - 1] | 0x20 == 0x64
    }
    guard count > 9, name[count - 9] == 0x2E else { return false }
    let wanted: InlineArray<8, UInt8> = [0x6D, 0x61, 0x72, 0x6B, 0x64, 0x6F, 0x77, 0x6E]
    for offset in 0..<8 where name[count - 8 + offset] | 0x20 != wanted[offset] { return false }
    return true
  }

  /// The same for the bytes of a name or of a path's last name.
  package static func matches(_ name: ArraySlice<UInt8>) -> Bool { matches(name.span) }

  /// The same for bytes of a directory's entry or of a mapped file.
  package static func matches(_ name: UnsafeRawBufferPointer) -> Bool {
    unsafe matches(name.assumingMemoryBound(to: UInt8.self).span)
  }
}
