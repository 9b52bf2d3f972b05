import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults

/// `zib backlinks`: the links that lead to a note.
enum Backlinks {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: """
      A path, or the title or file name of a note; `NOTE#HEADING` and `NOTE#^BLOCK` are links to \
      that part alone. Or the path or name of another file, such as a picture.
      """)
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "backlinks", group: "Find", summary: "List the links that lead to a note or picture",
    discussion: """
      Prints each line of other notes with a link to the note, however it is written: by its name, \
      its path or an alias, as a wikilink or a link of Markdown, in the text or in the front \
      matter. A link counts where it leads to this note and not to another of the same name.

      The lines begin with `path:line:column:`, as editors read them.
      """,
    arguments: [note, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `path`, `anchor` (or null) and `notes`. A note has `path`, \
        `title` and `matches`, each a line with `line`, `column`, `text` and the `ranges` of the \
        links in it, in code points.
        """)
    ],
    examples: [
      "zib backlinks walden": "Which notes link to this one, and where.",
      "zib backlinks pond.png": "Which notes show a picture.",
      "zib backlinks 'quince#What to do with forty kilos'": "Links to one section.",
      "zib backlinks walden > list; vim -q list": "Go through them in an editor.",
    ],
    exitStatuses: [
      0: "There are such links.", 1: "There are none, or no such note or section.",
      3: "The note cannot be read.",
    ],
    seeAlso: ["zib-links(1)", "zib-orphans(1)", "zib-show(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let (path, anchor, found) = try session.search { search in
        let (path, anchor) = try session.target(arguments[note], in: search)
        if let anchor { _ = try search.note(at: path).requiredSection(anchor, at: path) }
        return (path, anchor, try search.backlinks(to: path, anchor: anchor))
      }
      if arguments[json] {
        try printJSON(found, path, anchor, session)
      } else {
        session.page()
        try printLines(found, session)
      }
      session.remember(
        listed: found.map {
          ListedPlace($0.path, line: $0.places.byLine(width: 80).first?.position.line)
        })
      if found.isEmpty { session.messages.note("no other note links to it") }
      return found.isEmpty ? .nothingFound : .done
    }
  }

  /// The width of a line for programs, in bytes; longer ones are cut at words.
  private static let lineWidth = 1000

  /// One line for each line with links.
  static func printLines(_ found: [VaultSearch.Backlinks], _ session: CommandSession) throws {
    for note in found {
      for excerpt in note.places.byLine(width: lineWidth) {
        var line = session.shownPlace(note.path, excerpt.position)
        line.append(StyledText(excerpt.text, highlighting: excerpt.highlights))
        try session.output.writeLine(line)
      }
    }
  }

  private static func printJSON(
    _ found: [VaultSearch.Backlinks], _ path: NotePath, _ anchor: String?,
    _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("path", session.shownPath(path))
      $0.field("anchor", anchor)
      try $0.array("notes") {
        for note in found {
          $0.object {
            $0.field("path", session.shownPath(note.path))
            $0.field("title", note.title)
            $0.matches(note.places.byLine(width: lineWidth))
          }
          try session.output.write(draining: &$0)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes lines with their places as a field of the open object.
  mutating func matches(_ excerpts: [NotePlaces.Excerpt]) {
    array("matches") {
      for excerpt in excerpts { $0.object { $0.place(excerpt) } }
    }
  }

  /// Writes an excerpt as fields of the open object.
  mutating func place(_ excerpt: NotePlaces.Excerpt) {
    field("line", excerpt.position.line)
    field("column", excerpt.position.column)
    field("text", excerpt.text)
    array("ranges") {
      for range in excerpt.text.scalarRanges(utf8: excerpt.highlights) {
        $0.array {
          $0.element(range.lowerBound)
          $0.element(range.upperBound)
        }
      }
    }
  }
}
