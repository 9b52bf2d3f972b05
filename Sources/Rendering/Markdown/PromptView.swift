import Notes
import Reviews

/// A prompt as it is asked and answered on a screen.
package struct PromptView {
  /// The abilities of the screen.
  package struct Screen {
    package let width: Int
    package let colors: ColorDepth
    package let hyperlinks: Bool

    package init(width: Int, colors: ColorDepth, hyperlinks: Bool) {
      self.width = width
      self.colors = colors
      self.hyperlinks = hyperlinks
    }
  }

  private let note: Note
  private let prompt: Prompt
  private let screen: Screen
  private let address: (Link) -> String?
  private let destination: (String) -> String

  /// - Parameters:
  ///   - prompt: a prompt of the given note.
  ///   - address: gives the address of a wikilink for a click.
  ///   - destination: the same for a link or an image of Markdown.
  package init(
    _ prompt: Prompt, of note: Note, on screen: Screen,
    address: @escaping (Link) -> String? = { _ in nil },
    destination: @escaping (String) -> String = { $0 }
  ) {
    self.prompt = prompt
    self.note = note
    self.screen = screen
    self.address = address
    self.destination = destination
  }

  /// The question.
  package var question: [StyledText] {
    switch prompt.fact {
    case .quote(let quote):
      render([quote.text]) + [StyledText()]
        + StyledText(Self.questionOfQuote, Style(nil, .bold)).wrapped(toWidth: screen.width)
    case .cloze(let cloze, let shown): render(shown, asking: cloze)
    case .question(let question): render(withoutLabels(question.question))
    case nil:
      plain(prompt.question.replacing(String(Prompt.gap), with: "[\(Self.gap(prompt.hint))]"))
    }
  }

  /// The answer, and the footnotes of the card, of which one may tell it.
  package var answer: [StyledText] {
    switch prompt.fact {
    case .quote(let quote):
      plain("— " + note.answer(to: prompt)) + footnotes(of: [quote.text])
    case .question(let question):
      render(withoutLabels(question.answer)) + footnotes(of: [question.question, question.answer])
    case .cloze(_, let shown): plain(prompt.answer, Style(nil, .bold)) + footnotes(of: shown)
    case nil: plain(prompt.answer, Style(nil, .bold))
    }
  }

  /// The question for a quote.
  package static let questionOfQuote = "Who wrote this, and where?"

  /// The text in place of the hidden answer.
  package static func gap(_ hint: String) -> String { hint.isEmpty ? "…" : hint }

  // MARK: Private

  /// The footnotes to which parts of the note refer, as a note shows them.
  private func footnotes(of parts: [ByteRange]) -> [StyledText] {
    let piece = Array(parts.map { note.source[$0.indices] }.joined())
    guard piece.contains(UInt8(ascii: "^")) else { return [] }
    let definitions = ReadableBody(of: note).definitions(for: piece, ByteRange(0, 0), of: note)
    if definitions.isEmpty { return [] }
    return [StyledText()]
      + MarkdownRenderer.lines(
        of: Note(piece: definitions), width: screen.width, colors: screen.colors,
        hyperlinks: screen.hyperlinks)
  }

  private func render(_ ranges: [ByteRange], asking cloze: Cloze? = nil) -> [StyledText] {
    let all = Self.withoutComments(MarkdownStep.steps(of: note.tapeWithFormulas, in: note.source))
    let steps = MarkdownStep.excerpt(of: all, ranges.map(\.indices), destination: destination)
    let marks = MarkdownRenderer.marks(in: note, address: address).compactMap { mark in
      guard ranges.contains(where: { $0.indices.contains(mark.range.lowerBound) }) else {
        return nil as MarkdownRenderer.Mark?
      }
      guard case .cloze(let hint, let answer) = mark.kind else { return mark }
      return MarkdownRenderer.Mark(
        mark.range,
        mark.range == cloze?.range.indices ? .gap(Self.gap(hint)) : .filled(answer))
    }
    var renderer = MarkdownRenderer(
      width: screen.width, colors: screen.colors, hyperlinks: screen.hyperlinks, marks: marks,
      lineStarts: MarkdownRenderer.lineStarts(in: note))
    let lines = renderer.render(steps)
    // Ranges that Markdown has no text for, such as those in HTML, are shown as they were read.
    return lines.isEmpty ? plain(prompt.question) : lines
  }

  /// The steps without the comments of HTML inside the text, which no prompt has.
  private static func withoutComments(_ steps: [MarkdownStep]) -> [MarkdownStep] {
    var isInComment = false
    return steps.filter { step in
      guard case .text(let text, let kind, _) = step else { return true }
      if kind == .html, text.hasPrefix("<!--") { isInComment = true }
      defer { if isInComment, kind == .html, text.hasSuffix("-->") { isInComment = false } }
      return !isInComment
    }
  }

  private func plain(_ text: String, _ style: Style = .plain) -> [StyledText] {
    StyledText(text, style).wrapped(toWidth: screen.width)
  }

  private func withoutLabels(_ range: ByteRange) -> [ByteRange] {
    note.withoutQuestionLabels(range)
  }
}

extension Note {
  /// A range without the `Q:` and `A:` of the note's questions that begin its later lines.
  func withoutQuestionLabels(_ range: ByteRange) -> [ByteRange] {
    var parts: [ByteRange] = []
    var start = Int(range.start)
    var index = start
    while index < Int(range.end) {
      defer { index += 1 }
      guard source[index] == 0x0A else { continue }
      var label = index + 1
      while label < Int(range.end), [0x20, 0x09, 0x3E].contains(source[label]) { label += 1 }
      guard label + 1 < Int(range.end), source[label + 1] == UInt8(ascii: ":"),
        [UInt8(ascii: "Q"), UInt8(ascii: "A")].contains(source[label])
      else { continue }
      var text = label + 2
      while text < Int(range.end), source[text] == 0x20 { text += 1 }
      // In code, and in the answer to another question, they are text.
      let isOwn = questions.contains {
        Int($0.question.start) == text || Int($0.answer.start) == text
      }
      guard isOwn else { continue }
      parts.append(ByteRange(start, index))
      start = text
    }
    return parts + [ByteRange(start, Int(range.end))]
  }
}
