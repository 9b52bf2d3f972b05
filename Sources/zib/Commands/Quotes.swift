import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// `zib quotes`: quotes with their sources.
enum Quotes {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all quotes.")
  static let author = Option(
    "author", short: "a", value: "NAME", each: .string,
    help: "By an author whose name contains `NAME`; may be repeated for any of several.")
  static let tag = Option(
    "tag", value: "TAG", each: .string(completing: .values(of: "tags")),
    help: "From notes with that hashtag or one below it; may be repeated for all of several.")
  static let book = Option(
    "book", value: "BOOK", .string(completing: .values(of: "books")),
    help: "From that book: its note's, and those that name it elsewhere.")
  static let random = Option(
    "random", value: "N", .int(in: 1...), help: "Print `N` of them, chosen at random.")
  static let seed = Option(
    "seed", value: "N", .int(in: 0...),
    help: "Seed for `--random`, for repeatable output.")
  static let daily = Flag(
    "daily", help: "Print one, the same all day long; for a shell's greeting.")
  static let context = Option(
    "context", short: "c", value: "N", .int(in: 0...), default: 0,
    help: "Print the `N` quotes before and after each in its note as well.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...), default: 0,
    help: "Print at most `N` quotes; 0 means all.")
  static let lines = Flag(
    "lines", short: "l", invertible: true,
    help: "A line for each, `path:line:column: text`; the default into files and pipes.")
  static let edit = Flag("edit", short: "e", help: "Open the notes at the quotes.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "quotes", group: "Books and quotes", summary: "List and draw quotes",
    discussion: """
      A quote is a block quote in a note. Its source is the line `— Author, *Work*` at its end, else the
      title of a callout (`> [!quote] Author`), else the book that the note is about, else the note's
      title; `(p. 12)` at its end is where in the work. Words of the query have to be in the quote or its source; hashtags, properties and dates
      are those of the note.

      `--daily` gives each note with quotes the same chance and reads only as many as it takes, so it
      may stand in the file that greets you in your shell.
      """,
    arguments: [
      query, author, tag, book, random, seed, daily, context, limit, lines, edit, json,
      NoteListing.csv, ShareForm.option,
    ],
    exclusive: [
      [random, daily], [limit, daily], [lines, edit, json, NoteListing.csv, ShareForm.option],
      [context, json, NoteListing.csv, ShareForm.option],
    ],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query` and `quotes`. A quote has `path`, `line`, `column`,
        `note` (the note's title), `text`, `authors`, `work`, `locator` and `tags`; with `--as json` without
        what stands in comments.
        """),
      Section(
        "CSV",
        """
        `--csv` prints the columns `text`, `authors`, `work`, `locator`, `note`, `tags`, `path` and `line`.
        """),
    ],
    examples: [
      "zib quotes --random 5": "Five, others each time.",
      "zib quotes --daily": "The quote of the day.",
      "zib quotes bees --author thoreau": "By words and author.",
      "zib quotes --book walden --context 1": "With their neighbours.",
      "zib quotes --author thoreau --as html > thoreau.html": "A page for somebody else.",
      "zib quotes --csv > quotes.csv": "For a spreadsheet.",
      "zib quotes --daily --edit": "Where it stands.",
    ],
    exitStatuses: [0: "There are such quotes.", 1: "There are none."],
    seeAlso: ["zib-books(1)", "zib-search(1)", "zib-share(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    if arguments.isGiven(seed), arguments[random] == nil {
      throw UsageError(message: "`--seed` is about `--random`")
    }
    let text = Query.text(ofWords: arguments[query])
    let filter = try filter(arguments, session)
    let bar = ProgressBar(
      "Reading notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    defer { bar.finish() }
    var (read, found) = try session.search { search in
      let read = search.query(text)
      if arguments[daily] {
        return (read, try search.quotation(of: session.today, read, filter).map { [$0] } ?? [])
      }
      return (read, try search.quotations(read, filter) { bar.update($0, of: $1) })
    }
    bar.finish()
    session.tell(read)
    if let count = arguments[random] {
      let seed = arguments[seed].map { UInt64($0) } ?? UInt64.random(in: .min ... .max)
      found = VaultSearch.chosen(count, of: found, seed: seed)
    }
    if arguments[limit] > 0 { found = Array(found.prefix(arguments[limit])) }
    if arguments[json] || arguments[ShareForm.option] == .json {
      try printJSON(text, found, isShared: !arguments[json], session)
    } else if arguments[NoteListing.csv] {
      try printCSV(found, session)
    } else if let form = arguments[ShareForm.option] {
      if !found.isEmpty { try share(found, as: form, title: text, session) }
    } else if arguments[edit] {
      try open(found, session)
    } else if isListed(arguments, session) {
      try printLines(found, session)
    } else {
      try printBlocks(found, context: arguments[context], isGreeting: arguments[daily], session)
    }
    session.remember(listed: found.map { ListedPlace($0.path, line: $0.position.line) })
    if found.isEmpty {
      session.messages.note(
        text.isEmpty && filter.isEmpty
          ? "no quotes in this vault yet; a block quote (`> text`) is one" : "no quotes found")
    }
    return found.isEmpty ? .nothingFound : .done
  }

  /// True if quotes are printed as lines, for programs; a random choice is for people, also through
  /// a pipe.
  private static func isListed(_ arguments: ParsedArguments, _ session: CommandSession) -> Bool {
    if arguments.isGiven(lines) { return arguments[lines] }
    let isChosen = arguments[daily] || arguments[random] != nil || arguments[context] > 0
    return !isChosen && !session.terminal.isOutputTerminal
  }

  private static func filter(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> QuoteFilter {
    var filter = QuoteFilter()
    filter.authors = arguments[author]
    filter.hashtags = arguments[tag].map { Hashtag($0) }
    if let name = arguments[book] {
      let path = try session.bookPath(name)
      let bytes = try session.vault().folder.read(path).bytes
      let note = Note(parsing: bytes, named: String(decoding: path.stem, as: UTF8.self))
      filter.book = (path, note.title)
    }
    return filter
  }

  // MARK: Forms

  private static func printLines(_ quotations: [Quotation], _ session: CommandSession) throws {
    for quotation in quotations {
      var line = session.shownPlace(quotation.path, quotation.position)
      line.append(quotation.text.split(whereSeparator: \.isNewline).joined(separator: " / "))
      line.append(" — ", .faint)
      line.append(quotation.source.description)
      try session.output.writeLine(line)
    }
  }

  private static func printBlocks(
    _ quotations: [Quotation], context: Int, isGreeting: Bool, _ session: CommandSession
  ) throws {
    session.page()
    let width = session.terminal.width
    var quotationsOfNotes: [NotePath: [Quotation]] = [:]
    for (index, quotation) in quotations.enumerated() {
      if index > 0 { try session.output.writeLine() }
      let path = quotation.path
      if context > 0, quotationsOfNotes[path] == nil {
        quotationsOfNotes[path] = try session.vault().quotations(at: path)
      }
      let neighbours = quotation.neighbours(context, among: quotationsOfNotes[path] ?? [])
      for other in neighbours.before {
        for line in QuoteBlock.lines(of: other, width: width, isFaint: true) {
          try session.output.writeLine(line)
        }
        try session.output.writeLine()
      }
      let lines = QuoteBlock.lines(
        of: quotation, place: isGreeting ? nil : place(of: quotation, session), width: width)
      for line in lines { try session.output.writeLine(line) }
      for other in neighbours.after {
        try session.output.writeLine()
        for line in QuoteBlock.lines(of: other, width: width, isFaint: true) {
          try session.output.writeLine(line)
        }
      }
    }
  }

  private static func place(of quotation: Quotation, _ session: CommandSession) -> StyledText {
    var place = StyledText(session.shownPath(quotation.path), .path)
    place.append(":", .faint)
    place.append("\(quotation.position.line)", .position)
    place.append(":", .faint)
    place.append("\(quotation.position.column)", .position)
    return place
  }

  private static func open(_ quotations: [Quotation], _ session: CommandSession) throws {
    guard !quotations.isEmpty else { return }
    var seen: Set<NotePath> = []
    let places = quotations.filter { seen.insert($0.path).inserted }
    guard places.count <= 20 else {
      throw UsageError(
        message: "\(Amount.count(places.count, "note")) have such quotes",
        hint: "ask for fewer with `-n`, or for one with `--random 1`")
    }
    try session.edit(places.map { ($0.path, $0.position.line) })
  }

  private static func share(
    _ quotations: [Quotation], as form: ShareForm, title: String, _ session: CommandSession
  ) throws {
    let options = try session.vault().noteOptions
    let places = SharedPlaces(form, [], session)
    let languages = Set(quotations.map(\.language))
    let language = languages.count == 1 ? quotations.first?.language : nil
    try session.share(as: form, title: title.isEmpty ? "Quotes" : title, language: language) {
      print in
      for quotation in quotations {
        if let open = quotation.unclosed { places.tellUnclosed(open, in: quotation.path.text) }
        if quotation.isInComment { continue }
        let said = Note(
          piece: Array(quotation.readable.utf8), language: quotation.language, options: options)
        try print(.quote(said, quotation.source))
      }
    }
  }

  private static func printCSV(_ quotations: [Quotation], _ session: CommandSession) throws {
    var table = CSVWriter(
      columns: ["text", "authors", "work", "locator", "note", "tags", "path", "line"])
    for quotation in quotations {
      var seen: Set<Hashtag> = []
      let tags = quotation.hashtags.filter { seen.insert($0).inserted }.map(\.name)
      table.row([
        quotation.text, quotation.source.authors.joined(separator: ", "), quotation.source.work,
        quotation.source.locator, quotation.noteTitle, tags.joined(separator: ", "),
        session.shownPath(quotation.path), "\(quotation.position.line)",
      ])
      try session.output.write(draining: &table)
    }
    try session.output.write(draining: &table)
  }

  private static func printJSON(
    _ query: String, _ quotations: [Quotation], isShared: Bool, _ session: CommandSession
  ) throws {
    let places = SharedPlaces(.json, [], session)
    try session.output.writeJSON {
      $0.field("query", query)
      try $0.array("quotes") {
        for quotation in quotations {
          if isShared {
            if let open = quotation.unclosed { places.tellUnclosed(open, in: quotation.path.text) }
            if quotation.isInComment { continue }
          }
          $0.quotation(
            quotation, shownAs: session.shownPath(quotation.path), isShared: isShared)
          try session.output.write(draining: &$0)
        }
      }
    }
  }
}
