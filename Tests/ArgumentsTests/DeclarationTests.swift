import Arguments
import Testing

@Suite struct DeclarationTests {
  @Test func `finds no flaw in a sound tool`() {
    #expect(Sample.tool.flaws == [])
  }

  @Test func `finds what the compiler cannot see`() {
    let words = Positional("WORD", each: .string, help: "Words.")
    let last = Positional("LAST", .string, help: "no sentence")
    let one = Command(
      "one", summary: "The first.",
      arguments: [
        words, last, Flag("quiet", short: "q", help: "Say less."),
        Flag("Loud", default: true, help: "Say more."),
      ],
      examples: [
        "zob on": "No such command.", "git log | sort": "Not ours.",
        "cat a | zob one 'x | y' > b": "Sound.",
      ]
    ) { _ in 0 }
    let tool = Tool(
      Command(
        "zob", summary: "A tool",
        arguments: [Flag("question", short: "q", help: "Ask.")],
        subcommands: [one, Command("two", aliases: ["one"], summary: "The second")]),
      version: "1")
    #expect(
      tool.flaws == [
        "zob: two commands are called `one`",
        "zob one: the name `Loud` has other characters than a-z, 0-9 and `-`",
        "zob one: the summary has to be one line without a full stop",
        "zob one: the help of LAST has to be a sentence",
        "zob one: nothing turns off the flag Loud",
        "zob one: LAST is required, but follows one that is not",
        "zob one: two options are written `-q`",
        "zob one: `zob on` does not parse: there is no command `on`",
        "zob one: `git log | sort` does not call `zob`",
        "zob two: does nothing and has no subcommands",
      ])
  }

  @Test func `lists a command help of the tool's own only once`() {
    let own = Command("help", summary: "Show help and more") { _ in 0 }
    let other = Command("other", summary: "Do something") { _ in 0 }
    let tool = Tool(Command("zob", summary: "A tool", subcommands: [other, own]), version: "1")
    #expect(tool.help().split(separator: "\n").filter { $0.hasPrefix("  help ") }.count == 1)
    #expect(tool.manualPages(date: "").map(\.fileName) == ["zob.1", "zob-other.1", "zob-help.1"])
  }
}
