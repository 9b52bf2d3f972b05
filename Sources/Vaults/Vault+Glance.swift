import Files
import Git
import History
import Indexing
import Merge
import Notes
import PastNotes
import ReviewStore
import Reviews
import Sync

/// The numbers of a vault that a shell's prompt shows.
package struct VaultGlance: Equatable, Sendable {
  /// The cards that `zib review` would ask now.
  package let due: Int
  /// The conflicts that wait for a person.
  package let conflicts: Int
  /// The notes that were made, changed or deleted since the remote was last in step with the vault; without a remote
  /// those that are not committed.
  package let unsynced: Int

  package init(due: Int, conflicts: Int, unsynced: Int) {
    self.due = due
    self.conflicts = conflicts
    self.unsynced = unsynced
  }
}

extension Vault {
  /// The numbers for a prompt, from the cache where nothing has changed since they were counted.
  ///
  /// Anything that may change a number counts as a change: a file of the vault, a log of reviews, the staging index,
  /// the branch, a branch of a remote, the settings, and the time at which the next card is due. So the answer is
  /// never old, and mostly needs neither a database of objects nor the cards.
  /// - Parameter index: in step with the folder.
  /// - Throws: `GitError`, `SyncRefusal`, `IndexError`, `WriteError`, `ReviewError`.
  package func glance(
    _ index: VaultIndex, at moment: ReviewMoment, today: CivilDate, zone: Zone
  ) throws -> VaultGlance {
    let cache = GlanceCache(self, index)
    if let known = cache.read(at: moment.time) { return known }
    let (due, until) = try dueCards(index, at: moment, today: today, zone: zone)
    let (conflicts, unsynced) = try historyNumbers()
    let glance = VaultGlance(due: due, conflicts: conflicts, unsynced: unsynced)
    cache.keep(glance, from: moment.time, until: until)
    return glance
  }

  /// The number of cards to be asked, and the time until which it is true, in UTC milliseconds.
  private func dueCards(
    _ index: VaultIndex, at moment: ReviewMoment, today: CivilDate, zone: Zone
  ) throws -> (due: Int, until: Int64) {
    guard location.kind == .zib else { return (0, moment.time + GlanceCache.longest) }
    let reviews = try VaultReviews(VaultSearch(self, index, today: today, zone: zone))
    try reviews.link(at: moment.time, .supposed)
    let due = try reviews.due(at: moment, limit: .unlimited, isAhead: false)
    let rule = reviews.settings.scheduler
    let day = rule.day(at: moment.time, zoneMinutes: moment.zoneMinutes)
    // Quarter hours are the finest steps in which zones differ, so that a day begins at one of them.
    var until = moment.time
    let quarter: Int64 = 900_000
    repeat {
      until = (until / quarter + 1) * quarter
    } while until - moment.time < GlanceCache.longest
      && rule.day(at: until, zoneMinutes: moment.zoneMinutes) == day
    for card in due.candidates {
      if case .time(let time)? = card.state?.due, time > moment.time { until = min(until, time) }
    }
    return (due.queue.cards.count, until)
  }

  private func historyNumbers() throws -> (conflicts: Int, unsynced: Int) {
    let history: VaultHistory
    do {
      history = try self.history()
    } catch HistoryError.noRepository {
      return (0, 0)
    }
    if !isVault { return (0, 0) }
    let status = try self.status()
    var notes: Set<TreePath> = []
    func add(_ path: TreePath) {
      if NotePath(path, in: history.scope)?.isMarkdown == true { notes.insert(path) }
    }
    for change in status.pending.changes { add(change.path) }
    for file in status.pending.heldBack { add(file.path) }
    if let place = status.remote, let head = status.head.commit,
      let there = try history.lastSeen(place), there != head
    {
      let base = try history.repository.mergeBases(head, there).first ?? there
      let trees = try [base, head].map { try history.repository.commit($0).tree }
      try history.repository.forEachDifference(between: trees[0], and: trees[1]) { path, _, _ in
        add(path)
      }
    }
    return (status.conflicts.count, notes.count)
  }
}

/// The numbers of the last look, with what they hang on.
///
///     glance := "zib glance 1" LF mark: hexadecimal LF from " " until " " due " " conflicts " " unsynced LF
///
/// Times are UTC milliseconds. The mark mixes the stamps of all that may change a number.
struct GlanceCache {
  /// The longest time for which numbers are kept, in milliseconds.
  static let longest: Int64 = 24 * 3_600_000

  private static let header = "zib glance 1"
  private let file: CacheFile
  private let mark: UInt64

  init(_ vault: Vault, _ index: VaultIndex) {
    file = CacheFile("glance", of: vault)
    var mixer = Mixer()
    mixer.add(UInt64(bitPattern: index.table.window.start))
    mixer.add(UInt64(bitPattern: index.table.window.end))
    func add(_ path: DiskPath) {
      let stamp = FileStatus.at(path)?.stamp
      mixer.add(UInt64(bitPattern: stamp?.modified ?? 0))
      mixer.add(stamp?.mark ?? 0)
    }
    add(vault.location.configurationFile)
    if let own = Configuration.personFile(vault.environment) { add(own) }
    for log in (try? ReviewLogFolder(folder: vault.folder).files()) ?? [] {
      mixer.add(log.path.bytes)
      mixer.add(UInt64(bitPattern: log.size))
      mixer.add(UInt64(bitPattern: log.stamp.modified))
      mixer.add(log.stamp.mark)
    }
    if let place = RepositoryPlace.holding(vault.root) {
      mixer.add(place.headMark)
      add(place.gitFolder.appending("index"))
      for name in ["config", "packed-refs", "reftable/tables.list"] {
        add(place.commonFolder.appending(name))
      }
      Self.forEachFile(in: place.commonFolder.appending("refs/remotes"), depth: 6, add)
    }
    mark = mixer.value
  }

  /// The files in a folder and those below it.
  private static func forEachFile(in folder: DiskPath, depth: Int, _ body: (DiskPath) -> Void) {
    guard depth > 0, let stream = DirectoryStream(folder) else { return }
    var names: [(name: [UInt8], isFolder: Bool)] = []
    while let entry = unsafe stream.next() {
      let name = unsafe entry.bytes
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      names.append((name, unsafe entry.kind == .folder))
    }
    for (name, isFolder) in names.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      let path = folder.appending(bytes: name)
      if isFolder { forEachFile(in: path, depth: depth - 1, body) } else { body(path) }
    }
  }

  /// The numbers that were kept, if nothing has changed since.
  func read(at time: Int64) -> VaultGlance? {
    guard let mapped = file.read(), mapped.count < 1_024 else { return nil }
    let text = unsafe mapped.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0] == Self.header, lines[1] == String(mark, radix: 16) else {
      return nil
    }
    let numbers = lines[2].split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 5, time >= numbers[0], time < numbers[1],
      numbers[2...].allSatisfy({ $0 >= 0 && $0 < 1 << 40 })
    else { return nil }
    return VaultGlance(
      due: Int(numbers[2]), conflicts: Int(numbers[3]), unsynced: Int(numbers[4]))
  }

  /// Keeps numbers that were counted after the mark was made; a failure costs only time.
  func keep(_ glance: VaultGlance, from: Int64, until: Int64) {
    let numbers = [from, until] + [glance.due, glance.conflicts, glance.unsynced].map(Int64.init)
    let line = numbers.map { "\($0)" }.joined(separator: " ")
    file.replace(
      with: Array("\(Self.header)\n\(String(mark, radix: 16))\n\(line)\n".utf8))
  }
}
