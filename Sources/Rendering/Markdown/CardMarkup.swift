import Exchange
import Notes
import Reviews

/// Parts of a note as Anki shows them: emphasis, lists, code, tables and images in HTML, formulas
/// for MathJax.
///
/// Zibaldone's own marks are replaced: a gap by a gap or its answer, a wikilink by its words, and
/// the id of a block by nothing. A footnote is its label, raised; its text is one of ``footnotes(of:)``.
package struct CardMarkup {
  package let note: Note
  private let steps: [MarkdownStep]
  private let marks: [Mark]
  /// The texts of the footnotes, by their labels in lower case.
  private let definitions: [String: [UInt8]]
  /// The signs `==` around highlighted text, the two of a pair after each other.
  private let highlights: [(range: Range<Int>, isOpening: Bool)]
  /// The file of an image; nil for one that is none of the vault's.
  private let file: (SharedLinks.Reference) -> String?

  private struct Mark {
    let range: Range<Int>
    let piece: Token

    /// The label of a footnote, in lower case.
    var footnote: String? {
      if case .footnote(let label) = piece { label.lowercased() } else { nil }
    }
  }

  /// Text that is carried through the HTML as one character.
  private enum Token {
    case piece(AnkiText.Piece)
    case gap(ByteRange, answer: String)
    /// The label of a footnote that is defined.
    case footnote(String)
    /// A formula with clozes in it.
    case formula(Formula, [Cloze])
  }

  /// - Parameter file: the path of an image of the vault.
  package init(of note: Note, file: @escaping (SharedLinks.Reference) -> String?) {
    let tape = MarkdownTape(parsing: note.source, from: note.bodyStart)
    let footnotes = tape.footnotes.isEmpty ? [] : ReadableBody(of: note).footnotes
    self.init(
      of: note, tape, Dictionary(footnotes.map { ($0.label, $0.text) }) { first, _ in first },
      file: file)
  }

  private init(
    of note: Note, _ tape: MarkdownTape, _ definitions: [String: [UInt8]],
    file: @escaping (SharedLinks.Reference) -> String?
  ) {
    self.note = note
    self.file = file
    self.definitions = definitions
    let steps = MarkdownStep.steps(of: tape, in: note.source)
    self.steps = steps
    let marks =
      (Self.marks(in: note, steps, file) + Self.footnotes(in: steps, of: note, definitions))
      .sorted(by: Self.precedes)
    self.marks = marks
    highlights =
      SharedPairs(steps, in: note.source) { byte in
        marks.contains { $0.range.contains(byte) }
      }.highlights
  }

  /// Some parts of the note.
  ///
  /// - Parameter gaps: which clozes are asked for; the others are filled in.
  package func text(_ parts: [ByteRange], gaps: [ByteRange] = []) -> AnkiText {
    let shown = note.withoutLabels(parts).map(\.indices)
    let excerpt = MarkdownStep.excerpt(of: steps, shown)
    let marks = (marks + highlightMarks(in: shown)).sorted(by: Self.precedes)
    var writer = Writer(note: note, marks: marks, gaps: gaps, file: file)
    for step in excerpt { writer.take(step) }
    return AnkiText(writer.pieces)
  }

  /// The answer of a cloze.
  package func answer(_ cloze: Cloze) -> AnkiText {
    if isInFormula(cloze) { return AnkiText([.tex(note.text(cloze.answer))]) }
    let bytes = Array(note.source[cloze.answer.indices])
    let answer = CardMarkup(of: Note(piece: bytes), file: file)
    let pieces = answer.text([ByteRange(0, bytes.count)])
    return pieces.pieces.isEmpty ? AnkiText(note.text(cloze.answer)) : pieces
  }

  /// The texts of the footnotes to which parts of the note refer, and to which those refer, each once and a line of its own.
  package func footnotes(of parts: [ByteRange]) -> AnkiText {
    let ranges = parts.map(\.indices)
    var labels = marks.filter { mark in ranges.contains { $0.contains(mark.range) } }
      .compactMap(\.footnote)
    var known: Set<String> = []
    var pieces: [AnkiText.Piece] = []
    var next = 0
    while next < labels.count {
      let label = labels[next]
      next += 1
      guard known.insert(label).inserted, let text = definitions[label] else { continue }
      let note = Note(piece: text)
      let markup = CardMarkup(
        of: note, MarkdownTape(parsing: text, from: 0), definitions, file: file)
      labels += markup.marks.compactMap(\.footnote)
      pieces += [.markup("<div><sup>"), .text(label), .markup("</sup> ")]
      pieces += markup.text([ByteRange(0, text.count)]).pieces + [.markup("</div>")]
    }
    return AnkiText(pieces)
  }

  /// The footnotes that are referred to.
  private static func footnotes(
    in steps: [MarkdownStep], of note: Note, _ definitions: [String: [UInt8]]
  ) -> [Mark] {
    if definitions.isEmpty { return [] }
    var marks: [Mark] = []
    for case .text(_, .normal, let range?) in steps {
      for caret in range where note.source[caret] == UInt8(ascii: "^") {
        guard let found = SharedMarks.reference(around: caret, in: note.source) else { continue }
        let label = String(
          decoding: note.source[(caret + 1)..<(found.upperBound - 1)], as: UTF8.self)
        if definitions[label.lowercased()] != nil {
          marks.append(Mark(range: found, piece: .footnote(label)))
        }
      }
    }
    return marks
  }

  private func isInFormula(_ cloze: Cloze) -> Bool {
    marks.contains { mark in
      if case .formula(_, let clozes) = mark.piece { clozes.contains(cloze) } else { false }
    }
  }

  private static func marks(
    in note: Note, _ steps: [MarkdownStep], _ file: (SharedLinks.Reference) -> String?
  ) -> [Mark] {
    var marks: [Mark] = []
    for block in note.blockIDs {
      marks.append(Mark(range: block.range.indices, piece: .piece(.text(""))))
    }
    for cloze in note.clozes {
      marks.append(
        Mark(range: cloze.range.indices, piece: .gap(cloze.range, answer: note.text(cloze.answer))))
    }
    for link in note.links where link.kind == .wiki && !link.isInFrontMatter {
      if link.isEmbed, let path = file(.name(note.target(of: link))) {
        marks.append(Mark(range: link.range.indices, piece: .piece(.image(path))))
      } else {
        let words = link.text.map(note.text) ?? note.text(link.target)
        marks.append(Mark(range: link.range.indices, piece: .piece(.text(words))))
      }
    }
    let code = steps.compactMap { step -> Range<Int>? in
      switch step {
      case .text(_, .code, let range?), .text(_, .html, let range?): range
      default: nil
      }
    }
    for formula in Formula.all(
      in: note.source, [note.bodyStart..<note.source.count], except: code)
    {
      let clozes = note.clozes.filter { $0.range.indices.overlaps(formula.range) }
      let whole = ByteRange(formula.range.lowerBound, formula.range.upperBound)
      guard clozes.allSatisfy({ whole.contains($0.range) && $0.range != whole }) else { continue }
      marks.append(
        Mark(
          range: formula.range,
          piece: clozes.isEmpty
            ? .piece(.formula(formula.text, isBlock: formula.isBlock)) : .formula(formula, clozes)))
    }
    return marks.sorted(by: precedes)
  }

  private static func precedes(_ left: Mark, _ right: Mark) -> Bool {
    (left.range.lowerBound, right.range.upperBound) < (
      right.range.lowerBound, left.range.upperBound
    )
  }

  /// The tags in place of the signs of highlights; a pair of which only one is shown stays as it is.
  private func highlightMarks(in parts: [Range<Int>]) -> [Mark] {
    var marks: [Mark] = []
    for (first, second) in zip(highlights, highlights.dropFirst())
    where first.isOpening && !second.isOpening {
      let whole = first.range.lowerBound..<second.range.upperBound
      guard parts.contains(where: { $0.contains(whole) }) else { continue }
      marks.append(Mark(range: first.range, piece: .piece(.markup("<mark>"))))
      marks.append(Mark(range: second.range, piece: .piece(.markup("</mark>"))))
    }
    return marks
  }
}

