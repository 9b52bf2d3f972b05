import CGit2
import CGit2Loader
import History

/// An object of libgit2 that is freed with its owner.
@safe struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let release: @convention(c) (OpaquePointer?) -> Void

  /// Takes ownership of the object that a call has made; frees nothing if the call failed.
  init(
    _ release: @escaping @convention(c) (OpaquePointer?) -> Void,
    _ operation: @autoclosure () -> String,
    _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var made: OpaquePointer?
    try unsafe GitError.check(make(&made), operation())
    guard let pointer = unsafe made else {
      throw GitError(.other(-1), operation: operation(), detail: "nothing was returned")
    }
    unsafe self.pointer = pointer
    unsafe self.release = release
  }

  deinit { unsafe release(pointer) }
}

/// libgit2 itself.
enum Library {
  /// Loads and initialises it once, when a repository is first opened; takes some 8 ms.
  ///
  /// - Throws: `GitError.libraryMissing`
  static func start() throws(GitError) {
    if let reason = unsafe zib_git_load() {
      let detail = unsafe String(cString: reason)
      throw GitError(.libraryMissing, operation: "load libgit2", detail: detail)
    }
    _ = initialized
  }

  private static let initialized: Void = {
    git_libgit2_init()
    // Objects and refs are on the disk before anything says that they are.
    _ = zib_git_enable_fsync(1)
    // `TrustedFolders` checks it, because versions of the library interpret `safe.directory`
    // differently.
    _ = zib_git_set_owner_validation(0)
    // Makes room for `LooseObjects`.
    _ = zib_git_set_pack_priority(3)
    // None of these changes how objects, refs or the index are read: `worktreeConfig` (every sparse checkout has
    // it) moves settings to one more file, which `Repository` adds itself; `partialClone` names a remote;
    // `preciousObjects` forbids pruning; `relativeWorktrees` is about the `.git` files of linked work trees.
    let names: [StaticString] = [
      "worktreeconfig", "partialclone", "preciousobjects", "relativeworktrees",
    ]
    var pointers = unsafe names.map { name -> UnsafePointer<CChar>? in
      unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    _ = unsafe zib_git_set_extensions(&pointers, pointers.count)
  }()
}

extension git_oid {
  init(_ id: ObjectID) {
    self.init()
    let bytes = id.bytes
    unsafe withUnsafeMutableBytes(of: &self) { unsafe $0.copyBytes(from: bytes) }
  }
}

extension ObjectID {
  init(_ id: git_oid) {
    // The first 20 bytes are the id; a libgit2 built for SHA-256 has more.
    let bytes = unsafe withUnsafeBytes(of: id) { unsafe Array($0.prefix(ObjectID.byteCount)) }
    // 20 bytes are an id.
    self.init(bytes: bytes)!
  }
}
