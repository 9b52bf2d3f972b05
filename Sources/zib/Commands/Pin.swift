import Arguments
import Notes
import Sessions
import Terminals
import Vaults

/// `zib pin` and `zib unpin`: notes that come first.
enum Pin {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")), atLeast: 1,
    help: "A path, or the title or file name of a note; `-` reads paths from standard input.")

  static let pin = Command(
    "pin", group: "Read and write", summary: "Pin notes",
    discussion: """
      Sets `pinned: true` in the front matter. Pinned notes come first in `zib list --sort order`, and
      `is:pinned` finds them.
      """,
    arguments: [notes, SetProperties.dryRun],
    examples: [
      "zib pin Home": "Pin a note.", "zib list is:pinned --sort order": "What is pinned.",
    ],
    exitStatuses: exits, seeAlso: ["zib-unpin(1)", "zib-order(1)", "zib-list(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try change(.set("pinned", .bool(true)), arguments, session)
    }
  }

  static let unpin = Command(
    "unpin", group: "Read and write", summary: "Unpin notes",
    discussion: "Takes `pinned` out of the front matter.",
    arguments: [notes, SetProperties.dryRun],
    examples: ["zib unpin Home": "Unpin a note."],
    exitStatuses: exits, seeAlso: ["zib-pin(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try change(.unset("pinned"), arguments, session) }
  }

  private static let exits: KeyValuePairs<Int, String> = [
    0: "Done.", 1: "There is no such note.", 2: "Several notes are meant.",
    3: "Some notes could not be changed.",
  ]

  private static func change(
    _ change: PropertyChange, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    let paths = try session.notePaths(arguments[notes], foundBy: nil)
    let plan = try session.vault().planProperties([change], of: paths)
    return try session.apply(
      plan, asking: "change pins", isDryRun: arguments[SetProperties.dryRun], isForced: false)
  }
}
