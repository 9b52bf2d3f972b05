import Arguments
import Files
import History
import Indexing
import Layout
import Merge
import Notes
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Views
import Wording

/// The writing of what was decided, and what is told of it.
extension ResolveRun {
  /// A conflict, and what was decided about it.
  typealias Decided = (conflict: NoteConflict, outcome: ConflictOutcome)

  /// A conflict that was resolved in this run, so that it can be taken back.
  struct Resolved {
    let index: Int
    /// The commit that `undo` takes back.
    let commit: ObjectID
    /// The decisions that were made on its places, and the places that were begun.
    let state: (decisions: ConflictDecisions, begun: BegunPlaces)?
  }

  /// Writes the decisions, and reports how to take them back.
  func end(resolving decided: [Decided]) throws -> ExitCode {
    let commit = try write(decided)
    session.tellUndo(resolved: commit == nil ? 0 : 1)
    return .done
  }

  /// Writes the decisions as one step, or shows them in a dry run.
  ///
  /// - Returns: the commit that ends the step; nil if nothing was written.
  func write(_ decided: [Decided]) throws -> ObjectID? {
    if arguments[Resolve.dryRun] {
      for (conflict, outcome) in decided { try output(conflict, outcome) }
      return nil
    }
    if decided.isEmpty { return nil }
    let done: ConflictsReport
    do {
      done = try session.vault().resolve(
        decided, confirm: session.confirm, waiting: session.tellWaiting)
    } catch {
      if arguments[Resolve.keep] == nil, arguments[Resolve.from] == nil {
        try saveTexts(decided, isAskedAgain: error is ConflictChanged)
      }
      throw error
    }
    let report = done.report
    session.discardDrafts()
    for (conflict, _) in decided { KeptDecisions(conflict, try session.vault())?.discard() }
    if let file = arguments[Resolve.from] { try session.discardDraft(holding: file) }
    for (conflict, outcome) in decided {
      let note = session.shown(conflict.note)
      let file = report.newFiles[conflict.texts.copy.path].map {
        String(decoding: $0.name, as: UTF8.self)
      }
      switch outcome {
      case .text where file == nil && conflict.texts.noteVersion == nil:
        session.messages.note("resolved \(note): the copy is the \(conflict.noun) again")
      case .text where file == nil: session.messages.note("resolved \(note)")
      case .deleted where conflict.texts.hasFolderInPlace:
        session.messages.note("resolved \(note): the folder stays, and the copy is deleted")
      case .deleted:
        session.messages.note("resolved \(note): it stays deleted, and the copy is deleted as well")
      case .text, .bothFiles:
        session.messages.note("resolved \(note): the copy is \(file ?? "a file of its own") now")
      }
    }
    for rewrite in done.followed {
      let links = Amount.count(rewrite.links, "link")
      session.messages.note(
        "\(links) of \(session.shown(rewrite.path)) \(rewrite.links == 1 ? "follows" : "follow") it"
      )
    }
    try tellBrokenLinks(decided)
    for path in done.left {
      session.messages.warning(
        "\(session.shown(path)) cannot be written now: its links to the copy mean the other file")
    }
    return report.update.commit
  }

  /// Names the links of a decided text that neither version had, as a merge by word may make of two, and that lead
  /// nowhere.
  private func tellBrokenLinks(_ decided: [Decided]) throws {
    for case (let conflict, .text(let text)) in decided where conflict.note.isMarkdown {
      let versions = [conflict.texts.noteVersion?.text, conflict.texts.copyVersion.text]
        .compactMap(\.self).map { String(decoding: $0, as: UTF8.self) }
      let isNew = { (link: String) in !versions.contains { $0.contains(link) } }
      let links = Note(parsing: text, options: try session.vault().noteOptions).links
      let note = Note(parsing: text)
      guard links.contains(where: { isNew(note.text($0.range)) }) else { continue }
      for link in try session.search({ try $0.links(of: conflict.note) })
      where link.isBroken && isNew(link.text) {
        session.messages.warning(
          "\(session.shown(conflict.note)):\(link.position.line): neither version has the link "
            + "\(SafeText.escaped(link.text)), and it leads nowhere")
      }
    }
  }

