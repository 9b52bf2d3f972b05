import Notes

/// Parts of a note as text for a reader, for prompts.
///
/// Like ``Note/plainText(in:)``, but that images are named, entities are read, and a part can be
/// left open as a gap.
struct PromptText {
  private let note: Note
  /// Parts that have another text than their runs, in order: images, and answers of clozes.
  private let substitutes: [(range: ByteRange, text: String)]
  /// Hashtags and block ids, in order.
  private let labels: [ByteRange]
  /// True where it is read as the earliest versions did, on which fingerprints hang: they knew fewer character
  /// references, and joined the words around a line end in code.
  private let isAsEarlier: Bool

  /// - Parameter formulas: those of the note that are kept as typed.
  /// - Complexity: linear in the number of links and hashtags.
  init(of note: Note, isAsEarlier: Bool = false, formulas: [MarkdownFormula] = []) {
    self.note = note
    self.isAsEarlier = isAsEarlier
    let images = note.links.filter {
      $0.isEmbed && !$0.isInFrontMatter && Self.isImage($0, in: note)
    }
    substitutes =
      (images.map { ($0.range, Self.name(of: $0, in: note)) }
      + note.clozes.compactMap { cloze in
        Self.answer(of: cloze, in: note, isAsEarlier, formulas).map { (cloze.answer, $0) }
      } + formulas.flatMap { Self.parts(of: $0, in: note) })
      .sorted { ($0.range.start, $1.range.end) < ($1.range.start, $0.range.end) }
    let hashtags = note.hashtags.filter { !$0.isInFrontMatter }.map(\.range)
    labels = (hashtags + note.blockIDs.map(\.range)).sorted { $0.start < $1.start }
  }

  /// The text of a range.
  ///
  /// - Parameter gap: a part of it to be replaced by ``Prompt/gap``.
  /// - Complexity: linear in the length of the range.
  func text(in range: ByteRange, gap: ByteRange? = nil) -> String {
    var writer = Writer(
      source: note.source, start: range.start, isAsEarlier: isAsEarlier,
      codeBreaks: isAsEarlier ? note.codeBreaks : [])
    var marks = marks(in: range, gap: gap)[...]
    var index = note.runs.partition { $0.end > range.start }
    while true {
      let run = index < note.runs.count ? note.runs[index] : nil
      let start = run.map { max($0.start, writer.last) } ?? range.end
      if let mark = marks.first, mark.range.start <= start || start >= range.end {
        // Text inside of it is dropped; its first run decides the separator before the mark.
        writer.write(
          mark.text, mark.range, run.flatMap { mark.range.contains(Int($0.start)) ? $0 : nil })
        marks.removeFirst()
        while index < note.runs.count, note.runs[index].end <= mark.range.end { index += 1 }
        continue
      }
      guard let run, start < range.end else { break }
      let end = min(run.end, marks.first?.range.start ?? range.end, range.end)
      if start < end { writer.write(ByteRange(start: start, end: end), run) }
      if end == run.end || marks.isEmpty { index += 1 }
    }
    return writer.finish(at: range.end)
  }

  /// A range without the hashtags and block ids at its beginning and end, unless it consists of
  /// them.
  func withoutLabels(_ range: ByteRange) -> ByteRange {
    var rest = range
    var index = labels.partition { $0.start >= range.end }
    while index > 0, case let tag = labels[index - 1], rest.contains(tag),
      isBlank(tag.end, rest.end)
    {
      rest.end = tag.start
      index -= 1
    }
    index = labels.partition { $0.start >= range.start }
    while index < labels.count, case let tag = labels[index], rest.contains(tag),
      isBlank(rest.start, tag.start)
    {
      rest.start = tag.end
      index += 1
    }
    return isBlank(rest.start, rest.end) ? range : rest
  }

  private func isBlank(_ start: UInt32, _ end: UInt32) -> Bool {
    note.source[Int(start)..<Int(end)].allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
  }

