import Arguments
import Files
import Layout
import Notes
import Terminals
import Vaults

extension ErrorWords {
  /// The cause alone, for a sentence that says itself what was done in spite of it.
  package var cause: String {
    let end = "; nothing was changed"
    return message.hasSuffix(end) ? String(message.dropLast(end.count)) : message
  }
}

/// The words for refusals of moves.
extension ErrorWords {
  init(_ error: MoveRefusal) {
    let unchanged = "nothing was changed"
    switch error {
    case .nothingThere(let path):
      self.init("there is nothing at \(path) to move", nil, .nothingFound)
    case .sameName(let path): self.init("\(path) has that name already", nil, .usage)
    case .intoItself(let path): self.init("\(path) cannot be moved into itself", nil, .usage)
    case .hidden(let path):
      self.init(
        "\(path) is hidden or outside the vault, so zib does not move it", nil, .usage)
    case .name(let name, let flaw):
      let reason = Self.words(for: flaw)
      self.init("the name `\(SafeText.escaped(name))` \(reason)", "choose another name", .usage)
    case .nameOfCopy(let name):
      self.init(
        "`\(SafeText.escaped(name))` would be taken for a conflict copy", "choose another name",
        .usage)
    case .leftOut(let path):
      self.init(
        "\(path) is ignored or excluded, so zib would not find it there; \(unchanged)",
        "`zib config exclude` and .gitignore have the rules")
    case .tooLong(let path):
      self.init(
        "the path would have \(path.bytes.count) bytes, and the system opens none so long; \(unchanged)",
        "choose a shorter one", .usage)
    case .taken(let path):
      self.init(
        "the history has \(path), which is not in the folder now; \(unchanged)",
        "choose another name, or bring it into the folder first")
    case .conflict(let copy):
      self.init(
        "\(copy) holds the other version of a conflict; \(unchanged)",
        "`zib resolve` first makes one note of both")
    case .heldBack(let path):
      self.init(
        "only this folder has \(path), or an edit of it, and `zib undo` could not bring it back; \(unchanged)",
        "`zib status` says why it is held back: take out of it what no other device may have, or send it to all with "
          + "`zib commit --include \(shellQuoted(path.description))`; then run `zib mv` again"
      )
    case .waits(let path):
      self.init(
        "the history has a version of \(path) that cannot be written here; \(unchanged)",
        "`zib status` says why")
    case .notHere(let path):
      self.init(
        "\(path) has a submodule in it, or files that are not checked out here; \(unchanged)",
        "move it with `git mv`")
    case .notUTF8(let path):
      self.init(
        "\(path) has a link to rewrite and is not valid UTF-8, so zib does not rewrite it; \(unchanged)",
        "save it as UTF-8 in your editor")
    case .folderReadOnly(let path):
      self.init(
        "the folder of \(path) cannot be written to; \(unchanged)",
        "check its permissions with `ls -ld`")
    case .link(let path, let link):
      let reason =
        switch link.reason {
        case .noName: "cannot be written with the new name"
        case .ambiguous: "would mean another heading of the new name"
        case .definition:
          "takes its destination from a definition with escapes or of several lines, which zib does not rewrite"
        case .parted: "shows a range of the note, whose ends would be in two notes"
        }
      self.init(
        "\(path):\(link.line): the link \(link.written) \(reason); \(unchanged)",
        Self.hint(for: link))
    case .anchor(let path, let anchor, let refusal): self.init(refusal, anchor, path)
    case .headings(let path):
      self.init(
        "the headings of \(path) have links to each other in them, and cannot all follow the new name; \(unchanged)",
        "give these links a text of their own: `[[Note#Heading|text]]`")
    case .hashtag(let path):
      self.init(
        "\(path) has the hashtag where the new one cannot be written; \(unchanged)",
        "change it there in your editor")
    case .linkInHashtag(let path, let page, let file):
      self.init(
        "`#[[\(SafeText.escaped(page))]]` in \(path) is a link to \(file) as well, which the new name would break; \(unchanged)",
        "`zib mv \(typedPath(page)) NAME` gives the page another name, and this hashtag follows"
      )
    case .text(let name, let sign):
      self.init(
        "the text of links cannot be `\(SafeText.escaped(name))`, because of the `\(SafeText.escaped(String(sign)))` in it; \(unchanged)",
        "without `--text` the links follow and keep their text", .usage)
    case .locked(let path):
      self.init(
        "\(path) is locked by the system, which lets nobody move or change it; \(unchanged)",
        "`lsattr` shows the lock, and `chattr -ia \(shellQuoted(path.description))` takes it away")
    case .otherRepository(let path):
      self.init(
        "\(path) is in a git repository of its own, which zib does not change; \(unchanged)",
        "change it there; `zib config exclude` can leave its folder out of this vault")
    case .intoRepository(let path, let repository):
      self.init(
        "\(path) would be in \(repository), a git repository of its own, where the history of this vault keeps nothing; \(unchanged)",
        "choose a folder outside of \(repository)")
    case .ignored(let path):
      self.init(
        "git ignores \(path), so no history has it and `zib undo` could not bring it back; \(unchanged)",
        Self.hint(forIgnored: path, "mv"))
    case .alias(let path, let alias, let refusal): self.init(refusal, alias, path)
    case .part(let path, let refusal):
      switch refusal {
      case .notFound: self.init("\(path) has no such heading; \(unchanged)", nil, .nothingFound)
      case .noSection:
        self.init(
          "that heading of \(path) is in a quote or list, or is all of the note; \(unchanged)",
          "`zib mv` renames or moves a whole note", .usage)
      case .entangled:
        self.init(
          "something in \(path) would not end where it ends now, such as a block of code, a comment or an element of HTML; \(unchanged)",
          "close it in your editor first")
      }
    }
  }

