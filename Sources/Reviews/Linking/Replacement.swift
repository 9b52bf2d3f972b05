/// Tells a prompt that was edited from one that was written over another, after the same pattern: *the derivative
/// of sin is cos* and *the derivative of cos is −sin*.
///
/// The two are as similar as two prompts can be, so that no measure of similarity helps. The
/// differences decide:
///
/// - A word, number or sign of the question and one of the answer were removed or replaced by
///   others; a moved one is removed at its old place. Slips of the pen do not count if nothing else
///   changed.
/// - The question has changed at all, and no word of the answer is left, or a number in it is another.
/// - A short question asks for something narrower, *inflation* and *core inflation*, and a word of the answer that
///   carries the sense is another; or a name, number or sign came to it, and the answer has changed at all. Clozes are
///   left out here as well.
/// - A name, number or sign of a short question was replaced by another, whatever the answer: *Who
///   wrote Emma?* Clozes are left out, because a mended gap is shown in the questions of its
///   siblings.
/// - A quote is question and answer in one text, so that a word of it is a word of both. Of a short
///   one a word that carries the sense was replaced by others: *on the beaches*, *on the landing
///   grounds*. Short words (`is`, `was`) and other forms of a word are corrections.
enum Replacement {
  /// A question of more words than this is a text, in which a number may well be mended.
  private static let shortQuestion = 24
  private static let shortAnswer = 8

  /// True if a person is to be asked after many small edits of which none was a replacement: a
  /// name, number or sign of a short question was replaced by another.
  static func isLikely(afterEditsOf old: LostCard, to new: Prompt) -> Bool {
    guard new.kind != .cloze else { return false }
    let question = WordChanges(
      from: TextWord.words(of: old.question), to: TextWord.words(of: new.question))
    return question.count <= shortQuestion
      && question.hunks.contains { $0.changesName || new.kind == .quote && $0.changesSense }
  }

  /// True if a person is to be asked.
  ///
  /// - Complexity: the product of the numbers of words that differ.
  static func isLikely(
    _ kind: Prompt.Kind, from old: (question: String, answer: String),
    to new: (question: String, answer: String)
  ) -> Bool {
    let question = WordChanges(
      from: TextWord.words(of: old.question), to: TextWord.words(of: new.question))
    if question.hunks.isEmpty { return false }
    if kind != .cloze, question.count <= shortQuestion,
      question.hunks.contains(where: { $0.changesName || kind == .quote && $0.changesSense })
    {
      return true
    }
    let answer = WordChanges(
      from: TextWord.words(of: old.answer), to: TextWord.words(of: new.answer))
    if answer.hunks.isEmpty { return false }
    // The source of a quote may be added later, and does not change the quote.
    if kind == .quote {
      return [question, answer].allSatisfy { $0.substitutions.contains { !$0.isCorrection } }
    }
    // Of long texts that stayed for the most part a word may be another on both sides.
    if question.count > shortQuestion, 4 * question.common > 3 * question.count,
      answer.count > shortAnswer, 4 * answer.common > 3 * answer.count
    {
      return false
    }
    let lost = (question.losses, answer.losses)
    if !lost.0.isEmpty, !lost.1.isEmpty, !(lost.0 + lost.1).allSatisfy(\.isCorrection) {
      return true
    }
    if kind != .cloze, question.count <= shortQuestion {
      let added = question.hunks.filter { $0.old.isEmpty }.flatMap(\.new)
      if added.contains(where: \.isName) && answer.hunks.contains(where: { !$0.isCorrection })
        || added.contains(where: \.carriesSense) && answer.hunks.contains(where: \.losesSense)
      {
        return true
      }
    }
    if answer.hunks.contains(where: \.changesNumber) { return true }
    return answer.common == 0 && answer.substitutions.contains { !$0.isCorrection }
  }
}

extension WordChanges {
  fileprivate var substitutions: [Hunk] { hunks.filter(\.isSubstitution) }
  /// The hunks in which words were removed, with or without others in their place.
  fileprivate var losses: [Hunk] { hunks.filter { !$0.old.isEmpty } }
}

extension WordChanges.Hunk {
  /// True if a name, number or sign was replaced by another.
  fileprivate var changesName: Bool {
    old.contains(where: \.isName) && new.contains(where: \.isName) && !isCorrection
  }

  /// True if a word that carries the sense was replaced by others, and is none of them in another form.
  fileprivate var changesSense: Bool {
    guard !isCorrection else { return false }
    let (lost, come) = (old.filter(\.carriesSense), new.filter(\.carriesSense))
    return !come.isEmpty
      && lost.contains { word in !come.contains { word.isSlip(of: $0) || word.isForm(of: $0) } }
  }

  /// True if a word that carries the sense is gone, and none in its place is another form of it.
  fileprivate var losesSense: Bool {
    guard !isCorrection else { return false }
    return old.contains { word in
      word.carriesSense && !new.contains { word.isSlip(of: $0) || word.isForm(of: $0) }
    }
  }

  /// True if a number was replaced by another, or one within a short answer was added or removed.
  fileprivate var changesNumber: Bool {
    old.contains(where: \.hasDigit) && (new.isEmpty || new.contains(where: \.hasDigit))
  }
}
