import CGit2
import History

/// Objects that were written and are not on the disk yet.
///
/// A backend of libgit2 keeps them in memory, before those on the disk, so that every reader sees
/// them at once. A flush of a few makes them loose files; many become one pack, because forcing a
/// thousand files to the disk one by one takes seconds. Either way an object gets its name only
/// when its bytes are on the disk.
@safe final class PendingObjects {
  private(set) var ids: [ObjectID] = []
  private(set) var byteCount = 0

  /// Owned by the object database that it was added to.
  private let backend: UnsafeMutablePointer<git_odb_backend>

  /// The most objects that are written one by one.
  ///
  /// Each costs two flushes of the disk, 6 ms as measured (24 took 140 ms); a pack of 48 took 32
  /// ms. But every pack makes git slower until the next repack, so the objects of a small sync stay
  /// loose.
  static let looseLimit = 8
  /// The number of bytes kept in memory before they are flushed automatically.
  static let byteLimit = 64 << 20

  init(in objects: borrowing Handle) throws(GitError) {
    var made: UnsafeMutablePointer<git_odb_backend>?
    try unsafe GitError.check(git_mempack_new(&made), "prepare for writing objects")
    guard let made = unsafe made else {
      throw GitError(.other(-1), operation: "prepare for writing objects", detail: "out of memory")
    }
    // Before packed and loose objects, which have 1 and 2.
    let code = unsafe git_odb_add_backend(objects.pointer, made, 999)
    if code < 0 { unsafe made.pointee.free(made) }
    try GitError.check(code, "prepare for writing objects")
    unsafe backend = made
  }

  /// Adds an object that is not there yet, of the id that was reckoned for it.
  func add(_ bytes: [UInt8], _ kind: git_object_t, as id: ObjectID) throws(GitError) {
    var raw = git_oid(id)
    // `git_odb_write` would look into every folder of packs for each object that is new.
    let code = unsafe bytes.withUnsafeBytes {
      unsafe backend.pointee.write(backend, &raw, $0.baseAddress, $0.count, kind)
    }
    try GitError.check(code, "write an object")
    ids.append(id)
    byteCount += bytes.count
  }

  /// Drops the objects that are on the disk by now.
  func reset() throws(GitError) {
    try unsafe GitError.check(git_mempack_reset(backend), "let go of written objects")
    ids = []
    byteCount = 0
  }
}
