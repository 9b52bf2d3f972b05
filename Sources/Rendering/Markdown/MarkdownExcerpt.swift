/// Parts of a note's Markdown on their own.
extension MarkdownStep {
  /// The steps that show only some ranges of the source, in their blocks.
  ///
  /// - Parameters:
  ///   - ranges: in order of place.
  ///   - destination: turns the address of a link or an image into the one to show.
  /// - Complexity: linear in the number of steps and ranges.
  package static func excerpt(
    of steps: [MarkdownStep], _ ranges: [Range<Int>],
    destination: (String) -> String = { $0 }
  ) -> [MarkdownStep] {
    var excerpt = Excerpt(ranges: ranges)
    for step in steps { excerpt.take(step.changing(destination)) }
    return excerpt.steps
  }

  private func changing(_ destination: (String) -> String) -> MarkdownStep {
    switch self {
    case .open(.link(let address)): .open(.link(destination: destination(address)))
    case .open(.image(let address)): .open(.image(source: destination(address)))
    default: self
    }
  }
}

private struct Excerpt {
  let ranges: [Range<Int>]
  var steps: [MarkdownStep] = []
  /// The open steps; true for those that have been written.
  private var open: [(step: MarkdownStep, isShown: Bool)] = []
  /// Line ends and indents that are shown if text follows.
  private var breaks: [MarkdownStep] = []
  /// True if the block has shown anything.
  private var hasText = false
  /// The end of the last text.
  private var position = 0
  private var nextRange = 0

  init(ranges: [Range<Int>]) { self.ranges = ranges }

  mutating func take(_ step: MarkdownStep) {
    switch step {
    case .enter(let block):
      startBlock()
      open.append((step, false))
      // A rule has no text and no end.
      if block == .rule { open.removeLast() }
    case .open: open.append((step, false))
    case .leave:
      startBlock()
      close(step)
    case .close(.image), .close(.link):
      // An image without a description, or a cloze without a hint.
      if open.last?.isShown == false, isWithin(position) { show() }
      close(step)
    case .close: close(step)
    case .text(_, _, nil): breaks.append(step)
    case .text(let text, let kind, let range?): take(text, kind, range)
    }
  }

  private mutating func startBlock() {
    hasText = false
    breaks = []
  }

  private mutating func close(_ step: MarkdownStep) {
    guard let last = open.popLast() else { return }
    if last.isShown { steps.append(step) }
  }

  private mutating func take(_ text: String, _ kind: MarkdownStep.TextKind, _ range: Range<Int>) {
    position = range.upperBound
    while nextRange < ranges.count, ranges[nextRange].upperBound <= range.lowerBound {
      nextRange += 1
    }
    var isShown = false
    for wanted in ranges[nextRange...] {
      let part = wanted.clamped(to: range)
      guard wanted.lowerBound < range.upperBound else { break }
      guard !part.isEmpty else { continue }
      show()
      isShown = true
      // An entity is no range of bytes that could be cut.
      guard text.utf8.count == range.count else {
        steps.append(.text(text, kind, range))
        break
      }
      let utf8 = text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: part.lowerBound - range.lowerBound)
      let end = utf8.index(start, offsetBy: part.count)
      steps.append(.text(String(Substring(utf8[start..<end])), kind, part))
    }
    if !isShown { breaks = [] }
  }

  /// Opens the open steps around the text that follows.
  private mutating func show() {
    // Inside a block a line ends before a span opens on the next; an indent is inside its block.
    if hasText { steps += breaks }
    for index in open.indices where !open[index].isShown {
      steps.append(open[index].step)
      open[index].isShown = true
    }
    if !hasText { steps += breaks.filter { !$0.isLineEnd } }
    breaks = []
    hasText = true
  }

  private func isWithin(_ offset: Int) -> Bool {
    ranges.contains { $0.lowerBound <= offset && offset < $0.upperBound }
  }
}

extension MarkdownStep {
  fileprivate var isLineEnd: Bool {
    if case .text("\n", _, nil) = self { true } else { false }
  }
}