extension CardMarkup {
  /// Steps as pieces: everything but tags passes through the HTML as one character each, and is put
  /// back.
  private struct Writer {
    let note: Note
    let marks: [Mark]
    let gaps: [ByteRange]
    let file: (SharedLinks.Reference) -> String?
    private var steps: [MarkdownStep] = []
    private var tokens: [AnkiText.Piece] = []
    private var nextMark = 0
    private var coveredUpTo = 0
    private var position = 0
    /// For each open span, true if it is shown.
    private var spans: [Bool] = []
    private var imageDepth = 0
    private var isInHTML = false

    init(
      note: Note, marks: [Mark], gaps: [ByteRange],
      file: @escaping (SharedLinks.Reference) -> String?
    ) {
      self.note = note
      self.marks = marks
      self.gaps = gaps
      self.file = file
    }

    mutating func take(_ step: MarkdownStep) {
      switch step {
      case .enter(.heading): steps.append(.enter(.paragraph))
      case .leave(.heading): steps.append(.leave(.paragraph))
      case .enter(.item(let task?)):
        steps.append(.enter(.item(task: nil)))
        add(.text(task == " " ? "☐ " : "☑ "))
      case .enter(let block):
        isInHTML = block == .html
        steps.append(step)
      case .leave:
        isInHTML = false
        steps.append(step)
      case .open(let span): open(span)
      case .close: close(step)
      case .text(let text, let kind, let range): take(text, kind, range)
      }
    }

