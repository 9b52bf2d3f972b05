import Arguments
import Testing

/// The arguments of a line that has to be runnable.
func parsed(_ words: [String]) throws -> ParsedArguments {
  guard case .run(let arguments, _) = try Sample.tool.parse(words) else {
    throw NotRunnable(words: words)
  }
  return arguments
}

private struct NotRunnable: Error { let words: [String] }

@Suite struct ParsingTests {
  @Test func `gives each option its declared type`() throws {
    let line = try parsed([
      "search", "rome", "-n", "5", "--sort=title", "--since", "2026", "--exclude", "a",
      "--exclude=b",
    ])
    #expect(line[Sample.limit] == 5)
    #expect(line[Sample.sort] == .title)
    #expect(line[Sample.since] == "2026")
    #expect(line[Sample.exclude] == ["a", "b"])
    #expect(line[Sample.query] == ["rome"])
    #expect(!line[Sample.json])
    #expect(line.path == ["search"])
  }

  @Test func `falls back to what was declared`() throws {
    let line = try parsed(["search", "rome"])
    #expect(line[Sample.limit] == 20)
    #expect(line[Sample.sort] == .score)
    #expect(line[Sample.since] == nil)
    #expect(line[Sample.exclude] == [])
    #expect(line[Sample.pager])
    #expect(line[Sample.color] == "auto")
    #expect(!line.isGiven(Sample.limit))
  }

  @Test(arguments: [
    ["-n", "5"], ["-n5"], ["-n=5"], ["-jn5"], ["-jn", "5"], ["--limit", "5"], ["--limit=5"],
    ["-n", "7", "--limit=5"],
  ])
  func `reads an option in every way it may be written`(words: [String]) throws {
    #expect(try parsed(["search", "x"] + words)[Sample.limit] == 5)
    #expect(try parsed(["search"] + words + ["x"])[Sample.limit] == 5)
  }

  @Test(arguments: [
    (["-C", "d", "show", "n"], "d"), (["show", "-Cd", "n"], "d"),
    (["show", "n", "--vault=d"], "d"), (["--vault", "a", "show", "--vault=d", "n"], "d"),
    (["show", "n"], nil),
  ])
  func `accepts global options before and after the command`(
    words: [String], directory: String?
  ) throws {
    #expect(try parsed(words)[Sample.directory] == directory)
  }

  @Test(arguments: [
    ([], 0), (["-v"], 1), (["-vv"], 2), (["-v", "--verbose", "-vq"], 3),
  ])
  func `counts a flag`(words: [String], count: Int) throws {
    let line = try parsed(words + ["show", "n"])
    #expect(line.count(of: Sample.verbose) == count)
    #expect(line[Sample.verbose] == (count > 0))
  }

  @Test(arguments: [
    ([], true), (["--no-pager"], false), (["--no-pager", "--pager"], true),
    (["--pager", "--no-pager"], false),
  ])
  func `lets the last of a flag and its contrary count`(words: [String], isOn: Bool) throws {
    #expect(try parsed(words + ["show", "n"])[Sample.pager] == isOn)
  }

  @Test func `accepts another spelling of an option and of a command`() throws {
    #expect(try parsed(["show", "n", "--colour=never"])[Sample.color] == "never")
    #expect(try parsed(["find", "x"]).path == ["search"])
  }

  // MARK: - Words that begin with a dash

  @Test(arguments: [
    (["-draft"], ["-draft"]),
    (["-tag:books", "rome"], ["-tag:books", "rome"]),
    (["-note"], ["-note"]),
    (["-Cats"], ["-Cats"]),
    (["-\"two words\""], ["-\"two words\""]),
    (["-5"], ["-5"]),
    (["-"], ["-"]),
    (["--", "--json", "-n"], ["--json", "-n"]),
    (["-été"], ["-été"]),
    (["-js"], ["-js"]),
  ])
  func `takes an unknown word with a dash for a word where the command says so`(
    words: [String], query: [String]
  ) throws {
    let line = try parsed(["search"] + words)
    #expect(line[Sample.query] == query)
    #expect(line[Sample.limit] == 20)
    #expect(!line[Sample.json])
  }

  @Test func `still reads the options of such a command`() throws {
    let line = try parsed(["search", "winter", "-snow", "-jn5", "-q"])
    #expect(line[Sample.query] == ["winter", "-snow"])
    #expect(line[Sample.json])
    #expect(line[Sample.limit] == 5)
    #expect(line[Sample.quiet])
  }

  @Test(arguments: [["--count", "-2"], ["--count=-2"]])
  func `reads negative numbers as values`(words: [String]) throws {
    #expect(try parsed(["new"] + words)[Sample.count] == -2)
  }

  @Test func `reads a negative number as a word where no option is a digit`() throws {
    #expect(try parsed(["new", "-5"])[Sample.title] == "-5")
  }

  @Test func `takes any word as the value of a text option, even an option`() throws {
    #expect(try parsed(["search", "x", "--since", "--json"])[Sample.since] == "--json")
    #expect(try parsed(["search", "x", "--since", "--"])[Sample.since] == "--")
    #expect(try parsed(["search", "x", "--since="])[Sample.since] == "")
  }

