import History
import Merge

/// Subjects with the faults of other tools: the simulator has to find each of them.
extension SimulationSubject {
  /// Of two versions of a file the later commit's stands, and the other is gone.
  static var lastWriterWins: SimulationSubject {
    SimulationSubject(name: "last writer wins") { left, right, bases, store in
      let heads = try [left, right].map { (id: $0, commit: try store.commit($0)) }
      let isLeftLater =
        (heads[0].commit.committer.seconds, heads[0].id)
        > (heads[1].commit.committer.seconds, heads[1].id)
      let (later, other) = isLeftLater ? (heads[0], heads[1]) : (heads[1], heads[0])
      let base = try bases.first.map { try files(of: try store.commit($0).tree, in: store) } ?? [:]
      let new = try files(of: later.commit.tree, in: store)
      var changed: [TreePath: FileVersion?] = [:]
      for (path, version) in try files(of: other.commit.tree, in: store)
      where new[path] == base[path] && version != base[path] { changed[path] = version }
      return MergedTree(
        tree: try store.tree(later.commit.tree, replacing: changed), report: MergeReport())
    }
  }

  /// A note that one side deleted is taken for moved to one that looks like it, as git does.
  static var similarityRenames: SimulationSubject {
    SimulationSubject(name: "renames by similarity") { left, right, bases, store in
      let merged = try TreeMerge(store: store, scope: .root).merge(left, right, bases: bases)
      guard bases.count == 1 else { return merged }
      let base = try files(of: try store.commit(bases[0]).tree, in: store)
      let sides = try [left, right].map { try files(of: try store.commit($0).tree, in: store) }
      var changed: [TreePath: FileVersion?] = [:]
      for (own, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        for (path, edited) in own.sorted(by: { $0.key < $1.key }) {
          guard let old = base[path], old != edited, other[path] == nil else { continue }
          let likeness = try other.sorted { $0.key < $1.key }.first { target, version in
            try base[target] == nil && own[target] == nil && version != old
              && areAlike(try store.blob(version.id), try store.blob(old.id))
          }
          guard let (target, version) = likeness else { continue }
          let versions = NoteVersions(
            base: try store.blob(old.id), left: try store.blob(edited.id),
            right: try store.blob(version.id))
          let text =
            switch NoteMerge().merge(versions) {
            case .merged(let text): text
            case .overlapping(let merge): merge.text(preferring: .left)
            }
          changed[path] = .some(nil)
          changed[target] = FileVersion(mode: version.mode, id: try store.write(blob: text))
        }
      }
      return MergedTree(
        tree: try store.tree(merged.tree, replacing: changed), report: merged.report)
    }
  }

  /// A copy is called after the side that it comes from: "ours" is another one on each device.
  static var namesThatDependOnTheSide: SimulationSubject {
    SimulationSubject(name: "names that depend on the side") { left, right, bases, store in
      let merged = try TreeMerge(store: store, scope: .root).merge(left, right, bases: bases)
      var changed: [TreePath: FileVersion?] = [:]
      for decision in merged.report.decisions {
        guard case .keptBoth(let copy, let winner, _) = decision.kind,
          let version = try store.version(at: copy, in: merged.tree)
        else { continue }
        let name = String(decoding: copy.name, as: UTF8.self)
        let end = name.lastIndex(of: ".") ?? name.endIndex
        let side = winner == .left ? "0" : "1"
        let renamed = name[..<end] + side + name[end...]
        changed[copy] = .some(nil)
        changed[copy.folder.appending(Array(renamed.utf8))] = version
      }
      return MergedTree(
        tree: try store.tree(merged.tree, replacing: changed), report: merged.report)
    }
  }

  /// The branch moves as soon as the journal is written, and the files come after: half-way the folder reads as if
  /// a person had taken back what came.
  static var branchFirst: SimulationSubject {
    SimulationSubject(name: "the branch first", movesBranchFirst: true, merge: zibaldone.merge)
  }

  /// An ignored file that stands where one comes is an edit of it.
  static var ignoredFilesAreEdits: SimulationSubject {
    SimulationSubject(
      name: "ignored files are edits", prepare: { $0.workTree.takesIgnoredForEdits = true },
      merge: zibaldone.merge)
  }

  /// A file that a `.gitignore` which comes does not ignore any more is taken for new.
  static var ignoredFilesAreForgotten: SimulationSubject {
    SimulationSubject(
      name: "ignored files are forgotten", prepare: { $0.workTree.forgetsIgnored = true },
      merge: zibaldone.merge)
  }

  /// Lets a device do as version 1 of the journal says.
  func moveBranchFirst(on device: MemoryDevice) {
    device.repository.letsMovedReferencesPass = true
    device.workTree.journalFilter = { [repository = device.repository] journal in
      if let target = MemoryWorkTree.ids(in: journal, "to").first,
        repository.references[SimulationWorld.branch] != target
      {
        repository.move(SimulationWorld.branch, to: target, because: "first")
      }
      return MemoryWorkTree.journal(journal, ofVersion: 1)
    }
  }

  private static func files(
    of tree: ObjectID, in store: any ObjectStore
  ) throws -> [TreePath: FileVersion] {
    var files: [TreePath: FileVersion] = [:]
    try store.forEachFile(in: tree) { files[$0] = $1 }
    return files
  }

  /// True where a third of the lines are the same.
  private static func areAlike(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let (left, right) = (SimulationEdit.lines(of: left), SimulationEdit.lines(of: right))
    let common = Set(right)
    return left.count(where: common.contains) * 3 >= max(left.count, right.count)
  }
}
