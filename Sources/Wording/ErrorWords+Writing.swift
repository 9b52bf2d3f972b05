import Exchange
import Imports
import Notes
import ReviewStore
import Terminals
import Vaults

/// The words for errors of writing notes and settings.
extension ErrorWords {
  init(_ error: FrontMatterEditError) {
    switch error {
    case .notUTF8:
      self.init("the note is not valid UTF-8, so zib does not rewrite it")
    case .invalid(let message, _):
      self.init("the front matter cannot be read: \(message)", "`zib check` says where")
    case .unterminated:
      self.init("the front matter has no `---` at its end", "add the line")
    case .notLines:
      self.init("the front matter is JSON or in braces, which zib does not edit")
    case .entangled(let key):
      self.init("`\(key)` cannot be changed alone", "change it with `zib edit`")
    }
  }

  init(_ error: ExchangeError) {
    switch error {
    case .system(let operation, let path, let code):
      self.init(
        "cannot \(operation) \(String(decoding: path, as: UTF8.self)): \(Platform.message(for: code))",
        "check that the folder exists and can be written")
    case .format: self.init(error.description)
    }
  }

  init(_ error: ReviewError) {
    switch error {
    case .noVault(let root):
      self.init(
        "answers to cards are stored in `.zib`, and \(root) has none", "run `zib init` there")
    case .noPlaceForDevice:
      self.init(
        "there is no folder to store the state of this device in",
        "set HOME or XDG_STATE_HOME to one that can be written")
    }
  }

  init(_ error: NewNoteError) {
    switch error {
    case .noTemplate(let name, let available):
      self.init(
        "there is no template `\(name)`",
        available.isEmpty
          ? "templates are Markdown files in the folder of `zib config templates.folder`"
          : "there are \(available.joined(separator: ", "))", .usage)
    case .badPath(let path):
      self.init(
        "`\(path)` is outside the vault or hidden, and would not be a note",
        "choose another title or folder", .usage)
    case .existsAs(let path):
      self.init(
        "\(path) already exists, with other capitals; nothing was written",
        "choose another title, or open it with `zib edit`")
    }
  }

  init(_ error: ImportError) {
    switch error {
    case .notUTF8:
      self.init("the note is not valid UTF-8, so zib does not rewrite it")
    case .noteIsOpen:
      self.init(
        "the note has a code fence or comment that is not closed, and what is added would become part of it",
        "close it with `zib edit`, and import again")
    case .badFolder(let name):
      self.init(
        "`\(name)` is outside the vault or hidden", "give a folder relative to the vault's root",
        .usage)
    case .noFolder(let name):
      self.init(
        "`\(name)` has to be a folder, but is a file or a link; nothing was imported",
        "move it, or import into another folder with `--into`")
    }
  }

  init(_ error: ConfigurationError) {
    switch error {
    case .unknown(let name, let suggestion):
      self.init(
        "there is no setting `\(name)`",
        suggestion.map { "did you mean `\($0)`?" } ?? "`zib config` lists the settings", .usage)
    case .unfit(let name, let expected):
      self.init("`\(name)` has to be \(expected)", nil, .usage)
    case .onlyForPerson(let name):
      self.init(
        "a vault may not set `\(name)`, because \(ConfigurationKey.reason(whyOnlyForPerson: name))",
        "set it for yourself with `zib config --user \(name)`", .usage)
    case .onlyForVault(let name):
      self.init(
        "`\(name)` is a setting of the vault, because all its devices must use the same",
        "set it in the vault: `zib config \(name) VALUE`", .usage)
    case .newer(let file, let version):
      self.init(
        "\(file) was written by a newer zib (version \(version)); nothing was changed",
        "update zib, or change the file in your editor")
    case .notEditable(let file):
      self.init("\(file) cannot be changed by one line", "change it in your editor")
    case .noSettings(let root):
      self.init(
        "\(root) has no settings of its own",
        "create a vault there with `zib init`, or set it for yourself with `--user`")
    case .unread(let file, let line):
      self.init(
        "\(file)\(line.map { ", line \($0)," } ?? "") cannot be read, so nothing was written: its settings say where and how",
        "`zib doctor` says what is wrong with it; mend it in your editor, or take it away to go on without its settings"
      )
    case .noHome:
      self.init("there is no home folder to store settings in", "set HOME or XDG_CONFIG_HOME")
    }
  }
}