  // MARK: - Positionals

  @Test func `leaves the last word to the last positional`() throws {
    let line = try parsed(["mv", "a", "b", "c"])
    #expect(line[Sample.sources] == ["a", "b"])
    #expect(line[Sample.target] == "c")
  }

  @Test func `takes a name of a command for a word once there is another word`() throws {
    #expect(try parsed(["search", "x", "show"])[Sample.query] == ["x", "show"])
    #expect(try parsed(["search", "help"])[Sample.query] == ["help"])
  }

  @Test func `keeps an empty word`() throws {
    #expect(try parsed(["search", "", "x"])[Sample.query] == ["", "x"])
  }

  @Test(arguments: [
    ("author=Sebald", "author", "Sebald"), ("a=", "a", ""), ("a=b=c", "a", "b=c"),
  ])
  func `splits a pair at its first sign`(text: String, key: String, value: String) throws {
    let pairs = try parsed(["new", "-p", text])[Sample.property]
    #expect(pairs.map(\.key) == [key])
    #expect(pairs.map(\.value) == [value])
  }

  @Test func `goes down to the command of a command`() throws {
    let line = try parsed(["tag", "-q", "rename", "a", "b"])
    #expect(line.path == ["tag", "rename"])
    #expect(line[Sample.oldTag] == "a")
    #expect(line[Sample.newTag] == "b")
    #expect(line[Sample.quiet])
  }

  @Test func `tells a command's own words from its subcommands`() throws {
    #expect(try parsed(["review", "stats", "--year", "2026"]).path == ["review", "stats"])
    let line = try parsed(["review", "-n", "3", "books", "stats"])
    #expect(line.path == ["review"])
    #expect(line[Sample.topic] == ["books", "stats"])
    #expect(try parsed(["review"])[Sample.topic] == [])
  }

  @Test func `keeps a positional and an option of one name apart`() throws {
    let word = Positional("name", .string, help: "A word.")
    let option = Option("name", .string, help: "An option.")
    let tool = Tool(
      Command("t", summary: "A tool", arguments: [word, option]) { _ in 0 }, version: "1")
    guard case .run(let line, _) = try tool.parse(["a", "--name", "b"]) else {
      Issue.record("not runnable")
      return
    }
    #expect(line[word] == "a")
    #expect(line[option] == "b")
  }

  // MARK: - Help and version

  @Test(arguments: [
    (["--help"], []), (["-h"], []), (["help"], []), (["help", "help"], ["help"]),
    (["search", "--help"], ["search"]),
    (["search", "-h"], ["search"]), (["help", "search"], ["search"]),
    (["help", "s"], ["search"]), (["help", "tag", "rename"], ["tag", "rename"]),
    (["tag", "help", "rename"], ["tag", "rename"]), (["tag", "rename", "-h"], ["tag", "rename"]),
    (["--help", "tag", "rename"], ["tag", "rename"]),
    (["search", "--bogus", "--help"], ["search"]), (["search", "-n", "x", "-h"], ["search"]),
    (["show", "a", "b", "--help"], ["show"]),
  ])
  func `shows help even when the rest of the line is wrong`(
    words: [String], path: [String]
  ) throws {
    guard case .help(let found) = try Sample.tool.parse(words) else {
      Issue.record("no help")
      return
    }
    #expect(found == path)
  }

  @Test func `shows the same help for both ways to ask`() throws {
    guard case .help(let one) = try Sample.tool.parse(["help", "find"]),
      case .help(let other) = try Sample.tool.parse(["find", "--help"])
    else {
      Issue.record("no help")
      return
    }
    #expect(Sample.tool.help(for: one) == Sample.tool.help(for: other))
  }

  @Test(arguments: [["--version"], ["search", "--version"]])
  func `shows the version`(words: [String]) throws {
    guard case .version = try Sample.tool.parse(words) else {
      Issue.record("no version")
      return
    }
  }

  @Test func `looks for the word --help after two dashes`() throws {
    #expect(try parsed(["search", "--", "--help"])[Sample.query] == ["--help"])
  }

  // MARK: - Hostile lines

  @Test func `reads a hundred thousand words and a bundle of as many letters`() throws {
    let words = ["search"] + Array(repeating: "-word", count: 100_000)
    #expect(try parsed(words)[Sample.query].count == 100_000)
    let bundle = "-" + String(repeating: "v", count: 100_000)
    #expect(try parsed([bundle, "show", "n"]).count(of: Sample.verbose) == 100_000)
  }

  @Test func `never crashes on random lines`() {
    var random = Xorshift(state: 0x5EED)
    let pieces = [
      "search", "tag", "rename", "help", "--", "-", "-n", "-n5", "--limit", "--limit=", "=", "-q=",
      "--json=x", "--no-pager", "-Cx", "", "é", "👩‍👩‍👧", "-👩‍👩‍👧", "\u{0}", "-0j", "--\u{301}", "mv", "a",
    ]
    for _ in 0..<20_000 {
      let words = (0..<random.next(below: 6)).map { _ in pieces[random.next(below: pieces.count)] }
      do {
        _ = try Sample.tool.parse(words)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}

/// A small seeded generator (Marsaglia's xorshift64).
struct Xorshift {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}
