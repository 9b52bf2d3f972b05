import Notes
import Reviews

extension AnkiNote {
  /// The two sides of a prompt, or of the gaps of a paragraph together.
  package struct Sides: Hashable, Sendable {
    /// Shown at once; the gaps are ``AnkiText/Piece/gap(_:)``.
    package var front: AnkiText
    /// Shown with the answer.
    package var back: AnkiText
    /// The contents of each gap.
    package var gaps: [AnkiText]

    package init(front: AnkiText, back: AnkiText, gaps: [AnkiText] = []) {
      self.front = front
      self.back = back
      self.gaps = gaps
    }
  }

  /// The prompts of one note of the vault as notes of Anki, in their order.
  ///
  /// The gaps of one paragraph become one note of Anki with a card for each, so that Anki keeps them apart.
  ///
  /// - Parameters:
  ///   - card: the card of a prompt; nil for a prompt that is left out. A gap that is left out is shown filled in.
  ///   - sides: how a prompt looks, with the gaps of its paragraph where it is one; nil for its plain text.
  package static func notes(
    of prompts: [Prompt], from origin: AnkiOrigin, card: (Prompt) -> AnkiCard?,
    sides: (_ prompt: Prompt, _ gaps: [Prompt]) -> Sides? = { _, _ in nil }
  ) -> [AnkiNote] {
    var notes: [AnkiNote] = []
    var paragraphs: [Paragraph: (place: Int, gaps: [Gap])] = [:]
    for prompt in prompts {
      guard let card = card(prompt) else { continue }
      if prompt.kind == .cloze {
        let gap = Gap(prompt, card)
        let paragraph = Paragraph(block: prompt.block, text: gap.text)
        if paragraphs[paragraph] == nil {
          paragraphs[paragraph] = (notes.count, [])
          // Reserves its place; its contents are known when all prompts were seen.
          notes.append(AnkiNote(.cloze([], extra: AnkiText([])), from: origin))
        }
        paragraphs[paragraph]?.gaps.append(gap)
        continue
      }
      let shown = sides(prompt, [])
      let front = shown?.front ?? AnkiText(prompt.question)
      let back = shown?.back ?? AnkiText(prompt.answer)
      notes.append(
        AnkiNote(
          prompt.kind == .quote
            ? .quote(front, source: back, card) : .question(front, answer: back, card),
          from: origin))
    }
    for (paragraph, (place, gaps)) in paragraphs {
      if let shown = sides(gaps[0].prompt, gaps.map(\.prompt)) {
        notes[place].content = content(of: shown, gaps: gaps)
      } else {
        notes[place].content = content(of: paragraph.text, gaps: gaps)
      }
    }
    return notes
  }

  /// A paragraph with all its gaps filled in; two that say the same are two.
  private struct Paragraph: Hashable {
    let block: UInt32
    let text: String
  }

  /// A gap and its place in its paragraph's text.
  private struct Gap {
    let prompt: Prompt
    let card: AnkiCard
    /// The paragraph with this gap filled in.
    let text: String
    /// The offset of its answer in the text, in bytes of UTF-8.
    let start: Int

    init(_ prompt: Prompt, _ card: AnkiCard) {
      self.prompt = prompt
      self.card = card
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
    var place = 0
    for gap in gaps.sorted(by: {
      ($0.start, $0.prompt.range.start) < ($1.start, $1.prompt.range.start)
    }) {
      // Gaps of one paragraph do not overlap; one that did would be shown filled in.
      guard gap.start >= place else { continue }
      if gap.start > place {
        parts.append(.text(AnkiText(String(decoding: bytes[place..<gap.start], as: UTF8.self))))
      }
      parts.append(.gap(AnkiText(gap.prompt.answer), hint: gap.prompt.hint, gap.card))
      place = gap.end
    }
    if place < bytes.count {
      parts.append(.text(AnkiText(String(decoding: bytes[place...], as: UTF8.self))))
    }
    return .cloze(parts, extra: AnkiText(""))
  }

  private static func content(of shown: Sides, gaps: [Gap]) -> Content {
    var parts: [ClozePart] = []
    var run: [AnkiText.Piece] = []
    for piece in shown.front.pieces {
      guard case .gap(let number) = piece, gaps.indices.contains(number),
        shown.gaps.indices.contains(number)
      else {
        run.append(piece)
        continue
      }
      if !run.isEmpty { parts.append(.text(AnkiText(run))) }
      run = []
      let gap = gaps[number]
      parts.append(.gap(shown.gaps[number], hint: gap.prompt.hint, gap.card))
    }
    if !run.isEmpty { parts.append(.text(AnkiText(run))) }
    return .cloze(parts, extra: shown.back)
  }
}
