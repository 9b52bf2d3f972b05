import Arguments
import Files
import Sessions
import Terminals
import Vaults

/// `zib edit`: notes in the person's editor.
enum Edit {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")), atLeast: 1,
    help: """
      A path, title or file name of a note, or a part of one that no other note has; `NOTE:LINE` opens \
      it at a line. `@1` is the first of the last list, `@` the note touched last.
      """)

  static let command = Command(
    "edit", aliases: ["e"], group: "Read and write", summary: "Open notes in your editor",
    discussion: """
      The editor is the one of `zib config editor`, else `$VISUAL`, else `$EDITOR`, else `vi` or
      `nano`. vi, vim, nvim, nano, emacs, micro, kak, Helix, VS Code, Sublime Text, Zed and some
      others are told the line.
      """,
    arguments: [notes],
    examples: [
      "zib edit walden": "Open a note.",
      "zib edit marg": "The note with this in its name; of several you choose.",
      "zib edit @2": "The second of what `zib list` or `zib search` printed last.",
      "zib edit Books/Walden.md:12": "Open it at line 12, as `zib search` prints places.",
    ],
    exitStatuses: [
      0: "The editor was closed.", 1: "There is no such note.", 2: "Several notes are meant.",
      3: "There is no editor, or it failed.",
    ],
    seeAlso: ["zib-show(1)", "zib-new(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let places = try arguments[notes].map { try place($0, session) }
      try session.edit(places)
      return .done
    }
  }

  /// Reads `NOTE:LINE` and `NOTE:LINE:COLUMN`; a note whose own name ends so goes before.
  private static func place(_ word: String, _ session: CommandSession) throws -> (
    path: NotePath, line: Int?
  ) {
    var name = Substring(word)
    var line: Int?
    if name.hasSuffix(":") { name.removeLast() }
    for _ in 0..<2 {
      guard let colon = name.lastIndex(of: ":"),
        let number = Int(name[name.index(after: colon)...]), number > 0
      else { break }
      line = number
      name = name[..<colon]
    }
    if line != nil, let path = try session.existingNote(word) { return (path, nil) }
    if let place = try session.recentPlace(String(name)) { return (place.path, line ?? place.line) }
    return (try session.notePath(String(name)), line)
  }
}
