import Arguments
import Indexing
import Rendering
import Sessions
import Settings
import Terminals
import Views
import Wording

/// `zib find`: the finder, a screen that finds notes at every key.
enum Find {
  /// The forms in which chosen notes are printed.
  enum Form: String, CaseIterable, Choice {
    case path, link

    var summary: String {
      switch self {
      case .path: "the path, from the current folder"
      case .link: "a wikilink"
      }
    }
  }

  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "The query to begin with; see Query in `zib help search`.")
  static let printed = Flag(
    "print", short: "p", help: "Print the notes that are chosen, and do not open them.")
  static let form = Option(
    "as", value: "FORM", .oneOf(Form.self), default: .path, help: "What `--print` prints.")
  static let null = Flag(
    "null", short: "0", help: "End each with a NUL, as `xargs -0` reads them.")

  static let command = Command(
    "find", aliases: ["f"], group: "Find", summary: "Find notes on a full screen, at every key",
    discussion: """
      Lists the notes that a query finds while it is typed, and shows the one that is selected, drawn
      as `zib show` does, with the matches marked and the best one in sight. Without a query the notes
      changed last are listed. `zib` alone on a terminal is the same.

      Enter opens the note in your editor at the best line, and the finder is as it was when the
      editor is closed. The last line names the keys, and `?` or F1 shows them all: links and
      backlinks, a new note of what is typed, rename, tag, pin, copy, several notes at once, the
      journal, review and sync. While a query is typed they are letters with Alt; after Tab, letters
      alone, and `j`, `k`, `g` and `G` move as in vi. Each runs a command of `zib` that can also be
      typed, and nothing is changed otherwise.

      With `--print` the notes that are chosen are printed, also where the output is a program's:
      `zib completions` has a key for shells that inserts them. Without a terminal, use `zib search`.
      """,
    arguments: [query, printed, form, null],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "Settings",
        """
        `screen.keys` in your own settings gives actions other keys: `zib config screen.keys \
        'quit=ctrl-x, new=alt-a f2'`. A key that would leave another action without one, or the finder \
        without a way out, is refused. `screen.mouse` set to false leaves the mouse to the terminal.
        """)
    ],
    examples: [
      "zib find": "The notes changed last.",
      "zib find '#letters'": "Begin with a query.",
      "zib find --print --as link | pbcopy": "Choose a note, and copy a link to it.",
    ],
    exitStatuses: [
      0: "Done.", 1: "`--print` was left without a choice.", 2: "There is no terminal to draw on.",
    ],
    seeAlso: ["zib-search(1)", "zib-list(1)", "zib-edit(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let query = arguments[query].joined(separator: " ")
      guard arguments[printed] else {
        guard session.terminal.readsKeys else { throw noTerminal(session) }
        return try open(session, query: query)
      }
      return try choose(arguments, query: query, session)
    }
  }

  /// True if the finder can be drawn and a person has not forbidden it.
  static func isPossible(_ session: CommandSession) -> Bool {
    session.terminal.readsKeys && session.mayAsk && session.environment["TERM"] != "dumb"
  }

  /// Opens the finder until the person leaves it.
  static func open(_ session: CommandSession, query: String) throws -> ExitCode {
    guard var run = try FinderRun(session, query: query, isChoosing: false) else {
      throw noTerminal(session)
    }
    _ = try run.run()
    return .done
  }

  private static func noTerminal(_ session: CommandSession) -> UsageError {
    UsageError(
      message: session.environment["TERM"] == "dumb" && session.terminal.readsKeys
        ? "`zib find` draws on a terminal, and nothing can be drawn on this one, by `TERM=dumb`"
        : "`zib find` draws on a terminal, and there is none",
      hint: "`zib search QUERY` prints what it finds, and `zib edit NOTE` opens a note")
  }

  private static func choose(
    _ arguments: ParsedArguments, query: String, _ session: CommandSession
  ) throws -> ExitCode {
    guard session.environment["TERM"] != "dumb", let output = Platform.drawOnTerminal() else {
      throw noTerminal(session)
    }
    var isRestored = false
    defer { if !isRestored { Platform.restoreOutput(output) } }
    guard var run = try FinderRun(session, query: query, isChoosing: true) else {
      throw noTerminal(session)
    }
    let end = try run.run()
    Platform.restoreOutput(output)
    isRestored = true
    guard case .chose(let paths) = end else { return .nothingFound }
    for path in paths {
      switch arguments[form] {
      case .path: try session.output.write(bytes: session.shownPathBytes(path))
      case .link: try session.output.write(try session.search { try $0.link(to: path) })
      }
      try session.output.write(bytes: [arguments[null] ? 0 : 0x0A])
    }
    return .done
  }
}