  /// Keeps texts that a person wrote and that could not be written; choices alone can be made again.
  ///
  /// - Parameter isAskedAgain: true if the conflict is on the screen again, as it is now. There the decisions stay.
  private func saveTexts(_ decided: [Decided], isAskedAgain: Bool) throws {
    for case (let conflict, .text(let text)) in decided {
      let isOnScreen = session.terminal.readsKeys && !arguments[Resolve.plain]
      if isAskedAgain, isOnScreen, !arguments[Resolve.edit], !usesTool,
        let now = try current(conflict), ConflictScreen.canShow(now)
      {
        continue
      }
      let kept = KeptDecisions(conflict, try session.vault())
      if arguments[Resolve.edit] || usesTool || kept?.hasTexts(conflict.texts.merge) == true {
        let folder = try session.makeDraft(of: conflict)
        let file = try folder.write(text, as: String(decoding: conflict.note.name, as: UTF8.self))
        let note = typedPath(session.shownPathBytes(conflict.note))
        session.messages.note(
          "your text of \(session.shown(conflict.note)) is in \(file); "
            + "`zib resolve \(note) --from \(shellQuoted(file))` takes it where it is still a conflict"
        )
      }
      kept?.discard()
    }
  }

  /// Keeps the decisions on a conflict that is one again, so that they need not be made again.
  ///
  /// - Parameter takesBack: true to have the last decision open, which the dialogue of lines asks about.
  func keepAgain(
    _ state: (decisions: ConflictDecisions, begun: BegunPlaces)?, of former: NoteConflict,
    takesBack: Bool
  ) throws {
    guard var state, let conflict = try current(former),
      let kept = KeptDecisions(conflict, try session.vault())
    else { return }
    if takesBack { _ = state.decisions.undo() }
    do throws(SystemError) {
      try kept.keep(state.decisions, begun: state.begun)
    } catch {
      session.messages.warning("the decisions cannot be kept: \(error.description)")
    }
  }

  /// The text of a file for a conflict; what the note and its copy got since a draft was written is added to it.
  ///
  /// - Throws: `Failure` if that and the draft changed the same place.
  func text(of file: String, for conflict: NoteConflict) throws -> [UInt8] {
    let text = try session.contents(of: file)
    guard let former = try session.versions(ofDraftHolding: file),
      PlainText.isValid(text)
    else { return text }
    var result = text
    let now = [conflict.texts.noteVersion?.text ?? [], conflict.texts.copyVersion.text]
    for (then, now) in zip([former.note, former.copy], now) where then != now {
      let versions = NoteVersions(base: then, left: now, right: result)
      let merge =
        conflict.note.isMarkdown
        ? NoteMerge(granularity: .line).merge(versions) : PlainTextMerge.merge(versions)
      guard case .merged(let merged) = merge else {
        let note = session.shown(conflict.note)
        throw Failure(
          "\(note) or its copy was changed after \(file) was written, where the file has another text",
          hint: "put what is new into a copy of the file elsewhere, and take it with `--from`")
      }
      result = merged
    }
    if result != text {
      session.messages.note(
        "what \(session.shown(conflict.note)) or its copy got after the file was written is added")
    }
    return result
  }

  func wordsOfDecidedElsewhere(_ conflict: NoteConflict) -> String {
    "\(session.shown(conflict.note)) was decided elsewhere in the meantime; nothing of it was written here"
  }

  /// Another version of the note may have been written since: its second copy is then about another text.
  func current(_ conflict: NoteConflict) throws -> NoteConflict? {
    try session.vault().conflicts().found.first { $0.copy == conflict.copy }
  }

  private func output(_ conflict: NoteConflict, _ outcome: ConflictOutcome) throws {
    let (note, copy) = (session.shownPath(conflict.note), session.shownPath(conflict.copy))
    switch outcome {
    case .text(let text):
      let old = conflict.texts.noteVersion?.text
      if text != old, PlainText.isValid(text) {
        try session.output.write(LineDifference(from: old ?? [], to: text), of: note)
      }
      session.messages.note("would resolve \(note) and remove \(copy)")
    case .deleted: session.messages.note("would leave \(note) deleted and remove \(copy)")
    case .bothFiles: session.messages.note("would keep \(note) and give \(copy) a name of its own")
    }
  }
}
