import Arguments
import Vaults

/// `zib unset`: takes properties out of notes.
enum UnsetProperties {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: "A path, or the title or file name of a note; `-` reads paths from standard input.")
  static let keys = Positional(
    "KEY", each: .string(completing: .values(of: "keys")), atLeast: 1,
    help: "The properties to take out.")

  static let command = Command(
    "unset", group: "Read and write", summary: "Take properties out of notes",
    discussion: """
      The lines of the keys that are named go, and no others. A note that has not got them is left
      as it is.
      """,
    arguments: [note, keys, SetProperties.dryRun],
    examples: [
      "zib unset walden rating": "Take out one property.",
      "zib unset walden rating status --dry-run": "See the lines that would go.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note, or several.", 3: "Some notes could not be changed.",
    ],
    seeAlso: ["zib-set(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      try session.apply(
        arguments[keys].map { .unset($0) }, to: session.notePaths([arguments[note]]),
        isDryRun: arguments[SetProperties.dryRun])
    }
  }
}

extension Session {
  /// Makes the same changes in some notes, and says what was done; `set` and `unset` share it.
  func apply(
    _ changes: [PropertyChange], to paths: [NotePath], isDryRun: Bool
  ) throws -> ExitCode {
    try apply(try vault().planProperties(changes, of: paths), isDryRun: isDryRun)
  }

  /// Shows or writes a plan, and names the notes that are left as they are.
  func apply(_ plan: EditPlan, isDryRun: Bool) throws -> ExitCode {
    var refusals = plan.refusals
    var done = plan.edits.map(\.path)
    if isDryRun {
      for edit in plan.edits { try output.write(edit.difference, of: shownPath(edit.path)) }
    } else if !plan.isEmpty {
      let outcome = try vault().apply(plan)
      done = outcome.done
      if let failure = outcome.failure { refusals.append(failure) }
      for path in outcome.left {
        messages.detail("not reached: \(shownPath(path))")
      }
    }
    for refusal in refusals {
      let words = ErrorWords(refusal.reason)
      messages.error("\(shownPath(refusal.path)): \(words.message)", hint: words.hint)
    }
    let verb = isDryRun ? "would change" : "changed"
    if done.count > 1 { for path in done { messages.detail("\(verb) \(shownPath(path))") } }
    switch done.count {
    case 0: if refusals.isEmpty { messages.note("nothing to change") }
    case 1: messages.note("\(verb) \(shownPath(done[0]))")
    default: messages.note("\(verb) \(done.count) notes")
    }
    return refusals.isEmpty ? .done : .failed
  }
}

extension OutputStream {
  /// Writes the difference that an edit makes, in the form of `diff -u`.
  func write(_ difference: LineDifference, of path: String) throws {
    try writeLine(StyledText("--- \(path)", .faint))
    try writeLine(StyledText("+++ \(path)", .faint))
    for hunk in difference.hunks {
      try writeLine(
        StyledText(
          "@@ -\(hunk.oldStart),\(hunk.oldCount) +\(hunk.newStart),\(hunk.newCount) @@", .position))
      for line in hunk.lines {
        switch line.kind {
        case .same: try writeLine(StyledText(" " + line.text))
        case .removed: try writeLine(StyledText("-" + line.text, .removed))
        case .added: try writeLine(StyledText("+" + line.text, .added))
        }
      }
    }
  }
}
