import Arguments
import Exchange
import Files
import Layout
import Merge
import Notes
import Sessions
import Terminals
import Vaults
import Wording

/// `zib attach`: files for a note.
enum Attach {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: "A path, title or file name of a note, or a part of one; `@` is the note touched last.")
  static let files = Positional("FILE", each: .file, atLeast: 1, help: "The files.")

  static let command = Command(
    "attach", group: "Read and write", summary: "Copy files into the vault and link them in a note",
    discussion: """
      Each file is copied into the folder of `zib config attachments.folder`, which Obsidian's and
      Logseq's own settings give as well, and a link to it is written at the end of the note, or below
      a heading. The link has the form of the vault's other links; pictures, sounds, films and PDFs are
      shown in the note. Nothing is overwritten: a name that is taken gets a number, and a file whose
      bytes are in that folder already is linked and not copied again. So is one that lies in the vault.
      The paths of the files are printed.
      """,
    arguments: [note, files, Append.under, Append.dryRun, Append.json],
    exclusive: [[Append.dryRun, Append.json]],
    sections: [
      Section(
        "JSON",
        """
        `--json` prints one object: `version` (1), `path` (the note), `line` (the first link, from 1) and
        `files`, each with its `path` and `copied` (false where the vault had it already).
        """)
    ],
    examples: [
      "zib attach walden ~/Pictures/pond.jpg": "A picture at the end of a note.",
      "zib attach @ scan-*.pdf --under Scans": "Several files below a heading.",
    ],
    exitStatuses: [
      0: "Done; the paths are on standard output.", 1: "There is no such note.",
      2: "Several notes are meant.", 3: "A file cannot be read, or the note cannot be written.",
    ],
    seeAlso: ["zib-append(1)", "zib-open(1)", "zib-config(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let vault = try session.vault()
    let path = try session.notePath(arguments[note])
    let sources = try arguments[files].map { try source($0, session) }
    let bar = ProgressBar(
      "Indexing notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    defer { bar.finish() }
    let report = try vault.attach(
      sources, to: path, under: arguments[Append.under], isPlanned: arguments[Append.dryRun]
    ) { bar.update($0, of: $1) }
    bar.finish()
    let copied = report.files.filter(\.isCopied).map { session.shown($0.path) }
    session.tell(
      report.links, besides: copied.count == 1 ? copied[0] : "one of the new files",
      isDryRun: arguments[Append.dryRun])
    guard let inserted = report.inserted else {
      for file in report.files where file.isCopied {
        session.messages.note("would copy \(session.shown(file.path))")
      }
      try session.output.write(
        LineDifference(from: report.plan.old?.bytes ?? [], to: report.plan.change.bytes),
        of: session.shownPath(path))
      return .done
    }
    session.touch(path)
    for file in report.files where !file.isCopied {
      session.messages.note("\(session.shown(file.path)) was in the vault already")
    }
    for (source, file) in zip(sources, report.files) where file.isCopied {
      if let most = vault.configuration.largestFile, source.bytes.count > most {
        session.messages.warning(
          "\(session.shown(file.path)) is larger than `zib config sync.largest-file`, and is not sent "
            + "before `zib commit --include` takes it")
      }
    }
    let ignored = vault.walk.leftOut(of: report.files.map(\.path))
    for file in report.files where ignored.contains(file.path) {
      session.messages.warning(
        "\(session.shown(file.path)) is ignored or excluded: the link goes to your other devices, and the file does not"
      )
    }
    if arguments[Append.json] {
      try session.output.writeJSON {
        $0.field("path", utf8: session.shownPathBytes(path))
        $0.field("line", inserted.line)
        $0.array("files") { json in
          for file in report.files {
            json.object {
              $0.field("path", utf8: session.shownPathBytes(file.path))
              $0.field("copied", file.isCopied)
            }
          }
        }
      }
      return .done
    }
    for file in report.files {
      try session.output.write(untrusted: session.shownPath(file.path))
      try session.output.writeLine()
    }
    session.messages.note("linked in \(session.shown(path)):\(inserted.line)")
    return .done
  }

  private static func source(_ word: String, _ session: CommandSession) throws -> AttachmentSource {
    let here = word.hasPrefix("/") ? DiskPath(word) : session.currentFolder.appending(word)
    if FileStatus.at(here)?.kind == .folder {
      throw UsageError(message: "`\(word)` is a folder", hint: "name the files in it")
    }
    if let kind = FileStatus.at(here)?.kind, kind != .file {
      throw Failure("`\(word)` is no file that can be copied")
    }
    try session.checkReadable(word)
    guard Platform.isFile(here.text), let bytes = Platform.contents(of: here.text) else {
      throw SystemError("read", word, code: Platform.lastError)
    }
    let inVault = try DiskPath.real(here)
      .flatMap { try session.vault().root.relative($0) }.flatMap { NotePath(bytes: Array($0)) }
      .flatMap { path in path.components.contains { $0.first == 0x2E } ? nil : path }
    return AttachmentSource(
      name: String(decoding: here.name, as: UTF8.self), bytes: bytes, path: inVault)
  }
}
