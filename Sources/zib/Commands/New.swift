import Arguments
import Files
import Notes
import Sessions
import Terminals
import Vaults

/// `zib new`: a note from a template.
enum New {
  static let title = Positional(
    "TITLE", each: .string, atLeast: 1,
    help: "The title; several words make one. One that begins with `/`, `./` or `../` is a path.")
  static let template = Option(
    "template", short: "t", value: "NAME", .string(completing: .values(of: "templates")),
    help: "The template, by its file name; by default `note`, if there is one.")
  static let folder = Option(
    "folder", short: "d", value: "DIR", .directory,
    help: "The folder, from the vault's root; by default that of `zib config new.folder`.")
  static let variable = Option(
    "var", value: "NAME=TEXT", each: .keyValue,
    help: "The value of `{{NAME}}` in the template.")
  static let content = Option(
    "content", short: "c", value: "FILE", .file,
    help: "Text to put below the template's; `-` is standard input.")
  static let edit = Flag(
    "edit", invertible: true,
    help: "Open the note in your editor; by default only at a terminal.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show the note; write nothing.")

  static let command = Command(
    "new", aliases: ["n"], group: "Read and write", summary: "Write a new note",
    discussion: """
      The note begins as its template: `.zib/templates/note.md`, or the one that `--template`
      names. It gets a file name after `zib config new.filename`, is opened in your editor, and its
      path is printed. Nothing is ever overwritten, and no link is taken: one that would mean the new
      note in place of another is written longer, in its note, and told.
      """,
    arguments: [title, template, folder, variable, content, edit, dryRun],
    sections: [
      Section(
        "Templates",
        """
        Templates are Markdown files in `.zib/templates`, or in the folder that another tool's
        settings name. These names are replaced; whatever else stands in double braces is a
        variable of your own, given with `--var` or asked for.
        """,
        items: [
          "{{title}}": "The title.",
          "{{date}}, {{time}}": "The day and the time, in ISO form.",
          "{{date:PATTERN}}": "The date after a pattern such as `YYYY-MM-DD` or `dddd D MMMM`.",
          "{{cursor}}": "Where the editor opens.",
        ])
    ],
    examples: [
      "zib new On rereading": "Write a note and open it.",
      "zib new Middlemarch -t book -d Books --var author='George Eliot'": "A note on a book.",
      "pbpaste | zib new 'From the web' --content - --no-edit": "Keep what is on standard input.",
    ],
    exitStatuses: [0: "Done; the path is on standard output.", 3: "Nothing was written."],
    seeAlso: ["zib-edit(1)", "zib-config(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try write(arguments, session)
      return .done
    }
  }

  /// A title as it was typed; a path from the current folder, or of the disk, as one from the vault's root.
  private static func typed(_ title: String, _ session: CommandSession) throws -> String {
    let root = try session.vault().root.text + "/"
    if title.hasPrefix(root) { return "/" + title.dropFirst(root.count) }
    guard ["./", "../"].contains(where: title.hasPrefix) else { return title }
    let place = try session.vaultSpelling(of: title)
    return place.hasPrefix("./") || place.hasPrefix("../") ? place : "/" + place
  }

  private static func write(_ arguments: ParsedArguments, _ session: CommandSession) throws {
    let vault = try session.vault()
    var new = try NewNote(
      typed: typed(arguments[title].joined(separator: " "), session), folder: arguments[folder],
      template: arguments[template])
    for pair in arguments[variable] { new.variables[pair.key] = pair.value }
    if let file = arguments[content] {
      new.body = String(decoding: try session.contents(of: file), as: UTF8.self)
    }
    var draft = try vault.draft(new, at: session.now, in: session.zone)
    if session.mayAsk, arguments[content] != "-" {
      for name in draft.unknown { new.variables[name] = session.ask("\(name): ") }
      if !draft.unknown.isEmpty { draft = try vault.draft(new, at: session.now, in: session.zone) }
    }
    let isAtTerminal = session.mayAsk && session.terminal.isOutputTerminal
    try session.create(
      draft, isDryRun: arguments[dryRun],
      isEdited: arguments.isGiven(edit) ? arguments[edit] : isAtTerminal)
  }
}

extension CommandSession {
  /// Writes a new note, or shows it in a dry run; opens it in the editor if asked; prints its path.
  func create(_ draft: DraftNote, isDryRun: Bool, isEdited: Bool) throws {
    for name in draft.unknown {
      messages.warning(
        "the template's {{\(name)}} has no value; give one with `--var \(name)=TEXT`")
    }
    let shown = shownPath(draft.path)
    if isDryRun {
      messages.note("would write \(shown):")
      tell(
        try vault().plannedLinks(besides: [vault().newFile(draft)]), besides: draft.path,
        isDryRun: true)
      return try output.write(untrusted: draft.text, keepingLines: true)
    }
    let bar = ProgressBar(
      "Rewriting links", terminal: terminal, quiet: messages.level == .quiet)
    let kept = try vault().create(draft) { bar.update($0, of: $1) }
    bar.finish()
    tell(kept, besides: draft.path)
    tellIgnored(draft.path)
    touch(draft.path)
    if isEdited { try edit([(draft.path, draft.line)]) }
    try output.write(untrusted: shown)
    try output.writeLine()
  }
}
