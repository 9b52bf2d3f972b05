import Files
import Git
import History
import Indexing
import Merge
import Notes
import PastNotes
import Sync

/// Files that were renamed or moved without their links, as far as the history proves it: the same bytes, the same `id`
/// in the front matter, or a commit of `zib mv`.
package struct HandMoves: Sendable {
  /// The present path of each file, by the paths that it had.
  private(set) var places: [NotePath: NotePath] = [:]
  /// The paths that each file had, the latest first.
  private var formers: [NotePath: [NotePath]] = [:]

  /// The last names, folded, of files that the history had and nothing shows to have moved.
  private var gone: Set<String> = []

  /// Paths in conflict because two devices gave them to two files, by the file that moved there: the note of the name, or
  /// the conflict copy beside it.
  private(set) var contested: [NotePath: NotePath] = [:]

  /// More commits are not looked through.
  private static let mostCommits = 500
  /// Of those since a moment ago.
  private static let mostRecentCommits = 20
  /// More new files are not read.
  private static let mostNewFiles = 2000

  /// No moves.
  package init() {}

  /// True if the history had a file of a target's name, and no other shows to be it.
  func hasGone(_ target: String) -> Bool { gone.contains(LinkResolver.lastName(target)) }

  /// Looks through the folder against the last commit, and then through the commits before, the latest first.
  ///
  /// It does not stop where all targets are found: a link may be in a note that moved earlier than its target did.
  /// - Parameter targets: what links name and no file has.
  /// - Throws: errors of the repository, `IndexError`.
  package init(_ search: VaultSearch, namedBy targets: [String]) throws {
    guard RepositoryPlace.holding(search.vault.root) != nil else { return }
    let history = try search.vault.past()
    guard let head = try history.repository.head().commit else { return }
    var finder = try Finder(search, history, Set(targets.map(LinkResolver.lastName)))
    try finder.compareFolder(with: history.tree(of: head))
    try history.forEachChange(before: head, most: Self.mostCommits) { commit, old, new, subject in
      try finder.compare(commit, old, new, subject)
    }
    places = finder.places
    formers = finder.formers
    gone = finder.lost
    contested = finder.contested
  }

  /// Looks through the commits since one, for files that were there then.
  ///
  /// - Throws: errors of the repository, `IndexError`.
  init(_ search: VaultSearch, of files: [NotePath], since last: ObjectID) throws {
    let history = try search.vault.past()
    var finder = try Finder(search, history, Set(files.map { LinkResolver.lastName($0.text) }))
    var next = try history.repository.head().commit
    for _ in 0..<Self.mostRecentCommits {
      guard let id = next, id != last else { break }
      let commit = try history.repository.commit(id)
      next = commit.parents.first
      try finder.compare(
        id, next.flatMap { try history.tree(of: $0) }, history.tree(of: id), history.subject(of: id)
      )
    }
    places = finder.places
  }

  /// Finds moves, from the latest to the earliest.
  private struct Finder {
    private let search: VaultSearch
    private let history: VaultHistory
    /// The last names, folded, of the files that are looked for.
    private let wanted: Set<String>
    private let present: Set<NotePath>
    private(set) var places: [NotePath: NotePath] = [:]
    private(set) var formers: [NotePath: [NotePath]] = [:]
    private(set) var lost: Set<String> = []
    private(set) var contested: [NotePath: NotePath] = [:]
    private var names: ContestedNames

    init(_ search: VaultSearch, _ history: VaultHistory, _ wanted: Set<String>) throws {
      self.search = search
      self.history = history
      self.wanted = wanted
      var present = Set(search.notes)
      search.index.table.forEachAttachment { present.insert($0) }
      self.present = present
      names = try ContestedNames(history, copies: present)
    }

    mutating func compareFolder(with tree: ObjectID?) throws {
      guard let tree else { return }
      var gone: [NotePath: ObjectID] = [:]
      var new = present
      try history.repository.forEachFile(in: tree) { path, version in
        guard version.mode.isFile, let path = NotePath(bytes: path.bytes) else { return }
        if new.remove(path) == nil { gone[path] = version.id }
      }
      // A file that was left out or ignored is no sign of a move.
      if gone.isEmpty { return }
      var added: [ObjectID: [NotePath]] = [:]
      for path in new.sorted().prefix(HandMoves.mostNewFiles) {
        guard let bytes = try? search.vault.folder.read(path).bytes, !bytes.isEmpty else {
          continue
        }
        let header = Array("blob \(bytes.count)\0".utf8)
        if let id = ObjectID(bytes: SHA1.digest(of: header + bytes)) {
          added[id, default: []].append(path)
        }
      }
      try add(gone, added, since: tree)
    }

    /// - Parameter subject: believed only where the one path went and the other came.
    mutating func compare(
      _ commit: ObjectID, _ old: ObjectID?, _ new: ObjectID?, _ subject: MoveSubject
    ) throws {
      var gone: [NotePath: ObjectID] = [:]
      var added: [ObjectID: [NotePath]] = [:]
      try history.repository.forEachDifference(between: old, and: new) { path, old, new in
        guard let path = NotePath(bytes: path.bytes) else { return }
        if let old, old.mode.isFile, new == nil { gone[path] = old.id }
        if old == nil, let new, new.mode.isFile { added[new.id, default: []].append(path) }
      }
      if gone.isEmpty { return }
      try names.note(gone: gone, by: commit)
      let came = Set(added.values.joined())
      var told: [NotePath: NotePath] = [:]
      for path in gone.keys {
        let place = subject.place(of: TreePath(bytes: path.bytes)).flatMap {
          NotePath(bytes: $0.bytes)
        }
        if let place, came.contains(place) { told[path] = place }
      }
      try add(gone, added, told, since: old, in: commit)
    }

    /// - Parameters:
    ///   - old: the tree that has the files which are gone.
    ///   - commit: the one in which they went; nil for the folder.
    private mutating func add(
      _ gone: [NotePath: ObjectID], _ added: [ObjectID: [NotePath]],
      _ told: [NotePath: NotePath] = [:], since old: ObjectID?, in commit: ObjectID? = nil
    ) throws {
      for (path, id) in gone where places[path] == nil && !present.contains(path) {
        let name = LinkResolver.lastName(path.text)
        var place: NotePath?
        if let candidates = added[id] {
          // Of several with the bytes, the one that keeps the name.
          let named = candidates.filter { $0.name.elementsEqual(path.name) }
          let only = candidates.count == 1 ? candidates.first : named.count == 1 ? named[0] : nil
          place = try only.flatMap { try presentPlace($0, since: commit) }
        }
        if place == nil, let known = told[path] {
          place = try presentPlace(known, since: commit)
        }
        if place == nil, wanted.contains(name), path.isMarkdown {
          place = try noteWithID(of: id)
          // A note that was there beside it is another one, made from the same text.
          if let other = place, let old,
            try history.repository.version(at: TreePath(bytes: other.bytes), in: old) != nil
          {
            place = nil
          }
          if let place, let name = try names.nameWaited(forBy: place) { contested[place] = name }
        }
        if let place, place != path {
          places[path] = place
          formers[place, default: []].append(path)
        } else if place == nil {
          lost.insert(name)
        }
      }
    }

    /// The present path of a file that a commit brought to a path; nil where it is gone.
    private mutating func presentPlace(
      _ path: NotePath, since commit: ObjectID?
    ) throws -> NotePath? {
      switch try commit.flatMap({ try names.fate(of: path, cameIn: $0) }) {
      case .waits(let holder)?:
        contested[holder] = path
        return holder
      case .refused?: return nil
      case .isAt(let other)?: return present.contains(other) ? other : places[other]
      case nil: return present.contains(path) ? path : places[path]
      }
    }

    /// The only note with the `id` that the front matter of a blob gives.
    private func noteWithID(of blob: ObjectID) throws -> NotePath? {
      guard let bytes = try? history.repository.blob(blob) else { return nil }
      let id = Note(parsing: bytes, options: search.vault.noteOptions).id
      guard let id, !id.isEmpty, !id.contains("\"") else { return nil }
      let found = try search.results(search.query("id:\"\(id)\""), order: .path, limit: 10)
      let notes = found.filter { (try? search.note($0).id) == id }
      return notes.count == 1 ? notes[0].path : nil
    }
  }
}

