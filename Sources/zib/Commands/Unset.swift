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
        arguments[keys].map { .unset(key: $0) }, to: session.notePaths([arguments[note]]),
        isDryRun: arguments[SetProperties.dryRun])
    }
  }
}

extension Session {
  /// Makes the same changes in some notes, and says what was done; `set` and `unset` share it.
  func apply(
    _ changes: [PropertyChange], to paths: [NotePath], isDryRun: Bool
  ) throws -> ExitCode {
    let vault = try vault()
    var changed = 0
    var failed = 0
    for path in paths {
      do {
        let edit = try vault.edit(path, changing: changes)
        guard edit.isChange else { continue }
        changed += 1
        if isDryRun {
          try output.write(
            LineDiff(from: edit.before.bytes, to: edit.after), of: shownPath(path))
        } else {
          try vault.write(edit)
          if paths.count > 1 { messages.detail("changed \(shownPath(path))") }
        }
      } catch let error as OutputError {
        throw error
      } catch {
        failed += 1
        let words = ErrorWords(error)
        messages.error("\(shownPath(path)): \(words.message)", hint: words.hint)
      }
    }
    let verb = isDryRun ? "would change" : "changed"
    if changed == 0 {
      if failed == 0 { messages.note("nothing to change") }
    } else if paths.count == 1 {
      messages.note("\(verb) \(shownPath(paths[0]))")
    } else {
      messages.note("\(verb) \(changed) of \(paths.count) notes")
    }
    return failed > 0 ? .failed : .done
  }
}
