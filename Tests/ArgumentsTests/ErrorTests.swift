import Arguments
import Testing

private func failure(_ words: [String]) throws -> ArgumentError {
  try #require(throws: ArgumentError.self) { try Sample.tool.parse(words) }
}

@Suite struct ErrorTests {
  @Test(
    arguments: [
      (["serach"], .unknownCommand("serach"), "there is no command `serach`", "zob search"),
      (["sea"], .unknownCommand("sea"), "there is no command `sea`", "zob search"),
      (["hlep"], .unknownCommand("hlep"), "there is no command `hlep`", "zob help"),
      (
        ["tag", "renmae"], .unknownCommand("renmae"), "there is no command `renmae`",
        "zob tag rename"
      ),
      (["help", "shwo"], .unknownCommand("shwo"), "there is no command `shwo`", "zob show"),
      (
        ["complete-value"], .unknownCommand("complete-value"),
        "there is no command `complete-value`", nil
      ),
      (["frobnicate"], .unknownCommand("frobnicate"), "there is no command `frobnicate`", nil),
      ([], .missingCommand, "a command is missing", nil),
      (["tag"], .missingCommand, "a command is missing", nil),
      (
        ["show", "--ouptut=x"], .unknownOption("--ouptut"), "unknown option `--ouptut`", "--output"
      ),
      (["search", "--jsno", "x"], .unknownOption("--jsno"), "unknown option `--jsno`", "--json"),
      (
        ["show", "--no-pagr"], .unknownOption("--no-pagr"), "unknown option `--no-pagr`",
        "--no-pager"
      ),
      (["show", "-quiet"], .unknownOption("-quiet"), "unknown option `-quiet`", "--quiet"),
      (["show", "-qx"], .unknownOption("-x"), "unknown option `-x` in `-qx`", nil),
      (
        ["search", "--two words"], .unknownOption("--two words"), "unknown option `--two words`",
        "zob search -- '--two words'"
      ),
      // Options of other commands.
      (["search", "--year=2"], .unknownOption("--year"), "unknown option `--year`", nil),
      (
        ["search", "--no-dry-run"], .unknownOption("--no-dry-run"), "unknown option `--no-dry-run`",
        "zob search -- --no-dry-run"
      ),
      (["show", "-x"], .unknownOption("-x"), "unknown option `-x`", nil),
      (
        ["search", "-x", "5"], .unknownOption("-x"), "unknown option `-x`", "zob search -- -x 5"
      ),
      (
        ["search", "x", "--limit"], .missingValue(option: "limit"),
        "`--limit` needs a value: a whole number of at least 1", nil
      ),
      (
        ["search", "x", "-n", "--json"], .missingValue(option: "limit"),
        "`-n` needs a value: a whole number of at least 1", nil
      ),
      (
        ["search", "x", "--limit", "0"], .invalidValue("0", argument: "limit"),
        "`--limit` expects a whole number of at least 1, not `0`", nil
      ),
      (
        ["search", "x", "--sort", "titel"], .invalidValue("titel", argument: "sort"),
        "`--sort` expects score, modified or title, not `titel`", "title"
      ),
      (
        ["new", "--count", "4"], .invalidValue("4", argument: "count"),
        "`--count` expects a whole number from -3 to 3, not `4`", nil
      ),
      (
        ["new", "-p", "author"], .invalidValue("author", argument: "property"),
        "`--property` expects KEY=VALUE, not `author`", nil
      ),
      (
        ["completions", "csh"], .invalidValue("csh", argument: "SHELL"),
        "SHELL expects bash, zsh or fish, not `csh`", "zsh"
      ),
      (
        ["search", "x", "--json=yes"], .unexpectedValue("yes", flag: "json"),
        "`--json` takes no value, but has `yes`", nil
      ),
      (
        ["show", "My", "Note"], .unexpectedArgument("Note"), "unexpected argument `Note`",
        "zob show 'My Note'"
      ),
      (["tag", "rename", "a", "b", "c"], .unexpectedArgument("c"), "unexpected argument `c`", nil),
      (["show"], .missingArgument("NOTE"), "missing argument NOTE", nil),
      (["mv", "a"], .missingArgument("TARGET"), "missing argument TARGET: a folder", nil),
      (
        ["completions"], .missingArgument("SHELL"), "missing argument SHELL: bash, zsh or fish", nil
      ),
      (
        ["search", "x", "--json", "-0"], .conflict("json", "null"),
        "`--json` and `--null` exclude each other", nil
      ),
    ] as [([String], ArgumentError.Kind, String, String?)])
  func `says what is wrong and what was meant`(
    words: [String], kind: ArgumentError.Kind, message: String, suggestion: String?
  ) throws {
    let error = try failure(words)
    #expect(error.kind == kind)
    #expect(error.message == message)
    #expect(error.suggestion == suggestion)
  }

