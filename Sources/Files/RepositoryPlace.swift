import OperatingSystem

/// The git repository that a folder lies in, as far as it is known without libgit2.
package struct RepositoryPlace {
  package let root: DiskPath
  /// The git folder of this work tree: `.git`, or the folder that a `.git` file names.
  package let gitFolder: DiskPath
  /// The git folder that all work trees share.
  package let commonFolder: DiskPath

  /// `info/exclude` of the repository, whether or not it is there.
  package var excludeFile: DiskPath { commonFolder.appending("info/exclude") }

  /// True if git would take it for a repository; an empty `.git` is none.
  package var isComplete: Bool {
    FileStatus.at(gitFolder.appending("HEAD"), following: false) != nil
  }

  /// A number that is another when another commit is checked out, or a shallow clone gets more of its history; found
  /// without libgit2.
  package var headMark: UInt64 {
    var mixer = Mixer()
    let head = Self.firstLine(gitFolder.appending("HEAD")) ?? []
    mixer.add(head)
    add(stampOf: "shallow", to: &mixer)
    guard head.starts(with: "ref: ".utf8) else { return mixer.value }
    let branch = commonFolder.appending(bytes: Array(head.dropFirst(5)))
    if let commit = Self.firstLine(branch) {
      mixer.add(commit)
      return mixer.value
    }
    // Packed, or in the newer format of tables.
    add(stampOf: "packed-refs", to: &mixer)
    add(stampOf: "reftable/tables.list", to: &mixer)
    return mixer.value
  }

  private func add(stampOf name: String, to mixer: inout Mixer) {
    guard let stamp = FileStatus.at(commonFolder.appending(name))?.stamp else { return }
    mixer.add(UInt64(bitPattern: stamp.modified))
    mixer.add(stamp.mark)
  }

  package init(root: DiskPath, gitFolder: DiskPath, commonFolder: DiskPath) {
    self.root = root
    self.gitFolder = gitFolder
    self.commonFolder = commonFolder
  }

  /// The nearest repository at or above a folder, whose path has no links.
  package static func holding(_ folder: DiskPath) -> RepositoryPlace? {
    var folder = folder
    while true {
      let git = folder.appending(".git")
      switch FileStatus.at(git)?.kind {
      case .folder: return RepositoryPlace(root: folder, gitFolder: git, commonFolder: git)
      case .file:
        let (own, common) = folders(of: git, in: folder) ?? (git, git)
        return RepositoryPlace(root: folder, gitFolder: own, commonFolder: common)
      default: break
      }
      if folder.bytes == [0x2F] || !folder.isAbsolute { return nil }
      folder = folder.folder
    }
  }

  /// The git folders of a worktree or submodule, whose `.git` is a file that names them.
  private static func folders(of file: DiskPath, in folder: DiskPath) -> (
    own: DiskPath, common: DiskPath
  )? {
    guard let line = firstLine(file), line.starts(with: "gitdir: ".utf8) else { return nil }
    let git = resolve(line.dropFirst(8), in: folder)
    guard let common = firstLine(git.appending("commondir")) else { return (git, git) }
    return (git, resolve(common[...], in: git))
  }

  private static func resolve(_ path: ArraySlice<UInt8>, in folder: DiskPath) -> DiskPath {
    let path = DiskPath(bytes: Array(path))
    return path.isAbsolute ? path : folder.appending(bytes: path.bytes)
  }

  private static func firstLine(_ path: DiskPath) -> [UInt8]? {
    let text = path.fileBytes(limit: 65_536, isFollowed: true)
    return text.map { Array($0.prefix { $0 != 0x0A && $0 != 0x0D }) }
  }
}
