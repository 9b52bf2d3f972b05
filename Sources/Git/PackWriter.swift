import CGit2
import History

/// Writes objects as a pack (gitformat-pack), each whole.
///
/// pack := "PACK", version 2: 4 bytes, count: 4 bytes, object{count}, SHA-1 of all before
/// object := more: 1 bit, kind: 3 bits, size: 4 bits, (more: 1 bit, size: 7 bits)*, deflated bytes
///
/// libgit2's own builder searches for deltas between all objects, which took most of the time of
/// syncing a thousand notes. It finds few, because the earlier version of a note is in another
/// pack. Git finds those when it repacks.
struct PackWriter {
  private var bytes: [UInt8] = []

  init(count: Int) {
    bytes += "PACK".utf8
    for number in [2, count] {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
  }

  mutating func add(_ content: UnsafeRawBufferPointer, _ kind: git_object_t) throws(GitError) {
    var size = content.count >> 4
    var byte = UInt8(kind.rawValue) << 4 | UInt8(content.count & 0xF)
    while size > 0 {
      bytes.append(byte | 0x80)
      byte = UInt8(size & 0x7F)
      size >>= 7
    }
    bytes.append(byte)
    let limit = zib_deflated_limit(content.count)
    let deflated = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      count = unsafe zib_deflate(content.baseAddress, content.count, room.baseAddress, limit)
    }
    guard !deflated.isEmpty else {
      throw GitError(.other(-1), operation: "pack an object", detail: "out of memory")
    }
    bytes += deflated
  }

  /// The whole pack.
  func finished() -> [UInt8] { bytes + SHA1.digest(of: bytes) }
}
