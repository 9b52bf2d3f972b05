import Arguments
import Exchange
import Files
import Merge
import Notes
import Sessions
import Terminals
import Vaults
import Wording

/// `zib append` and `zib prepend`: text for a note that is not opened.
enum Append {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: "A path, title or file name of a note, or a part of one; `@` is the note touched last.")
  static let text = Positional(
    "TEXT", each: .string,
    help: "What to write; several words make one text, `-` is standard input.")
  static let under = Option(
    "under", short: "u", value: "HEADING", .string,
    help:
      "Write it below this heading, which is made at the end of the note if it is missing; `NOTE#HEADING` too."
  )
  static let task = Flag("task", short: "t", help: "Write it as a task: `- [ ] text`.")
  static let item = Flag("item", short: "i", help: "Write it as an item of a list: `- text`.")
  static let clipboard = Flag("clipboard", help: "Take the text that was copied last.")
  static let edit = Flag(
    "edit", short: "e", help: "Write the text in your editor, which opens with the text given.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show the change; write nothing.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  private static let options: [any ArgumentDeclaration] = [
    note, text, under, task, item, clipboard, edit, dryRun, json,
  ]
  private static let exits: KeyValuePairs<Int, String> = [
    0: "Done; the place is on standard output.", 1: "There is no such note, or no text.",
    2: "Several notes are meant.", 3: "Nothing was written.",
  ]
  static let jsonSection = Section(
    "JSON",
    """
    `--json` prints one object: `version` (1), `path`, `line` (the first of the text, from 1), `newNote`
    and `newHeading` (true if they were made).
    """)

  static let append = Command(
    "append", group: "Read and write", summary: "Write text at the end of a note",
    discussion: """
      The text comes from the words given, from standard input, from the clipboard, or at a terminal
      from your editor. It goes to the end of the note, or of the part below a heading: before the next
      heading of any level. The place is printed.

      A blank line parts it from what is there. An item of a list (`- text`) joins the list that ends
      there, and `--item` and `--task` write its marker as that list does. No other byte of the note
      is changed: line ends and a missing line end at the end of the file stay. Where code or a comment
      has no end, so that it would swallow the text, nothing is written.
      """,
    arguments: options, exclusive: [[task, item], [clipboard, edit], [dryRun, json]],
    sections: [jsonSection],
    examples: [
      "zib append walden 'The beans again.'": "A paragraph at the end.",
      "zib append 'Reading list' Middlemarch --under 'To read' --item": "An item below a heading.",
      "zib append @ --task 'ask Anna'": "A task in the note that was touched last.",
      "xclip -o | zib append walden -": "What is on standard input; `--clipboard` asks itself.",
    ],
    exitStatuses: exits, seeAlso: ["zib-prepend(1)", "zib-capture(1)", "zib-log(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try write(.end, arguments, session) }
  }

  static let prepend = Command(
    "prepend", group: "Read and write", summary: "Write text at the beginning of a note",
    discussion: """
      The text goes below the front matter and the title of the note, or right below a heading, as
      `zib append` writes it at the end.
      """,
    arguments: options, exclusive: [[task, item], [clipboard, edit], [dryRun, json]],
    sections: [jsonSection],
    examples: [
      "zib prepend Inbox --item 'call the plumber'": "The newest item comes first.",
      "zib prepend Plans --under Now 'The roof.'": "Right below a heading.",
    ],
    exitStatuses: exits, seeAlso: ["zib-append(1)", "zib-capture(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try write(.beginning, arguments, session) }
  }

  private static func write(
    _ place: NoteInsertion.Place, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    try session.tellLeftDrafts()
    // Before the text, which may be long in coming.
    let (path, heading) = try session.place(arguments[note], under: arguments[under])
    let source = try WrittenText(
      arguments[text], isFromClipboard: arguments[clipboard], wantsEditor: arguments[edit], session)
    let insertion = NoteInsertion(
      source.text, at: place, under: heading,
      as: arguments[task] ? .task : arguments[item] ? .item : .asIs)
    return try session.insert(
      insertion, into: path, from: source, isMade: false, isDryRun: arguments[dryRun],
      isJSON: arguments[json])
  }
}

extension CommandSession {
  /// The note that a word names, with the heading for what is written into it: that of the option, or the one after
  /// `#`, as links and `zib split` have it, where no note is named so as a whole.
  func place(_ name: String, under heading: String?) throws -> (path: NotePath, heading: String?) {
    do {
      return (try notePath(name), heading)
    } catch let error as NoteNotFound {
      guard heading == nil, let sign = name.firstIndex(of: "#"), sign > name.startIndex,
        let path = try? notePath(String(name[..<sign]))
      else { throw error }
      let words = name[name.index(after: sign)...].drop { $0 == "#" }
      guard !words.isEmpty else { throw error }
      return (path, String(words))
    }
  }

  /// Writes a text into a note and prints its place, or shows the change in a dry run.
  func insert(
    _ insertion: NoteInsertion, into path: NotePath, from source: WrittenText, isMade: Bool,
    isDryRun: Bool, isJSON: Bool
  ) throws -> ExitCode {
    if isDryRun {
      let plan = try vault().planInsertion(insertion, into: path, isMade: isMade)
      let difference = LineDifference(from: plan.old?.bytes ?? [], to: plan.change.bytes)
      try output.write(difference, of: shownPath(path))
      return .done
    }
    let isNew = try FileStatus.at(vault().root.appending(path), following: false) == nil
    let inserted: InsertedText
    do {
      inserted = try vault().insert(insertion, into: path, isMade: isMade)
    } catch {
      tellKept(source.file, piped: source.piped, as: WrittenText.fileName)
      throw error
    }
    discardDrafts()
    touch(path)
    tell(inserted.links, besides: path)
    if isNew { tellIgnored(path) }
    if isJSON {
      try output.writeJSON {
        $0.field("path", utf8: shownPathBytes(path))
        $0.field("line", inserted.line)
        $0.field("newNote", inserted.isNewNote)
        $0.field("newHeading", inserted.hasNewHeading)
      }
      return .done
    }
    if inserted.isNewNote { messages.note("made \(shown(path))") }
    if inserted.hasNewHeading, let heading = insertion.heading {
      messages.note("made the heading `\(heading)` at the end of \(shown(path))")
    }
    try output.write(untrusted: "\(shownPath(path)):\(inserted.line)")
    try output.writeLine()
    return .done
  }
}
