/// What a shell may offer when the tab key is pressed on a value.
package enum Completion: Sendable, Equatable {
  /// Nothing: the text is the person's own.
  case nothing
  /// Some fixed words.
  case choices([Candidate])
  /// Names of files and folders.
  case files
  /// Names of folders.
  case directories
  /// What the tool itself answers to `TOOL complete-values KIND PREFIX`: a candidate a line, its
  /// description behind a tab.
  case values(of: String)
}

/// A word that a shell may offer, and a few words on it.
package struct Candidate: Sendable, Equatable {
  /// What is put on the command line.
  package let word: String
  /// What is shown beside it; may be empty.
  package let summary: String

  /// A candidate with its description.
  package init(_ word: String, _ summary: String = "") {
    self.word = word
    self.summary = summary
  }
}
