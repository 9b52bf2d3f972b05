import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Sync

/// A link that meant one file on the device that wrote it, and means another since a sync, because another device made
/// or moved that.
package struct TakenLink: Hashable, Sendable {
  /// The reasons why a file is meant that was not meant before.
  package enum Reason: Hashable, Sendable {
    /// It is new.
    case new
    /// It came to the path that it has, or the file that was meant left its own.
    case moved
    /// It got a title or an alias.
    case called
  }

  /// The note that it is in.
  package let note: NotePath
  /// The target as the link writes it, without an anchor.
  package let target: String
  /// The file that it meant, by its present path where it has one.
  package let meant: NotePath
  /// False where that file was deleted.
  package var isThere = true
  /// The file that it means now.
  package let means: NotePath
  package var reason = Reason.new
  /// A link of the same kind that means the former file, where that is there.
  package fileprivate(set) var former: String?
}

extension VaultSearch {
  /// The links that mean other files since a sync than on the device that wrote them, by note.
  ///
  /// A device that makes or moves a note with `zib` rewrites the links that it has; these are the ones that it did not
  /// have. A link in a note that only the other side wrote is judged by that side's files, any other by this side's; in
  /// a note that both wrote, by those of the side that has the link.
  /// - Complexity: linear in the links of the vault, where a side made, moved or deleted a file.
  /// - Throws: `IndexError`, errors of the repository.
  package func takenLinks(by sync: VaultSync) throws -> [TakenLink] {
    let report = sync.report
    let trees = try SyncedTrees(vault)
    var ours = FormerSide(report.came, in: sync.scope)
    var theirs = FormerSide(report.went, in: sync.scope)
    ours.names = try names(of: report.came, in: trees.ours, at: ours, trees, sync.scope)
    theirs.names = try names(of: report.went, in: trees.theirs, at: theirs, trees, sync.scope)
    if ours.isAsNow && theirs.isAsNow { return [] }
    let links = try VaultLinks(index)
    let after = links.resolver()
    let sides = [ours, theirs].map { ($0, $0.resolver(links)) }
    let merged = ours.written.intersection(theirs.written)
    let texts = try [(ours, trees.ours), (theirs, trees.theirs)].map { side, tree in
      try targets(of: merged, in: tree, at: side, trees)
    }
    var found: Set<TakenLink> = []
    links.forEachLink { target, isWiki, number in
      let path = links.paths[number]
      var writer = ours.written.contains(path) ? 1 : 0
      if merged.contains(path) {
        guard let side = texts.firstIndex(where: { $0[path]?.contains(target) == true }) else {
          return
        }
        writer = side
      }
      let (side, before) = sides[writer]
      guard let place = side.place(path),
        case .file(let now, let rule) = after.resolve(target, from: path.text, byAlias: isWiki),
        case .file(let then, _) = before.resolve(target, from: place.text, byAlias: isWiki),
        then != now, let meant = NotePath(before.paths[then])
      else { return }
      let means = links.paths[now]
      let isThere = then < links.paths.count
      // Perhaps it is the file itself, moved and edited.
      if !isThere, side.new.contains(means) { return }
      var link = TakenLink(
        note: path, target: target, meant: isThere ? links.paths[then] : meant, means: means)
      link.isThere = isThere
      link.reason =
        sides.contains { $0.0.new.contains(means) }
        ? .new : rule == .alias && side.names[means] != nil ? .called : .moved
      if isThere {
        link.former =
          isWiki
          ? after.link(to: then, vault.linkStyle, asPath: true)
          : after.markdownLink(to: then, from: path.text, vault.linkStyle)
      }
      found.insert(link)
    }
    return found.sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }

  /// More notes are not read for titles, aliases and links.
  private static let mostNotes = 500

