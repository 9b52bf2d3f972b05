import CGit2
import History
import OperatingSystem

/// Reads loose objects instead of libgit2, because libgit2 1.5 loops for ever on a truncated one.
///
/// A backend between the packs and libgit2's own loose objects. It only reads; libgit2 checks that
/// the bytes have the hash of their name.
enum LooseObjects {
  @safe private struct Backend {
    /// First, because libgit2 knows a backend by the address of this.
    var base: git_odb_backend
    /// The folder of objects, ended by a zero.
    var folder: UnsafeMutableBufferPointer<UInt8>
  }

  /// Lower than that of packs, which `Library` sets to 3, and higher than that of loose objects, which is 1.
  private static let priority: Int32 = 2

  static func add(to objects: borrowing Handle, folder: [UInt8]) throws(GitError) {
    let operation = "prepare for reading objects"
    var base = unsafe git_odb_backend()
    try unsafe GitError.check(git_odb_init_backend(&base, 1), operation)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: folder.count)
    _ = unsafe copy.initialize(from: folder)
    let backend = UnsafeMutablePointer<Backend>.allocate(capacity: 1)
    unsafe base.read = { data, length, kind, backend, id in
      unsafe LooseObjects.read(
        &data!.pointee, &length!.pointee, &kind!.pointee, backend!, id!.pointee)
    }
    unsafe base.free = { backend in
      guard let backend = unsafe backend else { return }
      let whole = unsafe UnsafeMutableRawPointer(backend).assumingMemoryBound(to: Backend.self)
      unsafe whole.pointee.folder.deallocate()
      unsafe whole.deallocate()
    }
    unsafe backend.initialize(to: Backend(base: base, folder: copy))
    let pointer = unsafe UnsafeMutableRawPointer(backend).assumingMemoryBound(
      to: git_odb_backend.self)
    let code = unsafe git_odb_add_backend(objects.pointer, pointer, priority)
    if code < 0 { unsafe pointer.pointee.free(pointer) }
    try GitError.check(code, operation)
  }

  private static func read(
    _ data: inout UnsafeMutableRawPointer?, _ length: inout Int, _ kind: inout git_object_t,
    _ backend: UnsafeMutablePointer<git_odb_backend>, _ id: git_oid
  ) -> Int32 {
    let whole = unsafe UnsafeMutableRawPointer(backend).assumingMemoryBound(to: Backend.self)
    let digits = Array(ObjectID(id).hex.utf8)
    let path = unsafe Array(whole.pointee.folder) + [0x2F] + digits[..<2] + [0x2F] + digits[2...]
    do {
      guard let file = try DiskFile.read(path) else { return GIT_ENOTFOUND.rawValue }
      let header = try Header(file.bytes)
      let count = header.count + header.length
      guard let room = unsafe git_odb_backend_data_alloc(backend, count) else { return -1 }
      guard unsafe inflate(file.bytes, into: room, count: count) == (Z_OK, count) else {
        unsafe git_odb_backend_data_free(backend, room)
        throw Damaged()
      }
      unsafe memmove(room, room + header.count, header.length)
      kind = unsafe git_object_string2type(header.kind)
      length = header.length
      unsafe data = room
      return 0
    } catch {
      let reason =
        error is Damaged
        ? "it is cut short or not packed as it should be" : "it cannot be read: \(error)"
      _ = unsafe git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), reason)
      return -1
    }
  }
  /// A loose object that was cut short, or that is not packed as git packs one.
  private struct Damaged: Error {}

  /// The words before an object's bytes, `blob 12` and a zero.
  private struct Header {
    let kind: String
    /// The length of the header in bytes, with its zero.
    let count: Int
    /// The length of the object in bytes.
    let length: Int

    init(_ file: [UInt8]) throws(Damaged) {
      // The longest kind, a space, 19 digits and the zero have 27 bytes.
      var start = [UInt8](repeating: 0, count: 32)
      let (code, written) = unsafe start.withUnsafeMutableBytes {
        unsafe inflate(file, into: $0.baseAddress!, count: $0.count)
      }
      let words = start[..<written].prefix { $0 != 0 }
      let parts = words.split(separator: 0x20)
      guard code == Z_OK || code == Z_BUF_ERROR, words.count < written, parts.count == 2,
        let length = Int(String(decoding: parts[1], as: UTF8.self)),
        // No byte of deflated data gives more than 1,032 bytes (https://zlib.net/zlib_tech.html).
        (0...file.count * 1032).contains(length)
      else { throw Damaged() }
      kind = String(decoding: parts[0], as: UTF8.self)
      count = words.count + 1
      self.length = length
    }
  }

  /// Inflates zlib's format (RFC 1950) until its end or until `room` is full.
  ///
  /// - Returns: zlib's code, `Z_BUF_ERROR` if the room was too small; and the number of bytes
  ///   written.
  private static func inflate(
    _ bytes: [UInt8], into room: UnsafeMutableRawPointer, count: Int
  ) -> (code: Int32, written: Int) {
    var written = uLongf(count)
    let code = unsafe uncompress(
      room.assumingMemoryBound(to: UInt8.self), &written, bytes, uLong(bytes.count))
    return (code, Int(written))
  }
}
