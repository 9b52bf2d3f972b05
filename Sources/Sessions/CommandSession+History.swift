import Files
import Git
import History
import Layout
import Merge
import PastNotes
import Rendering
import Sync
import Terminals
import Vaults
import Wording

/// Shows changes, asks about them and waits for them, for the commands of history and devices.
extension CommandSession {
  /// Names the files that other devices have and that cannot be written here.
  ///
  /// - Parameters:
  ///   - snapshot: has told already of those whose edits it refused.
  ///   - change: the words for what waits for a file whose edit is held back.
  package func tell(
    unwritten all: [UnwrittenFile], besides snapshot: SnapshotReport? = nil,
    waitingFor change: String = "what came for a file", in scope: TreePath
  ) {
    let files = all.filter { snapshot?.outdated.contains($0.path) != true }
    if files.isEmpty { return }
    func warn(_ heading: String, _ files: [UnwrittenFile]) {
      if files.isEmpty { return }
      messages.warning(
        "\(heading):"
          + list(files) { file in
            "\(shown(file.path, in: scope)): "
              + (file.isDeleted && file.reason == .secretEdit
                ? "it was deleted or renamed, and an edit of it is held back here, because a secret is new in it"
                : file.reason.wordsOfWriting)
          })
    }
    let (older, left) = (
      files.filter(\.isOlderHere), files.filter { $0.isDeleted && $0.reason != .secretEdit }
    )
    let waiting = files.filter { $0.reason == .secretEdit }
    let missing = files.filter { !$0.isDeleted && !$0.isOlderHere && $0.reason != .secretEdit }
    warn("newer in the history than in this folder, because it cannot be written here", older)
    warn("in the history, and not in this folder because it cannot be written here", missing)
    warn("deleted in the history, and still in this folder because it cannot be removed here", left)
    warn("\(change) waits, because your edit of it is held back", waiting)
    if let edit = waiting.first {
      let path = typed(edit.path, in: scope)
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
  package func words(exceptions paths: [TreePath], in scope: TreePath) -> String {
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
  package func tell(
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
  package func tell(
    stillIgnored paths: [TreePath], by way: String = "that came", in scope: TreePath
  ) {
    guard let first = paths.first else { return }
    messages.warning(
      "a .gitignore \(way) no longer ignores what this device ignored; it stays here by a rule in "
        + ".git/info/exclude:" + list(paths) { shown($0, in: scope) })
    messages.note(
      "`zib commit --include \(typed(first, in: scope))` takes it into the history"
    )
  }

  /// Names tracked files that a newly written `.gitignore` would ignore.
  package func tellTracked(ignoredBy changes: [FileChange], in scope: TreePath) throws {
    let paths = try vault().tracked(ignoredBy: changes)
    guard let first = paths.first else { return }
    messages.warning(
      "in the history already, so that .gitignore does not keep it out:"
        + list(paths) { shown($0, in: scope) })
    messages.note(
      "`git rm --cached \(typed(first, in: scope))` takes it out with the next commit "
        + "and leaves the file here; other devices delete theirs, and past versions stay")
  }

  /// Names tracked notes that an ignore rule keeps out of lists and search.
  package func tell(hidden notes: [TreePath], in scope: TreePath) {
    guard let first = notes.first else { return }
    messages.warning(
      "an ignore rule keeps notes of the history out of lists and search:"
        + list(notes) { shown($0, in: scope) })
    messages.note(
      "without its line they are listed again; `git check-ignore -v --no-index "
        + "\(typed(first, in: scope))` names the line")
  }

  /// Names tracked notes that an ignore rule keeps out of lists and search, where a `.gitignore` came.
  package func tellHidden(_ sync: VaultSync) throws {
    let came = sync.report.came.contains { change in
      change.kind != .deleted && change.path.isIgnoreRules
    }
    if came { tell(hidden: try vault().hiddenNotes(), in: sync.scope) }
  }

  /// An indented line for each element, of many only the first; all of them with `-v`.
  package func list<Element>(_ all: [Element], line: (Element) -> String) -> String {
    let shown = messages.level == .verbose ? all.count : Self.fewLines
    let lines = all.prefix(shown).map { "\n  " + line($0) }
    let more =
      all.count > shown ? "\n  and \(Amount.count(all.count - shown)) more, which `-v` lists" : ""
    return lines.joined() + more
  }

  /// More than this are counted and not listed, unless `-v` is given.
  private static var fewLines: Int { 10 }

  /// Says that another zib is writing, and is waited for.
  package func tellWaiting(_ holder: Int32?) { messages.tellWaiting(holder) }

  /// Asks whether many files are really to be deleted.
  package func confirm(_ deletions: Deletions) -> Bool {
    guard mayAsk else { return false }
    let many = Amount.count(deletions.paths.count, "file")
    let question =
      switch deletions.source {
      case .folder:
        "\(many) of \(Amount.count(deletions.total)) are gone from the folder; commit that?"
      case .merge:
        "other devices deleted \(many) of \(Amount.count(deletions.total)); delete them here?"
      case .commits:
        "plain git deleted \(many) of \(Amount.count(deletions.total)) in commits which no other device has yet; "
          + "send that?"
      }
    return ["y", "yes"].contains(ask("\(question) [y/N] ").lowercased())
  }

  /// Says that a commit or sync asks about many deletions before it does anything.
  package func tell(unconfirmed deletions: Deletions) {
    let many = "\(Amount.count(deletions.paths.count, "file")) of \(Amount.count(deletions.total))"
    let words =
      switch deletions.source {
      case .folder: "\(many) are gone from the folder"
      case .merge: "other devices deleted \(many)"
      case .commits: "plain git deleted \(many) in commits which no other device has yet"
      }
    messages.warning("\(words): `zib sync` asks first, and does nothing where it cannot ask")
    if let hint = ErrorWords(SyncRefusal.deletionsNotConfirmed(deletions)).hint {
      messages.note(hint.replacing("run the command again with `", with: "`zib sync "))
    }
  }

  /// A path of the repository as it is shown to a person; control characters in it as escapes, so that one file is one
  /// line, also in a pipe.
  package func shown(_ path: TreePath, in scope: TreePath) -> String {
    SafeText.inLine(String(decoding: bytesFromHere(path, in: scope), as: UTF8.self))
  }

  /// The same for a path of the vault, for messages.
  package func shown(_ path: NotePath) -> String { SafeText.inLine(shownPath(path)) }

  /// A path of the repository as it can be typed after a command.
  package func typed(_ path: TreePath, in scope: TreePath) -> String {
    typedPath(bytesFromHere(path, in: scope))
  }

  /// A path of the repository as it leads there from the current folder, outside of the vault as well.
  private func bytesFromHere(_ path: TreePath, in scope: TreePath) -> [UInt8] {
    if let path = NotePath(path, in: scope) { return shownPathBytes(path) }
    guard let root = try? vault().root else { return path.bytes }
    let top = scope.components.reduce(root) { folder, _ in folder.folder }
    guard let below = top.relative(currentFolder) else {
      return top.appending(bytes: path.bytes).bytes
    }
    let (here, names) = (below.split(separator: 0x2F), path.components.map { Array($0) })
    let shared = zip(here, names.dropLast()).prefix { $0.elementsEqual($1) }.count
    let up = Array(repeating: Array("..".utf8), count: here.count - shared)
    // A folder that is ignored as a whole ends in a slash.
    let end = path.bytes.last == 0x2F ? [[UInt8]()] : []
    return Array((up + names.dropFirst(shared) + end).joined(separator: [0x2F]))
  }

  /// More changes of one kind than this are counted and not listed, unless `-v` is given.
  private static var fewChanges: Int { 20 }

  /// Writes changes below a heading, a line each; with `-q` none.
  package func write(_ heading: String, _ changes: [FileChange], in scope: TreePath) throws {
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
      if case .moved(let source) = change.kind {
        // A conflict copy is a version that was kept: nobody moved the note.
        let isCopy = ConflictCopyName.note(ofCopy: change.path) == source
        line.append((isCopy ? "kept" : word).padding(to: 8), style)
        line.append(self.shown(source, in: scope), .path)
        line.append(isCopy ? " as " : " to ", .faint)
      } else {
        line.append(word.padding(to: 8), style)
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
  package func write(_ heading: String, paths: [TreePath], in scope: TreePath) throws {
    if paths.isEmpty || messages.level == .quiet { return }
    try output.writeLine(StyledText(heading, .heading))
    for path in paths { try output.writeLine(StyledText("  " + shown(path, in: scope), .path)) }
  }

  /// Names submodules that are at another commit than the history has, which is left to plain git.
  package func tell(movedSubmodules paths: [TreePath], in scope: TreePath) {
    for path in paths {
      let shown = shown(path, in: scope)
      messages.note(
        "the submodule \(shown) is at another commit than the vault's history; zib leaves submodules to "
          + "git: `git add \(typed(path, in: scope))` records the commit with the next snapshot, "
          + "`git submodule update \(typed(path, in: scope))` goes back to the recorded one")
    }
  }

  /// Names submodules that are not checked out and whose folders hold something all the same.
  package func tell(submodulesHoldingFiles paths: [TreePath], in scope: TreePath) {
    for path in paths {
      messages.omission(
        "\(shown(path, in: scope)) is a submodule that is not checked out; what is in its folder is not in the "
          + "history: put it elsewhere")
    }
  }

  /// Names submodules that both sides changed, with the commit of each that only the history has.
  package func tell(chosenSubmodules: [(path: TreePath, other: ObjectID)], in scope: TreePath) {
    for (path, other) in chosenSubmodules {
      let shown = shown(path, in: scope)
      messages.warning(
        "both sides changed the submodule \(shown); the later change stays, and the history has the other, "
          + "commit \(other.hex.prefix(8)): to take that one, check it out there and "
          + "`git add \(typed(path, in: scope))`")
    }
  }

  /// Names conflict copies outside of the vault, which no command of zib resolves.
  package func tell(conflictsOutside copies: [TreePath], in scope: TreePath) {
    for copy in copies {
      let path = shown(ConflictCopyName.note(ofCopy: copy) ?? copy, in: scope)
      messages.warning(
        "outside of the vault both sides changed \(path); the other version is \(shown(copy, in: scope)): put into "
          + "one what you want of the two, and take the copy away with `git rm -- \(typed(copy, in: scope))`"
      )
    }
  }

  /// Counts the conflicts that wait for a person, and names the command that resolves them.
  package func tell(conflicts: [TreePath]) {
    if conflicts.isEmpty { return }
    messages.note("\(Amount.count(conflicts.count, "conflict")). Run `zib resolve`.")
  }

  /// The path of a note that is there, or of one that was, by the words that a person types.
  ///
  /// - Throws: `NoteNotFound`; errors of the history.
  package func presentOrFormerPath(_ name: String, in history: VaultHistory) throws -> NotePath {
    do {
      return try recentPlace(name)?.path ?? exactNotePath(name)
    } catch let error as NoteWaits {
      return error.path
    } catch let error as NoteNotFound where error.candidates.isEmpty {
      let spelling = try vaultSpelling(of: name)
      do {
        let plan = try history.restoration(ofDeleted: spelling)
        if let path = plan.files.keys.first { return path }
      } catch RestoreError.notFound {}
      return try notePath(name)
    }
  }
}

extension CommandSession {
  /// Says that git keeps the password of an address in plain text, if it has one.
  package func warnOfPassword(in address: String) {
    if RemoteAddress.holdsPassword(address) {
      messages.warning(
        "the password in that address is stored in `.git/config` in plain text; a credential helper "
          + "(`git help credentials`) or ssh keeps it safer")
    }
  }
}

extension Messages {
  /// Says that another zib is writing, and is waited for.
  package func tellWaiting(_ holder: Int32?) {
    note("Another zib\(Self.process(holder)) is writing. Waiting for it.")
  }

  /// Says that another zib is syncing, and is waited for.
  package func tellWaitingForSync(_ holder: Int32?) {
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
