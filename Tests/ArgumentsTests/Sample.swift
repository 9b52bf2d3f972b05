import Arguments

/// A tool with every kind of argument, whose help, manual pages and completions are golden files.
enum Sample {
  enum Order: String, Choice {
    case score
    case modified
    case title

    var summary: String {
      switch self {
      case .score: "best first"
      case .modified: "newest first: by modification"
      case .title: "by title, A to Z"
      }
    }
  }

  static let directory = Option(
    "vault", short: "C", value: "DIR", .directory, group: "Global options", guidesCompletion: true,
    help: "Use the vault in `DIR` instead of the one around the current folder.")
  static let quiet = Flag(
    "quiet", short: "q", group: "Global options", help: "Print no messages.")
  static let verbose = Flag(
    "verbose", short: "v", repeating: true, group: "Global options",
    help: "Say more; twice for everything.")
  static let color = Option(
    "color", aliases: ["colour"], value: "WHEN", .oneOf(["auto", "always", "never"]),
    default: "auto", group: "Global options", help: "Colour the output.")
  static let pager = Flag(
    "pager", invertible: true, default: true, group: "Global options",
    help: "Show long output in a pager.")

  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "queries")), atLeast: 1,
    help: "Words, phrases and fields to look for.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 1...), default: 20, help: "Show at most `N` hits.")
  static let sort = Option("sort", .oneOf(Order.self), default: .score, help: "Order of the hits.")
  static let since = Option("since", value: "DATE", .string, help: "Leave out what is older.")
  static let exclude = Option(
    "exclude", value: "GLOB", each: .string, help: "Leave out notes whose path matches."
  )
  static let json = Flag("json", short: "j", group: "Output", help: "Print JSON.")
  static let null = Flag(
    "null", short: "0", group: "Output", help: "End each path with a NUL byte, for `xargs -0`.")

  static let search = Command(
    "search", aliases: ["s", "find"], group: "Find", summary: "Find notes by what they say",
    discussion: """
      Every word has to be in the note, in any form and in any order. A word that begins with
      `-` must not be in it.

      Nothing is a syntax error: what cannot be read as a query is looked for as text.
      """,
    arguments: [query, limit, sort, since, exclude, json, null],
    exclusive: [[json, null]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "Query language", "Words may be joined in these ways.",
        items: [
          "\"two words\"": "Exactly these, in this order.",
          "word*": "All words with this beginning.",
          "-word": "Notes without the word.",
          "tag:books": "A field; also `title:`, `path:` and every key of the front matter.",
        ])
    ],
    examples: [
      "zob search -n 5 rome": "The five best hits.",
      "zob search 'winter -snow' --sort=modified": "What's new on winter, without the snow.",
    ],
    exitStatuses: [0: "Something was found.", 1: "Nothing was found."],
    seeAlso: ["zob-show(1)"]
  ) { arguments in arguments[query].isEmpty ? 1 : 0 }

  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")), help: "Title or path of the note.")
  static let output = Option(
    "output", short: "o", value: "FILE", .file, help: "Write to `FILE`; `-` is standard output.")

  static let show = Command(
    "show", group: "Find", summary: "Print a note", arguments: [note, output]
  ) { _ in 0 }

  static let sources = Positional("SOURCE", each: .file, atLeast: 1, help: "What to move.")
  static let target = Positional("TARGET", .directory, help: "Where to.")
  static let dryRun = Flag("dry-run", help: "Change nothing; show what would be done.")
  static let move = Command(
    "mv", group: "Write", summary: "Move notes and their links",
    arguments: [sources, target, dryRun]
  ) { _ in 0 }

  static let property = Option(
    "property", short: "p", each: .keyValue(completing: .values(of: "keys")),
    help: "Set a property.")
  static let title = Positional("TITLE", optional: .string, help: "The title.")
  static let count = Option("count", value: "N", .int(in: -3...3), help: "A number, even below 0.")
  static let new = Command(
    "new", aliases: ["create"], group: "Write", summary: "Write a new note: it's \"easy\"",
    arguments: [title, property, count]
  ) { _ in 0 }

  static let oldTag = Positional(
    "OLD", .string(completing: .values(of: "tags")), help: "The tag as it is.")
  static let newTag = Positional("NEW", .string, help: "The tag as it shall be.")
  static let rename = Command(
    "rename", summary: "Rename a tag everywhere", arguments: [oldTag, newTag, dryRun]
  ) { _ in 0 }
  static let merge = Command(
    "merge", summary: "Make one tag of several",
    arguments: [
      Positional("TAG", each: .string(completing: .values(of: "tags")), atLeast: 2, help: "Tags.")
    ]
  ) { _ in 0 }
  static let tag = Command(
    "tag", group: "Write", summary: "Change tags", subcommands: [rename, merge])

  static let topic = Positional(
    "TOPIC", each: .string(completing: .values(of: "tags")), help: "What to be asked about.")
  static let year = Option("year", value: "YEAR", .int, help: "Only this year.")
  static let stats = Command("stats", summary: "Show how it went", arguments: [year]) { _ in 0 }
  static let review = Command(
    "review", group: "Learn", summary: "Be asked what you wrote", arguments: [topic, limit],
    subcommands: [stats]
  ) { _ in 0 }

  static let shell = Positional("SHELL", .oneOf(Shell.self), help: "The shell.")
  static let completions = Command(
    "completions", summary: "Print a completion script", arguments: [shell]
  ) { _ in 0 }
  static let completeValues = Command(
    "complete-values", summary: "Answer completion scripts",
    arguments: [
      Positional("KIND", .string, help: "What of."),
      Positional("PREFIX", .string, default: "", help: "What it begins with."),
    ], hidden: true
  ) { _ in 0 }

  static let root = Command(
    "zob", summary: "A commonplace book in plain text",
    discussion: "A vault is a folder of Markdown files. Nothing in it belongs to `zob`.",
    arguments: [directory, quiet, verbose, color, pager],
    examples: ["zob new 'On winter'": "Write a note."],
    environment: ["ZOB_VAULT": "The vault to use when `--vault` is not given."],
    subcommands: [search, show, new, move, tag, review, completions, completeValues])

  static let tool: Tool = {
    var tool = Tool(root, version: "1.2.3")
    tool.expansionKind = "aliases"
    return tool
  }()
}
