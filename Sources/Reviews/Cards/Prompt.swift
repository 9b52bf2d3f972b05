import Notes

/// Something in a note that can be asked: a quote, a cloze or a question.
package struct Prompt: Hashable, Sendable {
  /// The kinds of prompt; the raw values enter the fingerprint and never change.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case quote = 1
    case cloze
    case question

    /// The kind as it is called, in settings, JSON and messages.
    package var word: String {
      switch self {
      case .quote: "quote"
      case .cloze: "cloze"
      case .question: "question"
      }
    }
  }

  package let kind: Kind
  /// The question side: the quote; the cloze's block with ``gap`` in its place, other clozes filled
  /// in; the question.
  ///
  /// Plain text: links are their texts, lines stay lines, blocks are separated by an empty line, an
  /// image is `![description](file name)`. Hashtags at its beginning and end are left out.
  package let question: String
  /// The answer side: the quote's attribution and locator, without the note's book or title that is
  /// the source of a quote without one (``Note/answer(to:)``); the cloze's answer; the answer. Plain text too.
  package let answer: String
  /// The hint of a cloze; empty elsewhere.
  package let hint: String
  /// The range in the note, in bytes.
  package let range: ByteRange
  /// The offset at which its paragraph begins, or the quote or question around it, in bytes:
  /// prompts of one block give each other away.
  package let block: UInt32
  /// The fingerprint of its kind and folded text.
  package let id: CardID
  /// The fingerprint that earlier versions gave it, which read less of its answer, or a source as part of the quote;
  /// nil if that is the same. A log may know the card by it.
  package let earlier: CardID?
  /// The quote, cloze or question with the ranges of its parts; nil for a prompt that was not read
  /// from a note.
  package let fact: Fact?

  /// The part of a note from which a prompt is made.
  package enum Fact: Hashable, Sendable {
    case quote(Quote)
    /// A cloze, and the ranges of the note shown around it, in order.
    case cloze(Cloze, shown: [ByteRange])
    case question(Question)
  }

  /// Stands for the asked cloze in ``question``.
  package static let gap: Character = "\u{FFFC}"

  /// - Parameters:
  ///   - block: the beginning of the range where it is not given.
  ///   - id: the fingerprint where it is known; else it is computed.
  ///   - earlier: the fingerprint that earlier versions gave it.
  package init(
    kind: Kind, question: String, answer: String, hint: String = "", range: ByteRange,
    block: UInt32? = nil, id: CardID? = nil, earlier: CardID? = nil, fact: Fact? = nil
  ) {
    self.kind = kind
    self.question = question
    self.answer = answer
    self.hint = hint
    self.range = range
    self.block = block ?? range.start
    self.id = id ?? CardID(fingerprintOf: kind, question: question, answer: answer)
    self.earlier = earlier == self.id ? nil : earlier
    self.fact = fact
  }
}