    private mutating func take(
      _ text: String, _ kind: MarkdownStep.TextKind, _ range: Range<Int>?
    ) {
      // The description of an image is not shown beside it.
      if imageDepth > 0 { return }
      guard let range else {
        if position < coveredUpTo { return }
        return add(.text(text))
      }
      if kind == .html || isInHTML {
        if range.lowerBound >= coveredUpTo { addHTML(text) }
        return
      }
      position = range.lowerBound
      defer { position = range.upperBound }
      while nextMark < marks.count, marks[nextMark].range.upperBound <= range.lowerBound {
        nextMark += 1
      }
      var from = max(range.lowerBound, min(coveredUpTo, range.upperBound))
      let bytes = Array(text.utf8)
      // An entity is taken as a whole.
      guard bytes.count == range.count else {
        if from < range.upperBound { add(.text(text)) }
        return
      }
      func piece(_ end: Int) -> AnkiText.Piece {
        .text(
          String(
            decoding: bytes[(from - range.lowerBound)..<(end - range.lowerBound)], as: UTF8.self))
      }
      while kind == .normal, nextMark < marks.count,
        marks[nextMark].range.lowerBound < range.upperBound
      {
        let mark = marks[nextMark]
        nextMark += 1
        guard mark.range.lowerBound >= from else { continue }
        add(piece(mark.range.lowerBound))
        show(mark.piece)
        coveredUpTo = mark.range.upperBound
        from = min(mark.range.upperBound, range.upperBound)
      }
      if from < range.upperBound { add(piece(range.upperBound)) }
    }

    private mutating func show(_ token: Token) {
      switch token {
      case .piece(let piece): add(piece)
      case .footnote(let label):
        add(.markup("<sup>"))
        add(.text(label))
        add(.markup("</sup>"))
      case .gap(let range, let answer):
        add(gaps.firstIndex(of: range).map { .gap($0) } ?? .text(answer))
      case .formula(let formula, let clozes): show(formula, with: clozes)
      }
    }

    private mutating func show(_ formula: Formula, with clozes: [Cloze]) {
      let signs = formula.isBlock ? 2 : 1
      var start = formula.range.lowerBound + signs
      add(.markup(formula.isBlock ? "\\[" : "\\("))
      for cloze in clozes where Int(cloze.range.start) >= start {
        add(.tex(note.text(ByteRange(start, Int(cloze.range.start)))))
        let gap = gaps.firstIndex(of: cloze.range).map { AnkiText.Piece.gap($0) }
        add(gap ?? .tex(note.text(cloze.answer)))
        start = Int(cloze.range.end)
      }
      add(.tex(note.text(ByteRange(start, formula.range.upperBound - signs))))
      add(.markup(formula.isBlock ? "\\]" : "\\)"))
    }

