import Arguments
import Indexing
import Search
import Sessions
import Terminals
import Vaults

/// `zib orphans`: notes to which no other note links.
enum Orphans {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all notes.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "orphans", group: "Find", summary: "List the notes to which no other note links",
    discussion: """
      Prints the path and the title of each note to which no other note links, by path; into a \
      pipe, the two are separated by a tab. It is `zib list` with `is:orphan`: with a query, only \
      the notes that it finds are asked.
      """,
    arguments: [query, NoteListing.null, json],
    exclusive: [[NoteListing.null, json]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON", "As `zib list` prints it: an object with `version` (1), `query` and `notes`.")
    ],
    examples: [
      "zib orphans": "All of them.",
      "zib orphans -is:journal -tag:inbox": "But for the journal's days and what is new.",
    ],
    exitStatuses: [0: "There are such notes.", 1: "There are none."],
    seeAlso: ["zib-list(1)", "zib-backlinks(1)", "zib-broken(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[query])
      let list = try session.search { search in
        try HitList(
          search, text.isEmpty ? "is:orphan" : "is:orphan (\(text))", order: .path,
          reversed: false, offset: 0, limit: nil, countsAll: false, explained: false)
      }
      session.tell(list.query)
      if arguments[json] {
        try List.printJSON(list, session)
      } else if arguments[NoteListing.null] {
        try list.writePaths(end: 0, session)
      } else {
        session.page()
        try List.printText(list.results, session)
      }
      session.remember(listed: list.results.map { ListedPlace($0.path) })
      if list.results.isEmpty {
        session.messages.note(
          text.isEmpty ? "another note links to each note" : "no such notes found")
      }
      return list.results.isEmpty ? .nothingFound : .done
    }
  }
}
