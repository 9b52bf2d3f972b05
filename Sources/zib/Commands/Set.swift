import Arguments
import Notes
import Runs
import Sessions
import Vaults
import Wording

/// `zib set`: properties of one or many notes.
enum SetProperties {
  static let words = Positional(
    "NOTE|KEY=VALUE", each: .string(completing: .values(of: "notes-and-keys")), atLeast: 1,
    help: """
      Notes, and what to set: `KEY=VALUE` gives a value, `KEY+=VALUE` adds to a list and \
      `KEY-=VALUE` takes out of one. `-` reads paths from standard input.
      """)
  static let text = Flag("text", help: "Take every value as text, also `5` and `true`.")
  static let query = Option(
    "query", value: "QUERY", .string(completing: .values(of: "query")),
    help: "Change all notes that this query finds, as `zib search` does.")
  static let force = Flag("force", short: "f", help: "Do not ask before many notes are changed.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show what would change; write nothing.")

  static let command = Command(
    "set", group: "Read and write", summary: "Set properties of notes",
    discussion: """
      Properties stand in a note's front matter. Only the lines of the keys that are named change;
      order, comments, quotation marks and line ends stay as they are. A note without front matter
      gets one.

      Values are read as YAML reads them where nothing of them is lost by that: `5` is a number, `true` a
      truth value, `[a, b]` a list, `{a: 1}` a mapping, `"5"` a text; an empty value leaves the key empty.
      All else is a text as it is typed: `{{title}}`, `[[Note]]`, `#tag`, `007`, `1e3`, `yes`, a date.

      A list that loses its last value goes with its key; where the last commit has the key it stays as
      `[]`, which can be merged with what another device adds to it.

      A note whose front matter cannot be changed safely, or that is write-protected, is left alone
      and named, and the others are changed.
      """,
    arguments: [words, query, text, dryRun, force],
    examples: [
      "zib set walden status=read rating=5": "Set two properties.",
      "zib set walden tags+=garden aliases-='The pond'": "Add a tag, take out an alias.",
      "zib set --query 'is:book -status:*' status=want": "All books without a status.",
      "zib set walden status=reading --dry-run": "See the lines that would change.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note.", 2: "Several notes are meant.",
      3: "Some notes could not be changed.",
    ],
    seeAlso: ["zib-unset(1)", "zib-show(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      var changes: [PropertyChange] = []
      var notes: [String] = []
      for word in arguments[words] {
        if let change = change(word, isText: arguments[text]) {
          changes.append(change)
        } else {
          notes.append(word)
        }
      }
      guard !changes.isEmpty else {
        throw UsageError(
          message: "give notes and at least one KEY=VALUE",
          hint: "such as `zib set walden status=read`")
      }
      guard !notes.isEmpty || arguments[query] != nil else {
        throw UsageError(
          message: "give at least one note", hint: "such as `zib set walden status=read`")
      }
      for change in changes {
        try change.addedHashtags.forEach { try $0.requireWritable(NoteOptions()) }
      }
      let paths = try session.notePaths(notes, foundBy: arguments[query])
      let plan = try session.vault().planProperties(changes, of: paths)
      return try session.apply(
        plan, asking: "set properties", isDryRun: arguments[dryRun], isForced: arguments[force])
    }
  }

  /// Reads `KEY=VALUE`, `KEY+=VALUE` and `KEY-=VALUE`.
  private static func change(_ word: String, isText: Bool) -> PropertyChange? {
    // A path that begins with a folder is a note, whatever signs follow.
    guard !word.hasPrefix("./"), !word.hasPrefix("../"), !word.hasPrefix("/"),
      let sign = word.firstIndex(of: "="), sign != word.startIndex
    else { return nil }
    var key = word[..<sign]
    let written = String(word[word.index(after: sign)...])
    let value = isText ? FrontMatterValue.string(written) : FrontMatterValue(typed: written)
    switch key.last {
    case "+":
      key.removeLast()
      return key.isEmpty ? nil : .add(String(key), value)
    case "-":
      key.removeLast()
      return key.isEmpty ? nil : .remove(String(key), value)
    default: return .set(String(key), value)
    }
  }
}
