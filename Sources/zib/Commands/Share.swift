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

/// `zib share`: notes for people and programs that have no `zib`.
enum Share {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")),
    help: """
      A path, or the title or file name of a note; `NOTE#HEADING` and `NOTE#^BLOCK` are a part of \
      it, and `-` reads paths from standard input.
      """)
  static let query = Option(
    "query", value: "QUERY", .string(completing: .values(of: "query")),
    help: "All notes that this query finds, as `zib search` does.")
  static let form = Option(
    "as", value: "FORM", .oneOf(ShareForm.self), default: .text, help: "In which form.")
  static let sort = Option(
    "sort", .oneOf(VaultSearch.Order.self), default: .path,
    help: "Which of the notes of `--query` comes first.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...), default: 0,
    help: "At most `N` notes of `--query`; 0 means all.")

  static let command = Command(
    "share", group: "Read and write", summary: "Print notes for other people",
    discussion: """
      Prints notes so that somebody without `zib` can read them. Gaps to fill are filled in; front
      matter, the names of blocks and comments of every kind (`%%…%%`, `<!-- … -->`) are left out; one
      that nothing ends hides the rest of the note, and is told. A note without a heading of its own
      gets its title. Addresses on the web stay links. What links to other notes, or is addressed to a
      program, becomes words. Nothing in the vault changes.

      Notes and sections that a note embeds (`![[Note#Heading]]`) are printed in their place, six deep
      at most, and it is said on standard error whose text that was. As Markdown they are one line in a cell
      of a table, with `<br>` between their lines; in a heading only single blocks have a place. Footnotes follow the text,
      callouts say their kind, formulas stay as they were typed. Below the title of a note on a book
      stand its authors, what is known of it, and on a page its `cover`. With the setting `share.typography`
      quotation marks are those of the note's language, and `--` is a dash.

      A page of HTML is complete in itself: it fetches nothing and runs nothing. Pictures of the
      vault are put into it up to 10 MB each, notes that are shared together link to each other and to
      their headings, and HTML in the notes is shown as it was typed, but for tags that do no harm, such
      as `<kbd>`, `<sub>` and `<details>`.

      `--query` leaves conflict copies out; they can be named. Quotes, entries of the journal and
      lists of books are shared by the commands that find them: `zib quotes --as html`, and so
      `zib journal`, `zib day`, `zib books` and `zib show`.
      """,
    arguments: [notes, query, form, sort, NoteListing.reverse, limit],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1) and `notes`. A note has `path`, `title`, `tags`, `language`,
        `properties`, and what it says as `text` and as `markdown`.
        """)
    ],
    examples: [
      "zib share quince | mail -s Quinces marta@example.org": "A note by mail.",
      "zib share 'quince#What to do with forty kilos'": "One section of it.",
      "zib share --query tag:garden --as html > garden.html": "A page to send or to print.",
      "zib share walden middlemarch --as markdown": "Two notes in one text.",
      "zib search -l worms | zib share - --as html > worms.html": "What a search found.",
      "zib quotes --author thoreau --as html > thoreau.html": "Quotes on a page.",
      "zib journal --on 2026-11 --reverse --as text": "A month of the journal as plain text.",
    ],
    exitStatuses: [0: "Printed.", 1: "There is no such note, or nothing was found."],
    seeAlso: ["zib-show(1)", "zib-quotes(1)", "zib-journal(1)", "zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  /// A note to share: whole, and read when its turn comes, or a part that was read.
  private enum Chosen {
    case whole(NotePath)
    case part(Show.Source)
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    guard !arguments[notes].isEmpty || arguments[query] != nil else {
      throw UsageError(
        message: "give at least one note", hint: "such as `zib share walden` or `--query tag:books`"
      )
    }
    var chosen = try arguments[query].map { try found($0, arguments, session) } ?? []
    for word in arguments[notes] { chosen += try named(word, session) }
    guard !chosen.isEmpty else {
      session.messages.note("no notes found")
      return .nothingFound
    }
    if arguments[form] == .json {
      try printJSON(chosen, session)
    } else {
      try print(chosen, as: arguments[form], title: arguments[query], session)
    }
    return .done
  }

  private static func found(
    _ text: String, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> [Chosen] {
    let (read, found) = try session.search { search in
      let read = search.query(text)
      let results = try search.results(
        read, order: arguments[sort], reversed: arguments[NoteListing.reverse])
      return (read, results.map(\.path).filter { !$0.isConflictCopy })
    }
    session.tell(read)
    let most = arguments[limit]
    return (most == 0 ? found[...] : found.prefix(most)).map { .whole($0) }
  }

  private static func named(_ word: String, _ session: CommandSession) throws -> [Chosen] {
    if word == "-" { return try session.notePaths([word], foundBy: nil).map { .whole($0) } }
    let source = try Show.source(word, session)
    guard let path = source.path, !source.isPart else { return [.part(source)] }
    return [.whole(path)]
  }

  private static func print(
    _ chosen: [Chosen], as form: ShareForm, title: String?, _ session: CommandSession
  ) throws {
    let paths = chosen.compactMap { if case .whole(let path) = $0 { path } else { nil } }
    let places = SharedPlaces(form, paths, session)
    let only = chosen.count == 1 ? try read(chosen[0], session) : nil
    let name = only?.note.readableTitle ?? title ?? Amount.count(chosen.count, "note")
    try session.share(as: form, title: name, language: only?.note.language) { print in
      for one in chosen {
        guard let (note, path) = try only ?? read(one, session) else { continue }
        let links =
          path.map { places.links(of: $0, for: note) }
          ?? SharedPlaces.links(for: note, session)
        if case .part = one {
          try print(.note(SharedNote(note, isPart: true, links: links)))
        } else if let path {
          let isAlone = only != nil && form == .markdown
          try print(
            .note(SharedNote(note, isAlone: isAlone, id: places.id(of: path), links: links)))
        }
      }
    }
    places.tellEmbedded()
  }

  /// Reads a note; nil, and a warning, if it was removed since it was found.
  private static func read(
    _ chosen: Chosen, _ session: CommandSession
  ) throws -> (note: Note, path: NotePath?)? {
    let options = try session.vault().noteOptions
    switch chosen {
    case .part(let source):
      return (source.sharedNote(options), source.path)
    case .whole(let path):
      do {
        let bytes = try session.vault().folder.read(path).bytes
        let name = String(decoding: path.stem, as: UTF8.self)
        return (Note(parsing: bytes, named: name, options: options), path)
      } catch let error as WriteError {
        session.messages.warning(ErrorWords(error).message)
        return nil
      }
    }
  }

  private static func printJSON(_ chosen: [Chosen], _ session: CommandSession) throws {
    let paths = chosen.compactMap { if case .whole(let path) = $0 { path } else { nil } }
    let places = SharedPlaces(.json, paths, session)
    try session.output.writeJSON {
      try $0.array("notes") {
        for one in chosen {
          guard let (note, path) = try read(one, session) else { continue }
          $0.object {
            $0.field("path", path.map { session.shownPath($0) })
            $0.field("title", note.readableTitle)
            $0.field("tags", note.uniqueTags)
            $0.field("language", note.language)
            $0.properties(of: note)
            let links =
              path.map { places.links(of: $0, for: note) } ?? SharedPlaces.links(for: note, session)
            let steps = SharedSteps.steps(of: SharedNote(note, links: links).note, links: links)
            $0.field("text", SharedText.lines(of: steps).joined(separator: "\n"))
            let shown = SharedNote(note, isAlone: true, links: links).note
            $0.field("markdown", SharedMarkdown.text(of: shown, links: links))
          }
          try session.output.write(draining: &$0)
        }
      }
    }
    places.tellEmbedded()
  }
}
