import Indexing
import Rendering
import Settings
import Terminals
import Wording

/// Text that a person gives to a command: on the command line, on standard input, from the clipboard or in the editor.
package struct WrittenText {
  /// The text, without blank lines at its ends.
  package let text: String
  /// The file that the editor wrote, until the text is in a note.
  package let file: String?
  /// The bytes that came from a pipe, which nobody else has.
  package let piped: [UInt8]?

  /// The name of the file that the editor opens.
  package static let fileName = "text.md"

  /// Gets the text; at a terminal without words it is written in the editor.
  ///
  /// - Parameters:
  ///   - words: make one text; `-` is standard input, which is read without any as well, unless it is a terminal.
  ///   - isFromClipboard: true to take what was copied last.
  /// - Throws: `Failure` where there is none, or the text is not valid UTF-8.
  package init(
    _ words: [String], isFromClipboard: Bool, wantsEditor: Bool, _ session: CommandSession
  ) throws {
    var text = words.joined(separator: " ")
    var piped: [UInt8]?
    if isFromClipboard {
      let copied = try LogText.utf8(session.clipboard())
      text = words.isEmpty ? copied : text + "\n" + copied
    } else if words == ["-"] || (words.isEmpty && !Platform.isTerminal(0)) {
      let bytes = try session.standardInput()
      if !Platform.isFile(0) { piped = bytes }
      text = try LogText.utf8(bytes)
    }
    var file: String?
    if wantsEditor || (words.isEmpty && !isFromClipboard && session.mayAsk) {
      let draft = try session.makeDraft()
      file = try draft.write(Array((text.isEmpty ? "" : text + "\n").utf8), as: Self.fileName)
      text = try LogText.utf8(session.edit(draft, Self.fileName, at: nil))
    }
    self.text = JournalText.trimmed(text.utf8)
    self.file = file
    self.piped = piped
    if self.text.isEmpty {
      session.discardDrafts()
      throw Failure("nothing was written, because there is no text", code: .nothingFound)
    }
  }
}

extension CommandSession {
  /// The bytes that were copied last, by the person's program or the one that the desktop has for it.
  ///
  /// - Throws: `Failure` where there is no such program, or it fails.
  func clipboard() throws -> [UInt8] {
    let own = (try? vaultForOwnSettings().configuration.text("clipboard")) ?? ""
    guard let command = own.isEmpty ? clipboardProgram : own else {
      throw Failure(
        "no program that reads the clipboard was found",
        hint: "install wl-clipboard, xclip or xsel, or name one with `zib config clipboard`")
    }
    guard let (bytes, code) = Platform.output(ofShell: command), code == 0 else {
      throw Failure(
        "the clipboard cannot be read: `\(command)` failed",
        hint: "name another program with `zib config clipboard`")
    }
    return bytes
  }

  private var clipboardProgram: String? {
    var commands = ["pbpaste", "termux-clipboard-get"]
    if environment["DISPLAY"] != nil {
      commands = ["xclip -selection clipboard -o", "xsel --clipboard --output"] + commands
    }
    if environment["WAYLAND_DISPLAY"] != nil { commands = ["wl-paste --no-newline"] + commands }
    return commands.first { environment.finds(program: $0) }
  }
}
