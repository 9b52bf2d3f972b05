import Files
import Git
import History
import Layout
import PastNotes
import Sync
import WorkTrees

/// The result of making a vault.
package struct VaultCreation: Equatable, Sendable {
  package let location: VaultLocation
  /// Files that were made, from the vault's root, in order.
  package var made: [NotePath] = []
  /// Files that the last commit with a `.zib` has and that were missing; they are as they were there.
  package var restored: [NotePath] = []
  /// Files that were there already and are as they were.
  package var kept: [NotePath] = []
  /// True if a git repository was made, which has no commit yet.
  package var beganHistory = false
}

extension Vault {
  /// Makes a folder a vault: settings, templates and a place for the index. Existing files are not
  /// changed.
  ///
  /// Files that the last commit with a `.zib` has there and the folder lacks are restored: settings,
  /// templates, reviews, and the lines that a log of reviews has lost.
  ///
  /// - Parameters:
  ///   - folder: made if it is missing.
  ///   - withHistory: true to make it a git repository too, unless it is in one.
  ///   - zoneName: the person's zone at home, for `journal.zone`.
  /// - Throws: `WriteError`, `SystemError`, `GitError`.
  package static func create(
    at folder: DiskPath, withHistory: Bool = false, zoneName: String? = nil,
    environment: Environment = Environment([:])
  ) throws -> VaultCreation {
    try folder.makeFolders()
    guard let root = DiskPath.real(folder) else {
      throw SystemError("open", folder.bytes, code: SystemError.notFound)
    }
    var creation = VaultCreation(location: VaultLocation(root: root, kind: .zib))
    let replacement = FileReplacement(in: VaultFolder(root: root))
    for (path, bytes) in try ownFilesOfLastCommit(root, environment) {
      if FileStatus.at(root.appending(path), following: false) == nil {
        try replacement.create(path, with: bytes)
        creation.restored.append(path)
      } else if OwnFiles.isReviewLog(path.bytes) {
        let file = try VaultFolder(root: root).read(path)
        let joined = ReviewLogText.joining(bytes, file.bytes)
        if joined == file.bytes { continue }
        try replacement.replace(path, basedOn: file, with: joined)
        creation.restored.append(path)
      }
    }
    for (name, text) in files(zoneName) {
      guard let path = NotePath(name) else { continue }
      do throws(WriteError) {
        try replacement.create(path, with: Array(text.utf8))
        creation.made.append(path)
      } catch WriteError.exists {
        creation.kept.append(path)
      }
    }
    if withHistory, RepositoryPlace.holding(root) == nil {
      _ = try Git.Repository.create(at: root.bytes)
      creation.beganHistory = true
    }
    return creation
  }

  /// The files below a folder's `.zib` in the last commit that has it, of the repository around the folder.
  private static func ownFilesOfLastCommit(
    _ root: DiskPath, _ environment: Environment
  ) throws -> [(path: NotePath, bytes: [UInt8])] {
    guard let place = RepositoryPlace.holding(root), place.isComplete else { return [] }
    let history: VaultHistory
    do {
      history = try VaultHistory(
        of: Vault(
          location: VaultLocation(root: root, kind: .zib), configuration: Configuration(),
          environment: environment))
    } catch let error as GitError {
      guard case .notOwned = error.kind else { throw error }
      return []  // Nothing is taken from another person's repository; the first commit says so.
    }
    guard let commit = try history.lastCommitWithSettings(),
      let tree = try history.tree(of: commit)
    else { return [] }
    let own = history.scope.appending(Array(".zib".utf8))
    guard let folder = try history.repository.version(at: own, in: tree), folder.mode == .folder
    else { return [] }
    var versions: [(path: TreePath, version: FileVersion)] = []
    try history.repository.forEachFile(in: folder.id, at: own) { path, version in
      if version.mode.isFile { versions.append((path, version)) }
    }
    var files: [(path: NotePath, bytes: [UInt8])] = []
    for (path, version) in versions {
      guard let name = NotePath(path, in: history.scope) else { continue }
      let blob = try history.repository.blob(version.id)
      files.append((name, try history.workTree.content.checkedOut(blob, path)))
    }
    return files
  }

  private static func files(_ zoneName: String?) -> [(name: String, text: String)] {
    [
      (".zib/config.yml", ConfigurationKey.commentedDefaults(zoneName: zoneName)),
      (
        ".zib/templates/note.md",
        """
        ---
        created: {{date}}
        tags: []
        ---
        # {{title}}

        {{cursor}}

        """
      ),
      (
        ".zib/templates/journal.md",
        """
        # {{date:dddd, D MMMM YYYY}}


        """
      ),
      (".zib/cache/.gitignore", "*\n"),
    ]
  }
}

extension ConfigurationKey {
  /// A settings file that explains every setting and sets none but the zone, if it is known.
  static func commentedDefaults(zoneName: String?) -> String {
    var text = """
      # The settings of this vault. Each line here is a comment that shows a default:
      # take away the "# " in front of a setting and change it. `zib config` lists them all.

      """
    for key in all where key.scope != .person {
      text += "\n"
      for line in wrapped(key.explanation, width: 78) { text += "# " + line + "\n" }
      if key.name == "journal.zone", let zoneName {
        text += "\(key.name): \(zoneName)\n"
      } else {
        text += "# \(key.name): \(key.fallbackInYAML)\n"
      }
    }
    return text
  }

  private var fallbackInYAML: String {
    switch fallback {
    case .list(let items): "[" + items.joined(separator: ", ") + "]"
    case .text(let text) where text.isEmpty || text.hasPrefix("{"): "\"" + text + "\""
    default: fallback.text
    }
  }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.utf8.count + word.utf8.count + 1 > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
