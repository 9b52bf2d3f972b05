import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults

/// `zib links`: the links of a note, and what each leads to.
enum Links {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")), atLeast: 1,
    help: "A path, or the title or file name of a note.")
  static let broken = Flag("broken", help: "Only links that lead nowhere.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "links", group: "Find", summary: "List the links of notes",
    discussion: """
      Prints each link of a note with its line and column, and what it leads to: a file of the \
      vault, with the heading or block that it names, or an address outside. A link that leads to \
      no file, or to a heading or block that is not there, is named as such. So is one that a title \
      or alias resolves, because not every program follows it, with the other notes that have the \
      same title or alias. `zib why` says how a single link was resolved.

      The lines begin with `path:line:column:`, as editors read them.
      """,
    arguments: [notes, broken, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1) and `notes`, each with `path` and `links`. A link has `line`, \
        `column`, `text` (as written), `target` (a path, or null), `anchor` (or null), `rule` (`path`, `folder`, \
        `shortest`, `alias`, `page`, `part`, or null), `external`, `broken` (`file`, `anchor`, or null) and \
        `others` (the paths of other notes with that title or alias).
        """)
    ],
    examples: [
      "zib links walden": "What the note links to.",
      "zib links walden --broken": "Which of its links lead nowhere.",
      "zib links walden --broken > list; vim -q list": "Go through them in an editor.",
      "zib list -0 tag:garden | xargs -0 zib links": "The links of several notes.",
    ],
    exitStatuses: [
      0: "There are such links.", 1: "There are none, or no such note.",
      3: "The note cannot be read.",
    ],
    seeAlso: ["zib-backlinks(1)", "zib-why(1)", "zib-broken(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let all = try session.search { search in
        try arguments[notes].map { word in
          let path = try session.notePath(word, in: search)
          return (path: path, links: try search.links(of: path))
        }
      }
      let found =
        arguments[broken] ? all.map { ($0.path, links: $0.links.filter(\.isBroken)) } : all
      if arguments[json] {
        try printJSON(found, session)
      } else {
        session.page()
        for (path, links) in found {
          for link in links { try session.writeLink(link, in: path) }
        }
        session.remember(
          listed: found.flatMap { path, links in
            links.map { ListedPlace(path, line: $0.position.line) }
          })
      }
      if found.contains(where: { !$0.links.isEmpty }) { return .done }
      let hasLinks = all.contains { !$0.links.isEmpty }
      session.messages.note(
        hasLinks ? "no link is broken" : all.count == 1 ? "the note has no links" : "no links")
      return .nothingFound
    }
  }

  private static func printJSON(
    _ found: [(path: NotePath, links: [PlacedLink])], _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      try $0.array("notes") {
        for (path, links) in found {
          $0.object {
            $0.field("path", session.shownPath(path))
            $0.array("links") {
              for link in links { $0.object { $0.link(link, in: path, session) } }
            }
          }
          try session.output.write(draining: &$0)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes a link as fields of the open object.
  mutating func link(_ link: PlacedLink, in path: NotePath, _ session: CommandSession) {
    var target: NotePath?
    var rule: LinkResolver.Rule?
    switch link.target {
    case .sameNote: target = path
    case .file(let file, let by): (target, rule) = (file, by)
    case .external, .missing: break
    }
    field("line", link.position.line)
    field("column", link.position.column)
    field("text", link.text)
    field("target", target.map { session.shownPath($0) })
    field("anchor", link.anchor)
    field("rule", rule?.word)
    field("external", link.target == .external)
    field("broken", link.target == .missing ? "file" : link.lacksAnchor ? "anchor" : nil)
    array("others") { for other in link.others { $0.element(session.shownPath(other)) } }
  }
}
