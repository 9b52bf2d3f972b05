import Arguments
import Exchange
import Files
import Git
import History
import Layout
import Merge
import Notes
import Rendering
import Sync
import Terminals
import Vaults
import Wording

/// Shows changes, asks about them and waits for them, for the commands of history and devices.
extension CommandSession {
  /// Finishes an interrupted sync; if that is impossible now, reading goes on without it.
  func finishUpdate(of vault: Vault) {
    do {
      guard let recovery = try vault.finishInterruptedUpdate() else { return }
      finishedOperation = recovery.update?.kind
      if recovery.journalSetAside == nil {
        let changes = recovery.update?.changes ?? []
        let first = changes.first.map { SafeText.escaped($0.path.bytes) } ?? ""
        let done =
          switch changes.count {
          case 0: ""
          case 1: "; it has changed \(first)"
          default: "; it has changed \(Amount.count(changes.count, "file")), such as \(first)"
          }
        let kind = finishedOperation.map { $0 == .rewrite ? "sync" : $0.rawValue } ?? "sync"
        messages.note("an interrupted \(kind) has been finished\(done)")
        for change in changes.dropFirst() {
          messages.detail("changed \(SafeText.escaped(change.path.bytes))")
        }
      }
      tell(recovery) { SafeText.escaped($0.bytes) }
    } catch {
      let words = ErrorWords(error)
      messages.warning("an interrupted sync is not finished: \(words.message)")
      if let hint = words.hint { messages.note(hint) }
    }
  }

  /// Reports the parts of an interrupted sync that could not be finished, and the places of a
  /// person's edits.
  func tell(_ recovery: RecoveryReport, shown: (TreePath) -> String) {
    if let journal = recovery.journalSetAside {
      let reason =
        switch journal.reason {
        case .damaged: "the journal of an interrupted sync is damaged"
        case .laterVersion: "a newer zib wrote the journal of an interrupted sync"
        case .commitMissing: "the journal of an interrupted sync names a version that is gone"
        case .textMissing: "the journal of an interrupted sync names an edit that is gone"
        }
      let place = "it is kept as `zib/\(journal.name)` in the git folder"
      messages.warning(
        recovery.lost.isEmpty
          ? "\(reason); \(place), no note was lost, and the next sync goes on from the notes as they are"
          : "\(reason); \(place), and the next sync goes on from the notes as they are")
    }
    for path in recovery.broughtBack {
      messages.warning(
        "\(shown(path)) is back, with your text: after an interrupted sync plain git had merged it away as "
          + "moved, though its new place lacks that text")
    }
    for path in recovery.lost {
      messages.warning(
        "\(shown(path)) was edited during an interrupted sync, and that text is not in the repository any "
          + "more; where there is a backup of the git folder, it is in that")
    }
    tell(rescued: recovery.kept, shown: shown)
  }

  /// Names the copies of a person's edits made during an interrupted sync.
  func tell(rescued paths: [TreePath], shown: (TreePath) -> String) {
    for path in paths {
      messages.warning("\(shown(path)) holds what was typed during an interrupted sync")
    }
  }

  /// Names the files that other devices have and that cannot be written here.
  ///
  /// - Parameter snapshot: has told already of those whose edits it refused.
  func tell(
    unwritten all: [UnwrittenFile], besides snapshot: SnapshotReport? = nil, in scope: TreePath
  ) {
    let files = all.filter { snapshot?.outdated.contains($0.path) != true }
    if files.isEmpty { return }
    func warn(_ heading: String, _ files: [UnwrittenFile]) {
      if files.isEmpty { return }
      let shown = messages.level == .verbose ? files.count : Self.fewHeldBack
      let lines = files.prefix(shown).map {
        "\n  \(self.shown($0.path, in: scope)): \($0.reason.words(writing: true))"
      }
      let more = files.count > shown ? "\n  and \(Amount.count(files.count - shown)) more" : ""
      messages.warning("\(heading):\(lines.joined())\(more)")
    }
    let (older, left) = (
      files.filter(\.isOlderHere), files.filter { $0.isDeleted && $0.reason != .secretEdit }
    )
    let waiting = files.filter { $0.reason == .secretEdit }
    let missing = files.filter { !$0.isDeleted && !$0.isOlderHere && $0.reason != .secretEdit }
    warn("newer in the history than in this folder, because it cannot be written here", older)
    warn("in the history, and not in this folder because it cannot be written here", missing)
    warn("deleted in the history, and still in this folder because it cannot be removed here", left)
    warn("what came for a file waits, because your edit of it is held back", waiting)
    if let edit = waiting.first {
      let path = typedPath(self.shown(edit.path, in: scope))
      messages.note(
        "`zib commit --include \(path)` takes the edit and merges it; without the secret it is merged "
          + "like any other")
    }
    if waiting.count == files.count { return }
    messages.note(
      "all else goes on; once the cause is gone, `zib sync` \(left.count == files.count ? "removes" : "writes") "
        + "it. `zib help recovery` has more")
  }

