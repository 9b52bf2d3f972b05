import Files
import Merge
import Notes
import PastNotes
import Rendering
import Terminals
import Vaults
import Wording

/// Shows changes of many notes, asks about them and makes them; for `set`, `unset` and `tag`.
extension CommandSession {
  /// More notes than this are changed only after a person at the terminal said so.
  private static var fewNotes: Int { 20 }

  /// Shows or writes a plan, after asking if it concerns many notes.
  ///
  /// - Parameter what: the action, as in `rename #a to #b in 30 notes?`.
  package func apply(
    _ plan: EditPlan, asking what: String, isDryRun: Bool, isForced: Bool
  ) throws -> ExitCode {
    let notes = plan.edits.count
    if notes > Self.fewNotes, !isDryRun, !isForced, mayAsk {
      let answer = ask("\(what) in \(Amount.count(notes, "note"))? [y/N] ")
      guard ["y", "yes"].contains(answer.lowercased()) else {
        messages.note("nothing was changed")
        return .done
      }
    }
    return try apply(plan, isDryRun: isDryRun)
  }

  /// Shows or writes a plan, and names the notes that are left as they are.
  private func apply(_ plan: EditPlan, isDryRun: Bool) throws -> ExitCode {
    var refusals = plan.refusals
    var done = plan.edits.map(\.path)
    if isDryRun {
      for edit in plan.edits { try output.write(edit.difference, of: shownPath(edit.path)) }
    } else if !plan.isEmpty {
      let outcome = try vault().apply(plan)
      done = outcome.done
      if let failure = outcome.failure { refusals.append(failure) }
      for path in outcome.left {
        messages.detail("not reached: \(shown(path))")
      }
    }
    for refusal in refusals {
      let words = words(for: refusal.reason)
      let isNamed = words.message.hasPrefix(refusal.path.description)
      messages.error(
        isNamed ? words.message : "\(shown(refusal.path)): \(words.message)", hint: words.hint)
    }
    for edit in plan.edits where done.contains(edit.path) { tellBookValues(edit) }
    if !isDryRun, done.count == 1 { touch(done[0]) }
    let verb = isDryRun ? "would change" : "changed"
    if done.count > 1 { for path in done { messages.detail("\(verb) \(shown(path))") } }
    switch done.count {
    case 0: if refusals.isEmpty { messages.note("nothing to change") }
    case 1: messages.note("\(verb) \(shown(done[0]))")
    default: messages.note("\(verb) \(done.count) notes")
    }
    return refusals.isEmpty ? .done : .failed
  }
}

extension CommandSession {
  /// Tells which links of other notes are rewritten, or are not, because a note is new.
  package func tell(_ kept: KeptLinks, besides path: NotePath, isDryRun: Bool = false) {
    tell(kept, besides: shown(path), isDryRun: isDryRun)
  }

  /// Tells that a new note of a vault with a history will be in no commit, because git ignores it.
  package func tellIgnored(_ path: NotePath) {
    guard let vault = try? vault(), vault.isVault, (try? vault.ignores(path)) == true else {
      return
    }
    messages.note(
      "git ignores \(shown(path)): no commit and no other device has it; "
        + "`git check-ignore -v \(typedPath(shownPathBytes(path)))` names the line")
  }

  /// - Parameter name: the new note as it is called in a sentence.
  package func tell(_ kept: KeptLinks, besides name: String, isDryRun: Bool = false) {
    if !kept.rewrites.isEmpty {
      let links = Amount.count(kept.linkCount, "link")
      let notes = Amount.count(kept.rewrites.count, "note")
      messages.note(
        (isDryRun ? "would rewrite" : "rewrote")
          + " \(links) in \(notes), which would mean \(name) now, to lead where they did")
      for rewrite in kept.rewrites {
        messages.detail((isDryRun ? "would change " : "changed ") + shown(rewrite.path))
      }
    }
    for (path, reason) in kept.lost {
      messages.warning(
        "links in \(shown(path)) may mean \(name) now: \(words(for: reason).cause)")
    }
    if let failure = kept.failure {
      messages.warning(
        "links of other notes may mean \(name) now, because they could not be looked up: "
          + words(for: failure).message)
    }
  }
}

extension CommandSession {
  /// Warns of values of a book that an edit wrote and `zib` does not understand.
  private func tellBookValues(_ edit: EditPlan.Edit) {
    let old = Set(Note(parsing: edit.old.bytes).diagnostics.map(\.kind))
    for diagnostic in Note(parsing: edit.new).diagnostics where !old.contains(diagnostic.kind) {
      guard case .bookValue(let key, let value) = diagnostic.kind else { continue }
      let words = BookValueWords.notUnderstood(key, value)
      messages.warning("\(shown(edit.path)): \(words)")
    }
  }
}
