import Notes

/// Marks in pairs inside a note's text, and not inside text that stays as it is: `==highlights==`,
/// and harmless tags of HTML.
///
/// Both ends of a pair are in the same span or container, so that every opened one is closed.
struct SharedPairs {
  /// The signs of highlights: where they begin, and whether they open.
  private(set) var highlights: [(range: Range<Int>, isOpening: Bool)] = []
  /// The tags inside lines, by the index of their step.
  private(set) var tags: [Int: HarmlessHTML.Piece] = [:]
  /// The text in place of blocks of HTML, by the index of the step that enters them.
  private(set) var blocks: [Int: [MarkdownStep]] = [:]

  /// The marks that may be closed in the spans that are open, innermost last.
  private var levels: [[Opener]] = [[]]
  /// Blocks of HTML by their containers.
  private var containers: [DetailsBlocks] = [DetailsBlocks()]
  private var html: (index: Int, text: String)?

  private struct Opener {
    let name: String
    let highlight: Int
    let tag: (index: Int, piece: HarmlessHTML.Piece)?
  }

  /// - Parameter isCovered: true if something else is shown in the place of a byte.
  init(_ steps: [MarkdownStep], in source: [UInt8], isCovered: (Int) -> Bool) {
    for (index, step) in steps.enumerated() {
      switch step {
      case .enter(let block): enter(block, index)
      case .leave(let block): leave(block)
      case .open: levels.append([])
      case .close: if levels.count > 1 { levels.removeLast() }
      case .text(let text, let kind, let range):
        if html != nil {
          html?.text += text
        } else if kind == .html {
          if let range, isCovered(range.lowerBound) { continue }
          read(tag: text, index)
        } else if kind == .normal, let range, text.utf8.count == range.count {
          read(range, in: source, isCovered)
        }
      }
    }
    while let last = containers.popLast() { add(last) }
    highlights.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func enter(_ block: MarkdownStep.Block, _ index: Int) {
    levels = [[]]
    switch block {
    case .html: html = (index, "")
    case .quote, .list, .item: containers.append(DetailsBlocks())
    default: break
    }
  }

  private mutating func leave(_ block: MarkdownStep.Block) {
    levels = [[]]
    switch block {
    case .html:
      if let html { containers[containers.count - 1].add(html.index, html.text) }
      html = nil
    case .quote, .list, .item:
      if containers.count > 1, let last = containers.popLast() { add(last) }
    default: break
    }
  }

  private mutating func add(_ found: DetailsBlocks) {
    for (index, steps) in found.harmless { blocks[index] = steps }
  }

  // MARK: Tags

  private mutating func read(tag text: String, _ index: Int) {
    switch HarmlessHTML.tag(text) {
    case .lineBreak: tags[index] = .lineBreak
    case .open(let name, let title):
      push(Opener(name: name, highlight: 0, tag: (index, .open(name, title: title))))
    case .close(let name):
      guard let opener = pop(name), let tag = opener.tag else { return }
      tags[tag.index] = tag.piece
      tags[index] = .close(name)
    case .text, nil: break
    }
  }

  private mutating func push(_ opener: Opener) { levels[levels.count - 1].append(opener) }

  /// The last opener of a name in this span; those after it stay as they were typed.
  private mutating func pop(_ name: String) -> Opener? {
    let last = levels.count - 1
    // Openers far back are no partners, because searching for them takes quadratic time.
    guard let place = levels[last].suffix(64).lastIndex(where: { $0.name == name }) else {
      return nil
    }
    let opener = levels[last][place]
    levels[last].removeSubrange(place...)
    return opener
  }

  // MARK: Highlights

  private static func isASCIIWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func read(
    _ range: Range<Int>, in source: [UInt8], _ isCovered: (Int) -> Bool
  ) {
    let sign = UInt8(ascii: "=")
    var index = range.lowerBound
    while let first = source[index..<range.upperBound].firstIndex(of: sign) {
      let end = source[first..<range.upperBound].firstIndex { $0 != sign } ?? range.upperBound
      index = end
      guard end - first == 2, first == 0 || source[first - 1] != UInt8(ascii: "\\"),
        !isCovered(first)
      else { continue }
      let isBlank = { (place: Int) in
        place < 0 || place >= source.count || [0x20, 0x09, 0x0A, 0x0D].contains(source[place])
      }
      // Inside words of ASCII it compares.
      let isWord = { (place: Int) in
        place >= 0 && place < source.count && Self.isASCIIWord(source[place])
      }
      if !isBlank(first - 1), !isWord(end), let opener = pop("==") {
        highlights.append((opener.highlight..<(opener.highlight + 2), true))
        highlights.append((first..<end, false))
      } else if !isBlank(end), !isWord(first - 1) {
        push(Opener(name: "==", highlight: first, tag: nil))
      }
    }
  }
}

/// The blocks of HTML in one container, some of which open `details` that others close.
private struct DetailsBlocks {
  private struct Block {
    let index: Int
    let steps: [MarkdownStep]
    /// Blocks that close the ones this opens, or open the ones it closes.
    var partners: [Int] = []
    var isHarmless = true
  }

