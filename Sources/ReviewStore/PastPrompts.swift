import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Reviews
import Settings
import Sync

/// The prompts of a vault's notes in its git history.
struct PastPrompts {
  private let history: VaultHistory
  private let search: VaultSearch
  private let head: ObjectID

  /// The greatest numbers of commits searched, and of versions of notes read.
  private static let commitLimit = 5_000
  private static let versionLimit = 20_000

  /// Opens the history; nil if there is none.
  init?(_ vault: Vault, _ search: VaultSearch) throws {
    guard RepositoryPlace.holding(vault.root)?.isComplete == true else { return nil }
    do {
      history = try vault.past()
    } catch is HistoryError {
      return nil
    }
    guard let head = try history.repository.head().commit else { return nil }
    self.head = head
    self.search = search
  }

  struct Versions {
    /// The changes from each version to the next, the oldest first, up to the present folder.
    var steps: [[CardTrail.Change]] = []
    /// The wanted prompts that occur at the beginning or on the way, each with the fingerprint that
    /// it gets when read today.
    var fingerprints: [(wanted: CardID, found: CardID)] = []
    /// True where a shallow clone ends before all of them were seen.
    var isCut = false
  }

  /// Goes back from the latest commit, along first parents, until each of the prompts has been seen.
  ///
  /// - Parameter current: the prompts that a note has now.
  func versions(
    back wanted: Set<CardID>, current: (NotePath) -> [Prompt]
  ) throws -> Versions {
    var result = Versions()
    var missing = wanted
    var known: [ObjectID: [Prompt]] = [:]
    var latest: [NotePath: [Prompt]] = [:]
    let border = try history.repository.shallowBorder()
    var commit = head
    var tree = try history.tree(of: head)
    for _ in 0..<Self.commitLimit where !missing.isEmpty && known.count < Self.versionLimit {
      let isBorder = border.contains(commit)
      let parent = isBorder ? nil : try history.repository.commit(commit).parents.first
      // The notes of the first commit did not exist before; the versions before a shallow history
      // are unknown.
      if isBorder {
        result.isCut = true
        break
      }
      let before = try parent.flatMap { try history.tree(of: $0) }
      var changes: [CardTrail.Change] = []
      try history.repository.forEachDifference(between: before, and: tree) { path, old, new in
        guard let path = NotePath(bytes: path.bytes), path.isMarkdown else { return }
        let old = try prompts(old, path, &known)
        let new = try prompts(new, path, &known)
        if latest[path] == nil { latest[path] = new }
        if old.isEmpty && new.isEmpty { return }
        changes.append(CardTrail.Change(note: path.text, before: old, after: new))
        // In the newer version as well, for prompts that were edited since the latest commit.
        for prompt in old + new {
          for name in [prompt.id, prompt.earlier ?? prompt.id] where missing.remove(name) != nil {
            result.fingerprints.append((name, prompt.id))
          }
        }
      }
      if !changes.isEmpty { result.steps.append(changes) }
      guard let parent else { break }
      commit = parent
      tree = before
    }
    result.steps.reverse()
    result.steps.append(Self.lastStep(from: latest, to: current))
    return result
  }

  /// From the latest commit to the folder.
  private static func lastStep(
    from latest: [NotePath: [Prompt]], to current: (NotePath) -> [Prompt]
  ) -> [CardTrail.Change] {
    latest.sorted { $0.key < $1.key }.compactMap { path, before in
      let after = current(path)
      if before.map(\.id) == after.map(\.id) { return nil }
      return CardTrail.Change(note: path.text, before: before, after: after)
    }
  }

  private func prompts(
    _ version: FileVersion?, _ path: NotePath, _ known: inout [ObjectID: [Prompt]]
  ) throws -> [Prompt] {
    guard let version, version.mode.isFile else { return [] }
    if let prompts = known[version.id] { return prompts }
    let bytes = try history.repository.blob(version.id)
    let prompts =
      bytes.count > VaultFolder.sizeLimit ? [] : search.note(bytes, at: path).prompts
    known[version.id] = prompts
    return prompts
  }
}
