import CGit2
import History
import OperatingSystem

extension Repository: ObjectStore {
  package func blob(_ id: ObjectID) throws -> [UInt8] { try object(id, GIT_OBJECT_BLOB) }

  package func tree(_ id: ObjectID) throws -> [TreeEntry] {
    if let tree = cache.tree(id) { return tree }
    let bytes = try object(id, GIT_OBJECT_TREE)
    let tree = try wellFormed(id) { () throws(ObjectFormat.Malformed) in
      try ObjectFormat.tree(bytes, leavesOutForbidden: leavesOutForbiddenNames)
    }
    cache.insert(tree, for: id)
    return tree
  }

  package func commit(_ id: ObjectID) throws -> Commit {
    let bytes = try object(id, GIT_OBJECT_COMMIT)
    return try wellFormed(id) { () throws(ObjectFormat.Malformed) in
      try ObjectFormat.commit(bytes)
    }
  }

  package func write(blob: [UInt8]) throws -> ObjectID { try write(blob, GIT_OBJECT_BLOB) }

  package func write(tree: [TreeEntry]) throws -> ObjectID {
    try write(ObjectFormat.bytes(of: tree), GIT_OBJECT_TREE)
  }

  package func write(commit: Commit) throws -> ObjectID {
    try write(ObjectFormat.bytes(of: commit), GIT_OBJECT_COMMIT)
  }

  /// Writes a commit that is made up already, with headers of its own (a signature).
  func write(rawCommit bytes: [UInt8]) throws -> ObjectID { try write(bytes, GIT_OBJECT_COMMIT) }

  /// True if an object is in the store; packs that other programs have added are looked for.
  package func contains(_ id: ObjectID) -> Bool {
    var raw = git_oid(id)
    return unsafe git_odb_exists(objects.pointer, &raw) == 1
  }

  /// The id of a tree of these bytes, if there is one.
  func storedTree(_ bytes: [UInt8]) throws -> ObjectID? {
    let id = try Self.id(bytes, GIT_OBJECT_TREE)
    return isStored(id) ? id : nil
  }

  /// True if an object is in the store as it was last seen, without a look for new packs.
  private func isStored(_ id: ObjectID) -> Bool {
    var raw = git_oid(id)
    return unsafe git_odb_exists_ext(objects.pointer, &raw, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
  }

  package func id(ofBlob bytes: [UInt8]) throws -> ObjectID { try Self.id(ofBlob: bytes) }

  /// The id that a blob of these bytes has, without writing it.
  package static func id(ofBlob bytes: [UInt8]) throws -> ObjectID {
    try id(bytes, GIT_OBJECT_BLOB)
  }

  /// Forces to the disk all objects that were written.
  ///
  /// A few become loose files, many one pack; then the `git` program sees them.
  package func flush() throws {
    fresh = []
    guard !pending.ids.isEmpty else { return }
    if pending.ids.count <= PendingObjects.looseLimit {
      try writeLoose()
    } else {
      try writePack()
    }
    // Packs are looked for before the copies in memory go.
    try unsafe GitError.check(git_odb_refresh(objects.pointer), "look for new packs")
    try pending.reset()
  }

  /// Looks for packs that other programs have added; a read of a missing object does so anyway.
  package func refresh() throws {
    try unsafe GitError.check(git_odb_refresh(objects.pointer), "look for new packs")
  }

  // MARK: Reading

  /// The bytes of an object that must be of a kind.
  func object(_ id: ObjectID, _ kind: git_object_t) throws -> [UInt8] {
    let object = try read(id)
    let found = unsafe git_odb_object_type(object.pointer)
    guard found == kind else {
      let (present, wanted) = unsafe (
        String(cString: git_object_type2string(found)),
        String(cString: git_object_type2string(kind))
      )
      throw GitError(
        .corrupt, operation: "read the \(wanted) \(id)", detail: "it is a \(present); see: git fsck"
      )
    }
    return unsafe Array(
      UnsafeRawBufferPointer(
        start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer)))
  }

  package func size(ofBlob id: ObjectID) throws -> Int64 {
    var (raw, size, kind) = (git_oid(id), 0, GIT_OBJECT_INVALID)
    let code = unsafe git_odb_read_header(&size, &kind, objects.pointer, &raw)
    // The reader of a missing or damaged object reports it.
    return code == 0 ? Int64(size) : Int64(try blob(id).count)
  }

  private func read(_ id: ObjectID, isBringing: Bool = true) throws -> Handle {
    do throws(GitError) {
      return try unsafe Handle(git_odb_object_free, "read the object \(id)") { made in
        var raw = git_oid(id)
        return unsafe git_odb_read(&made, objects.pointer, &raw)
      }
    } catch {
      if error.kind == .notFound {
        guard isBringing, try bring(id) else { throw MissingObject(id) }
        return try read(id, isBringing: false)
      }
      throw Self.damage(error)
    }
  }

  /// The error for an object whose bytes exist and cannot be read: truncated, not inflatable, of
  /// another hash.
  ///
  /// Must be called at once, because libgit2 keeps the class of its last error only.
  static func damage(_ error: GitError) -> GitError {
    switch GitError.last().kind {
    case GIT_ERROR_OS, GIT_ERROR_NOMEMORY, GIT_ERROR_FILESYSTEM: return error
    default:
      return GitError(
        .corrupt, operation: error.operation, detail: error.detail + "; see: git fsck")
    }
  }

