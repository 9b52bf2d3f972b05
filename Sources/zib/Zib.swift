import Arguments
import Sessions
import Settings
import Terminals

/// The tool: its commands, and the handling of a command line.
package enum Zib {
  /// The version of the package, as in CHANGELOG.md.
  static let version = "0.1.0"

  /// The date of that version's release, for the manual pages.
  static let releaseDate = "2026-11-21"

  /// The tool as it is declared.
  package static let tool: Tool = {
    var tool = Tool(root, version: version, completionCommand: CompleteValues.command.name)
    tool.expansion = alias
    tool.expansionKind = "aliases"
    return tool
  }()

  /// The words of a command of the person's own: `alias.r: review tag:latin -n 10`.
  private static func alias(_ word: String) -> [String]? {
    ownSettings.member(word, of: "alias").flatMap(shellWords)
  }

  /// The commands of the person's own, with what they stand for.
  static var aliases: [(name: String, text: String)] { ownSettings.members(of: "alias") }

  /// A vault may have no such commands: it would choose one, such as one that sets the editor.
  private static var ownSettings: Configuration {
    Configuration.own(.ofProcess(["HOME", "XDG_CONFIG_HOME"]))
  }

  private static let root = Command(
    "zib", summary: "A commonplace book in plain text",
    discussion: """
      A vault is a folder of Markdown files. `zib` finds things in them, at once. It works in the \
      vault around the current folder: the nearest folder above that holds `.zib`, or else an \
      Obsidian, zk, Logseq, Foam or Dendron vault, or else the `vault.default` of your settings, or \
      else the current folder if there is Markdown in it.

      `zib --version` also names the commit that it was built from and its libraries; \
      `zib --version --json` does so for a program.
      """,
    arguments: GlobalOptions.all,
    examples: [
      "zib search '\"art of memory\"'": "Search for a phrase.",
      "zib show walden": "Read one.",
      "zib new On rereading": "Write one.",
      "zib -C ~/Notes tags": "See what there is in another vault.",
    ],
    exitStatuses: [
      0: "Done.",
      1: "Nothing was found.",
      2: "The command line was wrong, or a name in it means several notes; nothing was done.",
      3: "It failed; the message says what, where and what to do next.",
      4: "Something is left for you to decide: a conflict, or a note that was kept as it is.",
      5: "`zib check`, `zib broken` or `zib doctor` found something.",
      130: "Interrupted.",
    ],
    environment: [
      "ZIB_VAULT": "The vault to use where neither `--vault` nor `-C` is given.",
      "VISUAL, EDITOR": "The program that opens notes; `zib config editor` goes before.",
      "PAGER": "The program that shows long output; `zib config pager` goes before.",
      "NO_COLOR, FORCE_COLOR": "Turn colour off or on.",
      "XDG_CONFIG_HOME, XDG_CACHE_HOME":
        "Where your own settings are, and the index of a vault that is not to be written.",
      "XDG_STATE_HOME":
        "Where drafts are kept that an editor has left, which log of reviews this device writes, and what `@` and `@1` mean.",
      "ZIB_TERMINAL":
        "A name for the terminal of `@1`, for programs that have none: lists are then kept wherever they are printed.",
      "ZIB_NOW": "The time to take for now, such as `2026-11-21T09:30:00Z`, for scripts and tests.",
    ],
    subcommands: commands)

  /// Runs a command line.
  ///
  /// - Returns: the code to end the process with.
  static func run(_ words: [String]) -> Int32 {
    // A closed pipe must end a write with an error, not the process in the middle of a write.
    Platform.ignoreBrokenPipes()
    Platform.unblockEndings()
    do {
      // The one option of `--version` alone; as a global one it would seem to be for every command.
      if words.contains("--version"), words.contains("--json"),
        case .version? = try? tool.parse(words.filter { $0 != "--json" })
      {
        return CommandSession.run(nil) { session in
          try Version.write(isJSON: true, session)
          return .done
        }
      }
      switch try tool.parse(words) {
      case .run(let arguments, let action): return try action(arguments)
      case .help(let path): return Help.show(path, tool.globalArguments(in: words))
      case .version:
        return CommandSession.run(tool.globalArguments(in: words), entersFolder: false) { session in
          try Version.write(isJSON: false, session)
          return .done
        }
      }
    } catch let error as ArgumentError where error.kind == .missingCommand {
      // Someone who types `zib` wants to know how to begin.
      return Help.showOverview(tool.globalArguments(in: words))
    } catch let error as ArgumentError {
      return CommandSession.run(tool.globalArguments(in: words), entersFolder: false) { session in
        session.messages.usage(error)
        return .usage
      }
    } catch {
      return CommandSession.run(nil) { _ in throw error }
    }
  }
}
