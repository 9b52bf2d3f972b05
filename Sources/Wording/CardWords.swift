import Exchange
import Notes
import Rendering
import Reviews

/// The texts of cards that were edited.
package enum CardWords {
  /// The former and the present text of a prompt, each on as few lines as it needs.
  package static func change(
    from old: (question: String, answer: String), to new: (question: String, answer: String),
    width: Int
  ) -> [StyledText] {
    text("- ", old, .removed, width) + text("+ ", new, .added, width)
  }

  private static func text(
    _ mark: String, _ text: (question: String, answer: String), _ style: Style, _ width: Int
  ) -> [StyledText] {
    var line = text.question.replacing(String(Prompt.gap), with: "[…]")
    if !text.answer.isEmpty { line += " → " + text.answer }
    let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return StyledText(words).wrapped(toWidth: max(width - 6, 10)).prefix(3).enumerated()
      .map { index, line in StyledText(index == 0 ? "    " + mark : "      ", style) + line }
  }

  /// A question and its answer, indented.
  fileprivate static func text(
    _ question: String, _ answer: String, _ width: Int, indent: Int
  ) -> [StyledText] {
    var text = StyledText(question.replacing(String(Prompt.gap), with: "[…]"))
    if !answer.isEmpty { text.append("\n→ \(answer)", .faint) }
    return text.wrapped(toWidth: max(width - indent, 10)).map {
      StyledText(String(repeating: " ", count: indent)) + $0
    }
  }
}

extension CardQuestion {
  /// The old text of the card, and its possible new ones, of which the first `choices` have a digit.
  package func lines(choices: Int, width: Int) -> [StyledText] {
    var lines = [StyledText()]
    lines += StyledText("was in \(card.note)", .faint).wrapped(toWidth: width)
    lines += CardWords.text(card.question, card.answer, width, indent: 2)
    for (index, candidate) in candidates.prefix(choices).enumerated() {
      var title = StyledText("\(index + 1) ", .position)
      title.append("\(candidate.prompt.note)", .path)
      title.append(
        candidate.isReplacement
          ? card.answer == candidate.prompt.prompt.answer
            ? "  other words in the question" : "  other words in question and answer"
          : "  \(Int((candidate.score * 100).rounded())) % alike", .faint)
      lines += title.wrapped(toWidth: width)
      let prompt = candidate.prompt.prompt
      lines += CardWords.text(prompt.question, prompt.answer, width, indent: 2)
    }
    return lines
  }
}

extension CardLink.Reason {
  /// The reason why an edited card was recognised.
  package var words: String {
    switch self {
    case .sameWords: "the same words"
    case .sameQuestionInNote: "the same question in its note"
    case .sameQuestion: "the same question in another note"
    case .similar: "much alike"
    case .closest: "alike, and nothing else is"
    }
  }
}
