import Files
import Git
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
  /// The new file that it means now, or the one that got a new title or alias.
  package let means: NotePath
  /// False for a file that was there before.
  package var isNew = true
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
    let names = try namesBefore(sync)
    if came.new.isEmpty && went.new.isEmpty && names.isEmpty { return [] }
    let links = try VaultLinks(index)
    let after = links.resolver()
    var found = try links.taken(byNewNamesOf: names, after, besides: came.written)
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

  /// More notes are not read for titles and aliases.
  private static let mostNotes = 500

  /// The titles and aliases that notes had before an edit of them came, where they have others now.
  private func namesBefore(_ sync: VaultSync) throws -> [NotePath: [String]] {
    let edited = sync.report.came.filter { $0.kind == .edited }
      .compactMap { NotePath($0.path, in: sync.scope) }.filter(\.isMarkdown)
    if edited.isEmpty { return [:] }
    let history = try vault.history()
    let last = try history.session(in: .system).operations().last
    guard let last, last.kind == .sync else { return [:] }
    let tree = try history.repository.commit(last.before).tree
    var names: [NotePath: [String]] = [:]
    for path in edited.prefix(Self.mostNotes) {
      guard let version = try history.repository.version(at: history.treePath(path), in: tree),
        version.mode.isFile, let now = try? note(at: path)
      else { continue }
      let before = RenamePlanner.names(note(try history.repository.blob(version.id), at: path))
      if !Set(RenamePlanner.names(now)).isSubset(of: before) { names[path] = before }
    }
    return names
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

extension VaultLinks {
  /// The links that mean a note by a title or alias that is new, and meant another file before.
  ///
  /// - Parameters:
  ///   - names: the titles and aliases that notes had before.
  ///   - after: the files and names as they are.
  ///   - written: the notes that came; who wrote a link in them knew the names.
  fileprivate func taken(
    byNewNamesOf names: [NotePath: [String]], _ after: LinkResolver, besides written: Set<NotePath>
  ) throws -> Set<TakenLink> {
    if names.isEmpty { return [] }
    var others: [Int: [String]] = [:]
    for (path, names) in names { if let number = number(of: path) { others[number] = names } }
    let before = resolver(without: nil, adding: nil, calling: others)
    var found: Set<TakenLink> = []
    forEachLink { target, isWiki, number in
      guard !written.contains(paths[number]),
        case .file(let now, _) = after.resolve(target, from: paths[number].text, byAlias: isWiki),
        others[now] != nil,
        case .file(let then, _) = before.resolve(target, from: paths[number].text, byAlias: isWiki),
        then != now
      else { return }
      found.insert(
        TakenLink(
          note: paths[number], target: target, meant: paths[then], means: paths[now], isNew: false))
    }
    return found
  }
}
