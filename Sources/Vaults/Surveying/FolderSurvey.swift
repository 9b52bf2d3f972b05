import Exchange
import Files
import Git
import History
import Layout
import Notes
import OperatingSystem
import PastNotes
import Sync
import Synchronization
import WorkTrees

/// The contents of a folder that is to become a vault: files for its first commits, and files to ignore.
package struct FolderSurvey: Sendable {
  /// A file that would be held back.
  package struct Held: Sendable {
    package let path: NotePath
    package let reason: HeldBack.Reason
    /// True if git tracks it already, so that it is not held back.
    package let isTracked: Bool
    /// True if it is staged and in no commit yet.
    package let isStaged: Bool
  }

  /// A line for `.gitignore`, with the number of files that it speaks of.
  package struct IgnoreLine: Equatable, Sendable {
    package let pattern: String
    package let files: Int
  }

  /// The git repository that the folder lies in.
  package struct Repository: Sendable {
    package let root: DiskPath
    /// The branch that is checked out, `main`; nil if none is.
    package let branch: String?
    package let hasCommits: Bool
    /// The path of the folder in the repository; empty if it is the whole of it.
    package let scope: TreePath
    /// Files of the folder that git tracks.
    package let tracked: Int
    /// Files that git tracks outside of the folder, none of which a commit of the vault takes.
    package let outside: Int
    /// Files of the folder that are staged and not committed.
    package let staged: Int
    /// Settings and hooks of the repository itself that run programs: `filter.x.clean`, `hooks/pre-commit`.
    package let programs: [String]
  }

  /// Markdown files.
  package internal(set) var notes = 0
  /// Pictures, sounds, films and documents.
  package internal(set) var attachments = 0
  /// All other files.
  package internal(set) var others = 0
  /// Of all of these, in bytes.
  package internal(set) var bytes: Int64 = 0
  /// Files and folders that git ignores already.
  package internal(set) var ignored = 0
  /// Repositories in folders of the vault, which no commit takes.
  package internal(set) var nestedRepositories: [NotePath] = []
  /// Sorted by path.
  package internal(set) var held: [Held] = []
  /// Suggested lines for `.gitignore`, without those that it has.
  package internal(set) var suggestions: [IgnoreLine] = []
  package internal(set) var repository: Repository?

  package init() {}

  /// True if there is nothing to report.
  package var isEmpty: Bool {
    notes + attachments + others + ignored == 0 && nestedRepositories.isEmpty && repository == nil
      && suggestions.isEmpty
  }
}

extension Vault {
  /// Looks at everything in a folder; names and sizes of all files, and the contents of those that git does not track.
  ///
  /// - Parameter folder: a folder that is there, without links in its path.
  /// - Throws: `SystemError` if it cannot be listed; `GitError`.
  package static func survey(_ folder: DiskPath, environment: Environment) throws -> FolderSurvey {
    var run = SurveyRun(folder, environment)
    try run.run()
    return run.survey
  }
}

/// A survey under way.
private struct SurveyRun {
  let folder: DiskPath
  let environment: Environment
  var survey = FolderSurvey()
  private var tracked: Set<TreePath> = []
  /// Tracked files of the folder that no commit has.
  private var staged: Set<NotePath> = []
  private var options = WorkTreeOptions()
  private var scope = TreePath.root
  private var top: DiskPath
  private var rules = HoldRules()
  private var lines = IgnoreSuggestions()

  init(_ folder: DiskPath, _ environment: Environment) {
    self.folder = folder
    self.environment = environment
    top = folder
    let location = VaultLocation(root: folder, kind: .zib)
    rules.largestFile = Configuration.load(location, environment: environment).largestFile
    rules.isExport = VaultArchive.isMarked
  }

  mutating func run() throws {
    try openRepository()
    let tree = DiskWorkTree(
      root: top, gitFolder: top.appending(".git"), scope: scope, options: options,
      content: .unchanged)
    let found = try tree.listing(since: [], listsIgnored: true)
    survey.ignored = found.ignored.count
    var files: [(path: NotePath, size: Int64, isTracked: Bool)] = []
    for change in found.changes {
      guard let path = NotePath(change.path, in: scope), !path.isOwn else { continue }
      switch change.kind {
      case .untracked(let stamp, let mode):
        let isTracked = tracked.contains(change.path)
        files.append((path, mode.isFile ? Int64(stamp.size) : 0, isTracked))
      case .refused(.nestedRepository): survey.nestedRepositories.append(path)
      case .refused(.tooLarge(let size)): files.append((path, size, false))
      default: continue
      }
    }
    survey.nestedRepositories.sort()
    files.sort { $0.path < $1.path }
    lines.markers = IgnoreSuggestions.markers(in: files.lazy.map(\.path))
    var candidates: [(path: NotePath, size: Int64, isTracked: Bool)] = []
    for file in files {
      if !file.isTracked, lines.take(file.path) { continue }
      count(file.path, file.size)
      candidates.append(file)
    }
    survey.held = held(candidates)
    for file in survey.held where !file.isTracked {
      lines.add(fileAt: file.path)
    }
    survey.suggestions = lines.lines(without: Vault.ignoreLines(of: folder))
  }

