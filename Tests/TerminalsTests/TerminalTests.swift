import Rendering
import Settings
import Terminals
import Testing

@Suite struct TerminalTests {
  private func terminal(
    _ variables: [String: String], color: ColorChoice = .auto, isTerminal: Bool = true
  ) -> Terminal {
    Terminal(
      color: color, environment: Environment(variables), isOutputTerminal: isTerminal,
      isErrorTerminal: isTerminal, size: (100, 40))
  }

  @Test(
    arguments: [
      ([:], true, ColorDepth.sixteen),
      ([:], false, .none),
      (["TERM": "xterm-256color"], true, .palette),
      (["COLORTERM": "truecolor"], true, .palette),
      (["TERM": "dumb"], true, .none),
      (["NO_COLOR": "1"], true, .none),
      (["NO_COLOR": ""], true, .sixteen),
      (["CLICOLOR": "0"], true, .none),
      (["FORCE_COLOR": "1"], false, .sixteen),
      (["FORCE_COLOR": "1", "NO_COLOR": "1"], false, .sixteen),
      (["FORCE_COLOR": "0"], true, .none),
      (["FORCE_COLOR": "2"], false, .palette),
      (["CLICOLOR_FORCE": "1"], false, .sixteen),
    ] as [([String: String], Bool, ColorDepth)])
  func `the environment decides about colour`(
    variables: [String: String], isTerminal: Bool, colors: ColorDepth
  ) {
    #expect(terminal(variables, isTerminal: isTerminal).colors == colors)
  }

  @Test func `the option is stronger than the environment`() {
    #expect(terminal(["NO_COLOR": "1"], color: .always, isTerminal: false).colors == .sixteen)
    #expect(terminal(["FORCE_COLOR": "1"], color: .never).colors == .none)
  }

  @Test func `a terminal that can erase nothing is shown no progress`() {
    #expect(terminal([:]).erasesErrorLines)
    #expect(terminal(["TERM": "xterm"]).erasesErrorLines)
    #expect(!terminal(["TERM": "dumb"]).erasesErrorLines)
    #expect(!terminal([:], isTerminal: false).erasesErrorLines)
  }

  @Test func `COLUMNS is stronger than the terminal's own width`() {
    #expect(terminal([:]).width == 100)
    #expect(terminal(["COLUMNS": "60"]).width == 60)
    #expect(terminal(["COLUMNS": "nonsense"]).width == 100)
    #expect(terminal(["COLUMNS": "-3"]).width == 20)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], true), (["VTE_VERSION": "6800"], true),
      (["VTE_VERSION": "3800"], false),
      (["TERM_PROGRAM": "iTerm.app"], true), (["TERM": "xterm"], false),
      (["TERM": "xterm-kitty", "TMUX": "/run/tmux"], false),
      (["TERM": "xterm-kitty", "NO_COLOR": "1"], false), (["FORCE_HYPERLINK": "1"], true),
    ] as [([String: String], Bool)])
  func `hyperlinks are drawn where the terminal is known to draw them`(
    variables: [String: String], expected: Bool
  ) {
    #expect(terminal(variables).hyperlinks == expected)
  }

  @Test func `a palette colour has a stand-in among the sixteen`() {
    #expect(Style(.red, [.bold, .underline]).parameters(.sixteen) == "1;4;31")
    #expect(Style(.basic(12)).parameters(.palette) == "94")
    #expect(Style.match.parameters(.none) == "")
  }

  @Test(arguments: [
    ("vim", ["+12", "a.md"]), ("/usr/bin/nvim -p", ["+12", "a.md"]),
    ("code --wait", ["-g", "a.md:12"]),
    ("hx", ["a.md:12"]), ("something", ["a.md"]), ("kate", ["-l", "12", "a.md"]),
  ])
  func `an editor is told the line in its own way`(command: String, arguments: [String]) {
    let editor = Editor(environment: Environment(["EDITOR": command]))
    #expect(editor?.arguments("a.md", line: 12) == arguments)
    #expect(editor?.arguments("a.md", line: nil) == ["a.md"])
  }

  @Test func `VISUAL is stronger than EDITOR, and the configuration than both`() {
    #expect(Editor(environment: Environment(["VISUAL": "v", "EDITOR": "e"]))?.command == "v")
    #expect(Editor(environment: Environment(["EDITOR": "e"]), configured: "c")?.command == "c")
    #expect(Editor(environment: Environment(["EDITOR": ""]), configured: "c")?.command == "c")
    #expect(Editor(environment: Environment(["PATH": ""])) == nil)
  }

  @Test func `a name that looks like an option is not read as one`() {
    let editor = Editor(environment: Environment(["EDITOR": "vi"]))
    #expect(editor?.arguments("-c quit.md", line: nil) == ["./-c quit.md"])
  }

  @Test func `the progress bar fits into the width`() {
    #expect(
      ProgressBar.line("Reading", 5, of: 10, width: 40) == "Reading ███████████░░░░░░░░░░░░  5/10")
    for width in 20...120 {
      #expect(ProgressBar.line("Reading notes", 7, of: 12345, width: width).displayWidth < width)
    }
    #expect(ProgressBar.line("Reading", 7, of: 0, width: 40) == "Reading 7")
  }
}
