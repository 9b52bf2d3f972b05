/// A prompt's text as matching compares it.
struct PromptShape {
  let kind: Prompt.Kind
  let note: String
  let id: CardID
  /// Folded.
  let question: [UInt8]
  /// Letters and digits of question and answer, a space between words and a line between the two.
  let words: [UInt8]
  let questionGrams: [UInt32]
  let answerGrams: [UInt32]
  /// True if the answer can identify a card: `true`, `7` or one word of many cannot.
  let isAnswerTelling: Bool
  /// True if the question can identify a card: not "￼" or "Which?" alone.
  let isQuestionTelling: Bool
  /// The numbers in the question, in order.
  let numbers: [UInt8]
  /// The texts as written, the hint of a gap as words of its question.
  private let written: (question: String, answer: String)
  private let questionWords: [UInt8]
  private let answerWords: [UInt8]

  init(_ card: LostCard) {
    self.init(card.id, card.kind, card.question, card.answer, hint: card.hint, card.note)
  }

  init(_ placed: PlacedPrompt) {
    let prompt = placed.prompt
    self.init(
      prompt.id, prompt.kind, prompt.question, prompt.answer, hint: prompt.hint, placed.note)
  }

  private init(
    _ id: CardID, _ kind: Prompt.Kind, _ question: String, _ answer: String, hint: String,
    _ note: String
  ) {
    self.id = id
    self.kind = kind
    self.note = note
    self.question = TextFolding.fold(question)
    written = (hint.isEmpty ? question : question + " " + hint, answer)
    // A quote is identified by its words; many quotes share an author.
    let answer = kind == .quote ? [] : TextFolding.fold(answer)
    questionWords = Self.words(self.question)
    answerWords = Self.words(answer)
    words = [kind.rawValue] + questionWords + [0x0A] + answerWords
    questionGrams = Trigrams.of(self.question)
    answerGrams = Trigrams.of(answer)
    let space = UInt8(ascii: " ")
    let spaces = answerWords.dropFirst().dropLast().count { $0 == space }
    isAnswerTelling =
      kind == .cloze ? answer.count >= 4 : (spaces >= 1 && answer.count >= 8)
    isQuestionTelling = questionWords.count { $0 != space } >= 12
    numbers = Self.numbers(self.question)
  }

  /// The similarity of two prompts, 0 to 1: 0.6 of the questions' similarity and 0.4 of the
  /// answers'.
  func similarity(to other: PromptShape) -> Double {
    guard kind == other.kind else { return 0 }
    let question = Trigrams.dice(questionGrams, other.questionGrams)
    if kind == .quote { return question }
    var answer = Trigrams.dice(answerGrams, other.answerGrams)
    if kind == .cloze, answer < 0.5, hides(other) || other.hides(self) { return 0 }
    // A common answer does not make two cards one.
    if !isAnswerTelling || !other.isAnswerTelling { answer = min(answer, question) }
    var score = 0.6 * question + 0.4 * answer
    // A sentence about something else, of a kind of which there are many, differs in a number.
    if numbers != other.numbers { score = min(score, 0.69) }
    return score
  }

  /// True if the other prompt seems to ask about something else (``Replacement``), however alike it is.
  func isReplaced(by other: PromptShape) -> Bool {
    Replacement.isLikely(
      kind, from: (written.question, written.answer),
      to: (other.written.question, other.written.answer))
  }

  /// The similarity of the questions alone, 0 to 1.
  func questionSimilarity(to other: PromptShape) -> Double {
    Trigrams.dice(questionGrams, other.questionGrams)
  }

  /// True if the question of another cloze shows this one's answer: then the gap is another one.
  private func hides(_ other: PromptShape) -> Bool {
    guard answerWords.count > 2 else { return false }
    return other.questionWords.contains(answerWords)
  }

  /// Letters and digits with a space around each word; a gap is a word.
  private static func words(_ folded: [UInt8]) -> [UInt8] {
    var words: [UInt8] = [UInt8(ascii: " ")]
    words.reserveCapacity(folded.count + 2)
    for byte in folded {
      let isWord = byte >= 0x80 || byte &- 0x61 < 26 || byte &- 0x30 < 10
      if isWord {
        words.append(byte)
      } else if words.last != UInt8(ascii: " ") {
        words.append(UInt8(ascii: " "))
      }
    }
    if words.last != UInt8(ascii: " ") { words.append(UInt8(ascii: " ")) }
    // Of signs alone the signs are the words.
    return words.count == 1 && !folded.isEmpty ? words + folded + words : words
  }

  private static func numbers(_ folded: [UInt8]) -> [UInt8] {
    var numbers: [UInt8] = []
    for byte in folded {
      if byte &- 0x30 < 10 {
        numbers.append(byte)
      } else if let last = numbers.last, last != UInt8(ascii: " ") {
        numbers.append(UInt8(ascii: " "))
      }
    }
    if numbers.last == UInt8(ascii: " ") { numbers.removeLast() }
    return numbers
  }
}
