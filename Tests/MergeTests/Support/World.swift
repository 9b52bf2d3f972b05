import History
import Merge
import Testing

/// A small history in memory: trees are written as tables of paths and texts.
final class World {
  /// A text by path, with a mark before it where the entry is no plain file.
  typealias Files = [String: String]

  let store = MemoryStore()
  let scope: TreePath
  private var clock: Int64 = 1_000_000

  init(scope: String = "") { self.scope = TreePath(scope) }

  // MARK: - Writing

  /// The mark of an executable file, of a link and of a submodule: a line before the text.
  static let executable = "\u{1}x\n", link = "\u{1}l\n", submodule = "\u{1}s\n"

  func version(_ text: String) throws -> FileVersion {
    for (mark, mode) in [(World.executable, FileMode.executable), (World.link, .link)]
    where text.hasPrefix(mark) {
      return FileVersion(
        mode: mode, id: try store.write(blob: Array(text.dropFirst(mark.count).utf8)))
    }
    let id = try store.write(blob: Array(text.utf8))
    return FileVersion(mode: text.hasPrefix(World.submodule) ? .submodule : .file, id: id)
  }

  func tree(_ files: Files) throws -> ObjectID {
    var versions: [TreePath: FileVersion?] = [:]
    for (path, text) in files { versions[TreePath(path)] = try version(text) }
    return try store.tree(nil, replacing: versions)
  }

  /// A commit, a second after the one before or at a given time.
  func commit(
    _ files: Files, parents: [ObjectID] = [], at seconds: Int64? = nil
  ) throws -> ObjectID {
    try commit(tree: tree(files), parents: parents, at: seconds)
  }

  func commit(
    tree: ObjectID, parents: [ObjectID] = [], at seconds: Int64? = nil, message: String = "m\n"
  ) throws -> ObjectID {
    clock += 1
    let who = Signature(name: "A", email: "a@b", seconds: seconds ?? clock, offset: 60)
    return try store.write(
      commit: Commit(tree: tree, parents: parents, author: who, committer: who, message: message))
  }

  // MARK: - Merging

  func merge(_ left: ObjectID, _ right: ObjectID, bases: [ObjectID]) throws -> MergedTree {
    try TreeMerge(store: store, scope: scope).merge(left, right, bases: bases)
  }

  /// The merge of two tables, the right one a second later than the left; checked from both sides.
  func merge(
    base: Files?, left: Files, right: Files, rightIsLater: Bool = true
  ) throws -> Result {
    let bases = try base.map { [try commit($0)] } ?? []
    clock += 10
    let now = clock
    let left = try commit(left, parents: bases, at: now + (rightIsLater ? 0 : 2))
    let right = try commit(right, parents: bases, at: now + 1)
    clock += 10
    let merged = try merge(left, right, bases: bases)
    let mirrored = try merge(right, left, bases: bases)
    #expect(merged.tree == mirrored.tree)
    #expect(merged.report == mirrored.report.mirrored)
    return Result(files: try files(merged.tree), report: merged.report.decisions)
  }

  struct Result {
    let files: Files
    let report: [MergeDecision]
  }

  // MARK: - Reading

  func files(_ tree: ObjectID) throws -> Files {
    var files: Files = [:]
    try store.forEachFile(in: tree) { path, version in
      let mark =
        switch version.mode {
        case .executable: World.executable
        case .link: World.link
        default: ""
        }
      files[path.text] = mark + String(decoding: try store.blob(version.id), as: UTF8.self)
    }
    return files
  }

  /// The path of a conflict copy of a text.
  func copy(of path: String, _ text: String) throws -> String {
    ConflictCopyName.path(for: TreePath(path), blob: try version(text).id) { _ in false }.text
  }
}

extension MergeReport {
  /// The report of the same merge with the sides exchanged.
  var mirrored: MergeReport {
    var report = MergeReport()
    report.decisions = decisions.map { decision in
      let kind: MergeDecision.Kind =
        switch decision.kind {
        case .keptBoth(let copy, let winner, let overlaps):
          .keptBoth(copy: copy, winner: winner.other, overlaps: overlaps)
        case .editKept(let side): .editKept(deletedBy: side.other)
        case .followedMove(let from, let side): .followedMove(from: from, by: side.other)
        case .merged, .gaveWay, .submodule: decision.kind
        }
      return MergeDecision(path: decision.path, kind: kind)
    }
    return report
  }
}
