import Arguments
import Files
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib help`: help on commands and topics, in the terminal or as manual pages.
enum Help {
  static let man = Flag(
    "man", help: "Print the manual page's source; with a folder, write all pages into it.")
  static let topic = Positional(
    "COMMAND", each: .string(completing: .values(of: "commands")),
    help: "The command, such as `search` or `tag rename`; by default `zib` itself.")

  /// The page that is no command's.
  private static let recovery = "recovery"

  static let command = Command(
    "help", group: "Settings", summary: "Show help for a command",
    discussion: """
      The same as `--help` after the command. `zib help recovery` prints the page for the day when
      something goes wrong: every state that a vault can be left in, and how plain `git` alone
      recovers from it.

      With `--man` the manual page is printed in the mdoc
      language, for `man -l -` or a package; with `--man` and a folder, the pages of all commands
      are written into that folder.
      """,
    arguments: [topic, man],
    examples: [
      "zib help tag rename": "How a tag is renamed.",
      "zib help recovery": "What to do when something went wrong.",
      "zib help --man search | man -l -": "Read the manual page of search.",
      "zib help --man ~/.local/share/man/man1": "Install the manual pages.",
    ],
    exitStatuses: [0: "Done.", 2: "There is no such command."]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let names = meant(arguments[topic])
      if arguments[man] {
        try printManual(names, session)
      } else if names == [recovery] {
        try showRecovery(session)
      } else {
        try checkIsCommand(names)
        try show(names, session)
      }
      return .done
    }
  }

  /// The names of a command, where the first is a word of the person's own.
  private static func meant(_ names: [String]) -> [String] {
    guard let word = names.first, word != recovery,
      Zib.tool.root.subcommand(named: word) == nil,
      let first = Zib.tool.expansion?(word)?.first(where: { !$0.hasPrefix("-") })
    else { return names }
    return [first] + names.dropFirst()
  }

  /// Answers `--help`.
  static func show(_ path: [String], _ arguments: ParsedArguments) -> Int32 {
    CommandSession.run(arguments, entersFolder: false) { session in
      try show(path, session)
      return .done
    }
  }

  // MARK: The first screen

  /// The three commands to begin with in a vault of that kind, or if there is none: as they are typed, and the
  /// commands whose summaries explain them.
  private static func beginning(in kind: VaultLocation.Kind?) -> KeyValuePairs<String, [String]> {
    switch kind {
    case nil: ["init": ["init"], "import FILE": ["import"], "help": ["help"]]
    case .zib: ["search WORDS": ["search"], "new TITLE": ["new"], "sync": ["sync"]]
    case .markdown, .obsidian, .zk, .logseq, .foam, .dendron:
      ["search WORDS": ["search"], "list": ["list"], "init": ["init"]]
    }
  }

  /// Answers `zib` alone: on a terminal, in a folder of notes, by the finder; elsewhere by its purpose, the commands
  /// to begin with, and where the others are listed.
  static func showOverview(_ arguments: ParsedArguments) -> Int32 {
    CommandSession.run(arguments) { session in
      if Find.isPossible(session), (try? session.vault()) != nil {
        return try Find.open(session, query: "")
      }
      if session.environment["TERM"] == "dumb", session.terminal.readsKeys,
        (try? session.vault()) != nil
      {
        session.messages.note(
          "the finder cannot be drawn here, by `TERM=dumb`; `zib list`, `zib search` and `zib edit` do the same"
        )
      }
      try session.output.writeLine(
        StyledText("\(Zib.tool.root.summary): notes in Markdown, under git."))
      try session.output.writeLine()
      var kind: VaultLocation.Kind?
      do { kind = try session.vault().location.kind } catch VaultNotFound.noVault {
      } catch is UnbornBranch {}
      try session.output.writeLine(
        StyledText(kind.map { "This is \($0.words)." } ?? "There are no notes in this folder yet."))
      try session.output.writeLine()
      var columns = TextColumns([.left, .left])
      for (line, path) in beginning(in: kind) {
        let summary = Zib.tool.command(at: path)?.summary ?? ""
        columns.add([StyledText("  zib \(line)", Style(nil, .bold)), StyledText(summary)])
      }
      for line in columns.lines() { try session.output.writeLine(line) }
      try session.output.writeLine()
      try session.output.writeLine(
        StyledText(
          "`zib help` lists all commands and options, `zib help COMMAND` explains one."))
      return .usage
    }
  }

  private static func show(_ path: [String], _ session: CommandSession) throws {
    session.page()
    let style: TextStyle = session.terminal.colors > .none ? .terminal : .plain
    try session.output.write(
      Zib.tool.help(for: path, width: session.terminal.width, style: style))
  }

  /// Prints the page on recovery: paragraphs as wide as the terminal, commands as they are to be typed.
  private static func showRecovery(_ session: CommandSession) throws {
    session.page()
    let width = min(session.terminal.width, 100)
    var isCode = false
    for line in RecoveryPage.text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        try session.output.writeLine("    \(line)")
      } else if line.hasPrefix("#") {
        try session.output.writeLine(
          StyledText(String(line.drop { $0 == "#" || $0 == " " }), .title))
      } else {
        for part in StyledText(String(line)).wrapped(toWidth: width) {
          try session.output.writeLine(part)
        }
      }
    }
  }

  private static func checkIsCommand(_ names: [String]) throws {
    guard Zib.tool.command(at: names) == nil else { return }
    let known = Zib.tool.root.subcommands.filter { !$0.isHidden }.map(\.name) + [recovery]
    throw UsageError(
      message: "there is no command `\(names.joined(separator: " "))`",
      hint: names.first.flatMap { suggestion(for: $0, among: known) }
        .map { "did you mean `zib help \($0)`?" } ?? "`zib help` lists the commands")
  }

  // MARK: Manual pages

  private static func printManual(_ names: [String], _ session: CommandSession) throws {
    let pages = Zib.tool.manualPages(date: Zib.releaseDate)
    if let folder = names.first, names.count == 1, Zib.tool.command(at: names) == nil,
      Platform.isFolder(folder)
    {
      for page in pages { try write(page, into: folder) }
      session.messages.note("wrote \(pages.count) manual pages into \(folder)")
      return
    }
    try checkIsCommand(names)
    let fileName = (["zib"] + names).joined(separator: "-") + ".1"
    guard let page = pages.first(where: { $0.fileName == fileName }) else { return }
    try session.output.write(page.text)
  }

  private static func write(_ page: ManualPage, into folder: String) throws {
    guard let path = NotePath(page.fileName) else { return }
    let replacement = FileReplacement(in: VaultFolder(root: DiskPath(folder)))
    let text = Array(page.text.utf8)
    do {
      try replacement.create(path, with: text)
    } catch WriteError.exists {
      try replacement.replace(path, basedOn: replacement.folder.read(path), with: text)
    }
  }
}