  /// The end of "in step with origin" where some files are not: ", except for Pond.md"; empty without any.
  func words(exceptions paths: [TreePath], in scope: TreePath) -> String {
    if paths.isEmpty { return "" }
    let shown = messages.level == .verbose ? paths.count : Self.fewExceptions
    let names = paths.prefix(shown).map { self.shown($0, in: scope) }
    let more = paths.count > shown ? " and \(Amount.count(paths.count - shown)) more" : ""
    return ", except for \(names.joined(separator: ", "))\(more)"
  }

  /// More exceptions than this are counted at the end of a sync.
  private static var fewExceptions: Int { 3 }

  /// Names the files of this device alone that made way for incoming files.
  ///
  /// - Parameter way: the way in which they came.
  func tell(
    setAside copies: [TreePath], by way: String = "came from another device", in scope: TreePath
  ) {
    for copy in copies {
      let path = IgnoredCopyName.original(of: copy) ?? copy
      messages.warning(
        "\(shown(path, in: scope)) \(way); your own file of that name, which is kept "
          + "out of the history, is now \(shown(copy, in: scope)) and goes nowhere")
    }
  }

  /// Names the paths that an incoming `.gitignore` no longer ignores, and this device still
  /// ignores.
  ///
  /// - Parameter way: the way in which the `.gitignore` came.
  func tell(
    stillIgnored paths: [TreePath], by way: String = "that came", in scope: TreePath
  ) {
    guard let first = paths.first else { return }
    let shown = messages.level == .verbose ? paths.count : Self.fewHeldBack
    let lines = paths.prefix(shown).map { "\n  \(self.shown($0, in: scope))" }
    let more = paths.count > shown ? "\n  and \(Amount.count(paths.count - shown)) more" : ""
    messages.warning(
      "a .gitignore \(way) no longer ignores what this device ignored; it stays here by a rule in "
        + ".git/info/exclude:\(lines.joined())\(more)")
    messages.note(
      "`zib commit --include \(typedPath(self.shown(first, in: scope)))` takes it into the history"
    )
  }

  /// Names tracked files that a newly written `.gitignore` would ignore.
  func tellTracked(ignoredBy changes: [FileChange], in scope: TreePath) throws {
    let paths = try vault().tracked(ignoredBy: changes)
    guard let first = paths.first else { return }
    let shown = messages.level == .verbose ? paths.count : Self.fewHeldBack
    let lines = paths.prefix(shown).map { "\n  \(self.shown($0, in: scope))" }
    let more = paths.count > shown ? "\n  and \(Amount.count(paths.count - shown)) more" : ""
    messages.warning(
      "in the history already, so that .gitignore does not keep it out:\(lines.joined())\(more)")
    messages.note(
      "`git rm --cached \(typedPath(self.shown(first, in: scope)))` takes it out with the next commit "
        + "and leaves the file here; other devices delete theirs, and past versions stay")
  }

  /// Names tracked notes that an ignore rule keeps out of lists and search.
  func tell(hidden notes: [TreePath], in scope: TreePath) {
    guard let first = notes.first else { return }
    let shown = messages.level == .verbose ? notes.count : Self.fewHeldBack
    let lines = notes.prefix(shown).map { "\n  \(self.shown($0, in: scope))" }
    let more = notes.count > shown ? "\n  and \(Amount.count(notes.count - shown)) more" : ""
    messages.warning(
      "an ignore rule keeps notes of the history out of lists and search:\(lines.joined())\(more)")
    messages.note(
      "without its line they are listed again; `git check-ignore -v --no-index "
        + "\(typedPath(self.shown(first, in: scope)))` names the line")
  }

