import Files
import Git
import History
import Indexing
import Layout
import Notes
import PastNotes

/// Notes that another program gave each other's names, so that links by a name lead to the text of another note: since
/// the last commit, or in one of the latest.
struct NameSwaps {
  /// The name under which each note's text was before.
  private(set) var formers: [NotePath: NotePath] = [:]
  /// The versions of notes before the changes that have been looked at.
  private var states: [NotePath: ObjectID] = [:]

  /// More commits are not looked through: links that a person has left as they are for longer mean the names.
  private static let mostCommits = 20
  /// Where more notes changed at once they are not read.
  private static let mostNotes = 500

  /// - Throws: errors of the repository.
  init(_ search: VaultSearch) throws {
    guard RepositoryPlace.holding(search.vault.root) != nil else { return }
    let history = try search.vault.past()
    guard let head = try history.repository.head().commit else { return }
    try compareFolder(search, history)
    try history.forEachChange(before: head, most: Self.mostCommits) { _, old, new, _ in
      var changes: [NotePath: (old: ObjectID, new: ObjectID)] = [:]
      try history.repository.forEachDifference(between: old, and: new) { path, old, new in
        guard let old, let new, old.mode.isFile, new.mode.isFile,
          let path = NotePath(bytes: path.bytes), path.isMarkdown
        else { return }
        changes[path] = (old.id, new.id)
      }
      add(changes) { Self.id(of: $0, in: search) }
    }
  }

  /// Compares the notes whose stamps are not those of the staging index.
  private mutating func compareFolder(_ search: VaultSearch, _ history: VaultHistory) throws {
    var staged: [NotePath: StagedEntry] = [:]
    for entry in try history.repository.stagedEntries() where entry.version.mode.isFile {
      if let path = NotePath(entry.path, in: history.scope), path.isMarkdown {
        staged[path] = entry
      }
    }
    // A rename leaves a note its time, which is another's too where a program wrote many at once; so all of the stamp is
    // compared where the staging index has all of it.
    var (others, touched) = ([NotePath](), [NotePath]())
    let table = search.index.table
    table.forEachNote { number, path in
      guard let entry = staged[path] else { return }
      let stamp = table.stamp(ofNote: number)
      guard let known = entry.stamp else { return others.append(path) }
      let whole = FileStamp(
        modified: known.modified, statusChanged: known.changed, inode: known.inode,
        size: known.size,
        device: known.device)
      if stamp.modified != known.modified { others.append(path) }
      if stamp != whole { touched.append(path) }
    }
    let suspects = touched.count > Self.mostNotes ? others : Array(Set(touched).union(others))
    if suspects.count > Self.mostNotes { return }
    var changes: [NotePath: (old: ObjectID, new: ObjectID)] = [:]
    for path in suspects {
      guard let old = staged[path]?.version.id, let new = Self.id(of: path, in: search), old != new
      else { continue }
      changes[path] = (old, new)
    }
    add(changes) { changes[$0]?.new }
  }

  private static func id(of path: NotePath, in search: VaultSearch) -> ObjectID? {
    guard let bytes = try? search.vault.folder.read(path).bytes else { return nil }
    return ObjectID(bytes: SHA1.digest(of: Array("blob \(bytes.count)\0".utf8) + bytes))
  }

  /// Adds the changes of one moment, if their results lasted until the changes added before.
  private mutating func add(
    _ changes: [NotePath: (old: ObjectID, new: ObjectID)], present: (NotePath) -> ObjectID?
  ) {
    var byOld: [ObjectID: [NotePath]] = [:]
    for (path, change) in changes { byOld[change.old, default: []].append(path) }
    var cameFrom: [NotePath: NotePath] = [:]
    for (path, change) in changes {
      if let sources = byOld[change.new], sources.count == 1 { cameFrom[path] = sources[0] }
    }
    var swapped: [NotePath: NotePath] = [:]
    for path in cameFrom.keys {
      var round = [path]
      while let next = cameFrom[round[round.count - 1]], next != path, round.count < changes.count {
        round.append(next)
      }
      if round.count > 1, cameFrom[round[round.count - 1]] == path {
        swapped[path] = cameFrom[path]
      }
    }
    for (path, change) in changes {
      if states[path] ?? present(path) != change.new { swapped[path] = nil }
    }
    let later = formers
    for (path, former) in swapped {
      // What a later swap brought here was there.
      let place = later.first { $0.value == path }?.key ?? path
      formers[place] = place == former ? nil : former
    }
    for (path, change) in changes { states[path] = change.old }
  }
}

extension VaultSearch {
  /// The notes that have each other's names since another program renamed them, where links lead to them.
  ///
  /// - Throws: errors of the repository, `IndexError`.
  func swappedNotes() throws -> [CheckFinding] {
    let swaps = try NameSwaps(self).formers
    if swaps.isEmpty { return [] }
    let links = try VaultLinks(index)
    let resolver = links.resolver()
    var linking: [Int: Set<Int>] = [:]
    links.forEachLink { target, isWiki, note in
      if case .file(let file, _) = resolver.resolve(
        target, from: resolver.paths[note], byAlias: isWiki)
      {
        linking[file, default: []].insert(note)
      }
    }
    return swaps.sorted { $0.key < $1.key }.compactMap { path, former in
      guard let notes = links.number(of: path).flatMap({ linking[$0] }) else { return nil }
      return CheckFinding(.swapped(from: former, linking: notes.count), at: path.bytes)
    }
  }
}
