/// A command-line tool: its outermost command and all below it.
///
/// ```swift
/// let tool = Tool(root, version: "0.2.0")
/// switch try tool.parse(Array(CommandLine.arguments.dropFirst())) {
/// case .run(let arguments, let action): exit(try action(arguments))
/// case .help(let path): print(tool.help(for: path, width: 80))
/// case .version: print(tool.version)
/// }
/// ```
package struct Tool: Sendable {
  /// The outermost command; its arguments are global.
  package let root: Command
  /// The text that `--version` prints.
  package let version: String
  /// The hidden command that answers completion scripts: `TOOL complete-values KIND PREFIX`.
  package let completionCommand: String
  /// Gives the words that a word means in the place of a command, where no command is called so; nil for none.
  package var expansion: (@Sendable (String) -> [String]?)?
  /// The kind of values by which completion scripts ask for the words that have an expansion; nil if they are not
  /// offered.
  package var expansionKind: String?
  /// `--help`, `-h`.
  let helpFlag: Flag
  /// `--version`.
  let versionFlag: Flag

  /// A tool around its outermost command.
  ///
  /// `--help`, `-h`, `--version` and the command `help` need no declaration; a declared command
  /// `help` takes precedence.
  package init(_ root: Command, version: String, completionCommand: String = "complete-values") {
    self.root = root
    self.version = version
    self.completionCommand = completionCommand
    // Beside the tool's own options, if those have a heading.
    let group = root.arguments.first { !$0.isPositional }?.group
    helpFlag = Flag("help", short: "h", group: group, help: "Show help and exit.")
    versionFlag = Flag("version", group: group, help: "Show the version and exit.")
  }

  /// `zib help search`. Parsing answers it, so it is never run; the declaration is for help and
  /// completions.
  var helpCommand: Command {
    let names = root.subcommands.filter { !$0.isHidden }.map { Candidate($0.name, $0.summary) }
    return Command(
      "help", summary: "Show help on a command",
      arguments: [
        Positional(
          "COMMAND", each: .string(completing: .choices(names)), help: "The command to explain.")
      ]
    ) { _ in 0 }
  }

  /// The options that every command accepts.
  var globals: [Declaration] {
    root.options + [helpFlag.declaration, versionFlag.declaration]
  }

  /// Reads a command line.
  ///
  /// - Parameter words: the arguments without the name of the program.
  /// - Throws: ``ArgumentError``, for anything but a line that can be run as it is.
  package func parse(_ words: [String]) throws(ArgumentError) -> Invocation {
    var parser = Parser(tool: self, words: words)
    return try parser.parse()
  }

  /// The options for every command that a line holds, wherever the rest of it is wrong; for showing help and errors.
  package func globalArguments(in words: [String]) -> ParsedArguments {
    var parser = Parser(tool: self, words: words)
    return parser.readGlobals()
  }

  /// The command that a list of names leads to, and its full path; `nil` if one is unknown.
  package func command(at path: [String]) -> Command? {
    var command = root
    for name in path {
      guard let next = command.subcommand(named: name) else { return nil }
      command = next
    }
    return command
  }
}

/// The request of a command line.
package enum Invocation: Sendable {
  /// To run a command.
  case run(ParsedArguments, Command.Action)
  /// To show the help of the command that these names lead to (none: the tool's own).
  case help([String])
  /// To show the version.
  case version
}
