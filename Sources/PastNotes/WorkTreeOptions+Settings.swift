import Files
import Git
import History
import Settings
import Sync
import WorkTrees

extension WorkTreeOptions {
  /// Reads the options from the settings of a repository.
  ///
  /// - Throws: `GitError`.
  package init(_ repository: Git.Repository, environment: Environment) throws {
    self.init()
    trustsStatusTime = try repository.flag("core.trustctime") ?? true
    checksMinimally = try repository.setting("core.checkstat")?.lowercased() == "minimal"
    hasExecutableBit = try repository.flag("core.filemode") ?? true
    hasLinks = try repository.flag("core.symlinks") ?? true
    if let name = try repository.setting("core.excludesfile") {
      excludesFile = Self.path(name, environment)
    } else {
      excludesFile = environment.configHome?.appending("git/ignore")
    }
  }

  /// A path as git's settings have it: `~/` is the home folder.
  private static func path(_ name: String, _ environment: Environment) -> DiskPath? {
    if name.isEmpty { return nil }
    if name.hasPrefix("~/") { return environment.home?.appending(String(name.dropFirst(2))) }
    return DiskPath(name)
  }
}

extension WorkTreeContent {
  /// Bytes as they are, for repositories in which no attribute or setting changes them.
  package static var unchanged: WorkTreeContent {
    WorkTreeContent(id: { try Git.Repository.id(ofBlob: $0) })
  }

  /// Bytes as git would store and check them out, with the settings and attributes of a repository.
  ///
  /// - Throws: `GitError`.
  package init(_ repository: Git.Repository, _ git: GitProgram?) throws {
    let filter = try ContentFilter(repository, git: git)
    self.init(
      id: { try Git.Repository.id(ofBlob: $0) }, stored: { try filter.stored($0, at: $1) },
      checkedOut: { try filter.checkedOut($0, at: $1) }, encoding: { try filter.encoding(of: $0) })
  }
}