  private var blocks: [Block] = []
  private var open: [Int] = []

  mutating func add(_ index: Int, _ text: String) {
    guard let pieces = HarmlessHTML.pieces(text), let read = DetailsReader.read(pieces) else {
      return
    }
    let number = blocks.count
    var block = Block(index: index, steps: read.steps)
    if read.closed > open.count {
      block.isHarmless = false
    } else {
      for partner in open.suffix(read.closed) {
        blocks[partner].partners.append(number)
        block.partners.append(partner)
      }
      open.removeLast(read.closed)
      open += Array(repeating: number, count: read.opened)
    }
    blocks.append(block)
  }

  /// The steps of those that are whole, by their index.
  var harmless: [(Int, [MarkdownStep])] {
    var isHarmless = blocks.map(\.isHarmless)
    var spoiled = open + blocks.indices.filter { !blocks[$0].isHarmless }
    while let number = spoiled.popLast() {
      if !isHarmless[number], blocks[number].isHarmless { continue }
      isHarmless[number] = false
      spoiled += blocks[number].partners.filter { isHarmless[$0] }
    }
    return blocks.indices.filter { isHarmless[$0] }.map { (blocks[$0].index, blocks[$0].steps) }
  }
}

/// Reads the pieces of one block of HTML.
private struct DetailsReader {
  private var steps: [MarkdownStep] = []
  private var elements: [String] = []
  private var isParagraph = false
  private var isSummary = false
  private var opened = 0
  private var closed = 0

  /// The steps, and how many `details` are opened and closed that have no partner in it; nil if they are not
  /// whole.
  static func read(
    _ pieces: [HarmlessHTML.Piece]
  ) -> (steps: [MarkdownStep], opened: Int, closed: Int)? {
    var reader = DetailsReader()
    for piece in pieces { guard reader.take(piece) else { return nil } }
    guard !reader.isSummary else { return nil }
    reader.endParagraph()
    return (reader.steps, reader.opened, reader.closed)
  }

  private mutating func take(_ piece: HarmlessHTML.Piece) -> Bool {
    switch piece {
    case .text(let text): take(text)
    case .lineBreak: if isParagraph || isSummary { steps.append(.text("\n", .hardBreak, nil)) }
    case .open("details", _):
      guard !isSummary else { return false }
      endParagraph()
      steps.append(.enter(.details))
      opened += 1
    case .close("details"):
      guard !isSummary else { return false }
      endParagraph()
      steps.append(.leave(.details))
      if opened > 0 { opened -= 1 } else { closed += 1 }
    case .open("summary", _):
      guard !isSummary else { return false }
      endParagraph()
      steps.append(.enter(.summary))
      isSummary = true
    case .close("summary"):
      guard isSummary else { return false }
      close(elements.count)
      steps.append(.leave(.summary))
      isSummary = false
    case .open("div", _), .close("div"), .open("p", _), .close("p"):
      guard !isSummary else { return false }
      endParagraph()
    case .open(let name, let title):
      beginParagraph()
      // A link in another would end it.
      if name == "a", elements.contains("a") { return false }
      elements.append(name)
      steps.append(
        .open(name == "a" ? .link(destination: title ?? "") : .element(name, title: title)))
    case .close(let name):
      // One that closes nothing is left out.
      if let place = elements.lastIndex(of: name) { close(elements.count - place) }
    }
    return true
  }

  /// Closes the innermost elements, also those that a person forgot to close.
  private mutating func close(_ count: Int) {
    for _ in 0..<count {
      guard let name = elements.popLast() else { return }
      steps.append(.close(name == "a" ? .link(destination: "") : .element(name)))
    }
  }

  private mutating func take(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0, isParagraph || isSummary { steps.append(.text("\n", .softBreak, nil)) }
      if line.allSatisfy(\.isWhitespace) {
        // Between two elements it parts their words.
        if lines.count == 1, isParagraph || isSummary { steps.append(.text(" ", .normal, nil)) }
        continue
      }
      beginParagraph()
      steps.append(.text(String(line), .normal, nil))
    }
  }

  private mutating func beginParagraph() {
    guard !isParagraph, !isSummary else { return }
    steps.append(.enter(.paragraph))
    isParagraph = true
  }

  private mutating func endParagraph() {
    close(elements.count)
    if isParagraph { steps.append(.leave(.paragraph)) }
    isParagraph = false
  }
}
