import Arguments
import LanguageServer
import Sessions
import Terminals
import Vaults

/// `zib lsp`: the language server for editors.
enum Lsp {
  static let command = Command(
    "lsp", group: "Settings", summary: "Serve an editor, by the Language Server Protocol",
    discussion: """
      An editor starts it and speaks with it on standard input and output. It answers for the \
      vaults whose folders the editor has open, and for the vault around each note that it opens; \
      a note outside of any vault has what needs no other note. Text that is not saved counts.
      """,
    sections: [
      Section(
        "Settings",
        """
        An editor gives them under the name `zib`, as `initializationOptions` or as its \
        configuration: `diagnostics`, `inlayHints` and `codeLenses`, each `true` or `false`. All \
        are `true` where nothing is given. What is wrong in notes follows `check.ignore`, as in \
        `zib check`.
        """),
      Section(
        "Commands",
        """
        An editor runs them by `workspace/executeCommand`. Each takes an object with `vault`, the folder of \
        a vault, where several are open; and `zib.search` a query (`query`, `limit`), `zib.new` a title \
        (`title`, `folder`, `template`), `zib.today` nothing or a `day`, `zib.log` a text (`text`, `mood`, \
        `title`), `zib.sync`, `zib.status` and `zib.due` nothing; `zib.backlinks`, `zib.prompts` and \
        `zib.linkMentions` take the address of a note, `zib.split` that and a heading, `zib.join` that, the \
        path of the note that comes into it, and perhaps a heading. `zib.resolve` and `zib.show` are run by \
        the actions at a conflict. The page on editors in the guide has the results.
        """),
    ],
    examples: ["zib lsp": "What an editor's settings name as the command."],
    exitStatuses: [
      0: "The editor has ended it.", 1: "The editor went away without saying so.",
    ],
    seeAlso: ["zib-check(1)", "zib-mv(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let server = LanguageServer(
        input: 0, output: 1, environment: session.environment, zone: session.zone,
        now: session.environment["ZIB_NOW"] == nil ? nil : session.now, version: Zib.version)
      return server.run() == 0 ? .done : .nothingFound
    }
  }
}
