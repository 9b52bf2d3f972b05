import Arguments
import Exchange
import Indexing
import Notes
import Rendering
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// `zib books`: books that were read, are being read and are to be read.
enum Books {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: """
      Which books, in the language of `zib search`; all without it. A first word of `want`, \
      `reading`, `read` or `abandoned` is a status.
      """)
  static let by = Option(
    "by", .oneOf(Bookshelf.Grouping.self),
    help: "Group by this; by default `read` is grouped by year, and all books by status.")
  static let sort = Option(
    "sort", .oneOf(Bookshelf.Order.self),
    help: "The order; by default by title, and within a year the last read first.")
  static let year = Option(
    "year", value: "YEAR", .int(in: -9999...9999), help: "Only books that were read in that year.")
  static let stats = Flag(
    "stats", aliases: ["picture"],
    help: "Draw how many books and pages were read in each year, or each month of `--year`.")
  static let svg = Flag("svg", help: "With `--stats`: print the picture as SVG.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "books", group: "Books and quotes", summary: "List books",
    discussion: """
      A book is a note whose front matter says so; `zib book` changes it. `want`, `reading` and
      `abandoned` list the books of that status, and `read` all that were ever read to their end, also
      when they are being read again.

      A book is in the group of each year in which it was finished, and of each of its authors and
      hashtags. Authors are sorted by their last names; `author-sort` in the front matter says
      otherwise.
      """,
    arguments: [
      query, by, sort, NoteListing.reverse, year, stats, svg, NoteListing.null, json,
      NoteListing.csv, ShareForm.option,
    ],
    exclusive: [
      [NoteListing.null, json, NoteListing.csv, ShareForm.option], [stats, ShareForm.option],
      [stats, NoteListing.csv], [stats, by],
      [stats, sort], [stats, NoteListing.null], [svg, json],
    ],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query`, `books` and `groups`. A book has `path`, `title`,
        `authors`, `sortedAuthors`, `isbn` (13 digits where it is right, else as written),
        `published`, `pages`, `rating` (stars), `status`, `timesRead`, `lastFinished`, `readings`
        (`started`, `finished`) and `tags`; what is not known is null. A group has a `name` and the
        `books` in it, by their places in the list. With `--stats` it has `years` (`year`, `books`,
        `pages`, `months`, `undated`) and `undated`, what was read in nobody knows which year.
        """),
      Section(
        "CSV",
        """
        `--csv` prints the books in the columns of Goodreads' own export, which StoryGraph, Calibre and
        others import, and `zib import` as well: the status is the exclusive shelf, hashtags are shelves,
        the end of the last reading is `Date Read`, `created` is `Date Added`, and the sections `Review`
        and `Private notes` are the texts.
        """),
    ],
    examples: [
      "zib books": "By status.",
      "zib books read": "What was read, by year.",
      "zib books read --by author tag:books/fiction": "Novels by their authors.",
      "zib books want --sort pages --reverse": "The shortest first.",
      "zib books read --as markdown > read.md": "A list for somebody else.",
      "zib books --csv > books.csv": "For Goodreads, StoryGraph or a spreadsheet.",
      "zib books --stats --year 2026": "A year of reading, month by month.",
      "zib books --stats --svg > reading.svg": "All years as a picture.",
    ],
    exitStatuses: [0: "There are such books.", 1: "There are none."],
    seeAlso: ["zib-book(1)", "zib-quotes(1)", "zib-list(1)", "zib-share(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    var words = arguments[query]
    let status = words.first.flatMap { Book.Status(rawValue: $0) }
    if status != nil { words.removeFirst() }
    if arguments[svg], !arguments[stats] {
      throw UsageError(message: "`--svg` draws what `--stats` counts")
    }
    let text = Query.text(ofWords: words)
    var (query, books) = try session.search { search in
      let query = search.query(text)
      return (query, try search.books(of: query))
    }
    session.tell(query)
    if let status {
      books = books.filter { status == .read ? $0.book.wasRead : $0.book.status == status }
    }
    if let year = arguments[year] {
      books = books.filter { $0.book.finishes.contains { $0.year == year } }
    }
    let entries = books.map(\.entry)
    if arguments[stats] {
      let picture = ReadingPicture(
        ReadingYears(books.map(\.book)), year: arguments[year], today: session.today)
      try write(picture, query: text, arguments, session)
    } else {
      let isWhole = status == nil && text.isEmpty && arguments[year] == nil
      let grouping =
        arguments[by]
        ?? (isWhole ? .status : status == .read && arguments[year] == nil ? .year : nil)
      var groups = Bookshelf(entries).groups(
        by: grouping, sortedBy: arguments[sort] ?? (arguments[year] == nil ? nil : .read),
        reversed: arguments[NoteListing.reverse])
      if let year = arguments[year], grouping == .year {
        groups.removeAll { $0.name != "\(year)" }
      }
      if arguments[json] || arguments[ShareForm.option] == .json {
        try printJSON(
          text, books, grouping == nil ? [] : groups, isShared: !arguments[json], session)
      } else if let form = arguments[ShareForm.option] {
        if !books.isEmpty {
          try share(books, groups, grouping, as: form, arguments, session)
        }
      } else if arguments[NoteListing.csv] {
        try printCSV(books, groups, session)
      } else if arguments[NoteListing.null] {
        for number in numbers(groups) {
          try session.output.write(bytes: session.shownPathBytes(books[number].path))
          try session.output.write(bytes: [0])
        }
      } else {
        session.page()
        try printText(books, groups, grouping, year: arguments[year], session)
        session.remember(listed: groups.flatMap(\.books).map { ListedPlace(books[$0].path) })
      }
    }
    if books.isEmpty {
      let isAll = status == nil && text.isEmpty && arguments[year] == nil
      session.messages.note(
        isAll ? "no books in this vault yet; `zib book add TITLE` adds one" : "no books found")
    }
    return books.isEmpty ? .nothingFound : .done
  }

  // MARK: Lists

  /// The books of groups, in their order.
  private static func numbers(_ groups: [Bookshelf.Group]) -> [Int] {
    var seen: Set<Int> = []
    return groups.flatMap(\.books).filter { seen.insert($0).inserted }
  }

  private static func printCSV(
    _ books: [BookNote], _ groups: [Bookshelf.Group], _ session: CommandSession
  ) throws {
    var table = CSVWriter(columns: GoodreadsWriter.columns)
    for number in numbers(groups) {
      let book = books[number]
      table.row(GoodreadsWriter.row(book.catalogued, sortedAuthor: book.book.sortedAuthors.first))
      try session.output.write(draining: &table)
    }
    try session.output.write(draining: &table)
  }

  private static func share(
    _ books: [BookNote], _ groups: [Bookshelf.Group], _ grouping: Bookshelf.Grouping?,
    as form: ShareForm, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws {
    let words = Query.text(ofWords: arguments[query])
    try session.share(as: form, title: words.isEmpty ? "Books" : words) { print in
      for group in groups {
        let year = grouping == .year ? group.name.flatMap { Int($0) } : arguments[year]
        try print(
          .books(
            heading: grouping == nil
              ? nil : group.name ?? Bookshelf.Grouping.headingWithoutValue(grouping),
            group.books.map { books[$0].shared(year: year) }))
      }
    }
  }

  private static func printText(
    _ books: [BookNote], _ groups: [Bookshelf.Group], _ grouping: Bookshelf.Grouping?,
    year: Int?, _ session: CommandSession
  ) throws {
    var columns = TextColumns([.left, .left, .left, .left], flexible: 0)
    for group in groups {
      let year = grouping == .year ? group.name.flatMap { Int($0) } : year
      for number in group.books {
        columns.add(
          books[number].cells(
            year: year, isIndented: grouping != nil, inLine: session.output.inLine))
      }
    }
    let width = session.terminal.isOutputTerminal ? session.terminal.width : nil
    var lines = columns.lines(width: width)[...]
    for (index, group) in groups.enumerated() {
      if grouping != nil {
        if index > 0 { try session.output.writeLine() }
        var heading = StyledText(
          session.output.inLine(group.name ?? Bookshelf.Grouping.headingWithoutValue(grouping)),
          .heading)
        heading.append("  \(Amount.count(group.books.count, "book"))", .faint)
        try session.output.writeLine(heading)
      }
      for line in lines.prefix(group.books.count) { try session.output.writeLine(line) }
      lines = lines.dropFirst(group.books.count)
    }
  }

  private static func printJSON(
    _ query: String, _ books: [BookNote], _ groups: [Bookshelf.Group], isShared: Bool,
    _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("query", query)
      try $0.array("books") {
        for note in books {
          $0.book(note, shownAs: session.shownPath(note.path), isShared: isShared)
          try session.output.write(draining: &$0)
        }
      }
      $0.array("groups") {
        for group in groups {
          $0.object {
            $0.field("name", isShared ? group.name?.withoutComments : group.name)
            $0.array("books") { for number in group.books { $0.element(number) } }
          }
        }
      }
    }
  }

  // MARK: Years

  private static func write(
    _ picture: ReadingPicture, query: String, _ arguments: ParsedArguments,
    _ session: CommandSession
  ) throws {
    if arguments[json] {
      var json = JSONWriter()
      picture.write(to: &json, query: query)
      try session.output.write(draining: &json)
      try session.output.writeLine()
    } else if arguments[svg] {
      try session.output.write(picture.svg)
    } else {
      for line in picture.lines(width: session.terminal.width) {
        try session.output.writeLine(line)
      }
    }
  }
}
