import Files
import History
import Indexing
import Notes
import Sync

/// A link that meant one file before a sync and means another since, because one device made that file and another has
/// the link.
package struct TakenLink: Hashable, Sendable {
  /// The note that it is in.
  package let note: NotePath
  /// The target as the link writes it, without an anchor.
  package let target: String
  /// The file that it meant.
  package let meant: NotePath
  /// The new file that it means now.
  package let means: NotePath
}

extension VaultSearch {
  /// The links that files which a sync brought or sent take from others, by note.
  ///
  /// A device that makes a note with `zib` rewrites the links that it has; these are the ones that it did not have.
  /// - Complexity: linear in the links of the vault, where a side made a file.
  /// - Throws: `IndexError`
  package func takenLinks(by sync: VaultSync) throws -> [TakenLink] {
    let report = sync.report
    let came = Side(report.came, in: sync.scope)
    let went = Side(report.went, in: sync.scope)
    if came.new.isEmpty && went.new.isEmpty { return [] }
    let links = try VaultLinks(index)
    let after = links.resolver()
    var found: Set<TakenLink> = []
    for (side, isOfNote) in [
      (came, { (note: NotePath) in !came.written.contains(note) }),
      (went, { (note: NotePath) in came.written.contains(note) }),
    ] where !side.new.isEmpty {
      let before = links.resolver(without: side.new)
      links.forEachLink { target, isWiki, number in
        let note = links.paths[number]
        guard !side.new.contains(note), isOfNote(note),
          case .file(let now, _) = after.resolve(target, from: note.text, byAlias: isWiki),
          side.new.contains(links.paths[now]),
          case .file(let then, _) = before.resolve(target, from: note.text, byAlias: isWiki),
          let meant = NotePath(before.paths[then])
        else { return }
        found.insert(TakenLink(note: note, target: target, meant: meant, means: links.paths[now]))
      }
    }
    return found.sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }

  /// The changes of one side of a sync.
  private struct Side {
    /// Files that it made; one that it moved had a name before, and what links to it is another question.
    var new: Set<NotePath> = []
    /// Files that it wrote.
    var written: Set<NotePath> = []

    init(_ changes: [FileChange], in scope: TreePath) {
      for change in changes {
        guard let path = NotePath(change.path, in: scope), change.kind != .deleted else { continue }
        written.insert(path)
        if change.kind == .added { new.insert(path) }
      }
      let gone = Set(
        changes.compactMap { change in
          change.kind == .deleted
            ? NotePath(change.path, in: scope).map { LinkResolver.lastName($0.text) } : nil
        })
      new = new.filter { !gone.contains(LinkResolver.lastName($0.text)) }
    }
  }
}
