import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib path`: how one note leads to another.
enum PathOfLinks {
  static let from = Positional(
    "FROM", .string(completing: .values(of: "notes")),
    help: "A path, or the title or file name of a note.")
  static let to = Positional(
    "TO", .string(completing: .values(of: "notes")), help: "The note to come to.")
  static let undirected = Flag(
    "undirected", short: "u",
    help: "Follow links backwards as well, from a note to those that link to it.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "path", group: "Find", summary: "Show how one note leads to another",
    discussion: """
      Prints a shortest chain of links from one note to another, each link with its place. Of several \
      chains of that length it is the one whose notes come first by path, and of several links of one \
      note to the next the first. With `--undirected` a link may also be followed backwards, from the \
      note that it means to the note that it is in; the arrow still shows where the link leads.

      Where there is none, it says so, and whether there is one the other way or with links followed \
      backwards.

      The lines begin with `path:line:column:`, as editors read them.
      """,
    arguments: [from, to, undirected, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `from`, `to`, `undirected`, `steps` (null if there is no chain), \
        `backwards` and `otherwise` (the lengths of a chain the other way and of an undirected one, where \
        there is no chain; or null). A step has `path` (of the note that the link is in), `isBackwards` and \
        the members of a link of `zib links`.
        """)
    ],
    examples: [
      "zib path Home walden": "How a reader comes from one to the other.",
      "zib path walden beans --undirected": "How they hang together.",
    ],
    exitStatuses: [
      0: "There is a chain.", 1: "There is none, or no such note.",
      3: "A note of the chain cannot be read.",
    ],
    seeAlso: ["zib-links(1)", "zib-backlinks(1)", "zib-graph(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let isUndirected = arguments[undirected]
      let (start, end, chain) = try session.search { search in
        let start = try session.notePath(arguments[from], in: search)
        let end = try session.notePath(arguments[to], in: search)
        return (start, end, try search.chain(from: start, to: end, isUndirected: isUndirected))
      }
      if arguments[json] {
        try printJSON(chain, start, end, isUndirected, session)
      } else {
        session.page()
        for step in chain.links ?? [] { try session.writeLink(step.link, in: step.path) }
      }
      if chain.links?.isEmpty == true {
        session.messages.note("both are \(session.shown(start))")
      }
      if chain.links != nil { return .done }
      session.messages.note(words(for: chain, start, end, isUndirected, session))
      return .nothingFound
    }
  }

  /// The sentence on two notes without a chain.
  private static func words(
    for chain: VaultSearch.Chain, _ start: NotePath, _ end: NotePath, _ isUndirected: Bool,
    _ session: CommandSession
  ) -> String {
    let (one, other) = (session.shown(start), session.shown(end))
    if isUndirected { return "no chain of links joins \(one) and \(other)" }
    let none = "no chain of links leads from \(one) to \(other)"
    if let length = chain.backwards {
      return none + "; the other way there is one of \(Amount.count(length, "link"))"
    }
    if let length = chain.undirected {
      return none
        + "; with links followed backwards there is one of \(Amount.count(length, "link")): `--undirected`"
    }
    return none + ", nor the other way"
  }

  private static func printJSON(
    _ chain: VaultSearch.Chain, _ start: NotePath, _ end: NotePath, _ isUndirected: Bool,
    _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("from", session.shownPath(start))
      $0.field("to", session.shownPath(end))
      $0.field("undirected", isUndirected)
      if let links = chain.links {
        $0.array("steps") {
          for step in links {
            $0.object {
              $0.field("path", session.shownPath(step.path))
              $0.field("isBackwards", step.isBackwards)
              $0.link(step.link, in: step.path, session)
            }
          }
        }
      } else {
        $0.field("steps", nil as String?)
      }
      $0.field("backwards", chain.backwards)
      $0.field("otherwise", chain.undirected)
    }
  }
}
