import Arguments
import Exchange
import Files
import Sync
import Vaults

/// `zib import`: makes notes of other programs' data.
enum Import {
  static let words = Positional(
    "FORMAT|FILE", each: .file, atLeast: 1,
    help: "The format, which most files show by themselves, and the files; `-` is standard input.")
  static let into = Option(
    "into", value: "FOLDER", .directory,
    help:
      "The folder of new notes, from the vault's root; by default books go to `zib config books.folder`."
  )
  static let dryRun = Flag("dry-run", short: "n", help: "Show what would come; write nothing.")
  static let update = Flag(
    "update", help: "Where a note and the file both changed, take what the file says.")
  static let json = Flag("json", help: "Print the report as JSON.")

  static let command = Command(
    "import", group: "Read and write",
    summary: "Import books, quotes, journals and libraries of other programs",
    discussion: """
      Each book becomes a note, each marked passage a quote in its book's note, and each entry of a
      journal an entry of its day. A note that is there gets what it does not have. So the same file
      can be imported again: what is there is not added, also where you edited or moved it. At the end
      stands what did not come over, each kind once; `-v` tells each.

      A later import of a catalogue brings each book forward: its status, new readings, shelves and
      reviews, and the highlights that were extended since. What you changed in a note stays. Where
      you and the catalogue changed the same, or the file is older than the last one, you are asked
      at a terminal; elsewhere it is told, and `--update` takes what the file says. What the
      catalogue said is remembered in `.zib/imports`, which syncs with the notes.

      A book is known by its number in the catalogue (`goodreads`, `librarything` or
      `google-books` in the front matter), else by its
      ISBN, else by title and author. A note that you deleted comes back with the next import.

      In a vault with a history what you have not committed yet is committed, then what came, and
      `zib undo` takes all of the import back. A library of Grail Diary brings its own past as
      commits.
      """,
    arguments: [words, into, dryRun, update, json],
    sections: [
      Section(
        "Formats",
        "",
        items: [
          "goodreads":
            """
          The CSV file of “Import and export” at Goodreads, with all its columns: shelves become \
          `status` and hashtags, dates `readings`, reviews and private notes sections.
          """,
          "librarything":
            """
          The JSON file of “Export” at LibraryThing: collections and tags become `status` and \
          hashtags, translators and editors properties of their own.
          """,
          "googlebooks":
            """
          Volumes of Google Books in JSON, as its API gives a book, a search or a bookshelf.
          """,
          "kindle":
            """
          The notebook of a book that the Kindle app sends by mail (HTML), or a Kindle's `My Clippings.txt` in English, German, French, Spanish, Italian, Portuguese, \
          Dutch, Russian, Polish, Japanese or Chinese: highlights become quotes with their page or location, notes \
          stand below them.
          """,
          "jrnl":
            """
          The files of `jrnl`, of a journal or of a folder of days, also those of jrnl 1; what \
          `jrnl --export text` and `--export json` give.
          """,
          "dayone":
            """
          What Day One exports: the zip archive, the folder that it unpacks to, or the JSON of one \
          journal. Photos and other files go into `attachments` in the journal's folder; place and \
          weather stand below the text. Of several journals, each entry gets the name as a hashtag.
          """,
          "personallog":
            """
          PersonalLog's folder `entries`, or single files of it.
          """,
          "grail":
            """
          The library of Grail Diary or Library Notes: a folder `.notebundle`, or a file `.notedb`, \
          `.grail`, `.kvcrdt` or `.libnotes`.
          """,
          "vault":
            """
          The archive that `zib export` writes, or any zip file of Markdown. What the vault does not \
          have comes; what it has and says otherwise stays, and is told.
          """,
        ]),
      Section(
        "Journals",
        """
        An entry goes into its day's note as `zib log` would write it, in the order of time and to the
        minute, with the zone where it was written if that is not yours. Nothing else in a day is
        changed. A title stands in the heading, with the mood before it; a prompt is the first line, in
        italics. Tags become hashtags, `@word` of jrnl in its place, and a star becomes `#starred`.

        An entry is known by its minute with its text or with its title. So one that you edited stays
        as it is and is told; one that you deleted, or moved to another day, comes again.
        """),
      Section(
        "Libraries of Grail Diary",
        """
        Every version of a note becomes a commit with its date, and a note that was deleted stays in
        history. What is known of a book goes into the front matter; covers and pictures lie in
        `assets`. Texts that the library had kept beside a note and no longer showed become conflict
        copies, for `zib resolve`. The study log becomes the history of reviews, of prompts whose text
        was edited since as well. Without git only the notes, files and reviews come. `zib undo` takes
        it all back where something was committed before it.

        A note is known by its `id` in the front matter, wherever it lies. One that is there stays as
        it is; if it says something else there, that is told.
        """),
      Section(
        "JSON",
        """
        `--json` prints one object: `version`, `format`, `items` (how many the files have), `made` and
        `changed` (paths), `files` (paths, where some came along), `known` (how many were there),
        `differences`, `remarks` (`kind`, `subject`, `count`) and `failed`; of a library also `moments`, `commits`, `copies` and `reviews`.
        """),
    ],
    examples: [
      "zib import goodreads goodreads_library_export.csv --dry-run": "See what would come.",
      "zib import 'My Clippings.txt'": "Quotes from a Kindle; the format shows itself.",
      "zib import Library.libnotes --into Library": "Notes of Library Notes, with their past.",
      "zib import dayone export.zip --dry-run": "What would come from Day One.",
      "jrnl --export json | zib import -": "The journal of jrnl, as it is now.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There was nothing in the files.",
      3: "A file could not be read, or something in it could not be imported.",
    ],
    seeAlso: ["zib-new(1)", "zib-history(1)", "zib-resolve(1)", "zib-undo(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      var files = arguments[words]
      let named = files.count > 1 ? ImportFormat(rawValue: files[0].lowercased()) : nil
      if named != nil { files.removeFirst() }
      let read = try ImportedFiles(files, as: named, session)
      var decisions = ImportDecisions(takesAll: arguments[update])
      let folder = arguments[into]
      if !arguments[dryRun], decisions.mayAsk(about: read, session) {
        let planned = try plan(read, into: folder, decisions, session)
        try decisions.ask(about: planned.differences, session)
      }
      let report =
        try arguments[dryRun]
        ? ImportReport(plan: plan(read, into: folder, decisions, session), read: read)
        : carryOut(read, into: folder, decisions, session)
      if arguments[json] {
        try report.printJSON(isDryRun: arguments[dryRun], session)
      } else {
        try report.show(isDryRun: arguments[dryRun], session)
      }
      if !report.failed.isEmpty || report.hasUnreadable { return .failed }
      return report.items == 0 ? .nothingFound : .done
    }
  }

