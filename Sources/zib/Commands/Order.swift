import Arguments
import Files
import Indexing
import Notes
import Sessions
import Terminals
import Vaults
import Wording

/// `zib order`: notes in an order that the person chooses.
enum Order {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: "A path, or the title or file name of a note.")
  static let before = Option(
    "before", value: "NOTE", .string(completing: .values(of: "notes")),
    help: "Put it before that note.")
  static let after = Option(
    "after", value: "NOTE", .string(completing: .values(of: "notes")),
    help: "Put it after that note.")
  static let first = Flag("first", help: "Put it before all that are in order.")
  static let last = Flag("last", help: "Put it after all that are in order.")
  static let none = Flag("none", help: "Take it out of the order.")

  static let command = Command(
    "order", group: "Read and write", summary: "Put notes in an order of your own",
    discussion: """
      A note's place is the number `order` in its front matter; `zib list --sort order` lists by it,
      pinned notes first and those without a number last. Between two numbers there is always
      another, so that a move changes one note, and devices that move different notes merge. Where
      two devices gave one note two places, it gets the one that is nearer to the front.

      A note beside which another is put, and which has no place yet, gets one behind all others.
      """,
    arguments: [note, before, after, first, last, none, SetProperties.dryRun],
    exclusive: [[before, after, first, last, none]],
    examples: [
      "zib order Home --first": "Before all others.",
      "zib order walden --after middlemarch": "Behind another.",
      "zib list is:book --sort order": "See them in order.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note.", 2: "Several notes are meant.",
      3: "A note could not be changed.",
    ],
    seeAlso: ["zib-pin(1)", "zib-list(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let vault = try session.vault()
    let path = try session.notePath(arguments[note])
    let plan: EditPlan
    if arguments[none] {
      plan = vault.planProperties([.unset("order")], of: [path])
    } else {
      let placement = try placement(arguments, session)
      switch placement {
      case .before(path), .after(path):
        throw UsageError(message: "a note cannot be put beside itself")
      default: break
      }
      let ordered = try session.search { search in try search.orderedNotes() }
      plan = vault.planOrder(of: path, placement, among: ordered)
    }
    return try session.apply(
      plan, asking: "change the order", isDryRun: arguments[SetProperties.dryRun], isForced: false)
  }

  private static func placement(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> OrderPlacement<NotePath> {
    if let name = arguments[before] { return .before(try session.notePath(name)) }
    if let name = arguments[after] { return .after(try session.notePath(name)) }
    if arguments[first] { return .first }
    if arguments[last] { return .last }
    throw UsageError(
      message: "give the new place",
      hint: "`--before NOTE`, `--after NOTE`, `--first`, `--last`, or `--none`")
  }
}
