extension Note {
  /// The part that an anchor means: a heading with all below it, the block of `^id`, or a range of Dendron.
  ///
  /// - Parameter table: the anchors of this note, for one who asks more than once; making it takes longer than asking.
  package func section(
    anchored anchor: String, by table: @autoclosure () -> AnchorTable? = nil
  ) -> ByteRange? {
    if anchor.hasPrefix("^"), let block = block(anchored: anchor) { return block }
    let table = table() ?? AnchorTable(self)
    if let heading = table.heading(anchor).map({ headings[$0] }) {
      return ByteRange(Int(heading.range.start), end(of: heading))
    }
    return AnchorRange(anchor).flatMap { section($0, table) }
  }

  /// The end of the text below a heading: the next heading of its level or a higher one.
  private func end(of heading: Heading) -> Int {
    let next = headings.first { $0.range.start > heading.range.start && $0.level <= heading.level }
    return next.map { Int($0.range.start) } ?? source.count
  }

  private func section(_ range: AnchorRange, _ table: AnchorTable) -> ByteRange? {
    func heading(_ anchor: String) -> Heading? { table.heading(anchor).map { headings[$0] } }
    var start: Int
    var end: Int
    if range.start == "^begin" {
      start = bodyStart
      let next = headings.first { $0 != titleHeading }
      end = next.map { Int($0.range.start) } ?? source.count
    } else if range.start.hasPrefix("^") {
      guard let block = block(anchored: range.start) else { return nil }
      (start, end) = (Int(block.start), Int(block.end))
    } else {
      guard let heading = heading(range.start) else { return nil }
      (start, end) = (Int(heading.range.start), self.end(of: heading))
    }
    switch range.end {
    case nil: break
    case "*":
      end = headings.first { $0.range.start > start }.map { Int($0.range.start) } ?? source.count
    case "^end": end = source.count
    case let last?:
      guard let found = last.hasPrefix("^") ? block(anchored: last) : heading(last)?.range
      else { return nil }
      end = Int(last.hasPrefix("^") ? found.end : found.start)
    }
    for _ in 0..<range.skippedLines {
      start = source[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? source.count
    }
    return ByteRange(start, max(start, end))
  }
}

/// A range of Dendron's note references: `start,1:#end`.
///
/// `,1` leaves out this number of lines at the start; `#*` ends before the next heading, another
/// heading before that, and a block after it; `^begin` and `^end` are those of the note.
package struct AnchorRange: Equatable, Sendable {
  /// The heading or `^block` at which it starts.
  package let start: String
  /// The number of lines that are left out there.
  package let skippedLines: Int
  /// `*`, or the heading or `^block` at which it ends.
  package let end: String?

  /// Reads an anchor; nil if it is none of Dendron's.
  package init?(_ anchor: String) {
    var first = anchor[...]
    if let mark = anchor.firstRange(of: ":#") {
      first = anchor[..<mark.lowerBound]
      end = String(anchor[mark.upperBound...])
    } else {
      end = nil
    }
    if let comma = first.lastIndex(of: ","), let lines = Int(first[first.index(after: comma)...]),
      (0...10_000).contains(lines)
    {
      skippedLines = lines
      first = first[..<comma]
    } else {
      skippedLines = 0
    }
    start = String(first)
    if first.isEmpty || end == "" || (end == nil && skippedLines == 0 && start != "^begin") {
      return nil
    }
  }
}