  private static func plan(
    _ read: ImportedFiles, into folder: String?, _ decisions: ImportDecisions, _ session: Session
  ) throws -> ImportPlan {
    if read.format.isJournal, folder != nil {
      throw UsageError(
        message: "entries of a journal go into their days, and `--into` has no meaning for them",
        hint: "`zib config journal.folder` says where the days lie")
    }
    let bar = ProgressBar(
      "Reading notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    defer { bar.finish() }
    let vault = try session.vault()
    return switch read.content {
    case .books(let books):
      try vault.planImport(books, into: folder, deciding: decisions.decide) {
        bar.update($0, of: $1)
      }
    case .clippings(let books):
      try vault.planImport(books, into: folder, deciding: decisions.decide) {
        bar.update($0, of: $1)
      }
    case .journal(let entries):
      try vault.planImport(entries, system: session.zone) { bar.update($0, of: $1) }
    case .library(let library):
      try vault.planImport(library, into: folder, zone: session.zone, now: session.now) {
        bar.update($0, of: $1)
      }
    case .vault(let archive):
      try vault.planImport(archive, into: folder) { bar.update($0, of: $1) }
    }
  }

  /// Plans and writes, and does so again where a program that knows no locks wrote in between.
  private static func carryOut(
    _ read: ImportedFiles, into folder: String?, _ decisions: ImportDecisions, _ session: Session
  ) throws -> ImportReport {
    var earlier: ImportReport?
    for _ in 1..<Self.attempts {
      do {
        let report = try carryOutOnce(read, into: folder, decisions, after: earlier, session)
        guard report.outcome?.refusals.contains(where: \.isOvertaken) == true else { return report }
        earlier = report
      } catch is PathsTaken {
        continue
      }
    }
    return try carryOutOnce(read, into: folder, decisions, after: earlier, session)
  }

  private static var attempts: Int { 3 }

  private static func carryOutOnce(
    _ read: ImportedFiles, into folder: String?, _ decisions: ImportDecisions,
    after earlier: ImportReport?, _ session: Session
  ) throws -> ImportReport {
    let bar = ProgressBar(
      "Writing notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    defer { bar.finish() }
    let (made, outcome) = try session.vault().carryOut(
      withPastIn: session.zone, committingAs: "Import from \(read.format.program)",
      confirm: session.confirm, planning: { try Self.plan(read, into: folder, decisions, session) }
    ) { bar.update($0, of: $1) }
    var report = ImportReport(plan: made, read: read)
    if let earlier { report = report.following(earlier) }
    report.outcome = outcome
    return report
  }
}

/// The formats that can be imported, as they are named on the command line.
enum ImportFormat: String, CaseIterable {
  case goodreads, librarything, googlebooks, kindle, jrnl, dayone, personallog, grail, vault

  /// The name of its program, or of its kind, for a commit message.
  var program: String {
    switch self {
    case .goodreads: "Goodreads"
    case .librarything: "LibraryThing"
    case .googlebooks: "Google Books"
    case .kindle: "Kindle"
    case .jrnl: "jrnl"
    case .dayone: "Day One"
    case .personallog: "PersonalLog"
    case .grail: "Grail Diary"
    case .vault: "an archive"
    }
  }

  /// True if it brings entries for the days of the journal.
  var isJournal: Bool { [.jrnl, .dayone, .personallog].contains(self) }

  /// The format that a file shows.
  init?(of bytes: [UInt8]) {
    if GrailFormat(file: bytes) != nil {
      self = .grail
      return
    }
    let text = DecodedText(bytes)
    if GoodreadsExport.isOne(text) {
      self = .goodreads
    } else if LibraryThingExport.isOne(text) {
      self = .librarything
    } else if GoogleBooksVolumes.isOne(text) {
      self = .googlebooks
    } else if KindleClippings.isOne(text) || KindleNotebook.isOne(text) {
      self = .kindle
    } else if let journal = JournalFiles.format(of: text) {
      self = journal
    } else {
      return nil
    }
  }
}

/// The content of the named files.
struct ImportedFiles {
  enum Content {
    case books([ImportedBook])
    case clippings([ClippedBook])
    case journal(ImportedEntries)
    case library(GrailLibrary)
    case vault(ZipArchive)
  }

  let format: ImportFormat
  let content: Content
  /// With the file, if there are several.
  let remarks: [(file: String?, remark: Remark)]

  init(_ files: [String], as named: ImportFormat?, _ session: Session) throws {
    var format = named
    var books: [ImportedBook] = []
    var clippings: [ClippedBook] = []
    var journal = ImportedEntries()
    var library: GrailLibrary?
    var remarks: [(file: String?, remark: Remark)] = []
    var archive: ZipArchive?
    for file in files {
      if named == nil, let package = UnknownFile(ankiPackage: file) {
        throw Failure(package.message, hint: package.hint)
      }
      if let found = try Self.vaultArchive(file, as: named) {
        guard archive == nil else {
          throw UsageError(
            message: "there are several archives", hint: "import one after the other")
        }
        try Self.agree(&format, .vault)
        archive = found
        continue
      }
      if named == nil || named == .grail, let read = try GrailFiles.read(folder: file) {
        try Self.agree(&format, .grail)
        try Self.take(read, as: &library)
        remarks += read.remarks.map { (nil, $0) }
        continue
      }
      if let (own, read) = try JournalFiles.read(file, as: named) {
        try Self.agree(&format, own)
        journal.append(read)
        remarks += read.remarks.map { (files.count > 1 ? file : nil, $0) }
        continue
      }
      let bytes = try session.contents(of: file)
      guard let own = named ?? ImportFormat(of: bytes) else {
        if let kind = UnknownFile(bytes, named: file) {
          throw Failure(kind.message, hint: kind.hint)
        }
        throw UsageError(
          message: "cannot tell which program wrote `\(file)`",
          hint:
            "name the format before the file: \(ImportFormat.allCases.map(\.rawValue).joined(separator: ", "))"
        )
      }
      try Self.agree(&format, own)
      var new: [Remark]
      switch own {
      case .goodreads:
        let read = try GoodreadsExport.read(bytes)
        books += read.books
        new = read.remarks
      case .librarything:
        let read = try LibraryThingExport.read(bytes)
        books += read.books
        new = read.remarks
      case .googlebooks:
        let read = try GoogleBooksVolumes.read(bytes)
        books += read.books
        new = read.remarks
      case .kindle:
        let isNotebook = KindleNotebook.isOne(DecodedText(bytes))
        let read = isNotebook ? KindleNotebook.read(bytes) : KindleClippings.read(bytes)
        clippings += read.books
        new = read.remarks
      case .jrnl, .dayone, .personallog:
        let read = try JournalFiles.read(bytes, of: file, as: own)
        journal.append(read)
        new = read.remarks
      case .grail:
        let read = try GrailLibrary.read(file: bytes)
        try Self.take(read, as: &library)
        new = read.remarks + GrailFiles.remarks(beside: file)
      case .vault: throw UsageError(message: "`\(file)` is not an archive", hint: "name a zip file")
      }
      remarks += new.map { (files.count > 1 ? file : nil, $0) }
    }
    self.format = format ?? .goodreads  // There is a file at least.
    self.remarks = remarks
    content =
      switch self.format {
      case .goodreads, .librarything, .googlebooks: .books(books)
      case .kindle: .clippings(clippings)
      case .jrnl, .dayone, .personallog: .journal(journal)
      case .grail: .library(library ?? GrailLibrary())
      case .vault: try .vault(Self.given(archive))
      }
  }

  /// The archive of a vault in a file, or nil if it is something else.
  private static func vaultArchive(
    _ file: String, as named: ImportFormat?
  ) throws -> ZipArchive? {
    guard named == nil || named == .vault, Platform.isFile(file),
      let head = Platform.contents(of: file, limit: 4), ZipArchive.isOne(head)
    else { return nil }
    let archive = try ZipArchive(reading: Array(file.utf8))
    return named == .vault || VaultArchive.isOne(archive) ? archive : nil
  }

  private static func given(_ archive: ZipArchive?) throws -> ZipArchive {
    guard let archive else {
      throw UsageError(message: "the archive of a vault is a zip file", hint: "name its file")
    }
    return archive
  }

  /// One at a time: each library has a past of its own.
  private static func take(_ library: GrailLibrary, as taken: inout GrailLibrary?) throws {
    guard taken == nil else {
      throw UsageError(message: "there are several libraries", hint: "import one after the other")
    }
    taken = library
  }

  private static func agree(_ format: inout ImportFormat?, _ own: ImportFormat) throws {
    guard format == nil || format == own else {
      throw UsageError(
        message: "the files have different formats", hint: "import one kind at a time")
    }
    format = own
  }

  /// The number of books, passages of books, or entries.
  var items: Int {
    switch content {
    case .books(let books): books.count
    case .clippings(let books): books.reduce(0) { $0 + $1.quotes.count }
    case .journal(let journal): journal.entries.count
    case .library(let library): library.notes.count { $0.text != nil }
    case .vault(let archive):
      archive.entries.count { NotePath($0.name)?.isMarkdown == true && !$0.name.hasPrefix(".zib/") }
    }
  }

  /// The noun for one item, and for several.
  var noun: (one: String, several: String) {
    switch content {
    case .books: ("book", "books")
    case .clippings: ("passage", "passages")
    case .journal: ("entry", "entries")
    case .library, .vault: ("note", "notes")
    }
  }
}
