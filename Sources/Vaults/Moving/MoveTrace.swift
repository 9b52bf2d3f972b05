import Files
import Git
import History
import Indexing
import PastNotes

/// A search for notes that a program moved and wrote in one step, as `zib mv` does where a note's own links or title change.
///
/// Their time is another then, so that a look at the folder alone does not know them again; the commit tells, which may
/// come a moment after the files.
package struct MoveTrace: Sendable {
  /// The notes that are looked for, with the time at which they were missed.
  private var gone: [NotePath: Int64] = [:]
  /// The last commits that were seen, each with the time at which it was seen first, the latest last.
  private var heads: [(commit: ObjectID, seen: Int64)] = []

  /// The time in milliseconds for which a note is looked for.
  private static let delay: Int64 = 3000
  /// The time in milliseconds by which a commit may be seen before the change of the folder that goes with it.
  private static let lead: Int64 = 5000
  /// So many notes are gone after a checkout, and not after a move.
  private static let most = 500

  /// A trace of nothing.
  package init() {}

  /// True while a note is looked for.
  package var isWaiting: Bool { !gone.isEmpty }

  /// Notes the last commit, so that only later ones are looked through.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  package mutating func noteHead(of vault: Vault, at now: Int64) {
    guard RepositoryPlace.holding(vault.root) != nil,
      let head = try? vault.past().repository.head().commit, head != heads.last?.commit
    else { return }
    heads.append((head, now))
    if heads.count > 20 { heads.removeFirst() }
  }

  /// Begins to look for notes that the folder does not have any more.
  package mutating func lose(_ paths: [NotePath], at now: Int64) {
    if heads.isEmpty || paths.count > Self.most { return }
    for path in paths { gone[path] = now }
  }

  /// The notes that were found, by their former paths; they are not looked for any longer.
  ///
  /// - Throws: errors of the repository, `IndexError`.
  package mutating func found(_ search: VaultSearch, at now: Int64) throws -> [NotePath: NotePath] {
    guard let first = gone.values.min(),
      let since = heads.last(where: { $0.seen <= first - Self.lead }) ?? heads.first
    else { return [:] }
    let moves = try HandMoves(search, of: Array(gone.keys), since: since.commit)
    var found: [NotePath: NotePath] = [:]
    for path in gone.keys { found[path] = moves.places[path] }
    gone = gone.filter { found[$0.key] == nil && now - $0.value < Self.delay }
    return found
  }
}
