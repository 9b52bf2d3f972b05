import Notes
import Reviews

extension AnkiNote {
  /// The images that belong to a prompt, by their paths in the vault.
  package struct Images: Hashable, Sendable {
    /// Shown at once.
    package var question: [String]
    /// Shown with the answer.
    package var answer: [String]

    package init(question: [String] = [], answer: [String] = []) {
      self.question = question
      self.answer = answer
    }
  }

  /// The prompts of one note of the vault as notes of Anki, in their order.
  ///
  /// The gaps of one paragraph become one note of Anki with a card for each, so that Anki keeps them apart.
  ///
  /// - Parameters:
  ///   - card: the card of a prompt; nil for a prompt that is left out. A gap that is left out is shown filled in.
  ///   - images: the images of a prompt.
  package static func notes(
    of prompts: [Prompt], from origin: AnkiOrigin, card: (Prompt) -> AnkiCard?,
    images: (Prompt) -> Images = { _ in Images() }
  ) -> [AnkiNote] {
    var notes: [AnkiNote] = []
    var paragraphs: [Paragraph: (place: Int, gaps: [Gap])] = [:]
    for prompt in prompts {
      guard let card = card(prompt) else { continue }
      if prompt.kind == .cloze {
        let gap = Gap(prompt, card, images(prompt))
        let paragraph = Paragraph(block: prompt.block, text: gap.text)
        if paragraphs[paragraph] == nil {
          paragraphs[paragraph] = (notes.count, [])
          // Its place; what it holds is known when all prompts were seen.
          notes.append(AnkiNote(.cloze([], extra: AnkiText([])), from: origin))
        }
        paragraphs[paragraph]?.gaps.append(gap)
        continue
      }
      let images = images(prompt)
      let front = AnkiText(prompt.question, images: images.question)
      let back = AnkiText(prompt.answer, images: images.answer)
      notes.append(
        AnkiNote(
          prompt.kind == .quote
            ? .quote(front, source: back, card) : .question(front, answer: back, card),
          from: origin))
    }
    for (paragraph, (place, gaps)) in paragraphs {
      notes[place].content = content(of: paragraph.text, gaps: gaps)
    }
    return notes
  }

  /// A paragraph with all its gaps filled in; two that say the same are two.
  private struct Paragraph: Hashable {
    let block: UInt32
    let text: String
  }

  /// A gap and where it stands in its paragraph's text.
  private struct Gap {
    let prompt: Prompt
    let card: AnkiCard
    let images: Images
    /// The paragraph with this gap filled in.
    let text: String
    /// Where its answer begins in the text, in bytes of UTF-8.
    let start: Int

    init(_ prompt: Prompt, _ card: AnkiCard, _ images: Images) {
      self.prompt = prompt
      self.card = card
      self.images = images
      let mark = Array(String(Prompt.gap).utf8)
      let question = Array(prompt.question.utf8)
      start = question.indices.first { question[$0...].starts(with: mark) } ?? question.count
      text = String(
        decoding: question[..<start] + Array(prompt.answer.utf8)
          + question[start...].dropFirst(mark.count),
        as: UTF8.self)
    }

    var end: Int { start + prompt.answer.utf8.count }
  }

  private static func content(of text: String, gaps: [Gap]) -> Content {
    let bytes = Array(text.utf8)
    var parts: [ClozePart] = []
    var images: [String] = []
    var extra: [String] = []
    var place = 0
    for gap in gaps.sorted(by: {
      ($0.start, $0.prompt.range.start) < ($1.start, $1.prompt.range.start)
    }) {
      // Gaps of one paragraph do not overlap; one that did would be shown filled in.
      guard gap.start >= place else { continue }
      if gap.start > place {
        parts.append(.text(AnkiText(String(decoding: bytes[place..<gap.start], as: UTF8.self))))
      }
      parts.append(.gap(gap.prompt.answer, hint: gap.prompt.hint, gap.card))
      place = gap.end
      images += gap.images.question.filter { !images.contains($0) }
      extra += gap.images.answer.filter { !extra.contains($0) }
    }
    if place < bytes.count {
      parts.append(.text(AnkiText(String(decoding: bytes[place...], as: UTF8.self))))
    }
    if !images.isEmpty { parts.append(.text(AnkiText("", images: images))) }
    return .cloze(parts, extra: AnkiText("", images: extra))
  }
}
