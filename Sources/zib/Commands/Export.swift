import Arguments
import Files
import Indexing
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib export`: the whole vault, or chosen notes, as one file.
enum Export {
  static let file = Positional(
    "FILE", .file, help: "The archive to write, such as `notes.zip`.")
  static let force = Flag("force", short: "f", help: "Replace a file that is there.")

  static let query = Option(
    "query", value: "QUERY", .string(completing: .values(of: "query")),
    help: "Only the notes that this query finds, as `zib search` does, with what they show.")

  static let command = Command(
    "export", group: "Read and write", summary: "Write the vault, or some notes, into one archive",
    discussion: """
      Writes a zip archive of all notes, attachments, settings, templates and reviews, each file as
      it is. Any program can unpack it, and unpacked into an empty folder it is the vault. `zib
      import` brings it into a vault that has notes already: what is not there comes, and nothing
      that is there is changed.

      Not in it are what is excluded or ignored, links that lead out of the vault or to another
      of its files, the cache, the folders of other programs, archives that `zib export` wrote before
      and that are not committed, and git's history: `zib clone` takes a vault along with that. The archive is put in its place when it is whole.

      With `--query` the archive has the notes that the query finds, the notes that these embed, and
      each picture or other file that one of them embeds or links to; no settings and no reviews.
      Conflict copies are left out. It says how many links lead to notes that are not in it.
      """,
    arguments: [file, query, force],
    examples: [
      "zib export ~/notes.zip": "Everything in one file.",
      "zib export garden.zip --query tag:garden": "Notes on one subject, with their pictures.",
      "zib import ~/notes.zip": "In another vault: what that one does not have.",
    ],
    exitStatuses: [
      0: "Done.", 1: "The query finds no note.",
      3: "The archive could not be written, or a file could not be taken along.",
    ],
    seeAlso: ["zib-import(1)", "zib-share(1)", "zib-clone(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let path = arguments[file]
      if Platform.isFolder(path) {
        throw UsageError(message: "`\(path)` is a folder", hint: "name a file in it")
      }
      if !arguments[force], Platform.isFile(path) {
        throw UsageError(
          message: "`\(path)` already exists",
          hint: "`--force` replaces it, once the new one is whole")
      }
      let chosen = try arguments[query].map { try shownBy($0, session) }
      if let chosen, chosen.files.isEmpty {
        session.messages.note("no notes found, so nothing was written")
        return .nothingFound
      }
      let bar = ProgressBar(
        "Packing", terminal: session.terminal, quiet: session.messages.level == .quiet)
      let report = try session.vault().export(
        to: Array(path.utf8), only: chosen?.files, zone: session.zone
      ) { bar.update($0, of: $1) }
      bar.finish()
      for (path, reason) in report.left {
        let words = ErrorWords(reason)
        session.messages.error(
          "\(session.shown(path)) is left out: \(words.message)", hint: words.hint)
      }
      session.messages.note(
        "\(Amount.count(report.notes, "note")) and \(Amount.count(report.files, "file")) beside them, "
          + "\(Amount.bytes(report.bytes)), are in \(path)")
      for path in report.secrets {
        session.messages.warning(
          "\(session.shown(path)) is left out, because it looks like a secret and is held back from commits; "
            + "`zib commit --include \(session.shown(path))` takes it, and the next export with it")
      }
      if !report.archives.isEmpty {
        session.messages.note(
          "left out: \(Amount.count(report.archives.count, "archive")) that `zib export` wrote before:"
            + session.list(report.archives) { session.shown($0) })
      }
      if report.links > 0 {
        session.messages.note(
          "left out: \(Amount.count(report.links, "link")) out of the vault")
      }
      if let chosen { tell(chosen, session) }
      let root = try session.vault().root
      if let place = DiskPath.real(DiskPath(path)), root.relative(place) != nil {
        session.messages.note("it lies in the vault, and is left out of commits")
      }
      return report.left.isEmpty ? .done : .failed
    }
  }
  /// The notes that a query finds, with what they show.
  private static func shownBy(_ text: String, _ session: CommandSession) throws -> ShownFiles {
    let (read, chosen) = try session.search { search in
      let read = search.query(text)
      let notes = try search.results(read, order: .path).map(\.path)
      return (read, try search.shown(by: notes.filter { !$0.isConflictCopy }))
    }
    session.tell(read)
    return chosen
  }

  private static func tell(_ chosen: ShownFiles, _ session: CommandSession) {
    if chosen.linksOut > 0 {
      session.messages.note(
        "left out: the notes that \(Amount.count(chosen.linksOut, "link")) in these lead to")
    }
    for path in chosen.unread {
      session.messages.warning(
        "\(session.shown(path)) cannot be read as a note, so what it shows may be missing")
    }
  }
}