  /// Says that another zib is writing, and is waited for.
  func tellWaiting(_ holder: Int32?) { messages.tellWaiting(holder) }

  /// Asks whether many files are really to be deleted.
  func confirm(_ deletions: Deletions) -> Bool {
    guard mayAsk else { return false }
    let many = Amount.count(deletions.paths.count, "file")
    let question =
      switch deletions.source {
      case .folder:
        "\(many) of \(Amount.count(deletions.total)) are gone from the folder; commit that?"
      case .merge:
        "other devices deleted \(many) of \(Amount.count(deletions.total)); delete them here?"
      }
    return ["y", "yes"].contains(ask("\(question) [y/N] ").lowercased())
  }

  /// A path of the repository as it is shown to a person; a line end in it as an escape, so that one file is one line.
  func shown(_ path: TreePath, in scope: TreePath) -> String {
    let shown = NotePath(path, in: scope).map { shownPath($0) } ?? path.text
    return path.bytes.contains(0x0A) ? SafeText.escaped(shown) : shown
  }

  /// More changes of one kind than this are counted and not listed, unless `-v` is given.
  private static var fewChanges: Int { 20 }

  /// Writes changes below a heading, a line each; with `-q` none.
  func write(_ heading: String, _ changes: [FileChange], in scope: TreePath) throws {
    if changes.isEmpty || messages.level == .quiet { return }
    try output.writeLine(StyledText(heading, .heading))
    let shown = messages.level == .verbose ? changes.count : Self.fewChanges
    for change in changes.prefix(shown) {
      let (word, style): (String, Style) =
        switch change.kind {
        case .added: ("added", .added)
        case .edited: ("edited", .plain)
        case .deleted: ("deleted", .removed)
        case .moved: ("moved", .plain)
        }
      var line = StyledText("  ")
      line.append(word.padding(to: 8), style)
      if case .moved(let source) = change.kind {
        line.append(self.shown(source, in: scope), .path)
        line.append(" to ", .faint)
      }
      line.append(self.shown(change.path, in: scope), .path)
      try output.writeLine(line)
    }
    if changes.count > shown {
      try output.writeLine(
        StyledText("  and \(Amount.count(changes.count - shown)) more", .faint))
    }
  }

  /// Writes paths below a heading, a line each; with `-q` none.
  func write(_ heading: String, paths: [TreePath], in scope: TreePath) throws {
    if paths.isEmpty || messages.level == .quiet { return }
    try output.writeLine(StyledText(heading, .heading))
    for path in paths { try output.writeLine(StyledText("  " + shown(path, in: scope), .path)) }
  }

  /// Names the files that a snapshot leaves out, and why.
  ///
  /// - Parameters:
  ///   - command: the command that takes `--include`.
  ///   - unwritten: the files that cannot be written; ``tell(unwritten:besides:in:)`` names those of them that hold
  ///     no edit.
  func tell(
    _ snapshot: SnapshotReport, including command: String = "commit",
    unwritten: [UnwrittenFile] = [], in scope: TreePath
  ) {
    let waiting = Set(unwritten.map(\.path))
    tell(snapshot.heldBack, including: command, in: scope)
    tell(staged: snapshot.staged, in: scope)
    for file in snapshot.oversized {
      messages.warning(
        "\(shown(file.path, in: scope)) has \(Amount.bytes(Int(file.size))), above sync.largest-file; "
          + "it is committed because it was before")
    }
    for file in snapshot.refused {
      let path = shown(file.path, in: scope)
      let (isOutdated, waits) = (
        snapshot.outdated.contains(file.path), waiting.contains(file.path)
      )
      if waits && !isOutdated { continue }
      messages.omission(
        isOutdated
          ? waits
            ? "your edit of \(path) is not committed, and what came for it cannot be written here: "
              + file.reason.words
            : file.reason == .nestedRepository
              ? "\(path) is a git repository of its own: files of it that the history has are committed, "
                + "and new ones are not"
              : "the history has \(path) as it was, and not as it is now: \(file.reason.words)"
          : "\(path) is not in the history: \(file.reason.words)")
    }
    for path in snapshot.unsettled {
      messages.warning(
        "\(shown(path, in: scope)) kept changing while it was read; the next commit takes it")
    }
  }

