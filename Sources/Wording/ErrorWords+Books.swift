import Notes
import Rendering
import Terminals
import Vaults

extension ErrorWords {
  init(_ error: NotABook) {
    if error.isTemplate {
      self.init(
        "\(error.path) is in the folder of templates, and they are no books",
        "`zib config templates.folder` names the folder")
      return
    }
    self.init(
      "\(error.path) has no properties of a book",
      "run `zib set \"\(error.path)\" type=book`")
  }

  init(_ error: ReadingChange.Refusal) {
    switch error {
    case .alreadyReading(let since):
      self.init(
        "the book is being read already" + (since.map { ", since \($0)" } ?? ""),
        "`--on DATE` changes that date")
    case .finishedBeforeStarted(let started):
      self.init(
        "the book was begun on \(started), after that",
        "`zib book start BOOK --on DATE` changes that date")
    }
  }

  /// Describes the flaw of an ISBN.
  init(_ error: ISBN.Flaw) {
    let message =
      switch error {
      case .character(let character): "an ISBN has no `\(character)` there"
      case .length(let count):
        "an ISBN has 10 or 13 digits, and that has \(Amount.count(count))"
      case .prefix: "an ISBN of 13 digits begins with 978 or 979"
      case .checkDigit(let expected):
        "the ISBN is mistyped: its other digits ask for `\(expected)` at the end"
      }
    self.init(message, "leave `--isbn` out where the book has none", .usage)
  }
}
