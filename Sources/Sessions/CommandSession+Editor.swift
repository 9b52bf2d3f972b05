import Files
import Git
import History
import Indexing
import Notes
import Settings
import Terminals
import Vaults
import Wording

/// The person's editor, and what a sync did to notes while it was open.
extension CommandSession {
  /// The editor that the person chose.
  package func editor() throws -> Editor {
    guard let editor = Editor(environment: environment, configured: ownSetting("editor")) else {
      throw Failure(
        "no editor is set", hint: "set one with `zib config editor`, or the variable EDITOR")
    }
    return editor
  }

  /// A setting that names a program, unless it is empty.
  func ownSetting(_ name: String) -> String? {
    // Without a vault that can be read there are still the environment and the defaults.
    let text = (try? vaultForOwnSettings().configuration.text(name)) ?? ""
    return text.isEmpty ? nil : text
  }

  /// Opens notes in the person's editor and waits until it is closed.
  package func edit(_ places: [(path: NotePath, line: Int?)]) throws {
    var told = ""
    defer {
      // A finder that covers the terminal again says it too.
      if !told.isEmpty, let vault = try? vault() {
        CacheFile(Self.toldFile, of: vault).replace(with: Array(told.utf8))
      }
    }
    try edit(places) { words, isWarning in
      if isWarning { messages.warning(words) } else { messages.note(words) }
      told += (isWarning ? "!" : " ") + words + "\n"
    }
  }

  /// Opens notes in the person's editor and waits until it is closed.
  ///
  /// - Parameter tell: shows a sentence on a note that a sync changed while it was open; true for a warning.
  package func edit(
    _ places: [(path: NotePath, line: Int?)], tell: (_ words: String, _ isWarning: Bool) -> Void
  ) throws {
    if let last = places.last { touch(last.path) }
    let vault = try vault()
    let ends = vault.endsOfOperations()
    defer { if let ends { mergeEdited(places.map(\.path), besidesOperationsTo: ends, tell) } }
    try edit(
      files: places.map { (vault.root.appending($0.path).text, $0.line) },
      hint: places.count == 1 ? "the note is at \(shown(places[0].path))" : nil)
  }

  /// Tells which notes were changed by a sync while they were open, and what became of that.
  private func mergeEdited(
    _ paths: [NotePath], besidesOperationsTo ends: Set<ObjectID>,
    _ tell: (_ words: String, _ isWarning: Bool) -> Void
  ) {
    do {
      for outcome in try vault().mergeEdited(paths, besidesOperationsTo: ends) {
        switch outcome {
        case .merged(let path):
          tell("\(shown(path)) was changed while it was open; it has both changes now", false)
        case .beside(let path, let copy):
          tell(
            "\(shown(path)) was changed while it was open, at the same place; that text is kept as "
              + "\(shown(copy)), and `zib resolve \(typedPath(shownPathBytes(path)))` goes through "
              + "the differences", true)
        }
      }
    } catch {
      tell(
        "it could not be looked whether a sync changed the note while it was open: "
          + ErrorWords(error).message, true)
    }
  }

  /// Opens files in the person's editor and waits until it is closed.
  ///
  /// - Parameter hint: the advice if the editor failed.
  package func edit(files: [Editor.Place], hint: String? = nil) throws {
    let editor = try editor()
    guard environment.finds(program: editor.command) else {
      throw Failure(
        "the editor `\(editor.command)` cannot be found",
        hint: "set another with `zib config editor`, or the variable EDITOR")
    }
    let code = editor.open(files)
    if code != 0 {
      throw Failure(
        "the editor `\(editor.command)` "
          + (code.map { "ended with code \($0)" } ?? "could not be started"),
        hint: hint)
    }
  }

  private static let toldFile = "told-of-edited"

  /// The sentences that a command with an editor has said of notes that a sync changed while they were open.
  ///
  /// They are given once.
  package func takeToldOfEdited() throws -> [(words: String, isWarning: Bool)] {
    let file = CacheFile(Self.toldFile, of: try vault())
    guard let path = file.path, let bytes = Platform.contents(of: path.text, limit: 1 << 16) else {
      return []
    }
    file.remove()
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n").map { (String($0.dropFirst()), $0.hasPrefix("!")) }
  }
}
