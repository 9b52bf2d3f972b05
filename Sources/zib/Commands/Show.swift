import Arguments
import Exchange
import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib show`: a note, drawn for the terminal, unchanged, or as facts.
enum Show {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")), atLeast: 1,
    help: """
      A path, or the title or file name of a note; `NOTE#HEADING` and `NOTE#^BLOCK` are a part of \
      it, and `-` is standard input.
      """)
  static let raw = Flag(
    "raw", help: "Print the note byte for byte; the default into files and pipes.")
  static let rendered = Flag(
    "rendered", help: "Format the note even if the output is not a terminal.")
  static let json = Flag("json", help: "Print what the note says as JSON.")
  static let properties = Flag(
    "properties", invertible: true, default: true, help: "Show the front matter.")

  static let backlinks = Flag(
    "backlinks", help: "Format the note, and list the links that lead to it at its end.")
  static let at = Option(
    "at", value: "REV|DATE", .string,
    help: "Show the note as it was then: `2026-10`, `yesterday 18:00`, `HEAD~3`.")

  static let command = Command(
    "show", aliases: ["cat"], group: "Read and write", summary: "Show a note",
    discussion: """
      On a terminal the note is drawn: headings, lists, tables and quotes take their shape, links
      can be clicked where the terminal can do it and are numbered where it cannot, and what is
      longer than the screen is shown in the pager. Into a file or a pipe goes the note as it is.

      A note is named by its path from here or from the vault's root, with or without `.md`, by its
      file name, its title or an alias; case does not matter.
      """,
    arguments: [notes, raw, rendered, json, ShareForm.option, properties, backlinks, at],
    exclusive: [
      [raw, rendered, json, ShareForm.option], [raw, backlinks, json, ShareForm.option],
      [backlinks, at],
    ],
    sections: [jsonSection],
    examples: [
      "zib show walden": "Read a note.",
      "zib show 'quince#What to do with forty kilos'": "Read one section.",
      "zib show Books/Walden.md --raw": "Print the file as it is.",
      "zib show walden --at 2026-10": "As it was at the end of October.",
      "zib show walden --as html": "As a page for somebody else; see `zib share`.",
      "zib show walden --backlinks": "With the links that lead to it at its end.",
      "zib show walden --json": "What it says: title, tags, properties, headings, links, tasks.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There is no such note or section.", 2: "Several notes are meant.",
      3: "It cannot be read.",
    ],
    seeAlso: ["zib-edit(1)", "zib-search(1)", "zib-share(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try show(arguments, session)
      return .done
    }
  }

  private static let jsonSection = Section(
    "JSON",
    """
    An object with `version` (1) and `notes`: for each note `path`, `title`, `aliases`, `tags`,
    `language`, `summary`, `words`, `properties`, `headings`, `links`, `tasks`, `quotes`, `clozes`
    and `questions`, with lines and columns that count from 1.
    """)

  private static func show(_ arguments: ParsedArguments, _ session: CommandSession) throws {
    let isDrawn =
      arguments[rendered] || arguments[backlinks]
      || (session.terminal.isOutputTerminal && !arguments[raw])
    let sources = try arguments[notes].map { name in
      try arguments[at].map { try past(name, at: $0, session) } ?? source(name, session)
    }
    if arguments[json] || arguments[ShareForm.option] == .json {
      return try printJSON(sources, session)
    }
    if let form = arguments[ShareForm.option] { return try share(sources, as: form, session) }
    if let path = sources.last?.path, arguments[at] == nil { session.touch(path) }
    if isDrawn { session.page() }
    for (index, source) in sources.enumerated() {
      if !isDrawn {
        try session.output.write(untrusted: source.bytes)
        continue
      }
      if index > 0 { try session.output.writeLine() }
      if sources.count > 1 {
        try session.output.writeLine(StyledText(source.shownPath, .path))
        try session.output.writeLine()
      }
      try draw(source, session, properties: arguments[properties])
      if arguments[backlinks], let path = source.path {
        try drawBacklinks(to: path, anchor: source.anchor, session)
      }
    }
  }

  /// A note, or a section of one, as it was read.
  struct Source {
    /// The path, or nil for standard input.
    let path: NotePath?
    let shownPath: String
    let name: String
    let bytes: [UInt8]
    /// The heading or block that the section begins with, as it was asked for.
    var anchor: String?
    /// True if it is only a section.
    var isPart: Bool { anchor != nil }
    /// A section with the footnotes that it refers to.
    var partWithFootnotes: [UInt8]?
    /// The language of the note of which it is a section.
    var language: String?

    /// The note as it is handed to other people.
    func sharedNote(_ options: NoteOptions) -> Note {
      guard let partWithFootnotes else { return note(options) }
      return Note(
        piece: partWithFootnotes, named: name, language: language, options: options)
    }

    /// The note in its bytes.
    func note(_ options: NoteOptions = NoteOptions()) -> Note {
      isPart
        ? Note(piece: bytes, named: name, language: language, options: options)
        : Note(parsing: bytes, named: name, options: options)
    }
  }

  /// The note, or the part of one, that a word names.
  static func source(_ word: String, _ session: CommandSession) throws -> Source {
    if word == "-" {
      return Source(path: nil, shownPath: "-", name: "", bytes: try session.standardInput())
    }
    let (path, anchor) = try session.place(word)
    let bytes = try session.vault().folder.read(path).bytes
    let name = String(decoding: path.stem, as: UTF8.self)
    guard let anchor else {
      return Source(path: path, shownPath: session.shownPath(path), name: name, bytes: bytes)
    }
    let options = try session.vault().noteOptions
    let note = Note(parsing: bytes, options: options)
    let range = try note.requiredSection(anchor, at: path)
    let part = Array(bytes[range.indices])
    let shared = note.withReferencesInPlace(options)
    return Source(
      path: path, shownPath: session.shownPath(path), name: name,
      bytes: part.last == 0x0A ? part : part + [0x0A], anchor: anchor,
      partWithFootnotes: SharedPiece.bytes(
        of: shared, try shared.requiredSection(anchor, at: path)),
      language: note.language)
  }

  private static func past(_ name: String, at text: String, _ session: CommandSession) throws
    -> Source
  {
    let history = try session.vault().past()
    let version = try history.version(at: text, now: session.now, zone: session.zone)
    let plan = try Restore.plan(name, version, history, session)
    guard plan.files.count == 1, let (path, file) = plan.files.first else {
      throw RestoreError.several(name, plan.files.keys.sorted())
    }
    return Source(
      path: path, shownPath: session.shownPath(path),
      name: String(decoding: path.stem, as: UTF8.self),
      bytes: try history.repository.blob(file.id))
  }

  private static func draw(_ source: Source, _ session: CommandSession, properties: Bool) throws {
    if let path = source.path {
      return try session.draw(source.bytes, at: path, showingFrontMatter: properties)
    }
    let note = source.note()
    let lines = MarkdownRenderer.lines(
      of: note, on: session.terminal, showingFrontMatter: properties)
    for line in lines { try session.output.writeLine(line) }
  }

  private static func drawBacklinks(
    to path: NotePath, anchor: String?, _ session: CommandSession
  ) throws {
    let found = try session.search { search in try search.backlinks(to: path, anchor: anchor) }
    if found.isEmpty { return }
    try session.output.writeLine()
    try session.output.writeLine(StyledText("Linked from", .title))
    try Backlinks.printLines(found, session)
  }

  private static func share(
    _ sources: [Source], as form: ShareForm, _ session: CommandSession
  ) throws {
    let options =
      sources.contains { $0.path != nil } ? try session.vault().noteOptions : NoteOptions()
    let places = SharedPlaces(form, sources.filter { !$0.isPart }.compactMap(\.path), session)
    let notes = sources.map { $0.sharedNote(options) }
    let only = notes.count == 1 ? notes[0] : nil
    try session.share(
      as: form, title: only?.readableTitle ?? Amount.count(notes.count, "note"),
      language: only?.language
    ) { print in
      for (note, source) in zip(notes, sources) {
        let id = source.isPart ? nil : source.path.flatMap(places.id)
        let links =
          source.path.map { places.links(of: $0, for: note) }
          ?? SharedPlaces.links(for: note, session)
        try print(
          .note(
            SharedNote(
              note, isPart: source.isPart, isAlone: only != nil && form == .markdown, id: id,
              links: links)))
      }
    }
    places.tellEmbedded()
  }

  private static func printJSON(_ sources: [Source], _ session: CommandSession) throws {
    let options =
      sources.contains { $0.path != nil } ? try session.vault().noteOptions : NoteOptions()
    try session.output.writeJSON {
      try $0.array("notes") {
        for source in sources {
          let note = source.note(options)
          $0.object {
            $0.field("path", source.shownPath)
            $0.facts(of: note)
          }
          try session.output.write(draining: &$0)
        }
      }
    }
  }
}
