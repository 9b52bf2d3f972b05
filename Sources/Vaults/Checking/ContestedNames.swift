import Files
import Git
import History
import Indexing
import Layout
import PastNotes
import Sync

/// The names that two devices gave to two files, of which a merge kept one as a conflict copy beside the other.
///
/// A file that came to such a name is the note, the copy, or what a person has made of the two since. The history is
/// gone through from the latest commit, so that a decision is seen before the merge that asked for it.
struct ContestedNames {
  /// The fate of a file that came to such a name.
  enum Fate {
    /// It is at a path, until a person decides.
    case waits(NotePath)
    /// It is at a path, or where a later commit has brought that.
    case isAt(NotePath)
    /// A person decided for the other file.
    case refused
  }

  private struct Copy {
    let path: NotePath
    /// A commit that has it.
    let commit: ObjectID
    /// The commit that removed it; nil where it is present.
    let decision: ObjectID?
  }

  private let history: VaultHistory
  /// The copies by the name for which they wait.
  private var copies: [NotePath: [Copy]] = [:]
  private var known: Set<NotePath> = []
  /// The sides of the merge of each copy, or nil for a copy of another origin.
  private var sides: [NotePath: (copy: ObjectID, note: ObjectID)?] = [:]

  /// - Parameter files: the present files of the vault.
  init(_ history: VaultHistory, copies files: Set<NotePath>) throws {
    self.history = history
    guard let head = try history.repository.head().commit else { return }
    for path in files where ConflictName.isOwnCopy(path.name) { add(path, head, nil) }
  }

  private mutating func add(_ path: NotePath, _ commit: ObjectID, _ decision: ObjectID?) {
    guard let place = path.fileOfOwnCopy, known.insert(path).inserted else { return }
    copies[place, default: []].append(Copy(path: path, commit: commit, decision: decision))
  }

  /// Notes the copies that a commit removed.
  mutating func note(gone: [NotePath: ObjectID], by commit: ObjectID) throws {
    for path in gone.keys where ConflictName.isOwnCopy(path.name) {
      guard let parent = try history.repository.commit(commit).parents.first else { return }
      add(path, parent, commit)
    }
  }

  /// The fate of a file that a commit brought to a path; nil where the path was never that of two files, or the file is
  /// the one that it is now.
  mutating func fate(of path: NotePath, cameIn commit: ObjectID) throws -> Fate? {
    for copy in copies[path] ?? [] {
      guard let sides = try sides(of: copy) else { continue }
      let repository = history.repository
      let isCopy = try commit == sides.copy || repository.isAncestor(commit, of: sides.copy)
      let isNote = try commit == sides.note || repository.isAncestor(commit, of: sides.note)
      if isCopy == isNote { continue }
      guard let decision = copy.decision else { return .waits(isCopy ? copy.path : path) }
      if let fate = try fate(of: copy, path, isCopy: isCopy, decidedIn: decision) { return fate }
    }
    return nil
  }

  /// The name for which a present file waits, as the note of that name or as the copy of another file.
  mutating func nameWaited(forBy file: NotePath) throws -> NotePath? {
    for (name, copies) in copies {
      for copy in copies where copy.decision == nil && (name == file || copy.path == file) {
        if try sides(of: copy) != nil { return name }
      }
    }
    return nil
  }

  private mutating func sides(of copy: Copy) throws -> (copy: ObjectID, note: ObjectID)? {
    if let known = sides[copy.path] { return known }
    let found = try ConflictCopy(history.treePath(copy.path)).flatMap {
      try history.repository.strangers(of: $0, from: copy.commit)
    }
    sides[copy.path] = .some(found)
    return found
  }

  /// - Parameters:
  ///   - path: the name for which the copy waited.
  ///   - isCopy: true for the file that was the copy.
  private func fate(
    of copy: Copy, _ path: NotePath, isCopy: Bool, decidedIn decision: ObjectID
  ) throws -> Fate? {
    let repository = history.repository
    func version(_ path: NotePath, in commit: ObjectID) throws -> ObjectID? {
      try repository.version(at: history.treePath(path), in: repository.commit(commit).tree)?.id
    }
    let before = try version(path, in: copy.commit)
    let after = try version(path, in: decision)
    let copied = try version(copy.path, in: copy.commit)
    // Both were kept: the copy has a name of its own, to which the commit shows it to have moved.
    if let copied, let own = try place(of: copied, in: decision, since: copy.commit) {
      return isCopy ? .isAt(own) : nil
    }
    if isCopy { return after == before ? .refused : nil }
    return after == copied && after != before ? .refused : nil
  }

  /// The path at which a commit alone, and not the one before it, has a file.
  private func place(
    of version: ObjectID, in commit: ObjectID, since former: ObjectID
  ) throws -> NotePath? {
    var found: [NotePath] = []
    try history.repository.forEachDifference(
      between: history.tree(of: former), and: history.tree(of: commit)
    ) { path, old, new in
      if old == nil, new?.id == version, let path = NotePath(bytes: path.bytes) {
        found.append(path)
      }
    }
    return found.count == 1 ? found[0] : nil
  }
}

extension NotePath {
  /// The path of the file of which it is a conflict copy by its name, whether or not that is there; nil for other files.
  var fileOfOwnCopy: NotePath? {
    guard ConflictName.isOwnCopy(name),
      let file = ConflictName.original(of: name, infix: ConflictName.infix)
    else { return nil }
    return folder.map { $0.appending(file) } ?? NotePath(bytes: file)
  }
}

extension VaultSearch {
  /// The notes that are conflict copies, by the paths of the notes of which they are.
  func conflictCopies() -> [NotePath: [NotePath]] {
    var copies: [NotePath: [NotePath]] = [:]
    for path in notes {
      if let file = path.fileOfOwnCopy { copies[file, default: []].append(path) }
    }
    return copies
  }
}