  /// The titles and aliases that the edited notes had in a tree, where they have others now.
  private func names(
    of changes: [FileChange], in tree: ObjectID?, at side: FormerSide, _ trees: SyncedTrees,
    _ scope: TreePath
  ) throws -> [NotePath: [String]] {
    let edited = changes.filter { $0.kind == .edited }
      .compactMap { NotePath($0.path, in: scope) }.filter(\.isMarkdown)
    var names: [NotePath: [String]] = [:]
    for path in edited.prefix(Self.mostNotes) {
      guard let then = try trees.note(at: path, in: tree), let now = try? note(at: path) else {
        continue
      }
      let before = RenamePlanner.names(note(then, at: path))
      if Set(RenamePlanner.names(now)) != Set(before) { names[path] = before }
    }
    return names
  }

  /// The targets of the links of notes as a side had them.
  private func targets(
    of notes: Set<NotePath>, in tree: ObjectID?, at side: FormerSide, _ trees: SyncedTrees
  ) throws -> [NotePath: Set<String>] {
    var targets: [NotePath: Set<String>] = [:]
    for path in notes.sorted().prefix(Self.mostNotes) where path.isMarkdown {
      guard let place = side.place(path), let bytes = try trees.note(at: place, in: tree) else {
        continue
      }
      let note = note(bytes, at: place)
      targets[path] = Set(note.links.filter { !$0.isExternal }.map { note.target(of: $0) })
    }
    return targets
  }
}

/// The commits that the last sync merged.
private struct SyncedTrees {
  private let history: VaultHistory
  /// The tree of this device before the sync.
  private(set) var ours: ObjectID?
  /// The tree that was merged with it; nil where nothing had to be merged.
  private(set) var theirs: ObjectID?

  init(_ vault: Vault) throws {
    history = try vault.history()
    guard let last = try history.session(in: .system).operations().last, last.kind == .sync else {
      return
    }
    ours = try history.repository.commit(last.before).tree
    let parents = try history.repository.commit(last.after).parents
    if parents.contains(last.before), let other = parents.first(where: { $0 != last.before }) {
      theirs = try history.repository.commit(other).tree
    }
  }

  /// The bytes of a note in a tree, or nil if it has none by that path.
  func note(at path: NotePath, in tree: ObjectID?) throws -> [UInt8]? {
    guard let tree,
      let version = try history.repository.version(at: history.treePath(path), in: tree),
      version.mode.isFile
    else { return nil }
    return try history.repository.blob(version.id)
  }
}

/// The files of one side before the changes of the other came to it.
private struct FormerSide {
  /// Files that it did not have.
  private(set) var new: Set<NotePath> = []
  /// Files that the other side wrote or moved.
  private(set) var written: Set<NotePath> = []
  /// Files that it had elsewhere, by their present path.
  private var moved: [NotePath: NotePath] = [:]
  /// Files that it had and that are gone.
  private var gone: [NotePath] = []
  /// The titles and aliases that its notes had, where they have others now.
  var names: [NotePath: [String]] = [:]

  /// - Parameter changes: those that came to it.
  init(_ changes: [FileChange], in scope: TreePath) {
    for change in changes {
      guard let path = NotePath(change.path, in: scope) else { continue }
      switch change.kind {
      case .deleted:
        gone.append(path)
        continue
      case .added: new.insert(path)
      case .edited: break
      case .moved(let source): moved[path] = NotePath(source, in: scope)
      }
      written.insert(path)
    }
    gone = Set(gone).subtracting(written).sorted()
  }

  /// True if no link can mean another file.
  var isAsNow: Bool { new.isEmpty && moved.isEmpty && gone.isEmpty && names.isEmpty }

  /// The path that a file had; nil if it was not there.
  func place(_ path: NotePath) -> NotePath? { new.contains(path) ? nil : moved[path] ?? path }

  func resolver(_ links: VaultLinks) -> LinkResolver {
    var others: [Int: [String]] = [:]
    for (path, names) in names { if let number = links.number(of: path) { others[number] = names } }
    return links.resolver(before: place, with: gone, calling: others)
  }
}
