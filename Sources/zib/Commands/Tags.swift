import Arguments
import Exchange
import Indexing
import Notes
import Rendering
import Search
import Sessions
import Terminals
import Vaults

/// `zib tags`: the hashtags in use.
enum Tags {
  /// The orders of hashtags.
  enum Order: String, Choice {
    case name, count

    var summary: String {
      switch self {
      case .name: "by name"
      case .count: "the most used first"
      }
    }
  }

  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all notes.")
  static let flat = Flag("flat", help: "Print full names instead of a tree.")
  static let sort = Option("sort", .oneOf(Order.self), default: .name, help: "The order.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "tags", group: "Find", summary: "List the hashtags in use",
    discussion: """
      Prints a tree of hashtags, from texts and front matter, with the number of notes that have
      each. A parent counts the notes of all below it, each once. With a query, only the notes that
      it finds are counted.
      """,
    arguments: [query, flat, sort, NoteListing.reverse, json],
    exclusive: [[flat, json]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query` and `tags`. A tag has `name` (in full), `notes`
        (that have it or one below it) and `own` (that have it itself).
        """)
    ],
    examples: [
      "zib tags": "All hashtags.",
      "zib tags --flat --sort count | head": "The most used.",
      "zib tags is:book status:read": "What the books that were read are about.",
    ],
    exitStatuses: [0: "There are hashtags.", 1: "There are none."],
    seeAlso: ["zib-tag-rename(1)", "zib-tag-merge(1)", "zib-list(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[query])
      let (query, found) = try session.search { search in
        let query = search.query(text)
        return (query, try search.hashtags(of: query))
      }
      session.tell(query)
      let isTree = !arguments[flat] && !arguments[json]
      let tags = sorted(
        found, by: arguments[sort], reversed: arguments[NoteListing.reverse], asTree: isTree)
      if arguments[json] {
        try printJSON(text, tags, session)
      } else {
        session.page()
        try printText(tags, asTree: isTree, session)
      }
      if tags.isEmpty {
        session.messages.note(text.isEmpty ? "no hashtags in this vault yet" : "no hashtags found")
      }
      return tags.isEmpty ? .nothingFound : .done
    }
  }

  /// The hashtags in order; in a tree, siblings among themselves.
  private static func sorted(
    _ tags: [VaultSearch.HashtagCount], by order: Order, reversed: Bool, asTree: Bool
  ) -> [VaultSearch.HashtagCount] {
    if order == .name, !reversed { return tags }
    func sort(_ tags: [VaultSearch.HashtagCount]) -> [VaultSearch.HashtagCount] {
      let sorted =
        order == .name
        ? tags
        : tags.enumerated().sorted { left, right in
          // The order by name holds among equals.
          (right.element.notes, left.offset) < (left.element.notes, right.offset)
        }.map(\.element)
      return reversed ? sorted.reversed() : sorted
    }
    guard asTree else { return sort(tags) }
    var children: [Hashtag?: [VaultSearch.HashtagCount]] = [:]
    for tag in tags { children[tag.hashtag.parent, default: []].append(tag) }
    var result: [VaultSearch.HashtagCount] = []
    var waiting = Array(sort(children[nil] ?? []).reversed())
    while let next = waiting.popLast() {
      result.append(next)
      waiting += sort(children[next.hashtag] ?? []).reversed()
    }
    return result
  }

  private static func printText(
    _ tags: [VaultSearch.HashtagCount], asTree: Bool, _ session: CommandSession
  ) throws {
    if !asTree, !session.terminal.isOutputTerminal {
      for tag in tags {
        var line = StyledText("\(tag.hashtag.name)", .tag)
        line.append("\t\(tag.notes)", .position)
        try session.output.writeLine(line)
      }
      return
    }
    var columns = TextColumns([.left, .right], flexible: 0)
    for tag in tags {
      var name = StyledText()
      if asTree {
        name.append(String(repeating: "  ", count: tag.depth))
        let last = tag.hashtag.name.split(separator: "/").last ?? ""
        name.append(tag.depth == 0 ? "#\(last)" : "\(last)", .tag)
      } else {
        name.append("#\(tag.hashtag.name)", .tag)
      }
      columns.add([name, StyledText(Amount.count(tag.notes), .position)])
    }
    let width = session.terminal.isOutputTerminal ? session.terminal.width : nil
    for line in columns.lines(width: width) { try session.output.writeLine(line) }
  }

  private static func printJSON(
    _ query: String, _ tags: [VaultSearch.HashtagCount], _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("query", query)
      $0.array("tags") {
        for tag in tags {
          $0.object {
            $0.field("name", tag.hashtag.name)
            $0.field("notes", tag.notes)
            $0.field("own", tag.ownNotes)
          }
        }
      }
    }
  }
}
