extension Note {
  /// What an anchor names, whole: a heading with all below it up to the next of its level, or a block.
  package func section(anchored anchor: String) -> ByteRange? {
    if anchor.hasPrefix("^") { return block(anchored: anchor) }
    guard let heading = heading(anchored: anchor) else { return nil }
    let next = headings.first { $0.range.start > heading.range.start && $0.level <= heading.level }
    return ByteRange(Int(heading.range.start), next.map { Int($0.range.start) } ?? source.count)
  }
}
