import Notes
import Terminals
import Vaults

extension ErrorWords {
  init(_ error: JournalEditError) {
    switch error {
    case .notUTF8:
      self.init("the day's note is not valid UTF-8, and such a note is never rewritten")
    case .textIsOpen:
      self.init(
        "the text opens a block of code or a comment that it does not close",
        "close it, so that the next entry is not part of it")
    case .dayIsOpen:
      self.init(
        "the day's note has a block of code or a comment that is not closed, and would swallow the entry",
        "close it with `zib day --edit` and its date")
    }
  }

  init(_ error: JournalError) {
    switch error {
    case .noPath(let pattern, let setting):
      let isDay = setting == "journal.pattern"
      let period = isDay ? "day" : setting.split(separator: ".").last.map(String.init) ?? ""
      let examples = [
        "week": "GGGG/GGGG-[W]WW", "month": "YYYY/YYYY-MM", "quarter": "YYYY/YYYY-[Q]Q",
        "year": "YYYY/YYYY",
      ]
      self.init(
        "the settings journal.folder and \(setting) (`\(pattern)`) give no file in the vault for each \(period)",
        "set a folder in the vault with `zib config journal.folder`, and with `zib config \(setting)` a pattern such "
          + "as \(examples[period] ?? "YYYY/YYYY-MM-DD")")
    case .dayIsOpen(let day):
      self.init(
        "the note of \(day) has a block of code or a comment that is not closed, and would swallow the entry",
        "close it with `zib day \(day) --edit`")
    case .templateIsOpen:
      self.init(
        "the template of days has a block of code or a comment that is not closed, and would swallow the entry",
        "close it in the template; `zib config journal.template` says which it is")
    case .noEntry:
      self.init(
        "no entry found", "`zib journal` lists the entries with their times", .nothingFound)
    }
  }
}
