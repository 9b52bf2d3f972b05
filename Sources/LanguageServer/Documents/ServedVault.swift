import Files
import Indexing
import Layout
import Notes
import ReviewStore
import Reviews
import Search
import Settings
import Sync
import Vaults

/// A vault that the server answers for: its index, and what the open documents make of it.
///
/// The index of the disk is kept until the folder changes. Over it lies one in memory, with the texts that are open and
/// differ from their files; it is made when the first question after an edit comes.
final class ServedVault {
  private(set) var vault: Vault
  private var base: VaultIndex?
  private var overlaid: (revision: Int, today: CivilDate, search: VaultSearch)?
  private var known: (generation: Int, names: NoteNames)?
  private var watch: FolderWatch?
  private var words: CountedWords?
  /// The notes that open ones link to, by the targets that these write.
  private var linked: [[UInt8]: (generation: Int, targets: Set<String>, notes: Set<NotePath>)] = [:]
  /// True for the paths of open notes that searches count, as far as they were asked for.
  var counted: [NotePath: Bool] = [:]
  /// The conflict copies that merges have kept.
  private var copies: (generation: Int, paths: [NotePath])?
  private var knownConflicts: (generation: Int, open: [OpenConflict])?
  /// Counts the states of the index of the disk.
  private(set) var generation = 0
  /// True after news that files changed.
  private(set) var isStale = true
  /// True if the client tells of changed files itself.
  var isWatchedByClient = false
  /// True while a sync goes on that the client has started.
  var isSyncing = false
  /// The files that other programs moved, as the last look at the history found them.
  private var moves: (targets: Set<String>, generation: Int, moves: HandMoves)?
  /// The numbers of cards that are due, by note, with the time until which they count.
  private var due: (generation: Int, until: Int64, cards: [NotePath: Int])?
  private var settingsStamp: FileStamp?
  /// The time of the last look at the folder.
  private var lastLook: Int64 = 0
  private let clock: ServerClock

  init(_ vault: Vault, _ clock: ServerClock) {
    self.vault = vault
    self.clock = clock
    settingsStamp = Self.settingsStamp(vault)
  }

  var root: DiskPath { vault.root }

  // MARK: Freshness

  /// The descriptor that has something when a file changes; nil where the system tells of none.
  var waitable: Int32? {
    if watch == nil { watch = FolderWatch(vault.root) }
    return watch?.waitable
  }

  /// Takes in what the system tells of the folder.
  func noticeChanges() {
    if let watch, watch.isLive, watch.wait(milliseconds: 0) == .changed { isStale = true }
  }

  /// Has the folder looked at before the next answer.
  func markStale() { isStale = true }

  /// True if the vault's settings are not those that were read.
  var hasOtherSettings: Bool { Self.settingsStamp(vault) != settingsStamp }

  private static func settingsStamp(_ vault: Vault) -> FileStamp? {
    FileStatus.at(vault.location.configurationFile)?.stamp
  }

  /// Has the settings read again, and then the folder looked at.
  func reload() {
    settingsStamp = Self.settingsStamp(vault)
    vault = Vault(
      location: vault.location,
      configuration: .load(vault.location, environment: vault.environment),
      environment: vault.environment)
    base = nil
    forget()
    isStale = true
  }

  private func forget() {
    overlaid = nil
    known = nil
    words = nil
    counted = [:]
    generation += 1
  }

  /// Brings the index in step with the folder where it may have changed.
  ///
  /// - Throws: `SystemError` if the folder cannot be read.
  @discardableResult
  func refresh(
    rebuilding: Bool = false, progress: Vault.IndexProgress? = nil
  ) throws -> VaultIndex {
    // Watched before it is looked at, so that no change falls between.
    if !isWatchedByClient { _ = waitable }
    noticeChanges()
    if let base, !rebuilding, !isStale, !hasToLook { return base }
    isStale = false
    lastLook = clock.monotonic
    let next: VaultIndex
    do {
      next = try vault.index(rebuilding: rebuilding, progress: progress)
    } catch {
      // After a failed look the known index is not taken for the state of the folder.
      isStale = true
      throw error
    }
    let report = next.report
    if base == nil || rebuilding || report.rebuilt != nil
      || report.added + report.changed + report.removed > 0
      || next.table.attachmentCount != base?.table.attachmentCount
      || next.notes.generation != base?.notes.generation
    {
      forget()
    }
    base = next
    return next
  }

  /// True where nobody tells of changed files, and the last look was a while ago.
  private var hasToLook: Bool {
    watch?.isLive != true && !isWatchedByClient && clock.monotonic - lastLook > Self.pause
  }

  /// The shortest time between two looks at a folder that nobody watches, in milliseconds.
  private static let pause: Int64 = 1000

  // MARK: Questions

  /// The search that was made for a state of the open documents, if it is in step.
  func knownSearch(_ revision: Int) throws -> VaultSearch? {
    try refresh()
    guard let overlaid, overlaid.revision == revision, overlaid.today == clock.today else {
      return nil
    }
    return overlaid.search
  }

  /// The vault's search, with texts in place of those of their files.
  ///
  /// - Parameters:
  ///   - unsaved: the texts, with a number that changes whenever they do.
  func search(_ unsaved: (revision: Int, texts: [NotePath: [UInt8]])) throws -> VaultSearch {
    let index = try refresh()
    let read = vault.counting(unsaved: unsaved.texts)
    let search = VaultSearch(
      read, try index.counting(unsavedOf: read), today: clock.today, zone: clock.zone)
    overlaid = (unsaved.revision, clock.today, search)
    return search
  }

