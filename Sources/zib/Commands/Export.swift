import Arguments
import Files
import Rendering
import Terminals
import Vaults
import Wording

/// `zib export`: the whole vault as one file.
enum Export {
  static let file = Positional(
    "FILE", .file, help: "The archive to write, such as `notes.zip`.")
  static let force = Flag("force", short: "f", help: "Replace a file that is there.")

  static let command = Command(
    "export", group: "Read and write", summary: "Write the whole vault into one archive",
    discussion: """
      Writes a zip archive of all notes, attachments, settings, templates and reviews, each file as
      it is. Any program can unpack it, and unpacked into an empty folder it is the vault. `zib
      import` brings it into a vault that has notes already: what is not there comes, and nothing
      that is there is changed.

      Not in it are what is excluded or ignored, links that lead out of the vault or to another
      of its files, the cache, the folders of other programs, and git's history: `zib clone` takes a
      vault along with that. The archive is put in its place when it is whole.
      """,
    arguments: [file, force],
    examples: [
      "zib export ~/notes.zip": "Everything in one file.",
      "zib import ~/notes.zip": "In another vault: what that one does not have.",
    ],
    exitStatuses: [
      0: "Done.", 3: "The archive could not be written, or a file could not be taken along.",
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
      let bar = ProgressBar(
        "Packing", terminal: session.terminal, quiet: session.messages.level == .quiet)
      let report = try session.vault().export(to: Array(path.utf8), zone: session.zone) {
        bar.update($0, of: $1)
      }
      bar.finish()
      for (path, reason) in report.left {
        let words = ErrorWords(reason)
        session.messages.error(
          "\(session.shown(path)) is left out: \(words.message)", hint: words.hint)
      }
      session.messages.note(
        "\(Amount.count(report.notes, "note")) and \(Amount.count(report.files, "file")) beside them, "
          + "\(Amount.bytes(report.bytes)), are in \(path)")
      if report.links > 0 {
        session.messages.note(
          "left out: \(Amount.count(report.links, "link")) out of the vault")
      }
      let root = try session.vault().root
      if let place = DiskPath.real(DiskPath(path)), root.relative(place) != nil {
        session.messages.note("it lies in the vault, and is left out of commits")
      }
      return report.left.isEmpty ? .done : .failed
    }
  }
}