  /// Names what was staged by hand and would have been held back.
  private func tell(staged files: [HeldBack], in scope: TreePath) {
    if files.isEmpty { return }
    messages.omission(
      "staged with `git add`, and so not held back:" + list(files, in: scope))
    if files.contains(where: \.reason.isSecret) {
      messages.note("`zib help recovery` tells what to do about a secret that was taken")
    }
  }

  /// A line for each file with the reason, of many only the first.
  private func list(_ files: [HeldBack], in scope: TreePath) -> String {
    let shown = messages.level == .verbose ? files.count : Self.fewHeldBack
    let lines = files.prefix(shown).map {
      "\n  \(self.shown($0.path, in: scope)): \($0.reason.words)"
    }
    let more = files.count > shown ? "\n  and \(Amount.count(files.count - shown)) more" : ""
    return lines.joined() + more
  }

  /// Names the files that wait for a person's decision, and the command that decides.
  private func tell(_ heldBack: [HeldBack], including command: String, in scope: TreePath) {
    if heldBack.isEmpty { return }
    messages.omission("held back, neither committed nor sent:" + list(heldBack, in: scope))
    let edit = heldBack.first(where: \.isEdit)
    if let file = heldBack.first(where: { $0.canBeIncluded && !$0.isEdit }) {
      let path = typedPath(self.shown(file.path, in: scope))
      messages.note(
        "`zib \(command) --include \(path)` takes it; a line in .gitignore leaves it out")
    }
    if let edit {
      let path = typedPath(self.shown(edit.path, in: scope))
      messages.note(
        "`zib \(command) --include \(path)` takes the edit; without the secret it is taken like any other"
      )
    }
    if heldBack.contains(where: { !$0.canBeIncluded }) {
      messages.note("`zib init` brings back what is missing from .zib")
    }
  }

  /// Names files that a snapshot would have held back, and that go to a remote because plain git committed them.
  ///
  /// - Parameter isSent: true if they are there by now.
  func tell(takenByGit files: [HeldBack], sentTo remote: String, isSent: Bool, in scope: TreePath) {
    if files.isEmpty { return }
    messages.omission(
      "plain git committed what zib holds back, and "
        + (isSent ? "it is sent to \(remote)" : "the next sync sends it to \(remote)")
        + ":" + list(files, in: scope))
    if files.contains(where: \.reason.isSecret) {
      messages.note("`zib help recovery` tells what to do about a secret that was sent")
    }
    if let missing = files.first(where: { !$0.canBeIncluded }) {
      let path = typedPath(self.shown(missing.path, in: scope))
      messages.note(
        "`zib restore \(path) --at VERSION` brings it back; `git log -- \(path)` lists the versions"
      )
    }
  }

  /// More than this are counted and not listed, unless `-v` is given.
  private static var fewHeldBack: Int { 10 }

  /// The vault's paths of files and folders to include; nil for the vault itself.
  ///
  /// - Throws: `UsageError` if there is no such file, or if it is outside of the vault.
  func included(_ words: [String]) throws -> [NotePath?] {
    if words.isEmpty { return [] }
    let root = try vault().root
    return try words.map { word in
      let place = word.hasPrefix("/") ? DiskPath(word) : currentFolder.appending(word)
      // A link is taken as one, so that only its folder is followed.
      guard FileStatus.at(place, following: false) != nil else {
        throw UsageError(message: "there is no file `\(word)` to include")
      }
      let isFolder = FileStatus.at(place, following: false)?.kind == .folder
      let real =
        isFolder
        ? DiskPath.real(place)
        : DiskPath.real(place.folder).flatMap { folder in
          NotePath(bytes: Array(place.name)).map(folder.appending)
        }
      guard let path = real.flatMap(root.relative) else {
        throw UsageError(message: "`\(word)` is not in the vault \(root)")
      }
      return path.isEmpty ? nil : NotePath(bytes: Array(path))
    }
  }