  /// How to go on with a file that git ignores.
  ///
  /// - Parameter program: the system's program that does what was asked for.
  static func hint(forIgnored path: NotePath, _ program: String) -> String {
    "`\(program)` does it without a way back; `git check-ignore -v \(shellQuoted(path.description))` names the rule by "
      + "which git ignores it"
  }

  private init(_ error: AliasRefusal, _ alias: String, _ path: NotePath) {
    let unchanged = "nothing was changed"
    let shown = SafeText.escaped(alias)
    switch error {
    case .notFound:
      self.init(
        "\(path) has no alias `\(shown)`", "its aliases are in its front matter", .nothingFound)
    case .sameName: self.init("`\(shown)` of \(path) has that name already", nil, .usage)
    case .taken:
      self.init("another alias of \(path) has the new name; \(unchanged)", nil, .usage)
    case .noAlias:
      self.init(
        "the new name cannot be written among the aliases of \(path); \(unchanged)",
        "change it in your editor, and make a list of the aliases", .usage)
    }
  }

  private init(_ error: AnchorRefusal, _ anchor: String, _ path: NotePath) {
    let unchanged = "nothing was changed"
    switch error {
    case .notFound:
      self.init("\(path) has no heading or block `\(anchor)`", nil, .nothingFound)
    case .sameName: self.init("`\(anchor)` of \(path) has that name already", nil, .usage)
    case .noHeading:
      self.init(
        "the new text cannot be that heading of \(path); \(unchanged)",
        "a heading is one line, without `#` at its end", .usage)
    case .noBlockID:
      self.init(
        "the new name cannot be a block id of \(path); \(unchanged)",
        "a block id has letters without accents, digits and hyphens", .usage)
    case .taken:
      self.init("another block of \(path) has that id; \(unchanged)", "choose another id")
    }
  }

  private static func hint(for link: LinkNotRewritten) -> String {
    switch link.reason {
    case .noName:
      switch link.path == nil ? ["#", "|", "[", "]", "^"] : link.signs {
      case []: "choose another name"
      case [" "]: "choose a name without a space at an end"
      case let signs:
        "choose a name without "
          + signs.filter { $0 != " " }.map { String($0) }.joined(separator: " ")
          + " in it" + (signs.contains(" ") ? ", or a space at an end" : "")
      }
    case .ambiguous:
      "choose a name that no other heading of the note has, or rename the other one first: `zib mv 'NOTE#HEADING' NEW`"
    case .definition: "write the definition on one line, as it is"
    case .parted: "let the link end where the section does, or link to the section alone"
    }
  }

  private static func words(for flaw: PortableName.Flaw) -> String {
    switch flaw {
    case .notUTF8: "is not valid UTF-8"
    case .character(let character):
      "has `\(SafeText.escaped(String(character)))` in it, which other systems refuse"
    case .ending: "ends with a dot or space, which other systems drop"
    case .device: "is the name of a device on Windows"
    case .long: "is longer than 255 bytes"
    case .git: "is one that git refuses"
    }
  }
}
