import CGit2
import History
import OperatingSystem

/// A git repository: its objects, refs, staging index, history and settings, as values.
///
/// One thread at a time uses it. Changes by other programs are seen at the next call.
package final class Repository {
  /// The folder of the files, without a slash at its end; nil in a bare repository.
  package let workTree: [UInt8]?
  /// The git folder of this work tree (`…/.git`, or `…/.git/worktrees/NAME` of a linked one).
  package let gitFolder: [UInt8]
  /// The git folder that all work trees share; it has the objects and the branches.
  package let commonFolder: [UInt8]

  let handle: Handle
  let objects: Handle
  let pending: PendingObjects
  let cache = ObjectCache()
  var staging: StagingCache?
  /// Objects that were written, or touched because they were there, since the last flush.
  var fresh: Set<ObjectID> = []

  /// Opens the repository of a folder; the search goes upwards.
  ///
  /// Linked work trees and `.git` files are followed. The search stops at `GIT_CEILING_DIRECTORIES`
  /// and at the border of a file system; other variables of git are ignored. A bare repository is
  /// opened, and has an `obstacle()`.
  /// - Throws: `GitError`: `.notFound` if there is none, `.notOwned` if another user owns it,
  ///   `.unsupported` if its format is not read here.
  package static func open(at folder: [UInt8]) throws -> Repository {
    try Library.start()
    let ceiling = environment("GIT_CEILING_DIRECTORIES") ?? []
    let name = String(decoding: folder, as: UTF8.self)
    do throws(GitError) {
      let handle = try unsafe Handle(git_repository_free, "open the repository of \(name)") {
        made in
        unsafe withCString(folder) { path in
          unsafe withCString(ceiling) { unsafe git_repository_open_ext(&made, path, 0, $0) }
        }
      }
      let repository = try Repository(handle)
      try TrustedFolders.require(repository)
      return repository
    } catch {
      guard error.isUnnamed(in: GIT_ERROR_REPOSITORY), hasExtensions(folder, ceiling) else {
        throw error
      }
      throw GitError(.unsupported, operation: error.operation, detail: error.detail)
    }
  }

  /// True if the format of the repository around a folder is another than git's first.
  private static func hasExtensions(_ folder: [UInt8], _ ceiling: [UInt8]) -> Bool {
    var found = unsafe git_buf()
    defer { unsafe git_buf_dispose(&found) }
    let code = unsafe withCString(folder) { path in
      unsafe withCString(ceiling) { unsafe git_repository_discover(&found, path, 0, $0) }
    }
    guard code == 0 else { return false }
    let git = unsafe String(cString: found.ptr)
    // That of a linked work tree is in `worktrees/NAME` of the folder with the settings.
    for path in [git + "config", git + "../../config"] {
      var version: Int64 = 0
      if let settings = try? unsafe Handle(
        git_config_free, "read the settings of git",
        { made in
          unsafe git_config_open_ondisk(&made, path)
        }),
        unsafe git_config_get_int64(
          &version, settings.pointer, "core.repositoryformatversion") == 0
      {
        return version > 0
      }
    }
    return false
  }

  /// Finds and opens a repository; see `open(at:)` of bytes.
  package static func open(at folder: String) throws -> Repository {
    try open(at: Array(folder.utf8))
  }

  /// The first branch of a new repository: the value of `init.defaultBranch`, else `main`.
  package static func firstBranch() throws -> String {
    try Library.start()
    let defaults = try unsafe Handle(git_config_free, "read the settings of git") {
      unsafe git_config_open_default(&$0)
    }
    return try GitSettings.text("init.defaultBranch", in: defaults) ?? "main"
  }

  /// Makes a repository with a work tree in a folder, which is made too if it is missing.
  ///
  /// Its branch has the name in `init.defaultBranch`, else `main`, and no commit yet.
  /// - Throws: `GitError`: `.exists` if the folder itself has a repository already.
  package static func create(at folder: [UInt8]) throws -> Repository {
    try Library.start()
    let operation = "make a repository in \(String(decoding: folder, as: UTF8.self))"
    let branch = try firstBranch()
    var options = unsafe git_repository_init_options()
    try unsafe GitError.check(
      git_repository_init_options_init(
        &options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)), operation)
    unsafe options.flags =
      GIT_REPOSITORY_INIT_MKPATH.rawValue | GIT_REPOSITORY_INIT_MKDIR.rawValue
      | GIT_REPOSITORY_INIT_NO_REINIT.rawValue | GIT_REPOSITORY_INIT_EXTERNAL_TEMPLATE.rawValue
    let handle = try unsafe withCString(branch.utf8) { branch throws(GitError) in
      unsafe options.initial_head = branch
      return try unsafe Handle(git_repository_free, operation) { made in
        unsafe withCString(folder) { unsafe git_repository_init_ext(&made, $0, &options) }
      }
    }
    return try Repository(handle)
  }

  /// Makes a repository; see `create(at:)` of bytes.
  package static func create(at folder: String) throws -> Repository {
    try create(at: Array(folder.utf8))
  }

  /// The `git` program, for hooks, signing, and settings that only it reads; nil if there is none.
  ///
  /// It is looked for when it is first needed, with the environment of this process.
  package lazy var program: GitProgram? = GitProgram(environment: ProcessEnvironment.current)
  /// True if objects that a partial clone left at its remote are fetched when needed, with one call
  /// of the remote for each.
  package var bringsMissing = false
  /// True if trees are read without the entries whose names no file may have (`..`, `.git`).
  ///
  /// Only for reading the past: a tree that is made of such a tree would lack them.
  package var leavesOutForbiddenNames = false
  /// True if objects may be missing that git can bring; read once.
  lazy var isPartialClone: Bool = (try? isPartial()) == true
  /// True if the `git` program and the programs it starts may ask at the terminal: for the password
  /// of a key.
  package var isInteractive = false

  private init(_ handle: consuming Handle) throws(GitError) {
    func path(_ text: UnsafePointer<CChar>?) -> [UInt8]? {
      guard let text = unsafe text else { return nil }
      var bytes = unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
      return bytes
    }
    workTree = unsafe path(git_repository_workdir(handle.pointer))
    // An open repository has both folders.
    gitFolder = unsafe path(git_repository_path(handle.pointer)) ?? []
    commonFolder = unsafe path(git_repository_commondir(handle.pointer)) ?? gitFolder
    objects = try unsafe Handle(git_odb_free, "open the objects") {
      unsafe git_repository_odb(&$0, handle.pointer)
    }
    try LooseObjects.add(to: objects, folder: commonFolder + Array("/objects".utf8))
    pending = try PendingObjects(in: objects)
    self.handle = handle
    try addWorkTreeSettings()
  }

  /// A file of the git folder.
  func gitFile(_ name: String) -> [UInt8] { gitFolder + Array("/\(name)".utf8) }

  private static func environment(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}