  /// The search of what is on the disk.
  func savedSearch() throws -> VaultSearch {
    VaultSearch(vault, try refresh(), today: clock.today, zone: clock.zone)
  }

  /// True if the index of the disk has a note.
  func isIndexed(_ path: NotePath) -> Bool {
    guard let index = try? refresh() else { return false }
    var isThere = false
    let name = CaseFolding.fold(String(decoding: path.name, as: UTF8.self))
    index.table.forEachFile(passing: NameSieve([name])) { isThere = isThere || $0 == path }
    return isThere
  }

  /// The names of the notes on the disk.
  func names() throws -> NoteNames {
    let index = try refresh()
    if let known, known.generation == generation { return known.names }
    let names = try NoteNames(
      VaultSearch(vault, index, today: clock.today, zone: clock.zone))
    known = (generation, names)
    return names
  }

  /// The words in use on the disk.
  ///
  /// - Parameter pick: counts those that are wanted, if they are not counted yet.
  func wordsInUse(
    _ pick: (inout CountedWords, VaultSearch) throws -> WordsInUse
  ) throws -> WordsInUse {
    let search = try savedSearch()
    let known = words?.generation == generation ? words : nil
    var counted = known ?? CountedWords(generation: generation)
    words = nil
    defer { words = counted }
    return try pick(&counted, search)
  }

  /// The notes on the disk that some targets of an open note mean: found anew only where the targets are others.
  ///
  /// - Parameter document: the key of the note's address.
  func linked(
    to targets: Set<String>, from document: [UInt8],
    _ find: (VaultSearch) throws -> Set<NotePath>
  ) throws -> Set<NotePath> {
    if targets.isEmpty { return [] }
    let search = try savedSearch()
    if let known = linked[document], known.generation == generation, known.targets == targets {
      return known.notes
    }
    let notes = try find(search)
    if linked.count >= 50 { linked = [:] }
    linked[document] = (generation, targets, notes)
    return notes
  }

  // MARK: Reviews

  /// The number of a note's cards that are due; nil where nothing is reviewed.
  func dueCards(in path: NotePath) -> Int? {
    guard vault.location.kind == .zib, (try? refresh()) != nil else { return nil }
    if let due, due.generation == generation, clock.now < due.until { return due.cards[path] ?? 0 }
    var cards: [NotePath: Int] = [:]
    // Logs that cannot be read have no cards to show; `zib review` says why.
    for card in (try? allDueCards()) ?? [] { cards[card.path, default: 0] += 1 }
    due = (generation, clock.now + 60_000, cards)
    return cards[path] ?? 0
  }

  /// The cards that are due now.
  ///
  /// - Throws: `ReviewError.noVault`, `SystemError`, `IndexError`.
  func allDueCards() throws -> [ReviewCard] {
    let reviews = try VaultReviews(savedSearch())
    let now = clock.now
    let moment = ReviewMoment(
      time: now, zoneMinutes: Int16(clamping: clock.zone.secondsEast(now) / 60))
    return Array(try reviews.due(at: moment, limit: .unlimited, isAhead: false).cards.values)
  }

  // MARK: Conflicts

  /// True if a note is a conflict copy, or may have one beside it.
  func mayConflict(_ path: NotePath) -> Bool {
    guard let index = try? refresh() else { return false }
    if copies?.generation != generation {
      var found: [NotePath] = []
      index.table.forEachNote { _, path in
        if ConflictName.isOwnCopy(path.name) { found.append(path) }
      }
      copies = (generation, found)
    }
    return copies?.paths.contains { $0 == path || $0.isOwnCopy(of: path) } ?? false
  }

  /// The conflicts of the vault, with the decisions so far; those whose texts have changed begin anew.
  ///
  /// - Throws: `SystemError`, `GitError`, `SyncRefusal`.
  func conflicts() throws -> [OpenConflict] {
    if let knownConflicts, knownConflicts.generation == generation { return knownConflicts.open }
    let known = knownConflicts?.open ?? []
    let open = try vault.conflicts().found.filter { $0.texts.isText && $0.texts.noteVersion != nil }
      .map { found -> OpenConflict in
        guard let same = known.first(where: { $0.isSame(found) }) else {
          return OpenConflict(found, in: vault)
        }
        // It may have been decided and be open again, since an undo.
        same.refresh()
        return same
      }
    knownConflicts = (generation, open)
    return open
  }

  /// The moves that may explain missing targets.
  ///
  /// - Parameter isTyping: true to look into the history only for targets that are known already.
  func moves(_ targets: [String], _ search: VaultSearch, isTyping: Bool) -> HandMoves {
    let wanted = Set(targets)
    if let moves, moves.generation == generation, moves.targets.isSuperset(of: wanted) {
      return moves.moves
    }
    if isTyping { return HandMoves() }
    let all = wanted.union(moves?.generation == generation ? moves?.targets ?? [] : [])
    // Without a readable history the links stay findings, and no move is known.
    let found = (try? HandMoves(search, namedBy: Array(all))) ?? HandMoves()
    moves = (all, generation, found)
    return found
  }
}

/// The time, as the server has it.
struct ServerClock {
  let zone: Zone
  /// A fixed time in UTC milliseconds, for scripts and tests; nil for the system's.
  let fixed: Int64?

  /// UTC milliseconds.
  var now: Int64 { fixed ?? Clock.now() / 1_000_000 }

  /// Milliseconds on a clock that only runs forward.
  var monotonic: Int64 { Clock.monotonicMilliseconds() }

  var today: CivilDate { CivilDateTime(milliseconds: now, in: zone).date }
}
