import Arguments
import Sessions
import Vaults
import Wording

/// `zib unset`: takes properties out of notes.
enum UnsetProperties {
  static let words = Positional(
    "NOTE|KEY", each: .string(completing: .values(of: "notes-or-keys")), atLeast: 1,
    help: """
      The note, and the properties to take out; `-` reads paths from standard input, and with \
      `--query` all words are properties.
      """)

  static let command = Command(
    "unset", group: "Read and write", summary: "Take properties out of notes",
    discussion: """
      The lines of the keys that are named go, and no others. A note that has not got them is left
      as it is.
      """,
    arguments: [
      words, SetProperties.query, SetProperties.dryRun, SetProperties.force,
    ],
    examples: [
      "zib unset walden rating": "Take out one property.",
      "zib unset --query 'tag:inbox' reviewed": "Of all notes with a hashtag.",
      "zib unset walden rating status --dry-run": "See the lines that would go.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note.", 2: "Several notes are meant.",
      3: "Some notes could not be changed.",
    ],
    seeAlso: ["zib-set(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let query = arguments[SetProperties.query]
      let notes = query == nil ? Array(arguments[words].prefix(1)) : []
      let keys = arguments[words].dropFirst(notes.count)
      guard !keys.isEmpty else {
        throw UsageError(
          message: "give at least one key", hint: "such as `zib unset walden rating`")
      }
      let paths = try session.notePaths(notes, foundBy: query)
      let plan = try session.vault().planProperties(keys.map { .unset($0) }, of: paths)
      return try session.apply(
        plan, asking: "take out \(keys.joined(separator: ", "))",
        isDryRun: arguments[SetProperties.dryRun], isForced: arguments[SetProperties.force])
    }
  }
}
