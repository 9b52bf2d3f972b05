import Notes
import Objects
import Sync
import Vaults

/// What the commands of history and devices share: how changes are shown, asked about and waited for.
extension Session {
  /// Finishes what a sync that was stopped has left; what cannot be finished now stops no reading.
  func finishUpdate(of vault: Vault) {
    do {
      guard let recovery = try vault.finishInterruptedUpdate() else { return }
      messages.note("a sync that was stopped has been finished")
      for path in recovery.kept {
        messages.warning("\(SafeText.escaped(path.bytes)) holds what was typed meanwhile")
      }
    } catch {
      let words = ErrorWords(error)
      messages.warning("a sync that was stopped is not finished: \(words.message)")
      if let hint = words.hint { messages.note(hint) }
    }
  }

  /// Says that another zib is writing, as long as it is waited for.
  func tellWaiting(_ holder: Int32?) {
    messages.note(
      "another zib" + (holder.map { " (process \($0))" } ?? "") + " is writing; waiting for it")
  }

  /// Asks whether many files are really to go.
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

  /// A path of the repository as it is shown to a person.
  func shown(_ path: TreePath, in scope: TreePath) -> String {
    NotePath(path, in: scope).map { shownPath($0) } ?? path.text
  }

  /// More changes of one kind than this are counted and not listed, unless `-v` is given.
  private static var fewChanges: Int { 20 }

  /// Writes changes below a heading, a line each; nothing with `-q`.
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

  /// Writes paths below a heading, a line each; nothing with `-q`.
  func write(_ heading: String, paths: [TreePath], in scope: TreePath) throws {
    if paths.isEmpty || messages.level == .quiet { return }
    try output.writeLine(StyledText(heading, .heading))
    for path in paths { try output.writeLine(StyledText("  " + shown(path, in: scope), .path)) }
  }

  /// Names the files that a snapshot leaves out, and why.
  func tell(_ refused: [FileRefused], unsettled: [TreePath], in scope: TreePath) {
    for file in refused {
      messages.warning("\(shown(file.path, in: scope)) is not in the history: \(file.reason.words)")
    }
    for path in unsettled {
      messages.warning(
        "\(shown(path, in: scope)) was being written all the time; the next snapshot takes it")
    }
  }

  /// Tells of notes that are kept twice, and what to do.
  func tell(conflicts: [TreePath]) {
    if conflicts.isEmpty { return }
    messages.note(
      "\(Amount.count(conflicts.count, "note is", "notes are")) kept twice; `zib resolve` goes through "
        + (conflicts.count == 1 ? "it" : "them"))
  }
}

extension String {
  /// The text with spaces up to a width and one more.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count) + 1)
  }
}

extension RefusedFile {
  /// Why, for people.
  var words: String {
    switch self {
    case .unreadable(let code): "it cannot be read (\(SystemError.reason(of: code)))"
    case .special: "it is a pipe, socket or device"
    case .nestedRepository: "it is a git repository of its own"
    case .reservedName: "git refuses its name, so give it another"
    case .filter(let name): "its filter `\(name)` could not be run"
    case .tooLarge(let size): "it is too large (\(Amount.bytes(Int(size))))"
    }
  }
}

extension JSONWriter {
  /// Adds a field with changes: `path`, `kind`, and `from` of a moved file.
  mutating func field(_ key: String, _ changes: [FileChange], in scope: TreePath) {
    array(key) { json in
      for change in changes {
        json.object {
          $0.field("path", utf8: Self.path(change.path, in: scope))
          switch change.kind {
          case .added: $0.field("kind", "added")
          case .edited: $0.field("kind", "edited")
          case .deleted: $0.field("kind", "deleted")
          case .moved(let source):
            $0.field("kind", "moved")
            $0.field("from", utf8: Self.path(source, in: scope))
          }
        }
      }
    }
  }

  /// Adds a field with paths.
  mutating func field(_ key: String, paths: [TreePath], in scope: TreePath) {
    array(key) { json in
      for path in paths { json.element(utf8: Self.path(path, in: scope)) }
    }
  }

  /// Adds a field with the files that a snapshot leaves out: `path` and `reason`.
  mutating func field(_ key: String, _ refused: [FileRefused], in scope: TreePath) {
    array(key) { json in
      for file in refused {
        json.object {
          $0.field("path", utf8: Self.path(file.path, in: scope))
          $0.field("reason", file.reason.words)
        }
      }
    }
  }

  /// From the vault's root; from the repository's for what lies outside of the vault.
  static func path(_ path: TreePath, in scope: TreePath) -> [UInt8] {
    NotePath(path, in: scope)?.bytes ?? path.bytes
  }
}