  /// Reports files to be included that were not held back, so that nobody takes them for sent.
  ///
  /// - Returns: false if one is ignored, so that it was not taken.
  func tellNeedless(
    _ included: [NotePath?], _ snapshots: [SnapshotReport], merged: [TreePath], in scope: TreePath
  ) throws -> Bool {
    var isDone = true
    // A rule of this device alone goes with the file that is included.
    let added = snapshots.flatMap(\.changes).filter { $0.kind == .added }.map(\.path)
    let taken = (snapshots.flatMap(\.included) + added + merged).compactMap {
      NotePath($0, in: scope)?.bytes
    }
    for case let path? in included
    where !taken.contains(where: { $0 == path.bytes || $0.starts(with: path.bytes + [0x2F]) }) {
      if try vault().ignores(path) {
        messages.warning(
          "\(shownPath(path)) is ignored, so it was not taken; take its line out of .gitignore or .git/info/exclude first"
        )
        isDone = false
      } else {
        messages.note("\(shownPath(path)) was not held back; `--include` changed nothing")
      }
    }
    return isDone
  }

  /// Names submodules that are at another commit than the history has, which is left to plain git.
  func tell(movedSubmodules paths: [TreePath], in scope: TreePath) {
    for path in paths {
      let shown = shown(path, in: scope)
      messages.note(
        "the submodule \(shown) is at another commit than the vault's history; zib leaves submodules to "
          + "git: `git add \(typedPath(shown))` records the commit with the next snapshot, "
          + "`git submodule update \(typedPath(shown))` goes back to the recorded one")
    }
  }

  /// Names submodules that are not checked out and whose folders hold something all the same.
  func tell(submodulesHoldingFiles paths: [TreePath], in scope: TreePath) {
    for path in paths {
      messages.omission(
        "\(shown(path, in: scope)) is a submodule that is not checked out; what is in its folder is not in the "
          + "history: put it elsewhere")
    }
  }

  /// Names submodules that both sides changed, with the commit of each that only the history has.
  func tell(chosenSubmodules: [(path: TreePath, other: ObjectID)], in scope: TreePath) {
    for (path, other) in chosenSubmodules {
      let shown = shown(path, in: scope)
      messages.warning(
        "both sides changed the submodule \(shown); the later change stays, and the history has the other, "
          + "commit \(other.hex.prefix(8)): to take that one, check it out there and "
          + "`git add \(typedPath(shown))`")
    }
  }

  /// Names conflict copies outside of the vault, which no command of zib resolves.
  func tell(conflictsOutside copies: [TreePath]) {
    for copy in copies {
      let path = SafeText.escaped((ConflictCopyName.note(ofCopy: copy) ?? copy).bytes)
      messages.warning(
        "outside of the vault both sides changed \(path); the other version is "
          + "\(SafeText.escaped(copy.bytes)): put into one what you want of the two, and take the copy away with `git rm`"
      )
    }
  }

  /// Counts the conflicts that wait for a person, and names the command that resolves them.
  func tell(conflicts: [TreePath]) {
    if conflicts.isEmpty { return }
    messages.note("\(Amount.count(conflicts.count, "conflict")). Run `zib resolve`.")
  }
}

extension CommandSession {
  /// Says that git keeps the password of an address in plain text, if it has one.
  func warnOfPassword(in address: String) {
    if RemoteAddress.holdsPassword(address) {
      messages.warning(
        "the password in that address is stored in `.git/config` in plain text; a credential helper "
          + "(`git help credentials`) or ssh keeps it safer")
    }
  }
}

extension Messages {
  /// Says that another zib is writing, and is waited for.
  func tellWaiting(_ holder: Int32?) {
    note("Another zib\(Self.process(holder)) is writing. Waiting for it.")
  }

  /// Says that another zib is syncing, and is waited for.
  func tellWaitingForSync(_ holder: Int32?) {
    note("Another zib\(Self.process(holder)) is syncing this vault. Waiting for it.")
  }

  private static func process(_ number: Int32?) -> String {
    number.map { " (process \($0))" } ?? ""
  }
}

extension String {
  /// The text with spaces up to a width and one more.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count) + 1)
  }
}
