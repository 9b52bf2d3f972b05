import Notes
import Reviews

/// A prompt of a note as a card to be reviewed, without its text.
package struct ReviewCard: Hashable, Sendable {
  /// What its history goes by.
  package let id: CardID
  /// The fingerprint of its prompt as it is now.
  package let fingerprint: CardID
  package let kind: Prompt.Kind
  /// The note that it stands in; where several have it, the first by path.
  package let path: NotePath
  /// Where it stands, counted from 1, as of the last look at the note.
  package let line: Int
  /// The number of its note among the vault's notes with prompts.
  package let note: Int
  /// The number of its paragraph among all that have prompts.
  package let block: Int
}