  /// Lets git bring an object that a partial clone has left at its remote, as git does when it meets one.
  ///
  /// - Returns: false if it is still missing: in a full clone, or if the remote cannot be reached.
  private func bring(_ id: ObjectID) throws -> Bool {
    guard bringsMissing, isPartialClone, let program else { return false }
    let options = GitProgram.Options(isInteractive: isInteractive, timeout: 60)
    do throws(ProgramFailure) {
      let result = try program.run(["cat-file", "-t", id.hex], in: gitFolder, options)
      guard result.isSuccess else { return false }
    } catch {
      if error == .interrupted { throw error }
      return false
    }
    try refresh()
    return contains(id)
  }

  /// The entry of a tree with one name. The tree is not cached, because a walk through the history
  /// reads most trees once.
  func scan(_ id: ObjectID, for name: [UInt8]) throws -> FileVersion? {
    let bytes = try object(id, GIT_OBJECT_TREE)
    return try wellFormed(id) { () throws(ObjectFormat.Malformed) in
      try ObjectFormat.entry(name, in: bytes)
    }
  }

  private func wellFormed<Value>(
    _ id: ObjectID, _ parse: () throws(ObjectFormat.Malformed) -> Value
  ) throws(GitError) -> Value {
    do throws(ObjectFormat.Malformed) {
      return try parse()
    } catch {
      throw GitError(
        error.kind, operation: "read the object \(id)", detail: error.reason + "; see: git fsck")
    }
  }

  /// The facts of a commit that a walk through the history needs.
  func node(_ id: ObjectID) throws -> CommitNode {
    if let node = cache.node(id) { return node }
    let bytes = try object(id, GIT_OBJECT_COMMIT)
    let node = try wellFormed(id) { () throws(ObjectFormat.Malformed) in
      try ObjectFormat.node(bytes)
    }
    cache.insert(node, for: id)
    return node
  }

  // MARK: Writing

  private static func id(_ bytes: [UInt8], _ kind: git_object_t) throws(GitError) -> ObjectID {
    var id = git_oid()
    let code = unsafe bytes.withUnsafeBytes {
      unsafe git_odb_hash(&id, $0.baseAddress, $0.count, kind)
    }
    try GitError.check(code, "hash an object")
    return ObjectID(id)
  }

  private func write(_ bytes: [UInt8], _ kind: git_object_t) throws -> ObjectID {
    let id = try Self.id(bytes, kind)
    if fresh.contains(id) { return id }
    if isStored(id) {
      var raw = git_oid(id)
      // libgit2 touches the object's file even if it exists, so that no pruning removes it before a
      // ref leads to it.
      let code = unsafe bytes.withUnsafeBytes {
        unsafe git_odb_write(&raw, objects.pointer, $0.baseAddress, $0.count, kind)
      }
      try GitError.check(code, "write an object")
      fresh.insert(id)
      return id
    }
    try pending.add(bytes, kind, as: id)
    fresh.insert(id)
    if pending.byteCount > PendingObjects.byteLimit { try flush() }
    return id
  }

  private var objectsFolder: [UInt8] { commonFolder + Array("/objects".utf8) }

  private func writeLoose() throws {
    let operation = "write objects"
    let store = try unsafe Handle(git_odb_free, operation) { unsafe git_odb_new(&$0) }
    var loose: UnsafeMutablePointer<git_odb_backend>?
    let made = unsafe withCString(objectsFolder) {
      unsafe git_odb_backend_loose(&loose, $0, -1, 1, 0, 0)
    }
    try GitError.check(made, operation)
    try unsafe GitError.check(git_odb_add_backend(store.pointer, loose, 1), operation)
    for id in pending.ids {
      let object = try read(id)
      var raw = git_oid()
      let code = unsafe git_odb_write(
        &raw, store.pointer, git_odb_object_data(object.pointer),
        git_odb_object_size(object.pointer), git_odb_object_type(object.pointer))
      try GitError.check(code, operation)
    }
    // libgit2 forces the file and its folder to the disk, and not the name of a folder that it had to make.
    try DiskFile.flushFolder(objectsFolder)
  }

  private func writePack() throws {
    let operation = "write a pack of objects"
    var pack = PackWriter(count: pending.ids.count)
    for id in pending.ids {
      let object = try read(id)
      try unsafe pack.add(
        UnsafeRawBufferPointer(
          start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer)),
        git_odb_object_type(object.pointer))
    }
    let bytes = pack.finished()
    var options = unsafe git_indexer_options()
    try unsafe GitError.check(
      git_indexer_options_init(&options, UInt32(GIT_INDEXER_OPTIONS_VERSION)), operation)
    let indexer = try unsafe Handle(git_indexer_free, operation) { made in
      unsafe withCString(objectsFolder + Array("/pack".utf8)) {
        unsafe git_indexer_new(&made, $0, 0, nil, &options)
      }
    }
    var progress = git_indexer_progress()
    let code = unsafe bytes.withUnsafeBytes {
      unsafe git_indexer_append(indexer.pointer, $0.baseAddress, $0.count, &progress)
    }
    try GitError.check(code, operation)
    try unsafe GitError.check(git_indexer_commit(indexer.pointer, &progress), operation)
  }
}
