import Files
import Indexing
import Layout
import Notes
import Steps

/// A file before it is made.
package struct PlannedFile: Sendable {
  package let path: NotePath
  /// The titles and aliases by which links mean it.
  let names: [String]

  /// - Parameter text: of a note; nil where it is not known, or the file is none.
  package init(_ path: NotePath, text: [UInt8]? = nil, options: NoteOptions = NoteOptions()) {
    self.path = path
    // The titles of a conflict copy lead to its note.
    guard let text, !path.isConflictCopy else {
      names = []
      return
    }
    let name = String(decoding: path.stem, as: UTF8.self)
    names = RenamePlanner.names(Note(parsing: text, named: name, options: options))
  }
}

/// The links of other notes that would resolve to new files; they are rewritten to keep their targets.
package struct KeptLinks: Sendable {
  /// The notes whose links are rewritten, by path.
  package var rewrites: [MovePlan.Rewrite] = []
  /// The notes whose links mean a new file from now on because they cannot be rewritten, and why.
  package var lost: [(path: NotePath, reason: any Error)] = []
  /// The links that mean no file now, and will mean a new one.
  package var awakened: [MovePlan.Awakened] = []
  /// The reason why the links of the vault are not known, so that none was looked at.
  package var failure: (any Error)?

  package init() {}

  /// The number of links that are rewritten.
  package var linkCount: Int { rewrites.linkCount }
}

/// Plans that files are made and no link of a note means one of them in place of the file that it means now.
///
/// A note that cannot be rewritten does not stop the new file.
package struct NewFilePlanner {
  private let vault: Vault
  private let index: VaultIndex
  private let read: (NotePath) throws -> [UInt8]

  /// - Parameter read: the text of a note, as it is to be rewritten.
  package init(_ vault: Vault, _ index: VaultIndex, read: @escaping (NotePath) throws -> [UInt8]) {
    self.vault = vault
    self.index = index
    self.read = read
  }

  /// - Complexity: linear in the files of the vault, at the cost of reading their names, and in the links whose last
  ///   part is a name of a new file.
  /// - Throws: `IndexError`
  package func plan(_ files: [PlannedFile]) throws -> KeptLinks {
    if files.isEmpty { return KeptLinks() }
    if index.dialect.looksBeyondNames { return try plan(files, VaultLinks(index)) }
    let names = files.flatMap { file in
      ([file.path.text] + file.names).map { LinkResolver.lastName($0) }
    }
    let kept = try plan(files, VaultLinks(index, around: Set(names), with: []))
    // If a link is part of a heading, the links to that heading follow, wherever they are.
    return kept.rewrites.contains(where: \.mayChangeHeading)
      ? try plan(files, VaultLinks(index)) : kept
  }

  private func plan(_ files: [PlannedFile], _ links: VaultLinks) throws -> KeptLinks {
    var kept = KeptLinks()
    if links.isEmpty { return kept }
    let rewriter = LinkRewriter(
      from: links.resolver(), to: links.resolver(with: files.map { ($0.path, $0.names) }),
      style: vault.linkStyle)
    var drafts = NoteDrafts(
      vault, links, from: rewriter.before, to: rewriter.after, read: own(read))
    var lost: [(path: NotePath, reason: any Error)] = []
    drafts.refuse = { lost.append(($0, $1)) }
    let firstNew = links.paths.count
    kept.awakened = try drafts.rewriteTargets(rewriter) { $0 >= firstNew }
    lost += drafts.left.map { ($0, MoveRefusal.otherRepository($0)) }
    let needy = drafts.paths
    do {
      try drafts.settle()
      kept.rewrites = try drafts.rewrites()
    } catch {
      lost += needy.map { ($0, error) }
    }
    kept.lost = lost.sorted { $0.path < $1.path }
    return kept
  }

  /// Reads a note that is in no repository of its own.
  private func own(
    _ read: @escaping (NotePath) throws -> [UInt8]
  ) -> (NotePath) throws -> [UInt8] {
    let home = RepositoryPlace.holding(vault.root)?.root
    return { path in
      var folder = path.folder
      while let current = folder {
        let place = vault.root.appending(current)
        if place != home, FileStatus.at(place.appending(".git"), following: false) != nil {
          throw MoveRefusal.otherRepository(path)
        }
        folder = current.folder
      }
      return try read(path)
    }
  }
}

extension Vault {
  /// The links that are rewritten when files are made, for the folder as it is; changes nothing, and never fails.
  package func plannedLinks(besides files: [PlannedFile]) -> KeptLinks {
    do {
      return try NewFilePlanner(self, index()) { try folder.read($0).bytes }.plan(files)
    } catch {
      var kept = KeptLinks()
      kept.failure = error
      return kept
    }
  }

  /// Rewrites the links that would mean one of some files in place of the file that they mean now: just before these
  /// files are made, while this process holds the lock.
  ///
  /// - Returns: what was rewritten, and what could not be.
  func keepLinks(
    besides files: [PlannedFile], progress: FileReplacement.Progress? = nil
  ) -> KeptLinks {
    if environment.leavesLinks { return KeptLinks() }
    var kept = plannedLinks(besides: files)
    let planned = kept.rewrites
    kept.rewrites = []
    var edits: [(rewrite: MovePlan.Rewrite, edit: FileEdit)] = []
    for rewrite in planned {
      do {
        let old = try folder.read(rewrite.path)
        guard old.bytes == rewrite.old else { throw WriteError.changedMeanwhile(rewrite.path) }
        edits.append((rewrite, FileEdit(rewrite.path, from: old, to: rewrite.new)))
      } catch {
        kept.lost.append((rewrite.path, error))
      }
    }
    let errors = recordedReplacement.write(edits.map(\.edit), progress: progress)
    for ((rewrite, _), error) in zip(edits, errors) {
      if let error {
        kept.lost.append((rewrite.path, error))
      } else {
        kept.rewrites.append(rewrite)
      }
    }
    return kept
  }
}