  private mutating func openRepository() throws {
    guard let place = RepositoryPlace.holding(folder), place.isComplete else { return }
    let repository: Git.Repository
    do {
      repository = try Git.Repository.open(at: place.root.bytes)
    } catch let error as GitError {
      guard case .notOwned = error.kind else { throw error }
      return  // Another person's: it is told where it is first used.
    }
    options = try WorkTreeOptions(repository, environment: environment)
    top = place.root
    scope = TreePath(bytes: top.relative(folder).map(Array.init) ?? [])
    let head = try repository.head()
    var branch: String?
    if case .branch(let name, _) = head {
      branch = name.hasPrefix("refs/heads/") ? String(name.dropFirst(11)) : name
    }
    let tree = try head.commit.map { try repository.commit($0).tree }
    let entries = try repository.stagedEntries()
    tracked = Set(entries.lazy.filter { [scope] in $0.path.isInside(scope) }.map(\.path))
    let outside = entries.count { [scope] in !$0.path.isInside(scope) }
    let differences = try repository.stagedDifferences(from: tree).filter {
      $0.key.isInside(scope)
    }
    staged = Set(
      differences.lazy.filter { $0.value.committed == nil }.compactMap { [scope] in
        NotePath($0.key, in: scope)
      })
    survey.repository = FolderSurvey.Repository(
      root: top, branch: branch, hasCommits: head.commit != nil, scope: scope,
      tracked: tracked.count, outside: outside, staged: differences.count,
      programs: place.programs(environment.git))
  }

  private mutating func count(_ path: NotePath, _ size: Int64) {
    survey.bytes += size
    if path.isMarkdown {
      survey.notes += 1
    } else if MediaName.matches(path.name) {
      survey.attachments += 1
    } else {
      survey.others += 1
    }
  }

  /// Looks into the files, several at a time.
  private func held(
    _ files: [(path: NotePath, size: Int64, isTracked: Bool)]
  ) -> [FolderSurvey.Held] {
    let found = Mutex<[FolderSurvey.Held]>([])
    let next = Atomic(0)
    let vault = VaultFolder(root: folder)
    let limit = rules.largestFile ?? .max
    let staged = staged
    // Closures are not sendable; each worker has rules of its own.
    concurrently(options.workers) { _ in
      var rules = HoldRules()
      rules.isExport = VaultArchive.isMarked
      while case let first = next.wrappingAdd(64, ordering: .relaxed).oldValue, first < files.count
      {
        for file in files[first..<min(first + 64, files.count)] {
          var reason: HeldBack.Reason?
          let path = TreePath(bytes: file.path.bytes)
          if SecretName.matches(path) {
            reason = .secret(Secret(kind: .name, line: nil))
          } else if file.size > limit {
            reason = .tooLarge(size: file.size, limit: limit)
          } else if !file.isTracked, file.size > 0, !MediaName.isMedia(file.path.name),
            let contents = try? vault.read(file.path, limit: SurveyRun.readLimit)
          {
            reason = rules.reason(
              toHold: path, contents.bytes, mode: .file)
          }
          guard let reason else { continue }
          found.withLock {
            $0.append(
              FolderSurvey.Held(
                path: file.path, reason: reason, isTracked: file.isTracked,
                isStaged: staged.contains(file.path)))
          }
        }
      }
    }
    return found.withLock { $0 }.sorted { $0.path < $1.path }
  }

  /// Larger files are looked into when they are committed.
  private static let readLimit: Int64 = 16 << 20
}

extension Vault {
  /// The lines of a folder's `.gitignore`, without white space at their ends.
  fileprivate static func ignoreLines(of folder: DiskPath) -> Set<String> {
    guard let file = IgnoreFile.read(folder.appending(bytes: IgnoreFile.name)) else { return [] }
    return Set(
      String(decoding: file.text, as: UTF8.self).split(whereSeparator: \.isNewline).map {
        String($0.reversed().drop { $0 == " " }.reversed())
      })
  }

  /// Adds lines to the folder's `.gitignore`, which is made if it is missing.
  ///
  /// - Throws: `WriteError`.
  package static func ignore(_ lines: [String], in folder: DiskPath) throws {
    guard !lines.isEmpty, let path = NotePath(".gitignore") else { return }
    let vault = VaultFolder(root: folder)
    let replacement = FileReplacement(in: vault)
    guard FileStatus.at(folder.appending(path), following: false) != nil else {
      return try replacement.create(path, with: Array((lines.joined(separator: "\n") + "\n").utf8))
    }
    let old = try vault.read(path)
    let end = old.bytes.contains(0x0D) ? "\r\n" : "\n"
    var text = old.bytes
    if let last = text.last, last != 0x0A { text += Array(end.utf8) }
    for line in lines { text += Array((line + end).utf8) }
    try replacement.replace(path, basedOn: old, with: text)
  }
}

/// Names of files that are attached to notes: pictures, sounds, films, documents.
enum MediaName {
  /// The documents among them; texts such as a log or JSON are as likely a program's.
  private static let documents: Set<String> = [
    "epub", "mobi", "azw3", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "key",
    "numbers", "pages", "zip", "canvas", "excalidraw", "drawio", "csv",
  ]

  /// True for all of these.
  static func matches(_ name: some Collection<UInt8>) -> Bool {
    let ending = FileKind.ending(ofName: name)
    return FileKind(ending: ending).isShownInside || documents.contains(ending)
  }

  /// True for pictures, sounds and films, which hold no keys. SVG and PDF are texts that may.
  static func isMedia(_ name: some Collection<UInt8>) -> Bool {
    let ending = FileKind.ending(ofName: name)
    switch FileKind(ending: ending) {
    case .image: return ending != "svg"
    case .sound, .film: return true
    case .pdf, .document, .other: return false
    }
  }
}
