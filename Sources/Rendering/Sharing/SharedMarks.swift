import Notes

/// A note's body as it is handed to other people: its steps, and the replacements of ranges of its
/// source.
struct SharedBody {
  let note: Note
  let body: ReadableBody
  let steps: [MarkdownStep]
  let marks: [SharedMarks.Mark]
  /// The places at which text begins a line of its own inside a paragraph.
  let lineStarts: Set<Int>
  let pairs: SharedPairs

  /// - Parameters:
  ///   - labels: the footnotes that are defined elsewhere for this piece of a note.
  ///   - hasInlineFootnotes: false inside one, which contains no other.
  init(
    of note: Note, labels: Set<String> = [], hasInlineFootnotes: Bool = true,
    typography: Typography? = nil
  ) {
    self.note = note
    body = ReadableBody(of: note)
    steps = MarkdownStep.steps(of: body.tape, in: note.source)
    let labels = labels.union(body.footnotes.map(\.label))
    var marks = SharedMarks(
      of: note, body, steps, labels: labels, hasInlineFootnotes: hasInlineFootnotes)
    if let typography { marks.print(in: typography) }
    lineStarts = marks.lineStarts
    let covered = SharedMarks.covered(by: marks.marks)
    pairs = SharedPairs(steps, in: note.source) { covered.covers($0) }
    var all = marks.marks
    all += pairs.highlights.map {
      SharedMarks.Mark(range: $0.range, kind: .highlight(isOpening: $0.isOpening))
    }
    if let typography {
      all += typography.marks(in: steps, of: note.source) { covered.covers($0) }
    }
    self.marks = SharedMarks.sorted(all)
  }
}

/// Translates Zibaldone's own syntax in a note's body, and other programs' extensions of
/// CommonMark, for readers without these programs.
struct SharedMarks {
  /// A range of the source and its replacement.
  struct Mark {
    enum Kind {
      case words(String)
      /// The answer of a cloze, as written, and its words where it is no single line.
      case gap(String, words: String)
      /// A wikilink and its visible text.
      case link(Link, String)
      /// An address in the text, without markup.
      case address(String)
      /// The kind of a callout, if it is shown, and whether a title follows.
      case callout(CalloutHead)
      case formula(String, isDisplayed: Bool)
      /// `[^label]`
      case footnote(label: String)
      /// `^[text]`
      case inlineFootnote([UInt8])
      case highlight(isOpening: Bool)
    }

    let range: Range<Int>
    let kind: Kind
  }

  private(set) var marks: [Mark] = []
  private(set) var lineStarts: Set<Int>

  /// - Parameter steps: those of the note.
  init(
    of note: Note, _ body: ReadableBody, _ steps: [MarkdownStep], labels: Set<String>,
    hasInlineFootnotes: Bool
  ) {
    lineStarts = MarkdownRenderer.lineStarts(in: note)
    for block in note.blockIDs {
      // The space before it goes with it.
      var start = Int(block.range.start)
      while start > note.bodyStart, [0x20, 0x09].contains(note.source[start - 1]) { start -= 1 }
      marks.append(Mark(range: start..<Int(block.range.end), kind: .words("")))
    }
    for cloze in note.clozes {
      let answer = body.text(cloze.answer, of: note)
      marks.append(
        Mark(
          range: cloze.range.indices, kind: .gap(answer, words: Self.withoutEscapes(answer))))
    }
    for link in note.links where !link.isInFrontMatter {
      if link.kind == .wiki {
        let words = Self.words(of: link, in: note, body)
        marks.append(Mark(range: link.range.indices, kind: .link(link, words)))
      } else if link.kind == .autolink, note.source[Int(link.range.start)] != UInt8(ascii: "<") {
        marks.append(Mark(range: link.range.indices, kind: .address(note.text(link.range))))
      }
    }
    var gaps = note.clozes(inside: body.formulas)[...]
    for formula in body.formulas {
      let text = Self.text(of: formula, filling: &gaps, in: note)
      marks.append(
        Mark(
          range: formula.range.indices, kind: .formula(text, isDisplayed: formula.isDisplayed)))
    }
    addCallouts(steps, note)
    addFootnotes(steps, note, labels, hasInlineFootnotes)
    marks = Self.sorted(marks)
  }