  private static let grouped = Tool(
    Command(
      "zob", summary: "A tool",
      subcommands: [
        Command(
          "review", summary: "Ask",
          arguments: [Positional("QUERY", each: .string, help: "What.")],
          subcommands: [
            Command("stats", summary: "Count") { _ in 0 },
            Command("due", summary: "Tell") { _ in 0 },
          ]
        ) { _ in 0 }
      ]), version: "1")

  @Test(arguments: [("stat", "stats"), ("Stats", "stats"), ("sttas", "stats"), ("dues", "due")])
  func `a first word that is nearly a subcommand is a slip, and the way to mean it is told`(
    word: String, subcommand: String
  ) throws {
    let error = try #require(throws: ArgumentError.self) {
      try Self.grouped.parse(["review", word])
    }
    #expect(error.kind == .slip(word, subcommand: subcommand))
    #expect(error.suggestion == "zob review \(subcommand)")
    #expect(error.advice == "If you mean the word itself: `zob review -- \(word)`")
    let longer = #expect(throws: ArgumentError.self) {
      try Self.grouped.parse(["review", word, "latin"])
    }
    #expect(longer?.advice == "If you mean the word itself: `zob review -- \(word) latin`")
    guard case .run(let arguments, _) = try Self.grouped.parse(["review", "--", word]) else {
      Issue.record("not run")
      return
    }
    #expect(arguments.path == ["review"])
  }

  @Test(arguments: [["latin"], ["latin", "stat"], ["tag:stats"], ["du"], ["stats"], []])
  func `other words are a query`(words: [String]) throws {
    guard case .run = try Self.grouped.parse(["review"] + words) else {
      Issue.record("not run")
      return
    }
  }

  @Test func `options for every command are read wherever the rest of the line is wrong`() {
    for words in [
      ["--color", "never", "nope"], ["nope", "--color=never"],
      ["search", "--nope", "--color", "never"],
      ["search", "-n", "x", "--color", "never", "--help"],
    ] {
      #expect(Sample.tool.globalArguments(in: words)[Sample.color] == "never", "\(words)")
    }
    #expect(Sample.tool.globalArguments(in: ["--", "--color", "never"])[Sample.color] == "auto")
  }

  @Test func `says it in lines that can be printed as they are`() throws {
    #expect(
      try failure(["search", "--jsno", "x"]).description == """
        zob: unknown option `--jsno`
        Did you mean `--json`?
        Usage: zob search [OPTIONS] QUERY...
        Try `zob search --help` for more.
        """)
  }

  @Test func `never hands control characters or endless words on to the terminal`() throws {
    let word =
      "\u{1B}]0;owned\u{7}\n\u{9B}\u{202E}\u{2066}\u{200F}\u{2028}\u{FEFF}\u{E0041}"
      + String(repeating: "x", count: 10_000)
    for words in [
      [word], ["show", "--" + word], ["show", "a", word], ["search", "x", "-n", word],
    ] {
      let text = try failure(words).description
      #expect(
        text.unicodeScalars.allSatisfy {
          $0 == "\n"
            || ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        })
      #expect(text.count < 600)
    }
  }
}

@Suite struct SuggestionTests {
  private static let words = [
    "search", "show", "new", "tags", "properties", "set", "unset", "stats", "status",
  ]

  @Test(arguments: [
    ("serach", "search"), ("Search", "search"), ("sarch", "search"), ("searchh", "search"),
    ("shwo", "show"), ("enw", "new"), ("prop", "properties"), ("taggs", "tags"),
    ("ste", "set"), ("unste", "unset"), ("statu", "status"), ("stats", "stats"),
  ])
  func `finds the word that was meant`(typed: String, meant: String) {
    #expect(suggestion(for: typed, among: Self.words) == meant)
  }

  @Test(arguments: ["", "x", "zzz", "frobnicate", "s", String(repeating: "s", count: 100_000)])
  func `keeps silent where no word is near`(typed: String) {
    #expect(suggestion(for: typed, among: Self.words) == nil)
  }
}
