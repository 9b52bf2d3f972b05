/// The candidates that a shell may offer for a value when the tab key is pressed.
package enum Completion: Sendable, Equatable {
  /// No candidates: the person makes up the text.
  case nothing
  /// Some fixed words.
  case choices([Candidate])
  /// Names of files and folders.
  case files
  /// Names of folders.
  case directories
  /// The answer of the tool itself to `TOOL complete-values KIND PREFIX`: a candidate a line, its
  /// description after a tab.
  case values(of: String)
}

/// A word that a shell may offer, and a few words on it.
package struct Candidate: Sendable, Equatable {
  /// The word that is put on the command line.
  package let word: String
  /// The description shown beside it; may be empty.
  package let summary: String

  /// A candidate with its description.
  package init(_ word: String, _ summary: String = "") {
    self.word = word
    self.summary = summary
  }
}
