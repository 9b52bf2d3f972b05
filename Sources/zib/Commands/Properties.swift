import Arguments
import Exchange
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults

/// `zib properties`: the keys and values of front matter in use.
enum Properties {
  static let key = Positional(
    "KEY", optional: .string(completing: .values(of: "keys")),
    help: "Print the values of this key; `outer.inner` for one inside of another.")
  static let condition = Option(
    "where", short: "w", value: "QUERY", .string(completing: .values(of: "query")), default: "",
    help: "Count only the notes that `QUERY` finds.")
  static let sort = Option(
    "sort", .oneOf(Tags.Order.self),
    help: "The order; by default keys by name and values by count.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "properties", aliases: ["props"], group: "Find",
    summary: "List the keys and values of front matter in use",
    discussion: """
      Prints each key with the number of notes that have it, what its values are, and the most
      frequent of them. With a key, prints its values with the number of notes that have each.

      Keys and values that differ only in case are counted as one. Of long values only the
      beginning is shown.
      """,
    arguments: [key, condition, sort, NoteListing.reverse, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1) and `properties`: for each `key`, `notes`, `values` (how many
        different ones) and `kinds` (`text`, `number`, `date`, `truth`, `link`, `mapping`, `empty`). With a
        key, an object with `version`, `key`, `notes` and `values`: for each `value` and `notes`.
        """)
    ],
    examples: [
      "zib properties": "What there is.",
      "zib properties status": "Every status, and how many notes have it.",
      "zib properties author --where 'is:book rating>=4'": "Whose books were liked.",
    ],
    exitStatuses: [0: "There are such properties.", 1: "There are none."],
    seeAlso: ["zib-set(1)", "zib-list(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if let key = arguments[key] { return try printValues(of: key, arguments, session) }
      return try printKeys(arguments, session)
    }
  }

  // MARK: Keys

  private static func printKeys(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    var (query, keys) = try session.search { search in
      let query = search.query(arguments[condition])
      return (query, try search.properties(of: query))
    }
    session.tell(query)
    if arguments[sort] == .count {
      keys = keys.enumerated().sorted { left, right in
        (right.element.notes, left.offset) < (left.element.notes, right.offset)
      }.map(\.element)
    }
    if arguments[NoteListing.reverse] { keys.reverse() }
    if arguments[json] {
      try session.output.writeJSON {
        $0.array("properties") {
          for key in keys {
            $0.object {
              $0.field("key", key.key)
              $0.field("notes", key.notes)
              $0.field("values", key.values)
              $0.field("kinds", key.kinds.map(\.rawValue))
            }
          }
        }
      }
    } else {
      session.page()
      try printText(keys, session)
    }
    if keys.isEmpty { session.messages.note("no note has properties") }
    return keys.isEmpty ? .nothingFound : .done
  }

  private static func printText(
    _ keys: [VaultSearch.PropertyCount], _ session: CommandSession
  ) throws {
    var columns = TextColumns([.left, .right, .left, .left], flexible: 3)
    for key in keys {
      let kinds = key.kinds.map(\.rawValue).joined(separator: ", ")
      let examples = key.examples.filter { !$0.isEmpty }.joined(separator: " · ")
      var cells = [
        StyledText(key.key, .key), StyledText(Amount.count(key.notes), .position),
        StyledText(kinds),
      ]
      if !examples.isEmpty { cells.append(StyledText(oneLine(examples), .faint)) }
      columns.add(cells)
    }
    let width = session.terminal.isOutputTerminal ? session.terminal.width : nil
    for line in columns.lines(width: width) {
      try session.output.writeLine(width.map { line.truncated(toWidth: $0) } ?? line)
    }
  }

  // MARK: Values

  private static func printValues(
    of key: String, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    var (query, found, others) = try session.search { search in
      let query = search.query(arguments[condition])
      let found = try search.values(of: key, in: query)
      // Similar keys are searched only if no note has this one.
      let others = found.notes == 0 ? try search.properties(of: query).map(\.key) : []
      return (query, found, others)
    }
    session.tell(query)
    guard found.notes > 0 else {
      let near = suggestion(for: key, among: others)
      session.messages.note(
        "no note has the property `\(key)`" + (near.map { "; did you mean `\($0)`?" } ?? ""))
      return .nothingFound
    }
    if arguments[sort] == .name {
      found.values.sort { $0.text.lowercased() < $1.text.lowercased() }
    }
    if arguments[NoteListing.reverse] { found.values.reverse() }
    if arguments[json] {
      try session.output.writeJSON {
        $0.field("key", key)
        $0.field("notes", found.notes)
        $0.array("values") {
          for value in found.values {
            $0.object {
              $0.field("value", value.text)
              $0.field("notes", value.notes)
            }
          }
        }
      }
      return .done
    }
    session.page()
    var columns = TextColumns([.right, .left], flexible: 1)
    for value in found.values {
      columns.add([
        StyledText(Amount.count(value.notes), .position),
        value.text.isEmpty ? StyledText("(empty)", .faint) : StyledText(oneLine(value.text)),
      ])
    }
    let width = session.terminal.isOutputTerminal ? session.terminal.width : nil
    for line in columns.lines(width: width) { try session.output.writeLine(line) }
    return .done
  }

  /// A value of several lines on one.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
