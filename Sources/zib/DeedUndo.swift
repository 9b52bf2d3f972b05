import Arguments
import Exchange
import Files
import History
import Merge
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib undo` of what a command wrote without a commit, and `zib undo --redo`.
enum DeedUndo {
  static func takeBack(
    _ deed: RecordedDeed, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    let isPlanned = arguments[Undo.dryRun]
    let result = try session.vault().takeBack(deed, isPlanned: isPlanned)
    let what = words(for: deed, session)
    if result.changes.isEmpty, !result.isWhole {
      session.messages.note(
        "\(isPlanned ? "would take" : "took") nothing back of \(what); the `zib undo` after it takes back what was "
          + "done before")
    } else {
      session.messages.note("\(isPlanned ? "would take" : "took") back \(what)")
    }
    try show(
      result, isPlanned ? "planned" : "undone", isPlanned ? "Would change back:" : "Changed back:",
      arguments, session)
    if !isPlanned, !result.changes.isEmpty {
      session.messages.note("`zib undo --redo` puts it back, and `zib undo` goes further back")
    }
    return result.isWhole ? .done : .nothingFound
  }

  static func redo(_ arguments: ParsedArguments, _ session: CommandSession) throws -> ExitCode {
    guard let deed = try session.vault().lastDeedTakenBack() else {
      if arguments[Undo.json] { try print(nil, "nothing", session) }
      session.messages.error(
        "there is nothing to do again",
        hint:
          "the undo of a sync, a move or an import is taken back by `zib restore . --at VERSION`; `zib history` "
          + "has the versions")
      return .nothingFound
    }
    let isPlanned = arguments[Undo.dryRun]
    let result = try session.vault().redo(deed, isPlanned: isPlanned)
    session.messages.note(
      "\(isPlanned ? "would do" : "did") \(words(for: deed, session)) again")
    try show(
      result, isPlanned ? "planned" : "redone", isPlanned ? "Would change:" : "Changed:",
      arguments, session)
    return result.isWhole ? .done : .nothingFound
  }

  /// The command with its time: ``zib append` of 14:03`.
  private static func words(for deed: RecordedDeed, _ session: CommandSession) -> String {
    "`zib \(deed.command)` of \(session.shownTime(deed.seconds * 1000))"
  }

  private static func show(
    _ result: TakenBack, _ outcome: String, _ heading: String, _ arguments: ParsedArguments,
    _ session: CommandSession
  ) throws {
    if arguments[Undo.json] {
      try print(result, outcome, session)
    } else {
      try session.write(heading, result.changes, in: .root)
      try session.write(
        "Kept, because it was edited there since:",
        paths: result.kept.map { TreePath(bytes: $0.bytes) }, in: .root)
    }
    try session.output.flush()
    for path in result.large {
      session.messages.warning(
        "\(session.shown(path)) stays as it is: too much was written to be kept for an undo")
    }
    for path in result.largeAndNew {
      session.messages.note(
        "\(session.shown(path)) stays; `zib rm \(session.typed(TreePath(bytes: path.bytes), in: .root))` removes it"
      )
    }
    for path in result.gone {
      session.messages.warning("\(session.shown(path)) is gone, and stays so")
    }
    if result.changes.isEmpty, result.isWhole {
      session.messages.note("no file in this folder changed by that")
    }
  }

  /// - Parameter result: nil where nothing was done.
  private static func print(
    _ result: TakenBack?, _ outcome: String, _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("outcome", outcome)
      $0.field("operation", result?.deed.command)
      $0.field("time", result.map { Int($0.deed.seconds * 1000) })
      $0.field("commit", String?.none)
      $0.field("snapshot", [FileChange](), in: .root)
      $0.field("changed", result?.changes ?? [], in: .root)
      let kept = (result.map { $0.kept + $0.large + $0.largeAndNew + $0.gone } ?? []).sorted()
      $0.field("kept", paths: kept.map { TreePath(bytes: $0.bytes) }, in: .root)
      $0.array("newConflicts") { _ in }
      $0.field("unwritten", unwritten: [], in: .root)
    }
  }
}

extension TakenBack {
  /// True if no file stays as it is.
  fileprivate var isWhole: Bool { kept.isEmpty && large.isEmpty && gone.isEmpty }
}
