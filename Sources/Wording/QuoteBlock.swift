import Indexing
import Notes
import Rendering

/// A quote as it is drawn: its lines, wrapped and set in, and its source below them.
package enum QuoteBlock {
  /// The greatest length of a line, however wide the screen: longer ones are hard to read.
  private static let widest = 80

  /// The lines of a quote.
  ///
  /// - Parameters:
  ///   - place: its place, shown at the end; nil for none.
  ///   - isFaint: true for the neighbours of the chosen quote.
  package static func lines(
    of quotation: Quotation, place: StyledText? = nil, width: Int, isFaint: Bool = false
  ) -> [StyledText] {
    let room = max(10, min(width, widest) - 4)
    let style: Style = isFaint ? .faint : .plain
    var lines: [StyledText] = []
    for line in quotation.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let wrapped = StyledText(String(line), style).wrapped(toWidth: room)
      lines +=
        wrapped.isEmpty ? [StyledText()] : wrapped.map { $0.isEmpty ? $0 : StyledText("  ") + $0 }
    }
    if isFaint { return lines }
    lines.append(StyledText())
    for (number, line) in source(quotation.source).wrapped(toWidth: room - 2).enumerated() {
      lines.append(StyledText(number == 0 ? "  — " : "    ", .faint) + line)
    }
    if let place { lines.append(StyledText("    ") + place) }
    return lines
  }

  private static func source(_ source: QuoteSource) -> StyledText {
    if let line = source.line { return StyledText(line) }
    var text = StyledText(source.authors.joined(separator: " & "))
    if let work = source.work {
      if !text.isEmpty { text.append(", ") }
      text.append(work, .title)
    }
    if let locator = source.locator {
      text.append(text.isEmpty ? "" : " ")
      text.append("(\(locator))", .faint)
    }
    return text
  }
}
