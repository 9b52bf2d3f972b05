import Arguments
import Exchange
import Files
import Git
import History
import Merge
import Notes
import PastNotes
import Rendering
import Runs
import Sessions
import Sync
import Terminals
import Wording

/// `zib history`: the changes of a note, or of the vault, with their times.
enum History {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")), default: "",
    help: "A note by its path, title or file name, also a deleted one; by default the whole vault.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...), default: 0,
    help: "Print at most `N` versions; 0 means all.")
  static let patch = Flag("patch", short: "p", help: "Show what each version changed.")
  static let json = Flag("json", help: "Print JSON.")
  static let screen = Flag(
    "screen",
    help:
      "Show the versions of a note on a full screen: what each changed, any two, search, restore.")

  static let command = Command(
    "history", group: "History and devices",
    summary: "Show the versions of a note, or of the vault",
    discussion: """
      Prints a line for each version, the newest first: when it was committed, its id, on which
      device (or by whom), how many lines came and went, and what the commit says. `zib restore
      NOTE --at ID` brings one back, and `zib show NOTE --at ID` prints it.

      A note is followed through moves in which not a byte of it changed.
      """,
    arguments: [note, limit, patch, json, screen],
    exclusive: [[patch, json, screen]],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1) and `versions`. Each has `commit`, `time` (UTC milliseconds),
        `author`, `device` (null where the commit names none), `subject` and `isMerge`; of a note
        also `path`, `movedFrom`, `blob` (null where it was deleted), `added` and `removed` (lines);
        of the vault `changes`, each with `path`, `kind` (`added`, `edited`, `deleted`, `moved`) and
        `from`.
        """)
    ],
    examples: [
      "zib history walden": "When the note was written and edited, and where.",
      "zib history walden -p -n 1": "What its last version changed.",
      "zib history -n 10": "The last versions of the vault.",
      "zib history walden --screen": "Go through them, compare any two, and restore one.",
    ],
    exitStatuses: [
      0: "There are versions.", 1: "There is no such note, or it has no version yet.",
      3: "The vault has no history.",
    ],
    seeAlso: ["zib-diff(1)", "zib-restore(1)", "zib-search(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let history = try session.vault().past()
      let most = arguments[limit] == 0 ? Int.max : arguments[limit]
      let name = arguments[note]
      if arguments[screen] {
        return try HistoryScreen(session, history).run(name, limit: most)
      }
      session.page()
      var lines = HistoryLines(session, history, showsPatch: arguments[patch])
      let count: Int
      if arguments[json] {
        count = try printJSON(name, most, history, session)
      } else if name.isEmpty {
        count = try first(most) { body in
          try history.forEachCommit {
            try lines.write($0, $1); return body()
          }
        }
      } else {
        let path = try session.presentOrFormerPath(name, in: history)
        count = try first(most) { body in
          try history.forEachVersion(of: path) {
            try lines.write($0); return body()
          }
        }
      }
      if count == 0 { session.messages.note("no version yet; `zib commit` saves one") }
      return count == 0 ? .nothingFound : .done
    }
  }

  /// Runs a loop that asks after each turn whether to continue, for at most `most` turns.
  ///
  /// - Returns: the number of turns.
  private static func first(_ most: Int, _ loop: (() -> Bool) throws -> Void) rethrows -> Int {
    var count = 0
    try loop {
      count += 1
      return count < most
    }
    return count
  }

  private static func printJSON(
    _ name: String, _ most: Int, _ history: VaultHistory, _ session: CommandSession
  ) throws -> Int {
    var count = 0
    try session.output.writeJSON {
      try $0.array("versions") { array in
        if name.isEmpty {
          try history.forEachCommit { entry, changes in
            array.object {
              $0.history(entry)
              $0.field("changes", changes, in: .root)
            }
            try session.output.write(draining: &array)
            count += 1
            return count < most
          }
        } else {
          try history.forEachVersion(of: session.presentOrFormerPath(name, in: history)) {
            version in
            let (added, removed) = try history.lines(of: version)
            array.object {
              $0.history(version.entry)
              $0.field("path", session.shownPath(version.path))
              $0.field("movedFrom", version.movedFrom.map { session.shownPath($0) })
              $0.field("blob", version.after?.id.hex)
              $0.field("added", added)
              $0.field("removed", removed)
            }
            try session.output.write(draining: &array)
            count += 1
            return count < most
          }
        }
      }
    }
    return count
  }
}

/// The lines in which a history is shown.
struct HistoryLines {
  private let session: CommandSession
  private let history: VaultHistory
  private let showsPatch: Bool

  init(_ session: CommandSession, _ history: VaultHistory, showsPatch: Bool) {
    self.session = session
    self.history = history
    self.showsPatch = showsPatch
  }

  /// A version of one note.
  mutating func write(_ version: NoteVersion) throws {
    let (added, removed) = try history.lines(of: version)
    var line = beginning(version.entry)
    line.append("+\(added)".leftPadded(toWidth: 5), .added)
    line.append(" ")
    line.append("-\(removed)".padded(toWidth: 4), .removed)
    line.append("  ")
    if version.after == nil {
      line.append("deleted  ", .removed)
    } else if let old = version.movedFrom {
      line.append("moved from \(session.shownPath(old))  ", .path)
    } else if version.before == nil {
      line.append("new  ", .added)
    }
    line.append(version.entry.subject, version.entry.isMerge ? .faint : .plain)
    try session.output.writeLine(fitted(line))
    guard showsPatch, !version.entry.isMerge else { return }
    let path = session.shownPath(version.path)
    let (old, new) = try history.difference(of: version)
    try session.output.writeWords(
      (version.before == nil ? nil : old, version.after == nil ? nil : new), of: path)
    try session.output.writeLine()
  }

  /// A version of the vault.
  mutating func write(_ entry: HistoryEntry, _ changes: [FileChange]) throws {
    var line = beginning(entry)
    line.append(Amount.count(changes.count, "file").leftPadded(toWidth: 9), .faint)
    line.append("  ")
    line.append(entry.subject, entry.isMerge ? .faint : .plain)
    try session.output.writeLine(fitted(line))
    guard showsPatch else { return }
    for change in changes {
      guard let path = NotePath(change.path, in: TreePath.root) else { continue }
      let (sign, style): (String, Style) =
        switch change.kind {
        case .added: ("A", .added)
        case .edited: ("M", .plain)
        case .deleted: ("D", .removed)
        case .moved: ("R", .path)
        }
      var line = StyledText("  \(sign) ", style)
      if case .moved(let old) = change.kind { line.append("\(old) -> ", .path) }
      line.append(session.shownPath(path), .path)
      try session.output.writeLine(line)
    }
    try session.output.writeLine()
  }

  private func beginning(_ entry: HistoryEntry) -> StyledText {
    var line = StyledText(session.shownTime(entry.milliseconds), .position)
    line.append("  ")
    line.append(String(entry.commit.hex.prefix(7)), .faint)
    line.append("  ")
    let who = entry.device ?? entry.author
    line.append(StyledText(who).truncated(toWidth: 12).padded(toWidth: 12))
    return line
  }

  private func fitted(_ line: StyledText) -> StyledText {
    session.terminal.isOutputTerminal ? line.truncated(toWidth: session.terminal.width) : line
  }
}
