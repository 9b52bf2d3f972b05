import Files
import Notes
import Reviews

/// A prompt of a note as a card to be reviewed, without its text.
package struct ReviewCard: Hashable, Sendable {
  /// The id under which its history is kept.
  package let id: CardID
  /// The fingerprint of its prompt as it is now.
  package let fingerprint: CardID
  package let kind: Prompt.Kind
  /// The note that has it; of several the first by path.
  package let path: NotePath
  /// The number of its line, from 1, when the note was last read.
  package let line: Int
  /// The number of its note among the vault's notes with prompts.
  package let note: Int
  /// The number of its paragraph among all that have prompts.
  package let block: Int
}
