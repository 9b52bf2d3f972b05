import Arguments
import Files
import Indexing
import Notes
import Rendering
import Runs
import Sessions
import Terminals
import Vaults
import Wording

/// `zib join`: a note comes into another one.
enum Join {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")), help: "The note that comes into the other.")
  static let into = Positional(
    "INTO", .string(completing: .values(of: "notes")),
    help: "The note that takes it, at its end; or `NOTE#HEADING`, at the end of that section.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would change, and change nothing.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  static let command = Command(
    "join", group: "Read and write",
    summary: "Put a note into another one and keep every link",
    discussion: """
      Puts the text of a note into another one, below a heading with its title, and takes its file away. Its \
      headings come below that one. Every link to the note, or to a heading or block in it, names it where it is \
      now, and links in it lead where they led; each keeps its style, as with `zib mv`.

      Hashtags, aliases and other lists of the front matter are joined, a single value joins a list that INTO \
      has, and keys that INTO lacks are added. What INTO has otherwise, and the note's `id`, stands below the heading in a block of code, and is told. Footnotes, \
      definitions of links and block ids that both notes have get another label in the text that comes.

      Where both notes have the same text it stands once: INTO keeps its own, and the links follow to that.

      It is one step, which `zib undo` takes back; `zib split` is the way back after more was written. Nothing is \
      changed where a note with a link to rewrite cannot be written, or where something that begins in one text \
      would end in the other, as an open block of code.
      """,
    arguments: [note, into, dryRun, json],
    sections: [PartRun.jsonSection("joined", "`left` (keys of the front matter)")],
    examples: [
      "zib join Beans Garden": "Put Beans.md at the end of Garden.md.",
      "zib join Beans 'Garden#Plants'": "Put it at the end of a section.",
      "zib join Beans Garden --dry-run": "See what would change.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note or heading.",
      3: "Nothing was changed, because something could not be.",
    ],
    seeAlso: ["zib-split(1)", "zib-mv(1)", "zib-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if let link = try session.link(namedBy: arguments[note]) {
        throw RemovalRefusal.notHere(link)
      }
      for word in [arguments[note], arguments[into]] where word.hasSuffix("/") {
        throw UsageError(
          message: "`\(word)` is a folder, and `zib join` takes a note",
          hint: "`zib mv NOTE FOLDER/` moves a note into a folder")
      }
      let path = try session.notePath(arguments[note])
      try checkNoDay(path, session)
      let (target, heading) = try session.place(arguments[into])
      let request = JoinRequest(path: path, into: target, heading: heading)
      let run = PartRun(session, isJSON: arguments[json])
      if arguments[dryRun] { return try run.show(session.vault().plannedJoin(request)) }
      return try run.change {
        try session.vault().join(
          request, confirm: { session.confirm($0) }, waiting: session.tellWaiting, progress: $0)
      }
    }
  }

  /// Refuses a day of the journal that has entries, whose times would be those of another day or of none.
  private static func checkNoDay(_ path: NotePath, _ session: CommandSession) throws {
    let vault = try session.vault()
    guard let day = vault.journal.day(of: path) else { return }
    let source = try vault.folder.read(path).bytes
    let entries = DatedEntry.entries(
      of: JournalDay(day: day, path: path), in: source, options: vault.noteOptions)
    if entries.isEmpty { return }
    throw Failure(
      "\(session.shown(path)) is a day of the journal with \(Amount.count(entries.count, "entry", "entries")), which "
        + "would be no entries of that day any more; nothing was changed",
      hint: "`zib split` takes a section out of it")
  }
}
