import Arguments
import Exchange
import Files
import Indexing
import Layout
import Notes
import Rendering
import Sessions
import Terminals
import Vaults

/// `zib why`: how a link is resolved.
enum Why {
  static let link = Positional(
    "LINK", .string, help: "`[[Walden]]`, `[text](a/b.md)`, or a target as in a wikilink.")
  static let note = Option(
    "in", value: "NOTE", .string(completing: .values(of: "notes")),
    help: "The note that the link is in; by default one in the vault's own folder.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "why", group: "Find", summary: "Say how a link is resolved",
    discussion: """
      Prints the file that a link means and the rule that decided, and below it the files that it \
      would mean if that one were not there, in their order. The rules are Obsidian's: the exact \
      path from the vault's folder, the folder of the linking note, the shortest path that ends \
      so; and last, for wikilinks, a title or alias. Case does not matter, and notes need no \
      extension.

      The link need not be written anywhere yet.
      """,
    arguments: [link, note, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `link`, `in` (a path, or null), `target` (the path that is \
        meant, or null), `rule`, `anchor`, `external`, `broken` (as in `zib links`) and \
        `candidates`: each file with `path` and `rule`, the one that is meant first.
        """)
    ],
    examples: [
      "zib why '[[Index]]' --in Books/Walden.md": "Which of several notes it means.",
      "zib why Index": "From the vault's own folder.",
    ],
    exitStatuses: [
      0: "The link leads somewhere.", 1: "It is broken, or there is no such note.",
      3: "The vault cannot be read.",
    ],
    seeAlso: ["zib-links(1)", "zib-broken(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let (from, explained) = try session.search { search in
        let from = try arguments[note].map { try session.notePath($0, in: search) }
        return (from, try search.explanation(ofLink: arguments[link], in: from))
      }
      if arguments[json] {
        try printJSON(arguments[link], from, explained, session)
      } else {
        try printText(from, explained, session)
      }
      if let namesake = explained.namesake {
        let link = try session.search { try $0.link(to: namesake) }
        session.messages.note(
          "\(session.shown(namesake)) has that name, which no wikilink can have: \(SafeText.inLine(link)) leads to it"
        )
      }
      return explained.isBroken ? .nothingFound : .done
    }
  }

  private static func printText(
    _ from: NotePath?, _ explained: VaultSearch.LinkExplanation, _ session: CommandSession
  ) throws {
    if explained.isExternal {
      return try session.output.writeLine(StyledText("an address outside the vault"))
    }
    if explained.target.isEmpty {
      try session.output.writeLine(
        StyledText(from.map { session.shownPath($0) } ?? "the note itself", .path))
    }
    var columns = TextColumns([.left, .left])
    for (number, candidate) in explained.candidates.enumerated() {
      let isFirst = number == 0 || explained.candidates[number - 1].rule != candidate.rule
      columns.add([
        StyledText(session.shownPath(candidate.path), .path),
        StyledText(words(for: candidate.rule, isFirst: isFirst), .faint),
      ])
    }
    for line in columns.lines() { try session.output.writeLine(line) }
    if explained.candidates.isEmpty, !explained.target.isEmpty {
      let name = session.output.inLine(explained.target)
      session.messages.note(
        explained.isWikilink
          ? "no file has the name or path “\(name)”, and no note has that title or alias"
          : "no file has the path “\(name)”")
    }
    if explained.lacksAnchor, let anchor = explained.anchor {
      let kind = anchor.hasPrefix("^") ? "block" : "heading"
      session.messages.note("it has no \(kind) “\(session.output.inLine(anchor))”")
    }
  }

  private static func words(for rule: LinkResolver.Rule, isFirst: Bool) -> String {
    switch rule {
    case .path: "its path from the vault's folder"
    case .folder: "in the folder of the linking note"
    case .shortest: isFirst ? "the shortest path that ends so" : "another path that ends so"
    case .alias: "its title or an alias"
    case .page: "the name of its page"
    case .part: "a part of its file's name"
    }
  }

  private static func printJSON(
    _ link: String, _ from: NotePath?, _ explained: VaultSearch.LinkExplanation,
    _ session: CommandSession
  ) throws {
    let file = explained.target.isEmpty ? from : explained.candidates.first?.path
    try session.output.writeJSON {
      $0.field("link", link)
      $0.field("in", from.map { session.shownPath($0) })
      $0.field("target", file.map { session.shownPath($0) })
      $0.field("rule", explained.candidates.first?.rule.word)
      $0.field("anchor", explained.anchor)
      $0.field("external", explained.isExternal)
      $0.field(
        "broken", explained.isBroken ? (explained.lacksAnchor ? "anchor" : "file") : nil)
      $0.array("candidates") {
        for candidate in explained.candidates {
          $0.object {
            $0.field("path", session.shownPath(candidate.path))
            $0.field("rule", candidate.rule.word)
          }
        }
      }
    }
  }
}
