import Arguments
import Files
import Layout
import Notes
import Runs
import Sessions
import Terminals
import Vaults
import Wording

/// `zib split`: a section becomes a note.
enum Split {
  static let section = Positional(
    "NOTE#HEADING", .string(completing: .values(of: "notes")),
    help: "The heading of the section; `NOTE#A#B` is the B below A.")
  static let new = Positional(
    "NEW", optional: .string,
    help: """
      The name or path of the new note; `.md` may be left out. A folder takes it under the heading's text, \
      which is its name by default.
      """)
  static let embed = Flag(
    "embed", help: "Show the new note in place of the section, `![[…]]`, instead of a link.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would change, and change nothing.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  static let command = Command(
    "split", group: "Read and write",
    summary: "Make a section a note of its own and keep every link",
    discussion: """
      Takes a heading with all below it out of a note and makes a note of it, beside the first or where NEW says. \
      A link to it stays in its place. The heading becomes the new note's title, and the headings below it rise \
      with it; no other byte of the section changes but links.

      Every link follows: one to the section names the new note, one to a heading or block in it names that there, \
      and one from the section to what stays names the old note. Each keeps its style, as with `zib mv`. \
      Definitions of links and footnotes that both parts need are in both.

      It is one step, which `zib undo` takes back; `zib join` is the way back after more was written. Nothing is \
      changed where a note with a link to rewrite cannot be written, or where something begins in the section and \
      ends after it, as an element of HTML may.
      """,
    arguments: [section, new, embed, dryRun, json],
    sections: [PartRun.jsonSection("split", "`nowFound`")],
    examples: [
      "zib split 'Garden#Beans'": "Make Beans.md of the section.",
      "zib split 'Garden#Beans' 'Plants/Runner beans'": "Give it another name and place.",
      "zib split 'Garden#Beans' Plants/ --dry-run": "See what would change.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note or heading.",
      3: "Nothing was changed, because something could not be.",
    ],
    seeAlso: ["zib-join(1)", "zib-mv(1)", "zib-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let request = try session.splitRequest(
        arguments[section], arguments[new], isEmbedded: arguments[embed])
      let run = PartRun(session, isJSON: arguments[json])
      if arguments[dryRun] { return try run.show(session.vault().plannedSplit(request)) }
      return try run.change {
        try session.vault().split(
          request, confirm: { session.confirm($0) }, waiting: session.tellWaiting, progress: $0)
      }
    }
  }
}

extension CommandSession {
  /// The section and the new note that words of a command line ask for.
  ///
  /// - Throws: ``NoteNotFound``, `UsageError`; `Failure` if the note has no such heading.
  func splitRequest(
    _ section: String, _ new: String?, isEmbedded: Bool
  ) throws -> SplitRequest {
    let (path, anchor) = try place(section)
    guard let anchor, !anchor.isEmpty else {
      throw UsageError(
        message: "`\(section)` names no heading",
        hint: "give the heading after a `#`, as in `zib split 'Garden#Beans'`")
    }
    if anchor.hasPrefix("^") {
      throw UsageError(message: "`\(anchor)` is a block, and a section begins with a heading")
    }
    let note = Note(parsing: try vault().folder.read(path).bytes, options: try vault().noteOptions)
    guard case .heading(let number)? = note.place(named: anchor) else {
      _ = try note.requiredSection(anchor, at: path)
      throw NoteNotFound(name: section, candidates: [], suggestion: nil)
    }
    let title = note.plainText(in: note.headings[number].text)
    guard let own = try vault().path(ofSection: title, of: path) else {
      throw UsageError(message: "the heading cannot be a name; give one")
    }
    let to = try new.map {
      try vault().pagePath($0, beside: own)
        ?? Self.withExtension(try newPath($0, of: own, staysBeside: true), of: own)
    }
    var request = SplitRequest(path: path, heading: anchor, to: to ?? own, isEmbedded: isEmbedded)
    request.frontMatter = try vault().frontMatter(ofNew: title, at: now, in: zone)
    return request
  }
}
