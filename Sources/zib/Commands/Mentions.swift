import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Runs
import Sessions
import Terminals
import Vaults
import Wording

/// `zib mentions`: where a note is named and not linked.
enum Mentions {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: "A path, or the title or file name of a note.")
  static let link = Flag("link", help: "Make the mentions links, after each was asked about.")
  static let yes = Flag("yes", short: "y", help: "With `--link`: make all of them links, unasked.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "With `--link`: show what would change, and change nothing.")
  static let headings = Flag(
    "headings", help: "With `--link`: also those in headings.")
  static let limit = Option(
    "limit", value: "N", .int(in: 0...),
    help: """
      At most `N` mentions; 0 means all. By default 200 are listed, and with `--link` there is no \
      limit.
      """)
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "mentions", group: "Find", summary: "List where a note is named and not linked",
    discussion: """
      Prints each line of other notes in which the note's title, file name or an alias stands and is \
      no link. A name counts in any case, and as whole words; of two names that begin at one place the \
      longer one counts, also where it is another note's. Links, hashtags, code, formulas, paths, comments, \
      front matter, keys as in `pond:: deep`, templates and conflict copies do not count, nor does a name that \
      goes over a line's end or has markup in it.

      With `--link` they become links: `[[Note]]` where the text is the note's name, `[[Note|text]]` \
      elsewhere; in a vault whose links are mostly Markdown's `[text](Note.md)`. The text stays as it \
      is. At a terminal each is shown as a difference and asked about; `--yes` takes all, \
      and `--dry-run` shows them. Headings stay as they are unless `--headings` is given, because a link in a \
      heading changes the address that GitHub and other sites give it. A note that cannot be written is named, and \
      the others are done. It is one step: what was edited in the folder is committed first, the links are a commit \
      of their own, and `zib undo` takes it back. The vault needs a history.

      The lines begin with `path:line:column:`, as editors read them.
      """,
    arguments: [note, link, yes, dryRun, headings, limit, json],
    exclusive: [[yes, dryRun]],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `path`, `names`, `notes` and `unread` (how many notes with the words of \
        a name were not read, because of `--limit`). A note has `path`, `title` and `matches`, each a line \
        with `line`, `column`, `text` and the `ranges` of the mentions in it, in code points. With `--link` it \
        has `version`, `path`, `outcome` (`linked` or `planned`), `linked`, `rewritten`, `left`, `unread` and \
        `commit`, \
        `headings` (mentions in headings that are left) and `refused` (notes that cannot be written).
        """)
    ],
    examples: [
      "zib mentions walden": "Where the note is named.",
      "zib mentions walden --link": "Go through them, and link those that mean the note.",
      "zib mentions walden --link --dry-run": "See what linking all of them would change.",
      "zib mentions walden > list; vim -q list": "Go through them in an editor.",
    ],
    exitStatuses: [
      0: "There are mentions, or they were linked.", 1: "There are none, or no such note.",
      3: "Nothing was changed, or a note was left, because something could not be.",
    ],
    seeAlso: ["zib-backlinks(1)", "zib-mv(1)", "zib-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let flags = [("--yes", yes), ("--dry-run", dryRun), ("--headings", headings)]
      if !arguments[link], let (name, _) = flags.first(where: { arguments[$1] }) {
        throw UsageError(
          message: "`\(name)` is about `--link`", hint: "without `--link` nothing is changed")
      }
      let most = arguments[limit] ?? (arguments[link] ? 0 : 200)
      let limit = most == 0 ? nil : most
      let (path, names, found) = try session.search { search in
        let path = try session.notePath(arguments[note], in: search)
        return (path, try search.names(of: path), try search.mentions(of: path, limit: limit))
      }
      if arguments[link] {
        return try MentionRun(path, found.notes, unread: found.unread, session).run(
          isDryRun: arguments[dryRun], takesAll: arguments[yes], withHeadings: arguments[headings],
          isJSON: arguments[json])
      }
      if arguments[json] {
        try printJSON(found.notes, unread: found.unread, path, names, session)
      } else {
        session.page()
        for note in found.notes { try printLines(note, session) }
      }
      if found.notes.isEmpty { session.messages.note("no other note names it without a link") }
      MentionRun.tell(unread: found.unread, session)
      return found.notes.isEmpty ? .nothingFound : .done
    }
  }

  /// The width of a line for programs, in bytes; longer ones are cut at words.
  private static let lineWidth = 1000

  private static func printLines(_ mentions: NoteMentions, _ session: CommandSession) throws {
    for excerpt in mentions.places.byLine(width: lineWidth) {
      var line = session.shownPlace(mentions.path, excerpt.position)
      line.append(StyledText(excerpt.text, highlighting: excerpt.highlights))
      try session.output.writeLine(line)
    }
  }

  private static func printJSON(
    _ found: [NoteMentions], unread: Int, _ path: NotePath, _ names: [String],
    _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("path", session.shownPath(path))
      $0.field("names", names)
      try $0.array("notes") {
        for mentions in found {
          $0.object {
            $0.field("path", session.shownPath(mentions.path))
            $0.field("title", mentions.note.title)
            $0.matches(mentions.places.byLine(width: lineWidth))
          }
          try session.output.write(draining: &$0)
        }
      }
      $0.field("unread", unread)
    }
  }
}
