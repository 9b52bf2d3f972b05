import Arguments
import Exchange
import Files
import History
import Indexing
import Layout
import Merge
import Rendering
import Sessions
import Steps
import Sync
import Terminals
import Wording

/// `zib undo` of what a command wrote without a commit, and `zib undo --redo`.
package struct DeedUndo {
  private let session: CommandSession
  private let isPlanned: Bool
  private let isJSON: Bool

  /// - Parameter isPlanned: true if nothing is to be written.
  package init(_ session: CommandSession, isPlanned: Bool, isJSON: Bool) {
    self.session = session
    self.isPlanned = isPlanned
    self.isJSON = isJSON
  }

  /// Takes back what a command wrote.
  package func takeBack(_ deed: RecordedDeed) throws -> ExitCode {
    let bar = ProgressBar(
      "Writing notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    let result = try session.vault().takeBack(deed, isPlanned: isPlanned) { bar.update($0, of: $1) }
    bar.finish()
    let what = words(for: deed)
    let took = isPlanned ? "would take" : "took"
    if !result.changes.isEmpty {
      session.messages.note("\(took) back \(what)")
    } else if result.isWhole {
      session.messages.note("nothing is left of \(what) in this folder, so nothing is taken back")
    } else {
      session.messages.note(
        "\(took) nothing back of \(what); the `zib undo` after it takes back what was done before")
    }
    try show(
      result, isPlanned ? "planned" : "undone", isPlanned ? "Would change back:" : "Changed back:")
    if !isPlanned { tellBroken(result) }
    if !isPlanned, !result.changes.isEmpty {
      session.messages.note("`zib undo --redo` puts it back, and `zib undo` goes further back")
    }
    return result.isWhole ? .done : .leftToDecide
  }

  /// Does again what was taken back last.
  package func redo() throws -> ExitCode {
    guard let deed = try session.vault().lastDeedTakenBack() else {
      if isJSON { try print(nil, "nothing") }
      session.messages.error(
        "there is nothing to do again",
        hint:
          "the undo of a sync, a move or an import is taken back by `zib restore . --at VERSION`; `zib history` "
          + "has the versions")
      return .nothingFound
    }
    let bar = ProgressBar(
      "Writing notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    let result = try session.vault().redo(deed, isPlanned: isPlanned) { bar.update($0, of: $1) }
    bar.finish()
    let (what, did) = (words(for: deed), isPlanned ? "would do" : "did")
    if !result.changes.isEmpty {
      session.messages.note("\(did) \(what) again")
    } else if result.isWhole {
      session.messages.note("what \(what) did is there already")
    } else {
      session.messages.note(
        "\(did) nothing again of \(what), which stays on record; `zib undo --redo` can be tried again"
      )
    }
    try show(
      result, isPlanned ? "planned" : "redone", isPlanned ? "Would change:" : "Changed:")
    return result.isWhole ? .done : .leftToDecide
  }

  /// Names the links that lead nowhere without the files that went.
  private func tellBroken(_ result: TakenBack) {
    let gone = result.changes.filter { $0.kind == .deleted }.compactMap {
      NotePath(bytes: $0.path.bytes)
    }
    guard !gone.isEmpty, let links = try? session.search({ try $0.links(toGone: gone) }) else {
      return
    }
    for link in links.prefix(5) {
      session.messages.warning(
        "\(session.shown(link.note)): the link to \(SafeText.escaped(link.target)) leads nowhere now"
      )
    }
    if links.count > 5 {
      session.messages.warning(
        "\(Amount.count(links.count - 5, "more link leads", "more links lead")) nowhere now; `zib broken` lists them"
      )
    }
  }

  /// The command with its time: ``zib append` of 14:03`.
  private func words(for deed: RecordedDeed) -> String {
    "`zib \(deed.command)` of \(session.shownTime(deed.seconds * 1000))"
  }

  private func show(_ result: TakenBack, _ outcome: String, _ heading: String) throws {
    if isJSON {
      try print(result, outcome)
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
  }

  /// - Parameter result: nil where nothing was done.
  private func print(_ result: TakenBack?, _ outcome: String) throws {
    try session.output.writeJSON {
      $0.field(
        "outcome", result?.changes.isEmpty == false || outcome == "planned" ? outcome : "nothing")
      $0.field("operation", result?.deed.command)
      $0.field("time", result.map { Int($0.deed.seconds * 1000) })
      $0.field("commit", String?.none)
      $0.field("snapshot", [FileChange](), in: .root)
      $0.field("changed", result?.changes ?? [], in: .root)
      let kept = (result.map { $0.kept + $0.large + $0.largeAndNew } ?? []).sorted()
      $0.field("kept", paths: kept.map { TreePath(bytes: $0.bytes) }, in: .root)
      $0.array("newConflicts") { _ in }
      $0.field("unwritten", unwritten: [], in: .root)
    }
  }
}
