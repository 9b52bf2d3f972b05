import Arguments
import Exchange
import Files
import Imports
import Sessions
import Sync
import Terminals
import Vaults
import Wording

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
    "update",
    help:
      "Take what the file says where it and a note both changed, and bring back passages that you took out."
  )
  static let json = Flag("json", help: "Print the report as JSON.")

  static let command = Command(
    "import", group: "Read and write",
    summary: "Import books, quotes, journals and libraries of other programs",
    discussion: """
      Each book becomes a note, each marked passage a quote in its book's note, and each entry of a
      journal an entry of its day. A note that is there gets what it does not have. So the same file
      can be imported again: what is there is not added, also where you edited or moved it. At the end
      it lists what was not imported, each kind once; `-v` lists each.

      A later import of a catalogue brings each book forward: its status, new readings, shelves and
      reviews, and the highlights that were extended since. What you changed in a note stays. Where
      you and the catalogue changed the same, or the file is older than the last one, you are asked
      at a terminal; elsewhere it is told, and `--update` takes what the file says. What the
      catalogue said is remembered in `.zib/imports`, which syncs with the notes.

      A book is known by its number in the catalogue, which is in the front matter under the name of
      the catalogue, else by its ISBN, else by title and author. A note that you deleted, a passage that
      you took out of its book's note, and a note on one stay away, and are told once; `--update` brings
      them back.

      In a vault with a history what you have not committed yet is committed, then what came, and
      `zib undo` takes all of the import back. A library of Grail Diary brings its own past as
      commits.
      """,
    arguments: [words, into, dryRun, update, json],
    sections: [
      Section(
        "Formats",
        "",
        items: ImportFormat.all.map { (key: $0.name, value: $0.help) }),
      Section(
        "Journals",
        """
        An entry goes into its day's note as `zib log` would write it, in the order of time and to the
        minute, with the zone where it was written if that is not yours. Nothing else in a day is
        changed. A title stands in the heading, with the mood before it; a prompt is the first line, in
        italics. Tags become hashtags, `@word` of jrnl in its place, and a star becomes `#starred`.

        An entry is known by its minute with its text or with its title, and after its first import
        also where you wrote it anew, or gave it another time of its day. One that changed in the file
        only is brought forward, title and mood too, with its time as it is; one that you edited stays.
        Where you and the file changed it, you are asked or told as with books, and `--update` takes
        the file's. One that you deleted, or moved to another day, comes again.

        One that the file has on another day now goes to that day, with what you wrote in it, and that is
        told. Day One knows it by its id; in any other journal it is the one of the same text and time, or
        of the same longer text, that the file no longer has on the day where it was.
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

        A note is known by its `id` in the front matter, wherever it lies. One that is there gets what
        changed in the library since: its text, the data of its book, and texts of other devices as
        conflict copies. What you changed stays. Where you and the library changed the same, or an
        earlier version of `zib` imported it, you are asked or told as with books, and `--update` takes
        the library's. One that you deleted stays away, and is told once; `--update` brings it back, with
        its past. New notes come beside the others, unless `--into` names another folder.
        """),
      Section(
        "JSON",
        """
        `--json` prints one object: `version`, `format`, `dryRun`, `items` (how many the files have), `made` and
        `changed` (paths), `files` (paths, where some came along), `known` (how many were there), `leftOut` (books and passages that you took out),
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
    CommandSession.run(arguments) { session in
      var files = arguments[words]
      let named = files.count > 1 ? ImportFormat.named(files[0].lowercased()) : nil
      if named != nil { files.removeFirst() }
      let read = try ImportedFiles(files, as: named, session)
      var decisions = ImportDecisions(takesAll: arguments[update])
      let folder = arguments[into]
      if let older = try session.vault().olderFile(read.imported, in: session.zone),
        // A part of a journal is told to be older only where that has a consequence.
        try !older.mayBePart
          || !plan(read, into: folder, ImportDecisions(takesAll: false), session).differences
            .isEmpty
      {
        session.messages.warning(
          "the file is older than the last one: its newest date is \(older.newest), and that of the last one is \(older.last); what it would take back stays"
            + (arguments[update] ? ", unless `--update` takes it" : ""))
      }
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
    _ read: ImportedFiles, into folder: String?, _ decisions: ImportDecisions,
    _ session: CommandSession
  ) throws -> ImportPlan {
    if case .journal = read.imported.content, folder != nil {
      throw UsageError(
        message: "entries of a journal go into their days, and `--into` has no meaning for them",
        hint: "`zib config journal.folder` says where the days lie")
    }
    let bar = ProgressBar(
      "Reading notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    defer { bar.finish() }
    var options = ImportOptions(zone: session.zone, now: session.now)
    options.folder = folder
    options.decide = decisions.decide
    return try session.vault().planImport(read.imported, options) { bar.update($0, of: $1) }
  }

  /// Plans and writes, and does so again where a program that knows no locks wrote in between.
  private static func carryOut(
    _ read: ImportedFiles, into folder: String?, _ decisions: ImportDecisions,
    _ session: CommandSession
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
    after earlier: ImportReport?, _ session: CommandSession
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
