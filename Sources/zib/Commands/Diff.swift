import Arguments
import Notes
import PastNotes
import Runs
import Sessions
import Terminals
import Vaults

/// `zib diff`: the changes since the last commit, or between two versions.
enum Diff {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")),
    help: "The notes; by default all that changed.")
  static let from = Option(
    "at", aliases: ["from"], value: "REV|DATE", .string,
    help: "The older version: `yesterday`, `2026-10`, `HEAD~3`; by default the last commit.")
  static let to = Option(
    "to", value: "REV|DATE", .string,
    help: "The newer version; by default the folder as it is now.")

  static let screen = Flag(
    "screen", help: "Show them on a full screen: the files, and what changed in each.")

  static let command = Command(
    "diff", group: "History and devices", summary: "Show what changed in notes",
    discussion: """
      Shows what the next commit will take, or what is different between two versions. On a terminal
      the words that changed stand out in their lines; into a pipe goes what `patch` and `git apply`
      read.
      """,
    arguments: [notes, from, to, screen],
    examples: [
      "zib diff": "What has not been committed yet.",
      "zib diff walden --at yesterday": "What was done to a note since yesterday.",
      "zib diff --at 2026-09 --to 2026-10": "What October brought.",
    ],
    exitStatuses: [
      0: "Something changed; `git diff --exit-code` has 1 for that.", 1: "Nothing changed.",
      3: "The vault has no history.",
    ],
    seeAlso: ["zib-history(1)", "zib-restore(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let history = try session.vault().past()
      func version(_ text: String?) throws -> PastVersion? {
        try text.map { try history.version(at: $0, now: session.now, zone: session.zone) }
      }
      let names = arguments[notes]
      let paths =
        try names.isEmpty ? nil : names.map { try session.presentOrFormerPath($0, in: history) }
      let (old, new) = (try version(arguments[from]), try version(arguments[to]))
      if let old, let new, old.milliseconds > new.milliseconds {
        session.messages.warning(
          "the version of `--at` is later than that of `--to`, so this goes back in time")
      }
      func found() throws -> [FileDifference] {
        try session.vault().difference(from: old, to: new, of: paths, in: history)
      }
      let differences = try found()
      if arguments[screen], !differences.isEmpty {
        try HistoryScreen(session, history).run(found)
        return .done
      }
      session.page()
      for difference in differences {
        let path = session.shownPath(difference.path)
        try session.output.writeWords((difference.old, difference.new), of: path)
      }
      if differences.isEmpty { session.messages.note("nothing changed") }
      return differences.isEmpty ? .nothingFound : .done
    }
  }
}
