import Exchange
import Files
import Git
import History
import Notes
import OperatingSystem
import PastNotes
import Settings
import Steps
import Sync

/// The options of an import.
package struct ImportOptions {
  /// The folder for new notes, from the vault's root; nil for the folder of books in the settings,
  /// for libraries and archives the root.
  package var folder: String?
  /// The person's zone: that of home unless the settings name one.
  package let zone: Zone
  /// UTC milliseconds.
  package let now: Int64
  /// Asked if a note and the file both changed.
  package var decide: (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }

  package init(zone: Zone, now: Int64) {
    self.zone = zone
    self.now = now
  }
}

extension Vault {
  /// Plans an import.
  ///
  /// - A catalogue adds a note for each new book, and to the others missing properties and the
  ///   catalogue's changes since the last import.
  /// - A passage that was marked in a book becomes a quote in its book's note, unless any note of
  ///   the vault has it, or it was edited in the book's note.
  /// - An entry of a journal goes into its day, which is made from its template if it is missing.
  ///   It exists already if the day has one of the same minute with the same text. One of the same
  ///   minute and title with another text was edited since, and stays. So does the only one left of
  ///   the minute, if it shares half of its words with the only one left to be added; and one that no
  ///   import brought, of the minute or like it in the day, where the last import brought this one.
  /// - A library of Grail Diary or Library Notes adds its notes with all earlier versions, its
  ///   files and its reviews, and to the notes that came before the library's changes since.
  /// - A vault's archive adds missing files; existing ones are changed where the person says so.
  ///
  /// Links that would mean an imported note in place of the one that they mean now are rewritten.
  ///
  /// - Parameter progress: called with the number of notes, days or files looked at and of all.
  /// - Throws: `ImportError.badFolder`, `JournalError.noPath`, `SystemError`, `WriteError` if a log
  ///   of reviews cannot be read. An item that cannot be imported is a refusal of the plan.
  package func planImport(
    _ imported: Imported, _ options: ImportOptions, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> ImportPlan {
    try plan(imported, options, progress: progress).keepingLinks(in: self)
  }

  private func plan(
    _ imported: Imported, _ options: ImportOptions, progress: (Int, Int) -> Void
  ) throws -> ImportPlan {
    switch imported.content {
    case .books(let books):
      let inventory = try BookInventory(
        self, for: books, withQuotes: false, progress: progress)
      var run = try ImportRun(
        self, inventory: inventory, options, isOlder: olderFile(imported) != nil)
      for book in books { run.add(book) }
      return run.plan
    case .clippings(let books, let key):
      let inventory = try BookInventory(self, withQuotes: true, progress: progress)
      var run = try ImportRun(self, inventory: inventory, options)
      for book in books { run.add(book, key: key) }
      return run.plan
    case .journal(let entries):
      var run = try EntryRun(self, options, files: entries.files)
      try run.run(entries.entries, progress: progress)
      return run.plan
    case .library(let library):
      var run = try GrailRun(library, of: self, options)
      try run.run(now: options.now, progress: progress)
      return run.plan
    case .vault(let archive):
      var run = try ArchiveRun(archive, of: self, options)
      try run.run(progress: progress)
      return run.plan
    }
  }

  /// Plans an import and carries it out while no other zib writes, so that two at once make nothing
  /// twice.
  ///
  /// In a vault with a history it is one commit, on top of a snapshot of uncommitted changes, so
  /// that `undo` takes it back; a plan with a past is the commits of that.
  /// - Parameters:
  ///   - zone: the person's zone, for the commits of a plan with a past.
  ///   - subject: the first line of the commit.
  ///   - plan: makes the plan; called with the lock held.
  /// - Returns: the plan, and a nil outcome if there was nothing to write.
  /// - Throws: errors of `plan`; `VaultLock.Failure` if another process is writing; `PathsTaken` if a path was taken
  ///   since a plan with a past was made; `HistoryError`, `SyncRefusal`, `NoIdentity`, `GitError`.
  package func carryOut(
    withPastIn zone: Zone, committingAs subject: String = "Import",
    confirm: (Deletions) throws -> Bool = { _ in false }, planning plan: () throws -> ImportPlan,
    progress: @escaping FileReplacement.Progress = { _, _ in }
  ) throws -> (plan: ImportPlan, outcome: ImportPlan.Outcome?) {
    // Before the lock, because a person may take long to answer.
    if isVault, RepositoryPlace.holding(root) != nil {
      try settleIdentity(in: VaultHistory(of: self))
    }
    let lock = try writeLock()
    let plan = try plan()
    var outcome: ImportPlan.Outcome?
    if !plan.isEmpty {
      if (!plan.past.isEmpty || isVault) && RepositoryPlace.holding(root) != nil {
        let history = try VaultHistory(of: self)
        try requireConsent(in: history)
        history.repository.bringsMissing = true
        outcome =
          plan.past.isEmpty
          ? try commit(plan, as: subject, to: history, confirm: confirm, progress: progress)
          : try add(
            plan, as: subject, to: history, pastIn: zone, confirm: confirm, progress: progress)
      } else {
        // A record alone is no step of `undo`: if all was there, the last deed is another one.
        let isEmpty = plan.changes.isEmpty && plan.files.isEmpty
        let written = write(
          plan, with: isEmpty ? FileReplacement(in: folder) : recordedReplacement,
          progress: progress)
        outcome = written
        if !written.done.isEmpty || !written.files.isEmpty {
          outcome?.canBeUndone = environment.deed != nil && DeedRecord(of: self) != nil
        }
      }
    } else if isVault, RepositoryPlace.holding(root) != nil {
      outcome = try finishStopped()
    }
    _ = consume lock
    return (plan, outcome)
  }

  /// Commits what an import that was stopped had written, where it had written all.
  ///
  /// - Returns: nil if none was stopped.
  private func finishStopped() throws -> ImportPlan.Outcome? {
    let unfinished = UnfinishedImport(of: self)
    guard unfinished.isThere else { return nil }
    let history = try VaultHistory(of: self)
    try requireConsent(in: history)
    _ = try history.session(in: .system).recover()
    guard let heldBack = try unfinished.putOnRecord(in: history) else { return nil }
    var report = SnapshotReport()
    report.heldBack = heldBack
    var outcome = ImportPlan.Outcome()
    outcome.snapshot = (report, history.scope)
    outcome.canBeUndone = true
    return outcome
  }

  /// Carries out a plan with a past: each moment of it becomes a commit with its date, on top of a
  /// snapshot of uncommitted changes, and the folder is brought to the last one, all of it or
  /// nothing.
  ///
  /// - Throws: `PathsTaken` if a path was taken since the plan was made; `SyncRefusal`,
  ///   `NoIdentity`, `GitError`.
  private func add(
    _ plan: ImportPlan, as subject: String, to history: VaultHistory, pastIn zone: Zone,
    confirm: (Deletions) throws -> Bool, progress: @escaping FileReplacement.Progress
  ) throws -> ImportPlan.Outcome {
    var moments = plan.past
    if let ending = try ending(plan, as: subject) {
      // A record alone is no commit of its own, if one has words for itself.
      if let last = moments.last, last.subject != nil, last.device == nil,
        plan.changes.allSatisfy({ $0.old == nil })
      {
        moments[moments.count - 1].files.merge(ending.files) { $1 }
      } else {
        moments.append(ending)
      }
    }
    let past = moments.map { moment in
      var files: [TreePath: [UInt8]?] = [:]
      for (path, bytes) in moment.files { files[history.treePath(path)] = .some(bytes) }
      let seconds = moment.time >= 0 ? moment.time / 1000 : (moment.time - 999) / 1000
      return PastFiles(
        time: CommitTime(seconds: seconds, offset: zone.secondsEast(moment.time) / 60),
        subject: moment.subject, device: moment.device ?? plan.device, files: files)
    }
    var replaced: [TreePath: [UInt8]] = [:]
    for change in plan.changes {
      if let old = change.old { replaced[history.treePath(change.path)] = old.bytes }
    }
    let report = try history.session(in: .system).add(
      past, replacing: replaced, confirm: confirm, progress: progress)
    var outcome = ImportPlan.Outcome()
    outcome.done = plan.changes
    outcome.files = plan.files.map(\.path)
    outcome.commits = report.commits
    outcome.canBeUndone = report.commits > 0
    return outcome
  }

  /// The moment of an import itself: the changes of notes that were there, and the values that the next import compares with.
  private func ending(_ plan: ImportPlan, as subject: String) throws -> ImportPlan.Moment? {
    var files: [NotePath: [UInt8]?] = [:]
    for change in plan.changes where change.old != nil { files[change.path] = change.new }
    let now = Clock.now() / 1_000_000
    let refused = Set(plan.refusals.compactMap(\.path))
    let kept = plan.remembered.filter { $0.holds(without: refused) }
    for (source, values) in Dictionary(grouping: kept, by: \.source) {
      guard let file = try ImportRecord.file(of: values.map(\.line), from: source, now: now)
      else { continue }
      files[file.path] = file.bytes
    }
    let time = max(now, plan.past.last?.time ?? 0)
    return files.isEmpty ? nil : ImportPlan.Moment(time: time, subject: subject, files: files)
  }

  /// Writes a plan without a past as one commit, on top of a snapshot of uncommitted changes, so
  /// that `undo` takes it back.
  ///
  /// - Throws: errors of a snapshot; before anything is written, except by the second one.
  private func commit(
    _ plan: ImportPlan, as subject: String, to history: VaultHistory,
    confirm: (Deletions) throws -> Bool, progress: @escaping FileReplacement.Progress
  ) throws -> ImportPlan.Outcome {
    let session = history.session(in: .system)
    _ = try session.recover()
    let unfinished = UnfinishedImport(of: self)
    try unfinished.putOnRecord(in: history)
    _ = try session.snapshot(confirm: confirm)
    let before = try history.repository.head().commit
    try unfinished.begin(
      plan.changes.map { FileEdit($0.path, from: $0.old, to: $0.new) },
      besides: plan.files.map(\.path), as: subject, on: before, in: history)
    var outcome = write(plan, with: FileReplacement(in: folder), progress: progress)
    let report = try session.snapshot(message: subject)
    // A record alone is no step of `undo`.
    let isEmpty = outcome.done.isEmpty && outcome.files.isEmpty
    if let after = report.commit, !isEmpty {
      try session.record(.import, before: before, after: after)
    }
    outcome.snapshot = (report, history.scope)
    let isKept = before != nil && keepUncommitted(of: plan, outcome, report, in: history)
    unfinished.end()
    outcome.canBeUndone = before != nil && report.commit != nil && !isEmpty || isKept
    return outcome
  }

  /// Keeps for `undo` what an import wrote and its commit does not have, such as a note that is held back.
  ///
  /// - Returns: true if there is such a file.
  private func keepUncommitted(
    of plan: ImportPlan, _ outcome: ImportPlan.Outcome, _ report: SnapshotReport,
    in history: VaultHistory
  ) -> Bool {
    guard let record = DeedRecord(of: self) else { return false }
    let committed = Set(report.changes.map(\.path))
    let deed = Deed(report.commit == nil ? "import" : RecordedDeed.restOfImport)
    var isKept = false
    func keep(_ edits: [FileEdit]) {
      let edits = edits.filter { !committed.contains(history.treePath($0.path)) }
      if edits.isEmpty { return }
      do throws(SystemError) {
        try record.keep(edits, of: deed)
        isKept = true
      } catch {
        environment.unrecorded(error)
      }
    }
    keep(outcome.done.map(\.edit))
    let written = Set(outcome.files)
    for file in plan.files
    where written.contains(file.path) && !committed.contains(history.treePath(file.path)) {
      // What was written, not what an editor may have made of it; the folder has it where its source is gone.
      if let bytes = (try? file.contents()) ?? (try? folder.read(file.path).bytes) {
        keep([FileEdit(file.path, from: nil, to: bytes)])
      }
    }
    return isKept
  }

  /// Writes the files and notes of a plan while this process holds the lock, each as a whole; one that cannot be
  /// written does not stop the others.
  private func write(
    _ plan: ImportPlan, with replacement: FileReplacement,
    progress: @escaping FileReplacement.Progress
  ) -> ImportPlan.Outcome {
    var outcome = ImportPlan.Outcome()
    let total = plan.files.count + plan.changes.count
    var edits: [FileEdit] = []
    func writeFiles(before end: Int) {
      for (edit, error) in zip(edits, replacement.write(edits)) {
        let path = edit.path
        if let error {
          outcome.refusals.append(.init(item: path.text, path: path, reason: error))
        } else {
          outcome.files.append(path)
        }
      }
      edits = []
      progress(end, total)
    }
    var size = 0
    for (index, file) in plan.files.enumerated() {
      do {
        edits.append(FileEdit(file.path, from: nil, to: try file.contents()))
        size += file.size
      } catch {
        outcome.refusals.append(.init(item: file.path.text, path: file.path, reason: error))
      }
      if edits.count == 64 || size > 16 << 20 {
        writeFiles(before: index)
        size = 0
      }
    }
    writeFiles(before: plan.files.count)
    writeNotes(of: plan, with: replacement, &outcome, progress: progress)
    remember(plan, replacement, &outcome)
    progress(total, total)
    return outcome
  }

  /// Writes the notes of a plan; those that lose something to others after these.
  private func writeNotes(
    of plan: ImportPlan, with replacement: FileReplacement, _ outcome: inout ImportPlan.Outcome,
    progress: @escaping FileReplacement.Progress
  ) {
    let (start, total) = (plan.files.count, plan.files.count + plan.changes.count)
    var refused: [NotePath: any Error] = [:]
    var left = plan.changes
    while !left.isEmpty {
      let waiting = Set(left.map(\.path))
      var ready = left.filter { $0.needs.isDisjoint(with: waiting) }
      // Two days that exchange entries.
      if ready.isEmpty { ready = left }
      let paths = Set(ready.map(\.path))
      left.removeAll { paths.contains($0.path) }
      let before = outcome.done.count
      // A text that another note could not get stays.
      for change in ready {
        guard let error = change.needs.lazy.compactMap({ refused[$0] }).first else { continue }
        refused[change.path] = error
        outcome.refusals.append(.init(item: change.path.text, path: change.path, reason: error))
      }
      ready.removeAll { refused[$0.path] != nil }
      let errors = replacement.write(ready.map(\.edit)) { done, _ in
        progress(start + before + done, total)
      }
      for (change, error) in zip(ready, errors) {
        if let error {
          refused[change.path] = error
          outcome.refusals.append(.init(item: change.path.text, path: change.path, reason: error))
        } else {
          outcome.done.append(change)
        }
      }
      putBack(in: &outcome, refused: &refused, with: replacement)
    }
  }

  /// Puts back the notes that lost a text which another note could not get: days that exchange entries are written
  /// together.
  private func putBack(
    in outcome: inout ImportPlan.Outcome, refused: inout [NotePath: any Error],
    with replacement: FileReplacement
  ) {
    while let index = outcome.done.firstIndex(where: { $0.needs.contains { refused[$0] != nil } }) {
      let change = outcome.done.remove(at: index)
      var reason = change.needs.compactMap { refused[$0] }.first
      do throws(WriteError) {
        let now = try folder.read(change.path)
        // An edit since then stays, and is told.
        guard now.bytes == change.new else { throw .changedMeanwhile(change.path) }
        let edit = FileEdit(change.path, from: now, to: change.old?.bytes)
        if let error = replacement.write([edit])[0] { throw error }
      } catch {
        reason = error
      }
      guard let reason else { continue }
      refused[change.path] = reason
      outcome.refusals.append(.init(item: change.path.text, path: change.path, reason: reason))
    }
  }

  /// Writes down the values that the next import compares with, of notes that are as this import leaves them.
  private func remember(
    _ plan: ImportPlan, _ replacement: FileReplacement, _ outcome: inout ImportPlan.Outcome
  ) {
    if plan.remembered.isEmpty || !isVault { return }
    let refused = Set((plan.refusals + outcome.refusals).compactMap(\.path))
    let kept = plan.remembered.filter { $0.holds(without: refused) }
    for (source, values) in Dictionary(grouping: kept, by: \.source) {
      do {
        let now = Clock.now() / 1_000_000
        guard
          let file = try ImportRecord.file(of: values.map(\.line), from: source, now: now)
        else { continue }
        try replacement.create(file.path, with: file.bytes)
      } catch {
        outcome.refusals.append(
          .init(item: "\(ImportRecord.root)/\(source)", path: nil, reason: error))
      }
    }
  }
}

extension ImportPlan.Change {
  /// The change of the note's file.
  fileprivate var edit: FileEdit { FileEdit(path, from: old, to: new) }
}
