import Arguments
import Files
import Sessions
import Terminals
import Vaults

/// `zib edit`: notes in the person's editor.
enum Edit {
  static let notes = Positional(
    "NOTE", each: .string(completing: .values(of: "notes")), atLeast: 1,
    help: "A path, or the title or file name of a note; `NOTE:LINE` opens it at a line.")

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
      "zib edit Books/Walden.md:12": "Open it at line 12, as `zib search` prints places.",
    ],
    exitStatuses: [
      0: "The editor was closed.", 1: "There is no such note, or several.",
      3: "There is no editor, or it failed.",
    ],
    seeAlso: ["zib-show(1)", "zib-new(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try session.edit(arguments[notes].map { try place($0, session) })
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
    return (try session.notePath(String(name)), line)
  }
}