extension VaultHistory {
  /// The moves in the vault that a commit's message tells.
  fileprivate func subject(of id: ObjectID) throws -> MoveSubject {
    try MoveSubject(of: id, in: repository, scope: .root)
  }

  /// Calls the closure with the trees before and after each commit and its subject, the latest first.
  ///
  /// Both sides of a merge are looked through; so its own difference, which has what they changed, tells nothing new.
  func forEachChange(
    before head: ObjectID, most: Int,
    _ body: (
      _ commit: ObjectID, _ old: ObjectID?, _ new: ObjectID?, _ subject: MoveSubject
    ) throws -> Void
  ) throws {
    var waiting = [head: try repository.commit(head)]
    var seen: Set<ObjectID> = [head]
    for _ in 0..<most {
      let latest = waiting.max {
        ($0.value.committer.seconds, $0.key) < ($1.value.committer.seconds, $1.key)
      }
      guard let (id, commit) = latest else { break }
      waiting[id] = nil
      if commit.parents.count == 1 {
        try body(id, tree(of: commit.parents[0]), tree(of: id), subject(of: id))
      }
      for parent in commit.parents where seen.insert(parent).inserted {
        waiting[parent] = try repository.commit(parent)
      }
    }
  }
}

extension HandMoves {
  /// The files of a vault as if some were still where they were.
  struct Round {
    /// The files as they are.
    private let files: [NotePath]
    private let numbers: [NotePath: Int]
    /// The same files under their former paths.
    private let before: LinkResolver
    /// The former path of each file that has moved.
    let former: [NotePath: NotePath]

    fileprivate init(
      _ files: [NotePath], _ former: [NotePath: NotePath], _ dialect: LinkDialect
    ) {
      self.files = files
      self.former = former
      numbers = Dictionary(
        files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      before = LinkResolver(paths: files.map { (former[$0] ?? $0).text }, dialect)
    }

    /// The file that a link meant before.
    func file(_ target: String, from path: NotePath) -> NotePath? {
      guard let number = numbers[path],
        case .file(let file, _) = before.resolve(
          target, from: before.paths[number], byAlias: false),
        former[files[file]] != nil || former[path] != nil
      else { return nil }
      return files[file]
    }
  }

  /// The former paths of the files that moved: those before the last move of each, then those before the one before.
  var formerPaths: [[NotePath: NotePath]] {
    let count = min(formers.values.map(\.count).max() ?? 0, 4)
    return (0..<count).map { round in formers.mapValues { $0[min(round, $0.count - 1)] } }
  }

  func rounds(over files: [NotePath], _ dialect: LinkDialect) -> [Round] {
    formerPaths.map { Round(files, $0, dialect) }
  }
}
