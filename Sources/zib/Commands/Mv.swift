import Arguments
import Exchange
import Files
import History
import Indexing
import Layout
import Merge
import Notes
import Rendering
import Runs
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib mv`: another name or place, with every link kept.
enum Mv {
  static let old = Positional(
    "OLD", .string(completing: .values(of: "notes")),
    help: """
      A note by its path, name or title; the path of a folder or of any other file; a heading or block \
      of a note, `NOTE#HEADING` or `NOTE#^BLOCK`; an alias of a note, `NOTE|ALIAS`; or a hashtag.
      """)
  static let new = Positional(
    "NEW", .string,
    help: """
      Its new name or path; `.md` may be left out. A folder takes it under the old name. Of a heading \
      its new text, of a block `^ID`, of an alias the other one, of a hashtag `#NAME`.
      """)
  static let text = Flag(
    "text",
    help:
      "Change the text of links as well, where it is the old name of the note, heading or alias.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would change, and change nothing.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  static let command = Command(
    "mv", group: "Read and write",
    summary: "Rename or move a note, heading or hashtag and keep every link",
    discussion: """
      Gives a note, a folder or another file a new name or place, and rewrites every link that would
      no longer lead where it leads: links to it, relative links in it, and links that the new name
      would make ambiguous; in texts, embeds, front matter and definitions of references. Each link
      keeps its style: short name, relative or from the root, with or without `.md`, its heading, its
      text and its encoding. No other byte of any note changes.

      A short name stays short as long as only one note has it. In an Obsidian vault it becomes the
      path from the root otherwise, elsewhere the shortest end of the path that means one note.

      NEW is a path from the current folder; a name alone stays in the folder of a note that was
      named and not typed as a path. Folders that are missing are made, and nothing is overwritten.

      In a graph of Logseq a page that is named as links name it is renamed: `zib mv Books/Emma Books/Anne` \
      makes pages/Books___Anne.md.

      A symbolic link is moved itself, and leads to the same file from its new place. One elsewhere in the \
      vault that leads to what moves follows it.

      A heading, `NOTE#HEADING`, gets a new text, and a block a new id. Every link that names it follows,
      in its own form: the heading's text, a path of headings `#A#B`, or GitHub's `#its-text`; in other
      notes and in the note itself. Of two headings of one name the first is meant, and `NOTE#A#B` is
      the B below A. Where a link could not tell two headings apart, nothing is changed. The heading
      that is a note's title changes the title, and not the name of the file.

      An alias, `NOTE|ALIAS` as a link writes it, gets another name in the note's front matter, and links \
      by it, `[[ALIAS]]`, follow. Where another note has the new name, nothing is changed if a link would \
      mean that.

      A hashtag gets a new name in texts and front matter, with all below it. If the new one is there
      already, the two become one, and it is said on how many notes it was. In a Logseq graph the name
      may have several words, `'#[[two words]]'`.

      It is one step: what was edited in the folder is committed first, the move is a commit of its
      own, and `zib undo` takes it back. If it is stopped half-way, the next command finishes it.
      Nothing is changed where a note with a link to rewrite is protected from writing, has an edit
      that is held back, or is not valid UTF-8; and the vault needs a history.

      A canvas of Obsidian shows what moved where it is now. Links that cannot follow are told: those in \
      a git repository below the vault, in templates of a hidden folder, in notes that git ignores, in \
      canvases of which only this folder has an edit, and names in `.base` files of Obsidian and in its \
      settings of templates, daily notes and folders. Told too are notes that name what moves in a comment, or in a \
      Markdown link of the front matter: no program follows these.

      Left as they are: relative links to files that zib does not list (ignored or hidden ones, folders, files
      outside the vault), links in hidden notes, in the texts of canvases, \
      in definitions that no link uses, and paths in HTML and in code.
      """,
    arguments: [old, new, text, dryRun, json],
    sections: [
      Section(
        "JSON",
        """
        `--json` prints one object: `version`, `outcome` (`moved` or `planned`), `from`, `to`, `files`,
        `rewritten`, `nowFound`, `left`, `symbolicLinks`, `keepsTitle` and `commit`. Of a heading, block, alias or hashtag it
        has `kind`, `outcome` (`renamed` or `planned`), `path` (the note, or null), `from`, `to`, `rewritten`,
        `nowFound`, `left`, `title` (the note's new one, or null), `merged` and `commit`.
        """)
    ],
    examples: [
      "zib mv 'Old plans' 'Plans of 2024'": "Rename a note, wherever it is.",
      "zib mv Inbox/Walden.md Books/": "Move a note into a folder.",
      "zib mv Projects Archive/Projects --dry-run": "See what moving a folder would change.",
      "zib mv Files/scan.png Files/letter.png": "Rename a picture; notes show it as before.",
      "zib mv 'Walden#Notes' 'Notes of 2024'": "Rename a heading, and every link to it.",
      "zib mv 'Walden#^3f2a' '^beans'": "Give a block a better id.",
      "zib mv 'Walden|the pond book' 'the book of the pond'":
        "Give a note's alias another name, and links by it.",
      "zib mv '#humour' '#jokes'": "Rename a hashtag in all notes.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note, file, heading or hashtag.",
      3:
        "Nothing was changed, because something could not be; or, as a warning says, a file that moved cannot be written.",
    ],
    seeAlso: ["zib-undo(1)", "zib-tag-rename(1)", "zib-search(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if let request = try session.hashtagRequest(arguments[old], arguments[new]) {
        return try rename(request, arguments, session)
      }
      if let request = try session.aliasRequest(arguments[old], arguments[new]) {
        return try rename(request, arguments, session)
      }
      var request: MoveRequest
      do {
        request = try session.moveRequest(arguments[old], arguments[new])
      } catch let error as NoteNotFound {
        guard let request = try session.anchorRequest(arguments[old], arguments[new]) else {
          throw error
        }
        return try rename(request, arguments, session)
      }
      request.changesText = arguments[text]
      return try arguments[dryRun]
        ? plan(request, isJSON: arguments[json], session)
        : move(request, isJSON: arguments[json], session)
    }
  }

  private static func rename(
    _ request: RenameRequest, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    if arguments[text], !request.isSaidByLinks {
      throw UsageError(
        message: "`--text` is for links to a note, heading or alias, and not to a block or hashtag")
    }
    let run = RenameRun(request, changesText: arguments[text], session)
    return try arguments[dryRun]
      ? run.plan(isJSON: arguments[json]) : run.rename(isJSON: arguments[json])
  }

  private static func move(
    _ request: MoveRequest, isJSON: Bool, _ session: CommandSession
  ) throws -> ExitCode {
    let report = try session.changing {
      try session.vault().move(
        request, confirm: { session.confirm($0) }, waiting: session.tellWaiting, progress: $0)
    }
    if request.to.isMarkdown { session.touch(request.to) }
    session.tell(before: report.change, in: report.scope)
    if isJSON {
      try printJSON("moved", report.plan, commit: report.change.update.commit, session)
    }
    let plan = report.plan
    session.messages.note(
      "moved \(session.shown(request.from)) to \(session.shown(request.to))"
        + words(for: plan, "rewrote"))
    for rewrite in plan.rewrites {
      session.messages.detail("changed \(session.shown(rewrite.newPath))")
    }
    session.tell(after: report.change, in: report.scope)
    if report.isFolderLeft {
      session.messages.note(
        "\(session.shown(request.from)) still holds what git does not track")
    }
    try tell(plan, session)
    return try session.tellWaiting(
      plan.files.map(request.place) + plan.rewrites.map(\.newPath), "moved")
  }

  private static func plan(
    _ request: MoveRequest, isJSON: Bool, _ session: CommandSession
  ) throws -> ExitCode {
    let plan = try session.vault().plannedMove(request)
    if isJSON {
      try printJSON("planned", plan, commit: nil, session)
    } else {
      for rewrite in plan.rewrites {
        try session.output.write(
          LineDifference(from: rewrite.old, to: rewrite.new), of: session.shown(rewrite.path))
      }
    }
    session.messages.note(
      "would move \(session.shown(request.from)) to \(session.shown(request.to))"
        + words(for: plan, "rewrite"))
    try tell(plan, session)
    return .done
  }

  /// The number of links and notes that a move rewrites; empty if there are none.
  private static func words(for plan: MovePlan, _ verb: String) -> String {
    let files = plan.request.isFolder ? ", with \(Amount.count(plan.files.count, "file"))" : ""
    // A page that only gets another `title::` has no link for it.
    let rewrites = plan.rewrites.filter { $0.links > 0 }
    if rewrites.isEmpty { return files }
    let isOfNotes = rewrites.allSatisfy(\.path.isMarkdown)
    return files + ", and \(verb) \(Amount.count(plan.linkCount, "link")) in "
      + Amount.count(rewrites.count, isOfNotes ? "note" : "file")
  }

  /// Says what a person may want to know of the new name.
  private static func tell(_ plan: MovePlan, _ session: CommandSession) throws {
    session.tell(plan.awakened)
    session.tell(left: plan.left)
    for path in plan.symbolicLinks {
      session.messages.note(
        "\(session.shown(path)) is a symbolic link to what moves, and leads to its new place")
    }
    let request = plan.request
    if plan.keepsOldTitle {
      session.messages.note(
        "its title is still \(SafeText.escaped(String(decoding: request.from.stem, as: UTF8.self))), as it is written in the note"
      )
    }
    try tellBelow(request, session)
    let configuration = try session.vault().configuration
    for key in ConfigurationKey.all where key.name.hasSuffix(".folder") {
      let folder = configuration.text(key.name)
      guard let path = NotePath(folder), request.place(path) != path else { continue }
      session.messages.warning(
        "the setting \(key.name) names \(folder); "
          + "`zib config \(key.name) \(typedPath(request.place(path).text))` follows the move")
    }
  }

  /// Says which notes of a hierarchy of names stay: in Dendron those below a note are named after it.
  private static func tellBelow(_ request: MoveRequest, _ session: CommandSession) throws {
    let vault = try session.vault()
    guard vault.location.tool == .dendron, !request.isFolder,
      !request.from.stem.elementsEqual(request.to.stem)
    else { return }
    let below = vault.notesBelow(request.from)
    guard let first = below.first else { return }
    let stem = String(decoding: request.from.stem, as: UTF8.self)
    let names = [first.stem, request.to.stem + first.stem.dropFirst(request.from.stem.count)].map {
      typedPath(String(decoding: $0, as: UTF8.self))
    }
    let notes = below.count == 1 ? "1 note below it stays" : "\(below.count) notes below it stay"
    session.messages.note(
      "\(notes), as `\(SafeText.escaped(stem)).…`; each is moved by itself: `zib mv \(names[0]) \(names[1])`"
    )
  }

  private static func printJSON(
    _ outcome: String, _ plan: MovePlan, commit: ObjectID?, _ session: CommandSession
  ) throws {
    let request = plan.request
    try session.output.writeJSON {
      $0.field("outcome", outcome)
      $0.field("from", utf8: session.shownPathBytes(request.from))
      $0.field("to", utf8: session.shownPathBytes(request.to))
      $0.array("files") { json in
        for path in plan.files {
          json.object {
            $0.field("from", utf8: session.shownPathBytes(path))
            $0.field("to", utf8: session.shownPathBytes(request.place(path)))
          }
        }
      }
      $0.rewritten(plan.rewrites, session)
      $0.nowFound(plan.awakened, session)
      $0.left(plan.left, session)
      $0.array("symbolicLinks") { json in
        for path in plan.symbolicLinks { json.element(utf8: session.shownPathBytes(path)) }
      }
      $0.field("keepsTitle", plan.keepsOldTitle)
      $0.field("commit", commit?.hex)
    }
  }
}
