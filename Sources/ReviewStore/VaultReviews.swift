import Files
import Indexing
import Notes
import Reviews
import Search
import Settings

/// The cards of a vault and their history, by its present notes and logs; new events go into this
/// device's log.
package final class VaultReviews {
  package let search: VaultSearch
  package let settings: ReviewSettings
  /// The history of the logs of all devices, with the events appended since.
  package private(set) var history: ReviewHistory
  /// Logs and lines of logs that were left out.
  package private(set) var problems: [ReviewLogProblem]
  /// The result of the last search for edited prompts.
  package private(set) var linkReport = RelinkReport()
  let table: CardTable
  let texts: RememberedTexts
  let logFolder: ReviewLogFolder
  private(set) var writer: ReviewLogWriter?
  /// The events of the links that a person decided on this device; those found automatically look the same in
  /// the log.
  let decidedLinks: NumberSet
  /// The fingerprints of the prompts whose supposed links were reported, so that each is told once.
  let toldLinks: NumberSet
  /// Lost cards whose history a shallow clone lacks, and that were told.
  let toldCutCards: NumberSet
  /// Events that are in no log: links that only this command takes into account.
  private var supposed: [ReviewEvent] = []
  /// True if links are only supposed, and not written.
  var isSupposing: Bool { !supposed.isEmpty }
  /// The records of the cards of the last events, the latest at the end, so that they can be taken back at once.
  private var journal: [ReviewHistory.Before] = []
  /// The logs as they were when they were last read or written here.
  private var seenLogs: [ReviewLogFolder.File] = []
  /// The states that queries on cards refer to, and the moment; nil for no condition on cards.
  package var selection: (states: CardStates, moment: ReviewMoment)?
  /// True if an appended event changes earlier ones, so that the kept state is out of date.
  private var isReplayed = false
  /// The number of each note's first paragraph among all.
  let firstBlocks: [Int]
  /// The prompts of notes that were read for their texts.
  private var readNotes: [NotePath: ReadPrompts] = [:]
  /// The prompts that each note has had since it was first read, the latest at the end.
  private(set) var seenPrompts: [NotePath: [Prompt]] = [:]
  /// The paths of notes that were moved since the beginning, by their numbers in ``table``.
  private(set) var movedNotes: [Int: NotePath] = [:]

  /// Opens the cards of a vault; notes that have changed since last time are read.
  ///
  /// - Parameters:
  ///   - writer: appends events; made at the first event if none is given.
  /// - Throws: `ReviewError.noVault`, `SystemError`, `IndexError`.
  package init(_ search: VaultSearch, writer: ReviewLogWriter? = nil) throws {
    let vault = search.vault
    guard vault.location.kind == .zib else { throw ReviewError.noVault(vault.root) }
    self.search = search
    self.writer = writer
    let settings = ReviewSettings(vault.configuration)
    self.settings = settings
    logFolder = ReviewLogFolder(folder: vault.folder)
    let loaded = try ReviewStateFile(vault, logFolder, settings.scheduler).load()
    history = loaded.history
    problems = loaded.problems
    let file = CacheFile("cards", of: vault)
    let texts = RememberedTexts(vault)
    self.texts = texts
    decidedLinks = NumberSet("decided-links", of: vault)
    toldLinks = NumberSet("told-links", of: vault)
    toldCutCards = NumberSet("told-cut-cards", of: vault)
    let old = file.read().flatMap { CardTable(bytes: $0) }
    let collected = CollectedTexts(of: loaded.history)
    let table = try CardTableRefresh(search: search, old: old).run { collected.add($1, in: $0) }
    if table.basis != old?.basis { file.replace(with: table.bytes) }
    self.table = table
    texts.remember(collected.texts)
    var blocks = [0]
    blocks.reserveCapacity(table.notes.count + 1)
    for note in table.notes {
      let count = table.prompts[note.prompts].reduce(0) { max($0, $1.block + 1) }
      blocks.append(blocks[blocks.count - 1] + count)
    }
    firstBlocks = blocks
    if !loaded.isKnown { rememberTextsFromElsewhere() }
    seenLogs = loaded.files
  }

  // MARK: Cards

  /// The cards of the notes that a query finds, in the order of notes and places; a prompt in
  /// several places is one card, in the first of them.
  ///
  /// Notes and kinds that the settings leave out are left out.
  /// - Parameter query: nil for all notes.
  package func cards(_ query: Query? = nil) throws(IndexError) -> [ReviewCard] {
    var cards: [ReviewCard] = []
    try forEachCard(query) { cards.append(card($1, $0)) }
    return cards
  }

  func forEachCard(
    _ query: Query?, _ body: (_ place: Int, CardID) -> Void
  ) throws(IndexError) {
    let isWanted = try wantedNotes(query)
    // Only prompts in several places, or cards with several fingerprints, can occur again.
    let linked = Set(history.links.fingerprints.map { history.card(of: $0) })
    var seen = Set<CardID>()
    // A table, because there may be a million prompts.
    var isKind = [Bool](repeating: false, count: 1 << 8)
    for kind in settings.kinds { isKind[Int(kind.rawValue)] = true }
    for (number, note) in table.notes.enumerated() where isWanted?[number] ?? true {
      for place in note.prompts {
        let prompt = table.prompts[place]
        guard isKind[Int(prompt.kind.rawValue)] else { continue }
        let id = linked.isEmpty ? prompt.fingerprint : history.card(of: prompt.fingerprint)
        if prompt.isRepeated || linked.contains(id), !seen.insert(id).inserted { continue }
        if query != nil, let selection, !admits(id, selection.states, selection.moment) { continue }
        body(place, id)
      }
    }
  }

  private func admits(_ id: CardID, _ states: CardStates, _ moment: ReviewMoment) -> Bool {
    let today = settings.scheduler.day(at: moment.time, zoneMinutes: moment.zoneMinutes)
    return states.admits(
      sessionCard(id, note: 0, block: 0, today), at: moment, settings.scheduler, settings.leeches)
  }

  func card(_ id: CardID, _ place: Int) -> ReviewCard {
    let number = table.note(ofPrompt: place)
    let prompt = table.prompts[place]
    return ReviewCard(
      id: id, fingerprint: prompt.fingerprint, kind: prompt.kind, path: table.notes[number].path,
      line: prompt.line, note: number, block: firstBlocks[number] + prompt.block)
  }

  /// The number of prompts of a query in notes that are not reviewed: `review: false`, `review.exclude`.
  package func excludedCount(_ query: Query? = nil) throws(IndexError) -> Int {
    guard let isWanted = try wantedNotes(query) else { return 0 }
    let isFound = try wantedNotes(query, excluding: false)
    return table.notes.indices.reduce(0) {
      $0 + (isWanted[$1] || isFound?[$1] == false ? 0 : table.notes[$1].prompts.count)
    }
  }

  /// True for each of the table's notes that the query finds; nil for all notes.
  private func wantedNotes(
    _ query: Query?, excluding: Bool = true
  ) throws(IndexError) -> [Bool]? {
    let index = search.index.notes
    var excluded: [DocumentSet] =
      excluding ? try search.documents(withProperty: "review", "false") : []
    if excluding, !settings.exclude.isEmpty {
      let found = try search.documents(of: search.query(settings.exclude).root)
      excluded.formUnion(found)
    }
    let isWhole = query == nil || query?.root == .all
    if isWhole, excluded.allSatisfy({ $0.isEmpty }) { return nil }
    var marks = [Bool](repeating: isWhole, count: table.notes.count)
    func mark(_ sets: [DocumentSet], _ value: Bool) throws(IndexError) {
      for (segment, set) in sets.enumerated() {
        try set.forEach { (document) throws(IndexError) in
          let key = try index.key(of: DocumentID(segment: segment, document: document))
          if let path = NotePath(bytes: key), let number = table.number(of: path) {
            marks[number] = value
          }
        }
      }
    }
    if !isWhole, let query { try mark(search.documents(of: query.root), true) }
    try mark(excluded, false)
    return marks
  }

  // MARK: Texts

  /// The title of a card's note.
  package func title(of card: ReviewCard) throws(IndexError) -> String {
    guard let id = try search.index.notes.document(withKey: card.path.bytes) else {
      return String(decoding: card.path.stem, as: UTF8.self)
    }
    return String(decoding: try search.index.notes.title(of: id), as: UTF8.self)
  }

  /// The text of a card from its note, or nil if the note no longer has it.
  ///
  /// - Throws: `WriteError` if the note cannot be read.
  package func prompt(of card: ReviewCard) throws(WriteError) -> Prompt? {
    try read(card.path).prompt(card.fingerprint)
  }

  /// The prompts of a note, read once.
  func prompts(in path: NotePath) throws(WriteError) -> [Prompt] { try read(path).prompts }

  private func read(_ path: NotePath) throws(WriteError) -> ReadPrompts {
    if let known = readNotes[path] { return known }
    return keep(try search.note(at: path).prompts, of: path)
  }

  /// Takes the prompts of a note that was read just now for the present ones.
  @discardableResult
  func keep(_ prompts: [Prompt], of path: NotePath) -> ReadPrompts {
    let read = ReadPrompts(prompts)
    readNotes[path] = read
    seenPrompts[path, default: []].removeAll { read.prompt($0.id) != nil }
    seenPrompts[path, default: []] += prompts
    return read
  }

  /// Goes on with a note that was moved.
  func follow(_ note: Int, from old: NotePath, to new: NotePath) {
    movedNotes[note] = new
    seenPrompts[new] = seenPrompts.removeValue(forKey: old)
    readNotes[old] = nil
  }

  /// Texts of cards that other devices have reviewed, of notes that have not changed since; some at a time.
  private func rememberTextsFromElsewhere() {
    let limit = 1000
    let known = texts.fingerprints
    var new: [RememberedText] = []
    var notes = 0
    for note in table.notes {
      let missing = table.prompts[note.prompts].filter {
        !known.contains($0.fingerprint) && history[history.card(of: $0.fingerprint)] != nil
      }
      if missing.isEmpty { continue }
      notes += 1
      guard notes <= limit, let prompts = try? prompts(in: note.path) else { continue }
      let wanted = Set(missing.map(\.fingerprint))
      new += prompts.filter { wanted.contains($0.id) }.map { RememberedText($0, in: note.path) }
    }
    texts.remember(new)
  }

  /// Links edited prompts to their history; ``linkReport`` lists them.
  ///
  /// - Throws: as ``relink(at:isThorough:_:)``.
  package func link(at now: Int64, isThorough: Bool = false, _ use: LinkUse) throws {
    linkReport = try relink(at: now, isThorough: isThorough, use)
  }

  // MARK: Events

  /// Appends actions to this device's log; the history has them at once.
  ///
  /// - Parameter now: UTC milliseconds.
  /// - Returns: the events as they are in the log.
  /// - Throws: `ReviewError.noPlaceForDevice`, `ConfigurationError.unread`, `VaultLock.Failure`, `WriteError`; then
  ///   nothing has changed.
  @discardableResult
  package func append(_ actions: [ReviewEvent.Action], at now: Int64) throws -> [ReviewEvent] {
    if actions.isEmpty { return [] }
    try search.vault.requireSettings()
    let writer = try writer ?? ReviewLogWriter(for: search.vault)
    self.writer = writer
    let events = try writer.append(
      actions, at: now, zoneMinutes: Int16(clamping: search.zone.secondsEast(now) / 60))
    for action in actions {
      switch action {
      case .review(let id, _, _), .suspend(let id, _), .bury(let id):
        if history[history.card(of: id)] == nil { rememberText(of: id) }
      case .link, .reset, .retract, .parameters, .export: break
      }
    }
    try takeIn(events)
    noteLogs()
    return events
  }

  /// Takes back events by their ids: in the log, and not in this ``history``, which the next start
  /// brings up to date.
  ///
  /// - Throws: as ``append(_:at:)``.
  package func takeBack(_ events: [ReviewEvent.ID], at now: Int64) throws {
    let writer = try writer ?? ReviewLogWriter(for: search.vault)
    self.writer = writer
    _ = try writer.append(
      events.map { .retract($0) }, at: now,
      zoneMinutes: Int16(clamping: search.zone.secondsEast(now) / 60))
  }

  private func takeIn(_ events: [ReviewEvent]) throws {
    let last = journal.suffix(events.count)
    if history.takeBack(last.reversed(), by: events) {
      journal.removeLast(last.count)
      return
    }
    var known: [ReviewHistory.Before] = []
    for event in events {
      if case .link = event.action { continue }
      // Of two events of one batch the second would not see the first.
      guard let before = history.before(event), !known.contains(where: { $0.card == before.card })
      else {
        journal = []
        known = []
        break
      }
      known.append(before)
    }
    if history.add(events) { journal += known } else { try replay() }
  }

  // MARK: Events of other processes

  /// True if another program, or another device by a sync, has changed a log since it was last read or written here.
  ///
  /// - Throws: `SystemError` if the logs cannot be listed.
  package func logsChanged() throws(SystemError) -> Bool { try logFolder.files() != seenLogs }

  private func noteLogs() {
    // Logs that cannot be listed now are looked at again next time.
    seenLogs = (try? logFolder.files()) ?? []
  }

  /// Records the Anki cards of an exported package, and remembers their texts, so that an edited
  /// prompt is recognised although it was never answered.
  ///
  /// - Throws: as ``append(_:at:)``.
  package func noteExport(
    _ actions: [ReviewEvent.Action], _ texts: [NotePath: [Prompt]], at now: Int64
  ) throws {
    try append(actions, at: now)
    self.texts.remember(
      texts.sorted { $0.key < $1.key }.flatMap { path, prompts in
        prompts.map { RememberedText($0, in: path) }
      })
  }

  /// The text of a card that is new, so that it is known again after an edit.
  private func rememberText(of id: CardID) {
    for (path, read) in readNotes {
      if let prompt = read.prompt(id) {
        texts.remember([RememberedText(prompt, in: path)])
        return
      }
    }
    // Another program has shown the card, and reports only the answer.
    guard let place = table.prompts.firstIndex(where: { $0.fingerprint == id }) else { return }
    let path = table.notes[table.note(ofPrompt: place)].path
    // A note that is gone since has no text to remember.
    guard let prompt = (try? read(path))?.prompt(id) else { return }
    texts.remember([RememberedText(prompt, in: path)])
  }

  /// The events of all logs, by time, for uses that the history does not serve: statistics, a new
  /// fit of the weights.
  ///
  /// - Throws: `SystemError` if the logs cannot be listed.
  package func events() throws(SystemError) -> [ReviewEvent] {
    ReviewLog.union(try ReviewLogs(logFolder).events + [supposed])
  }

  /// Takes events into account that are not in any log: a command that only shows cards leaves it
  /// to the next review to write them.
  func suppose(_ actions: [ReviewEvent.Action], at now: Int64) throws -> [ReviewEvent] {
    let time = max(now, (history.lastTime ?? now) &+ 1)
    let events = actions.enumerated().map { number, action in
      ReviewEvent(
        id: ReviewEvent.ID(bits: ReviewLogWriter.random()), time: time &+ Int64(number),
        zoneMinutes: 0, action: action)
    }
    supposed += events
    journal = []
    if !history.add(events) { try replay() }
    return events
  }

  /// Reads all logs and replays them from the beginning.
  private func replay() throws {
    let logs = try ReviewLogs(logFolder)
    problems = logs.problems
    history = ReviewHistory(
      replaying: ReviewLog.union(logs.events + [supposed]), settings: settings.scheduler)
    journal = []
    isReplayed = true
  }

  /// Keeps the state of all cards if the next start would have to replay it; called at the end of a
  /// session.
  ///
  /// A failure costs only time at the next start.
  package func saveState() {
    if isReplayed { _ = try? ReviewStateFile(search.vault, logFolder, settings.scheduler).load() }
    isReplayed = false
  }
}
