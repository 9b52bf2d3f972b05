import Arguments
import Files
import History
import Merge
import Notes
import PastNotes
import Rendering
import Runs
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib watch`: a sync whenever the folder has been quiet for a while.
enum Watch {
  static let quiet = Option(
    "quiet-for", value: "SECONDS", .int(in: 1...3600), default: 10,
    help: "How long to wait after an edit before it is synced.")
  static let interval = Option(
    "every", value: "SECONDS", .int(in: 10...86_400),
    help: "How often to sync while nothing is edited here, before `zib config watch.interval`.")
  static let remote = Positional(
    "REMOTE", optional: .string, help: "The remote; by default the one that the branch follows.")

  static let command = Command(
    "watch", group: "History and devices", summary: "Sync automatically when notes change",
    discussion: """
      Stays and syncs: once the folder has been quiet for ten seconds after an edit, at the latest
      two minutes after the first, and every five minutes for what the others wrote (`zib config
      watch.interval`). It is made for a login session: start it there, and end it with Ctrl-C or a
      signal at any moment.

      When the remote cannot be reached, edits are committed here all the same, and the remote is
      asked again after ten seconds, twenty, forty and so on up to a quarter of an hour. Nothing is
      asked of you: what a sync would ask (many deletions, passwords) waits until you run `zib sync`
      yourself, and is said.

      Each sync that did something prints a line; conflicts are named.
      """,
    arguments: [remote, quiet, interval],
    examples: [
      "zib watch": "In a terminal, or in your session's autostart.",
      "zib watch --quiet-for 2 --every 60": "More eager.",
      "zib config watch.interval 900": "Every quarter of an hour, from now on.",
      "zib watch -q -C ~/Notes": "As your session's autostart would call it.",
    ],
    exitStatuses: [
      3: "The vault has no history, or cannot be watched.", 130: "Ended by you.",
    ],
    seeAlso: ["zib-sync(1)", "zib-conflicts(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let vault = try session.vault()
      // Obstacles to every sync are reported at once.
      let history = try vault.history()
      try vault.requireConsent(in: history)
      try vault.settleIdentity(in: history)
      let seconds = Int64(arguments[quiet])
      let schedule = WatchSchedule(
        quiet: seconds * 1000, longestWait: max(120, seconds) * 1000,
        interval: Int64(arguments[interval] ?? vault.configuration.number("watch.interval")) * 1000)
      var run = WatchRun(session, vault, remote: arguments[remote], schedule)
      try run.run()
    }
  }
}

/// A vault while it is watched.
private struct WatchRun {
  private let session: CommandSession
  private let vault: Vault
  private let remote: String?
  private let watch: FolderWatch
  private var schedule: WatchSchedule
  /// The text of the last failure, so that it is not repeated.
  private var lastWords: String?
  /// The files that were named as held back.
  private var heldBack: [HeldBack] = []

  init(_ session: CommandSession, _ vault: Vault, remote: String?, _ schedule: WatchSchedule) {
    self.session = session
    self.vault = vault
    self.remote = remote
    self.schedule = schedule
    watch = FolderWatch(vault.root)
  }

  /// Goes on until a signal ends the process.
  mutating func run() throws -> Never {
    session.messages.note("watching \(vault.root); Ctrl-C ends it")
    if !watch.isLive {
      session.messages.note(
        "the system does not report changes in this folder; zib checks it now and then")
    }
    while true {
      let next = schedule.next
      let wait = next.time == .min ? 0 : max(0, next.time - Clock.monotonicMilliseconds())
      if wait == 0 {
        try act(next.action)
      } else if watch.isLive {
        if watch.wait(milliseconds: wait) == .changed {
          schedule.noticeEdit(at: Clock.monotonicMilliseconds())
        }
      } else {
        // Without news from the system the folder has to be looked at.
        _ = watch.wait(milliseconds: min(wait, schedule.quiet))
        if try hasChanges() {
          schedule.noticeEdit(at: Clock.monotonicMilliseconds() - schedule.quiet)
        }
      }
    }
  }

  private mutating func act(_ action: WatchSchedule.Action) throws {
    schedule.begin()
    do {
      switch action {
      case .snapshot: try snapshot()
      case .sync:
        let isDone = try sync()
        schedule.endSync(at: Clock.monotonicMilliseconds(), succeeded: isDone)
      }
    } catch let error as OutputError {
      throw error
    } catch {
      tell(ErrorWords(error))
      if action == .sync { schedule.endSync(at: Clock.monotonicMilliseconds(), succeeded: false) }
    }
  }

  private func hasChanges() throws -> Bool { try !vault.status().pending.changes.isEmpty }

  /// - Returns: false if it has to be tried again.
  private mutating func sync() throws -> Bool {
    var request = SyncRequest()
    request.remote = remote
    let meantime = WatchMeantime(session, vault, watch, schedule)
    request.whileWaiting = meantime.look
    defer { schedule = meantime.schedule }
    let sync = try vault.sync(request)
    if let failure = meantime.failure { throw failure }
    if let last = meantime.last { tell(last.snapshot, in: last.scope) }
    try tell(sync)
    tell(sync.report.snapshots.last, in: sync.scope)
    let snapshot = sync.report.snapshots.flatMap(\.changes)
    try session.tellTracked(ignoredBy: snapshot, in: sync.scope)
    switch sync.report.outcome {
    case .inStep, .noRemote, .planned:
      lastWords = nil
      return true
    case .raced: return false
    case .notFetched(let error), .notPushed(let error):
      tell(ErrorWords(error, of: sync.place?.remote ?? "the remote"))
      return false
    }
  }

  private mutating func snapshot() throws {
    let commit = try vault.commit()
    tell(commit.snapshot, in: commit.scope)
    if commit.snapshot.commit != nil {
      try line("\(Self.files(commit.snapshot.changes.count)) committed")
      try session.tellTracked(ignoredBy: commit.snapshot.changes, in: commit.scope)
    }
  }

  /// Names the files held back, once until they change.
  private mutating func tell(_ snapshot: SnapshotReport?, in scope: TreePath) {
    if let snapshot {
      var report = SnapshotReport()
      report.commit = snapshot.commit
      report.add(staged: snapshot)
      session.tell(report, in: scope)
    }
    let found = snapshot?.heldBack ?? []
    if found == heldBack { return }
    heldBack = found
    var report = SnapshotReport()
    report.heldBack = found
    session.tell(report, in: scope)
  }

  /// Prints a line on a sync's changes, unless there are none.
  private func tell(_ sync: VaultSync) throws {
    let report = sync.report
    var parts: [String] = []
    if !report.came.isEmpty { parts.append("\(Self.files(report.came.count)) came") }
    if !report.went.isEmpty {
      parts.append(
        "\(Self.files(report.went.count)) \(report.outcome == .inStep ? "went" : "still to go")")
    }
    if report.outcome == .noRemote, let changes = report.snapshots.last?.changes, !changes.isEmpty {
      parts.append("\(Self.files(changes.count)) committed; no remote set, so nothing was sent")
    }
    if !parts.isEmpty { try line(parts.joined(separator: ", ")) }
    for (path, copy) in report.keptTwice {
      let (note, other) = (session.shown(path, in: sync.scope), session.shown(copy, in: sync.scope))
      try line("conflict, both versions kept: \(note) and \(other)")
    }
    for (path, other) in report.movedTwice {
      let (note, other) = (
        session.shown(path, in: sync.scope), session.shown(other, in: sync.scope)
      )
      try line("moved to two names: \(note) and \(other)")
    }
    try session.output.flush()
    session.tell(setAside: report.setAside, in: sync.scope)
    session.tell(stillIgnored: report.stillIgnored, in: sync.scope)
    if report.outcome == .inStep, let place = sync.place {
      session.tell(
        takenByGit: report.takenByGit, sentTo: place.remote, isSent: true, in: sync.scope)
    }
    session.tell(chosenSubmodules: report.submodulesChosen, in: sync.scope)
    try session.tellLostLinks(sync)
    try session.tellTakenLinks(sync)
  }

  private mutating func tell(_ words: ErrorWords) {
    if words.message == lastWords { return }
    lastWords = words.message
    session.messages.warning(words.message)
    if let hint = words.hint { session.messages.note(hint) }
  }

  private static func files(_ count: Int) -> String { Amount.count(count, "file") }

  private func line(_ text: String) throws {
    if session.messages.level == .quiet { return }
    let time = session.shownTime(Clock.now() / 1_000_000)
    try session.output.writeLine(StyledText("\(time) \(text)"))
    try session.output.flush()
  }
}
