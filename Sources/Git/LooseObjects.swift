import CGit2
import Objects

/// Reads loose objects in libgit2's place, which comes to no end with one that was cut short.
///
/// A backend between the packs and libgit2's own loose objects. It only reads; that the bytes have the hash of
/// their name is looked at by libgit2.
enum LooseObjects {
  @safe private struct Backend {
    /// First, for libgit2 knows a backend by the address of this.
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
      let bytes = try Inflate.unpack(file.bytes)
      // "blob 12", a zero, and 12 bytes.
      guard let end = bytes.firstIndex(of: 0) else { throw Inflate.Damaged() }
      let words = bytes[..<end].split(separator: 0x20)
      guard words.count == 2,
        Int(String(decoding: words[1], as: UTF8.self)) == bytes.count - end - 1
      else { throw Inflate.Damaged() }
      kind = unsafe git_object_string2type(String(decoding: words[0], as: UTF8.self))
      length = bytes.count - end - 1
      guard let copy = unsafe git_odb_backend_data_alloc(backend, max(length, 1)) else { return -1 }
      unsafe bytes[(end + 1)...].withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(start: copy, count: $0.count).copyMemory(from: $0)
      }
      unsafe data = copy
      return 0
    } catch {
      let reason =
        error is Inflate.Damaged
        ? "it is cut short or not packed as it should be" : "it cannot be read: \(error)"
      _ = unsafe git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), reason)
      return -1
    }
  }
}