  private func marks(in range: ByteRange, gap: ByteRange?) -> [(range: ByteRange, text: String)] {
    var marks: [(range: ByteRange, text: String)] = []
    var index = substitutes.partition { $0.range.start >= range.start }
    var rest = gap
    while index < substitutes.count, substitutes[index].range.end <= range.end {
      let substitute = substitutes[index]
      index += 1
      if let gap = rest, gap.start <= substitute.range.start {
        marks.append((gap, String(Prompt.gap)))
        rest = nil
      }
      // Substitutes inside of the gap or of an image's description are dropped with it.
      if let last = marks.last, substitute.range.start < last.range.end { continue }
      marks.append(substitute)
    }
    if let rest { marks.append((rest, String(Prompt.gap))) }
    return marks
  }

  /// The text of an answer that Markdown takes for a link's destination, and so leaves its markup
  /// in.
  private static func answer(
    of cloze: Cloze, in note: Note, _ isAsEarlier: Bool, _ formulas: [MarkdownFormula]
  ) -> String? {
    let bytes = note.source[cloze.answer.indices]
    let next = formulas.partition { $0.range.end > cloze.range.start }
    if next < formulas.count, formulas[next].content.contains(cloze.range) {
      return note.text(cloze.answer)
    }
    let markup = "*_~`\\&".utf8
    guard bytes.contains(where: markup.contains), !bytes.contains(where: { $0 <= 0x20 }) else {
      return nil
    }
    let answer = Note(piece: Array(bytes))
    let plain = PromptText(
      of: answer, isAsEarlier: isAsEarlier,
      formulas: formulas.isEmpty ? [] : answer.formulas)
    let text = plain.text(in: ByteRange(0, bytes.count))
    return text.isEmpty ? nil : text
  }

  /// A formula as typed, with the answers of its clozes in their places.
  private static func parts(
    of formula: MarkdownFormula, in note: Note
  ) -> [(range: ByteRange, text: String)] {
    var parts: [(range: ByteRange, text: String)] = []
    var start = formula.range.start
    func add(until end: UInt32) {
      guard start < end else { return }
      let part = ByteRange(start: start, end: end)
      parts.append((part, MarkdownFormula.typed(note.text(part))))
    }
    let first = note.clozes.partition { $0.range.end > formula.range.start }
    for cloze in note.clozes[first...].prefix(while: { $0.range.start < formula.range.end }) {
      if cloze.answer.contains(formula.range) { break }
      // One that begins in an answer and ends beside it is text.
      guard formula.content.contains(cloze.range) else { return [] }
      add(until: cloze.range.start)
      parts.append((cloze.range, note.text(cloze.answer)))
      start = cloze.range.end
    }
    add(until: formula.range.end)
    return parts
  }

  private static func name(of image: Link, in note: Note) -> String {
    let target = note.target(of: image)
    let file = target.split(separator: "/").last.map(String.init) ?? target
    var description = image.text.map(note.plainText) ?? ""
    // In `![[bird.jpg|300]]` it is a size.
    let size = description.utf8
    if image.kind == .wiki, size.allSatisfy({ $0 == UInt8(ascii: "x") || $0 &- 0x30 < 10 }) {
      description = ""
    }
    // The gap's character would be a gap.
    let name = "![\(description)](\(file))"
    return String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0 == "\u{FFFC}" ? "\u{FFFD}" : $0 }))
  }

  /// True if an embed shows an image: all of Markdown's do, and wikilinks that name an image file.
  private static func isImage(_ link: Link, in note: Note) -> Bool {
    guard link.kind == .wiki else { return true }
    let target = note.target(of: link)
    guard let dot = target.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return Prompt.imageEndings.contains(target[target.utf8.index(after: dot)...].lowercased())
  }
}

extension Prompt {
  /// The endings of images in the text of a card. They are not those of `FileKind`, which may get more: the
  /// fingerprints of cards hang on them.
  package static let imageEndings: Set = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "tif", "tiff", "heic",
  ]
}

extension Array {
  /// The first index whose element is `isLate`, as are all after it.
  func partition(where isLate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isLate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
