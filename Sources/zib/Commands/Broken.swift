import Arguments
import Exchange
import Indexing
import Notes
import Rendering
import Search
import Sessions
import Terminals
import Vaults

/// `zib broken`: the links that lead nowhere.
enum Broken {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all notes.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "broken", group: "Find", summary: "List the links that lead nowhere",
    discussion: """
      Prints each link with its place, by path: links that mean no file of the vault, and links \
      whose file is there and whose heading or block is not; in a vault of Obsidian also those by a title \
      or alias, which Obsidian does not follow and `zib check --fix` mends. With a query, only links in the notes \
      that it finds are told.

      The lines begin with `path:line:column:`, as editors read them. The query `is:broken` finds \
      the notes with a link that means no file.
      """,
    arguments: [query, json],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query` and `links`. A link has `path` (of the note that it \
        is in) and the members of a link of `zib links`.
        """)
    ],
    examples: [
      "zib broken": "All of them.",
      "zib broken tag:recipes": "Only in these notes.",
      "zib broken > list; vim -q list": "Go through them in an editor.",
    ],
    exitStatuses: [0: "No link is broken.", 3: "The vault cannot be read.", 5: "Some are broken."],
    seeAlso: ["zib-links(1)", "zib-why(1)", "zib-doctor(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[query])
      let (query, links) = try session.search { search in
        let query = search.query(text)
        let links = try search.brokenLinks()
        if text.isEmpty || links.isEmpty { return (query, links) }
        let wanted = Set(try search.results(query, order: .path).map(\.path))
        return (query, links.filter { wanted.contains($0.path) })
      }
      session.tell(query)
      if arguments[json] {
        try printJSON(text, links, session)
      } else {
        session.page()
        for broken in links { try session.writeLink(broken.link, in: broken.path) }
        session.remember(
          listed: links.map { ListedPlace($0.path, line: $0.link.position.line) })
      }
      if links.isEmpty { session.messages.note("no link is broken") }
      let titles = links.count { !$0.link.isBroken }
      if titles > 0, !arguments[json] {
        session.messages.note(
          "\(Amount.count(titles, "link is", "links are")) by a title or alias, which Obsidian does not follow; "
            + "`zib check --fix --rule link-by-alias` gives the name of the note")
      }
      return links.isEmpty ? .done : .findings
    }
  }

  private static func printJSON(
    _ query: String, _ links: [BrokenLink], _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("query", query)
      try $0.array("links") {
        for broken in links {
          $0.object {
            $0.field("path", session.shownPath(broken.path))
            $0.link(broken.link, in: broken.path, session)
          }
          try session.output.write(draining: &$0)
        }
      }
    }
  }
}
