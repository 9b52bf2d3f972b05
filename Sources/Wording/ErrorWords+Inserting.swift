import Arguments
import Files
import Layout
import Notes
import Steps
import Terminals
import Vaults

/// The words for texts that are not put into a note, and files that are not removed.
extension ErrorWords {
  init(_ error: NoteInsertionError) {
    switch error {
    case .notUTF8:
      self.init(
        "the note is not valid UTF-8, and such a note is never rewritten",
        "save it as UTF-8 in your editor")
    case .textIsOpen:
      self.init(
        "the text opens a block of code or a comment that it does not close",
        "close it, so that what follows is not part of it")
    case .noteIsOpen:
      self.init(
        "the note has a block of code or a comment that is not closed, and would swallow the text",
        "close it with `zib edit`")
    case .isFrontMatter:
      self.init(
        "the text begins with `---` and would be read as properties",
        "`zib set` sets properties of a note")
    case .noHeading: self.init("`--under` names no heading", nil, .usage)
    case .isMerging:
      self.init(
        "the note has conflict markers of git, and the text would go into one side",
        "`zib status` says what git waits for")
    }
  }

  init(_ error: DeedError) {
    switch error {
    case .unreadable(let path):
      self.init(
        "the record of the last change cannot be read; nothing was undone",
        "without the file \(path.description) `zib undo` takes back what was done before it")
    }
  }

  init(_ error: AttachError) {
    switch error {
    case .badFolder(let folder):
      self.init(
        "`\(folder)` cannot be a folder for attachments",
        "name one in the vault with `zib config attachments.folder`")
    case .secret(let name):
      self.init(
        "`\(name)` has the name of a secret, which is never sent unasked, and its copy would be sent to every device",
        "if that is meant, copy it into the vault under another name, and attach that")
    case .noLink(let path):
      self.init("no link can lead to \(path) by its name", "give the file another name")
    }
  }

  init(_ error: LinkOut) {
    self.init(
      "the symbolic link \(error.link) leads to \(error.target), which is no part of the vault; nothing was read",
      "a link may have come from another device; name \(shellQuoted(error.target.description)) itself if that is meant"
    )
  }

  init(_ error: RemovalRefusal) {
    let unchanged = "nothing was removed"
    switch error {
    case .nothingThere(let path):
      self.init("there is nothing at \(path) to remove", nil, .nothingFound)
    case .folder(let path):
      self.init(
        "\(path) is a folder; \(unchanged)",
        "name its notes: `zib search -l \(shellQuoted("path:\"\(path.text)/*\"")) | zib rm -`",
        .usage)
    case .hidden(let path):
      self.init("\(path) is hidden, so zib does not remove it", nil, .usage)
    case .conflict(let copy):
      self.init(
        "\(copy) holds the other version of a conflict; \(unchanged)",
        "`zib resolve` first makes one note of both")
    case .heldBack(let path):
      self.init(
        "only this folder has \(path), or an edit of it, and `zib undo` could not bring it back; \(unchanged)",
        "`zib status` says why it is held back: take out of it what no other device may have, or send it to all with "
          + "`zib commit --include \(shellQuoted(path.description))`; then run `zib rm` again"
      )
    case .ignored(let path):
      self.init(
        "git ignores \(path), so no history has it and `zib undo` could not bring it back; \(unchanged)",
        Self.hint(forIgnored: path, "rm"))
    case .waits(let path):
      self.init(
        "the history has a version of \(path) that cannot be written here; \(unchanged)",
        "`zib status` says why")
    case .notHere(let path):
      self.init(
        "\(path) is a symbolic link, or in a submodule; \(unchanged)",
        "name the note that the link leads to; `zib rm` and `zib mv` take the link itself")
    }
  }
}