  /// A formula as typed, with the answers of its clozes in their places.
  ///
  /// - Parameter gaps: the clozes inside this formula and those after it.
  private static func text(
    of formula: MarkdownFormula, filling gaps: inout ArraySlice<Cloze>, in note: Note
  ) -> String {
    var text = ""
    var start = formula.range.start
    while let gap = gaps.first, gap.range.start < formula.range.end {
      gaps.removeFirst()
      text += note.text(ByteRange(start: start, end: gap.range.start)) + note.text(gap.answer)
      start = gap.range.end
    }
    text += note.text(ByteRange(start: start, end: formula.range.end))
    return MarkdownFormula.typed(text)
  }

  /// An answer without the backslashes before its signs, but for those of code and formulas.
  private static func withoutEscapes(_ answer: String) -> String {
    let bytes = Array(answer.utf8)
    guard bytes.contains(UInt8(ascii: "\\")), !bytes.contains(UInt8(ascii: "`")) else {
      return answer
    }
    let formulas = Note(piece: bytes).formulas.map(\.range)
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let isSign =
        next > 0x20 && next < 0x7F && !Character(Unicode.Scalar(next)).isLetter
        && !Character(Unicode.Scalar(next)).isNumber
      if bytes[index] == UInt8(ascii: "\\"), isSign, !formulas.covers(index) { index += 1 }
      kept.append(bytes[index])
      index += 1
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Sets the words of clozes and links in the marks of print.
  mutating func print(in typography: Typography) {
    marks = marks.map { mark in
      switch mark.kind {
      case .words(let words):
        Mark(range: mark.range, kind: .words(typography.applied(to: words)))
      case .gap(let answer, let words):
        Mark(range: mark.range, kind: .gap(answer, words: typography.applied(to: words)))
      case .link(let link, let words) where link.text != nil:
        Mark(range: mark.range, kind: .link(link, typography.applied(to: words)))
      default: mark
      }
    }
  }

  static func sorted(_ marks: [Mark]) -> [Mark] {
    marks.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// The ranges that marks cover, in order and apart from each other.
  static func covered(by marks: [Mark]) -> [ByteRange] {
    var ranges: [ByteRange] = []
    for mark in marks {
      let range = ByteRange(mark.range.lowerBound, mark.range.upperBound)
      if let last = ranges.last, range.start < last.end {
        ranges[ranges.count - 1].end = max(last.end, range.end)
      } else if !range.isEmpty {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// The words that a wikilink shows: its text, else its target, without the name of a block; for a block of the same
  /// note, the title.
  private static func words(of link: Link, in note: Note, _ body: ReadableBody) -> String {
    if let text = link.text { return body.text(text, of: note) }
    let target = note.target(of: link)
    guard var anchor = note.anchor(of: link) else { return target }
    if let range = AnchorRange(anchor), link.isEmbed || ["*", "^end"].contains(range.end) {
      anchor = range.start
    }
    if anchor.hasPrefix("^") {
      if !target.isEmpty { return target }
      return note.title.isEmpty ? String(anchor.dropFirst()) : note.title
    }
    let path = ([target] + anchor.split(separator: "#").map(String.init)).filter { !$0.isEmpty }
    return path.joined(separator: " > ")
  }

  private mutating func addCallouts(_ steps: [MarkdownStep], _ note: Note) {
    for index in steps.indices.dropFirst(2) {
      guard case .text(_, .normal, let range?) = steps[index],
        steps[index - 1] == .enter(.paragraph),
        steps[index - 2] == .enter(.quote),
        let head = CalloutHead(note.source, at: range.lowerBound)
      else { continue }
      marks.append(Mark(range: head.range, kind: .callout(head)))
      if let next = head.nextLine { lineStarts.insert(next) }
    }
  }

  private mutating func addFootnotes(
    _ steps: [MarkdownStep], _ note: Note, _ labels: Set<String>, _ hasInlineFootnotes: Bool
  ) {
    let source = note.source
    let caret = UInt8(ascii: "^")
    var end = 0
    // The first closing bracket that has been looked for.
    var bracket = 0
    for step in steps {
      guard case .text(_, .normal, let range?) = step else { continue }
      var index = max(end, range.lowerBound)
      while index < range.upperBound,
        let mark = source[index..<range.upperBound].firstIndex(of: caret)
      {
        index = mark + 1
        if let found = Self.reference(around: mark, in: source) {
          let label = String(decoding: source[(mark + 1)..<(found.upperBound - 1)], as: UTF8.self)
            .lowercased()
          guard labels.contains(label) else { continue }
          marks.append(Mark(range: found, kind: .footnote(label: label)))
          end = found.upperBound
          index = max(index, end)
          continue
        }
        if bracket < mark {
          bracket = source[mark...].firstIndex(of: UInt8(ascii: "]")) ?? source.count
        }
        if hasInlineFootnotes, bracket < mark + 2000,
          let found = Self.inlineFootnote(at: mark, in: source)
        {
          let text = Array(source[(mark + 2)..<(found.upperBound - 1)])
          marks.append(Mark(range: found, kind: .inlineFootnote(text)))
          end = found.upperBound
        } else {
          continue
        }
        index = max(index, end)
      }
    }
  }

  /// The `[^label]` with its caret at `mark`.
  static func reference(around mark: Int, in source: [UInt8]) -> Range<Int>? {
    guard mark > 0, source[mark - 1] == UInt8(ascii: "["),
      mark < 2 || source[mark - 2] != UInt8(ascii: "\\")
    else { return nil }
    var index = mark + 1
    while index < source.count, source[index] != UInt8(ascii: "]") {
      if [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "[")].contains(source[index]) { return nil }
      index += 1
      if index - mark > 200 { return nil }
    }
    guard index < source.count, index > mark + 1 else { return nil }
    return (mark - 1)..<(index + 1)
  }

  /// The `^[text]` with its caret at `mark`; nil if it is longer than a paragraph.
  private static func inlineFootnote(at mark: Int, in source: [UInt8]) -> Range<Int>? {
    guard mark + 2 < source.count, source[mark + 1] == UInt8(ascii: "["),
      mark == 0 || source[mark - 1] != UInt8(ascii: "\\")
    else { return nil }
    var depth = 0
    var index = mark + 1
    while index < min(source.count, mark + 2000) {
      switch source[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          let next = index + 1 < source.count ? source[index + 1] : 0
          // `^[a](b)` is a link after a caret.
          let isLink = next == UInt8(ascii: "(") || next == UInt8(ascii: "[")
          return isLink || index == mark + 2 ? nil : mark..<(index + 1)
        }
      case 0x0A, 0x0D:
        let next = source[(index + 1)...].first { ![0x20, 0x09, 0x3E].contains($0) }
        if next == 0x0A || next == 0x0D { return nil }
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension ReadableBody {
  /// The text of a range as written, without its comments.
  package func text(_ range: ByteRange, of note: Note) -> String {
    var bytes: [UInt8] = []
    for place in range.indices where !comments.covers(place) { bytes.append(note.source[place]) }
    var text = String(decoding: bytes, as: UTF8.self)
    while let start = text[...].range(ofASCII: "<!--"),
      let end = text[start.upperBound...].range(ofASCII: "-->")
    {
      text.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return text
  }
}

/// The `[!note]` that makes a quote a callout, and the words in its place.
struct CalloutHead {
  /// The brackets, and the blanks before a title.
  let range: Range<Int>
  /// `note`; nil for a quotation.
  let kind: String?
  /// The kind in words for a reader, with a colon if a title follows.
  let words: String
  /// The offset at which the text of the second line begins.
  let nextLine: Int?

  init?(_ source: [UInt8], at start: Int) {
    guard source[start...].starts(with: "[!".utf8) else { return nil }
    let name = source[(start + 2)...].prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    // Text after a bar is for the program that draws it.
    let rest = source[name.endIndex...].prefix {
      $0 != UInt8(ascii: "]") && $0 != 0x0A && $0 != 0x0D
    }
    var end = rest.endIndex
    guard !name.isEmpty, end < source.count, source[end] == UInt8(ascii: "]"),
      rest.isEmpty || rest.first == UInt8(ascii: "|")
    else { return nil }
    end += 1
    if end < source.count, "+-".utf8.contains(source[end]) { end += 1 }
    let lineEnd = source[end...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? source.count
    let title = source[end..<lineEnd].firstIndex { ![0x20, 0x09].contains($0) }
    // Blanks at the end of a line are no text.
    range = start..<(title ?? end)
    let kind = String(decoding: name, as: UTF8.self).lowercased()
    let isQuotation = kind == "quote" || kind == "cite"
    let hasTitle = title != nil
    self.kind = isQuotation ? nil : kind
    words =
      isQuotation ? "" : kind.prefix(1).uppercased() + kind.dropFirst() + (hasTitle ? ":" : "")
    let next = source[lineEnd...].firstIndex { ![0x0A, 0x0D, 0x20, 0x09, 0x3E].contains($0) }
    nextLine = !hasTitle && isQuotation ? nil : next
  }

  /// True if a title follows.
  var hasTitle: Bool { words.hasSuffix(":") }
}