    private mutating func addHTML(_ text: String) {
      let tag = text.lowercased()
      if ["<br>", "<br/>", "<br />"].contains(tag) { return add(.text("\n")) }
      let names = ["b", "i", "u", "em", "strong", "sub", "sup", "mark", "kbd"]
      if names.contains(where: { tag == "<\($0)>" || tag == "</\($0)>" }) {
        return add(.markup(tag))
      }
      // Other tags are dropped; the text between them comes as text.
      if !isInHTML, text.hasPrefix("<") { return }
      if !text.hasPrefix("<!--") { add(.text(text)) }
    }

    private mutating func open(_ span: MarkdownStep.Span) {
      if case .image(let source) = span {
        if imageDepth == 0, position >= coveredUpTo { addImage(source) }
        imageDepth += 1
        return
      }
      guard imageDepth == 0 else { return }
      var isShown = position >= coveredUpTo
      var span = span
      if case .link(let destination) = span {
        if case .web(let address) = SharedAddress(destination) {
          span = .link(destination: address)
        } else {
          isShown = false
        }
      }
      spans.append(isShown)
      if isShown { steps.append(.open(span)) }
    }

    private mutating func close(_ step: MarkdownStep) {
      if case .close(.image) = step {
        imageDepth -= 1
        return
      }
      guard imageDepth == 0, let isShown = spans.popLast() else { return }
      if isShown { steps.append(step) }
      // Text after a mark begins after it.
      if !isShown, position < coveredUpTo { position = coveredUpTo }
    }

    private mutating func addImage(_ source: String) {
      if let path = file(.destination(source)) { return add(.image(path)) }
      switch SharedAddress(source) {
      case .web(let address), .picture(let address):
        add(.markup("<img src=\"\(SharedHTML.escaped(address))\">"))
      case .local, .program, .foreign: add(.image(source))
      }
    }

    private mutating func add(_ piece: AnkiText.Piece) {
      if case .text(let text) = piece {
        if text.isEmpty { return }
        if case .text(let before)? = tokens.last, case .text(_, .normal, nil)? = steps.last {
          tokens[tokens.count - 1] = .text(before + text)
          return
        }
      }
      steps.append(.text(Self.character(tokens.count), .normal, nil))
      tokens.append(piece)
    }

    /// A character of the last plane, which is for private use.
    private static func character(_ number: Int) -> String {
      Unicode.Scalar(0x10_0000 + UInt32(min(number, 0xFFFD))).map { String(Character($0)) } ?? ""
    }

    /// The pieces of all steps; a single paragraph has no tags around it.
    var pieces: [AnkiText.Piece] {
      // There are not enough characters for so many; such a text goes without its tags.
      if tokens.count > 0xFFFD { return tokens }
      var shown = steps
      let blocks = steps.count { if case .enter = $0 { true } else { false } }
      if blocks == 1, steps.first == .enter(.paragraph) {
        shown = steps.filter { $0 != .enter(.paragraph) && $0 != .leave(.paragraph) }
      }
      var pieces: [AnkiText.Piece] = []
      var tags = ""
      for scalar in SharedHTML.html(of: shown).unicodeScalars {
        guard scalar.value >= 0x10_0000, Int(scalar.value) - 0x10_0000 < tokens.count else {
          tags.unicodeScalars.append(scalar)
          continue
        }
        if !tags.isEmpty { pieces.append(.markup(tags)) }
        tags = ""
        pieces.append(tokens[Int(scalar.value) - 0x10_0000])
      }
      while tags.hasSuffix("\n") { tags.removeLast() }
      if !tags.isEmpty { pieces.append(.markup(tags)) }
      return pieces
    }
  }
}
