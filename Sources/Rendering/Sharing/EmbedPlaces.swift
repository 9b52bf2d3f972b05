import Notes

/// The places of embedded notes in a text: between its blocks, in a cell of a table, or in a heading or a span, where
/// blocks have no place.
struct EmbedPlaces {
  enum Place {
    case block, cell, inline

    /// True if nothing but words has a place there.
    var isInline: Bool { self == .inline }
  }

  private var cells: [ByteRange] = []
  private var inlines: [ByteRange] = []

  /// - Parameter covered: the places of links and others, in which a `*` opens no span.
  init(_ steps: [MarkdownStep], covered: [ByteRange]) {
    var isInCell = false
    var isInHeading = false
    /// The open spans; true for those that are shown.
    var spans: [Bool] = []
    var end = 0
    for step in steps {
      switch step {
      case .enter(.cell): isInCell = true
      case .leave(.cell): isInCell = false
      case .enter(.heading): isInHeading = true
      case .leave(.heading): isInHeading = false
      case .open: spans.append(!(covered.covers(end) && covered.covers(end - 1)))
      case .close: _ = spans.popLast()
      case .text(_, _, let range?):
        end = range.upperBound
        let range = ByteRange(range.lowerBound, range.upperBound)
        if isInHeading || spans.contains(true) {
          inlines.append(range)
        } else if isInCell {
          cells.append(range)
        }
      default: break
      }
    }
  }

  func place(of offset: Int) -> Place {
    inlines.covers(offset) ? .inline : cells.covers(offset) ? .cell : .block
  }
}
