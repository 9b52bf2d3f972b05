import Arguments
import Merge
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// A place of a conflict that is decided by a text which an editor left.
extension ResolveRun {
  /// Decides one place by a draft of it, and resolves the conflict where that was the last.
  ///
  /// - Throws: `Failure` if the draft is not finished, or the conflict is another one since.
  func decide(_ place: Int, by file: String, of conflict: NoteConflict) throws -> ExitCode {
    let name = session.shown(conflict.note)
    let merge = conflict.texts.merge
    guard let former = try session.versions(ofDraftHolding: file),
      former.note == conflict.texts.noteVersion?.text ?? [],
      former.copy == conflict.texts.copyVersion.text, merge.overlaps.indices.contains(place)
    else {
      throw Failure(
        "\(file) has one place of \(name), which was changed, or its copy, after it was written",
        hint: "decide the place with `zib resolve`, and put the text in there")
    }
    let text = try session.contents(of: file)
    let kept = KeptDecisions(conflict, try session.vault())
    var (decisions, begun) =
      kept?.state(of: merge) ?? (ConflictDecisions(merge), BegunPlaces())
    let marked = MarkedFile(place: place, of: decisions, conflict, session)
    let flaw =
      marked.markerLeft(in: text)
      ?? conflict.damage(.text(text), at: place, of: decisions).map { ($0.line, $0.reason.words) }
    if let flaw { throw Failure("\(flaw.words); nothing was decided", hint: "finish \(file)") }
    decisions.choose(.text(text), at: place)
    (begun.texts[place], begun.words[place]) = (nil, nil)
    if decisions.open.isEmpty, let whole = decisions.text {
      return try end(resolving: [(conflict, .text(whole))])
    }
    let open = Amount.count(decisions.open.count, "place is", "places are")
    let note = typedPath(session.shownPathBytes(conflict.note))
    if arguments[Resolve.dryRun] {
      session.messages.note("would decide one place of \(name); \(open) open")
      return .done
    }
    guard let kept else {
      throw Failure(
        "one place of \(name) cannot be decided alone: there is no home folder to keep that in")
    }
    try kept.keep(decisions, begun: begun)
    try session.discardDraft(holding: file)
    session.messages.note(
      "decided one place of \(name); \(open) open: `zib resolve \(note)` goes on")
    return .done
  }
}
