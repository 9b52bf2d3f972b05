/// Makes the next index of an index and its changes.
extension Index {
  /// Documents to put in, and keys to take out.
  package struct Change: Sendable {
    /// Keys of documents that are new or changed; ascending, each once.
    package var added: [[UInt8]]
    /// Keys of documents that are gone.
    package var removed: [[UInt8]]

    package init(added: [[UInt8]], removed: [[UInt8]]) {
      self.added = added
      self.removed = removed
    }
  }

  /// The index after `change`, its new segments in memory.
  ///
  /// - Parameters:
  ///   - merging: false for an index that is used a moment and then let go, whose segments stay as they are.
  ///   - produce: puts document `change.added[index]` into the writer; called from several
  ///     threads at once; false if the document is gone after all.
  /// - Throws: `IndexError.damaged` if an old segment cannot be read.
  package func updating(
    _ change: Change, using builder: IndexBuilder, merging: Bool = true,
    _ produce: @Sendable (Int, DocumentWriter) -> Bool
  ) throws(IndexError) -> Index {
    var next = self
    if !segments.isEmpty {
      for key in change.removed { try next.delete(key) }
      for key in change.added { try next.delete(key) }
    }
    next.segments.removeAll { $0.liveCount == 0 }
    let isFresh = next.segments.isEmpty
    let built = try builder.build(
      keys: change.added, averageLength: isFresh ? nil : averageLength, id: Self.newID, produce)
    if isFresh { next.averageLength = built.averageLength }
    for file in built.segments {
      next.segments.append(LiveSegment(try next.segment(file)))
    }
    if merging { try next.mergeTiers(builder) }
    return next
  }

  func segment(_ file: MappedFile) throws(IndexError) -> Segment {
    try Segment(file, fingerprint: schema.fingerprint, columnCount: schema.columnCount)
  }

  /// A number that no segment of this index had before or will have: a segment's file keeps its
  /// name for as long as any reader may open it, so a name must never be used again for other
  /// contents. A counter would repeat after the newest segment is removed or the index is rebuilt.
  private static func newID() -> UInt64 { UInt64.random(in: 0 ... .max) }

  private mutating func delete(_ key: [UInt8]) throws(IndexError) {
    for index in segments.indices {
      if let document = try segments[index].segment.document(withKey: key) {
        segments[index].delete(document)
      }
    }
  }

  /// The number of segments of about one size from which they are merged.
  private static let tierWidth = 8

  /// Merges segments where a tier is full, or all where the statistics have drifted.
  private mutating func mergeTiers(_ builder: IndexBuilder) throws(IndexError) {
    if hasDrifted {
      try merge(Array(segments.indices), builder)
      return
    }
    while let full = fullTier() { try merge(full, builder) }
  }

  /// True if the average length at which impacts were computed is off by half, or a third of all
  /// documents are deleted.
  private var hasDrifted: Bool {
    let live = documentCount
    let all = segments.reduce(0) { $0 + $1.segment.documentCount }
    guard all > 0, segments.count > 1 || live < all else { return false }
    if all - live > max(64, all / 3) { return true }
    guard segments.count > 1 else { return false }
    let total = segments.reduce(0) { $0 + $1.segment.totalLength }
    let average = max(1, Double(total) / Double(all))
    return average > averageLength * 1.5 || average * 1.5 < averageLength
  }

  /// Segments of one tier (sizes within a factor of eight), if there are too many.
  private func fullTier() -> [Int]? {
    var tiers: [Int: [Int]] = [:]
    for (index, live) in segments.enumerated() {
      let tier = (Int.bitWidth - live.liveCount.leadingZeroBitCount) / 3
      tiers[tier, default: []].append(index)
    }
    guard let lowest = tiers.filter({ $0.value.count > Self.tierWidth }).keys.min() else {
      return nil
    }
    // Smaller segments are merged too, because they would be next.
    return segments.indices.filter { index in
      (Int.bitWidth - segments[index].liveCount.leadingZeroBitCount) / 3 <= lowest
    }
  }

  /// Replaces `indices` by one segment.
  private mutating func merge(_ indices: [Int], _ builder: IndexBuilder) throws(IndexError) {
    let parts = indices.map { segments[$0] }
    defer { for part in parts { part.segment.file.release() } }
    let merge = try SegmentMerge(parts)
    for part in parts { part.segment.file.release() }
    let isWhole = indices.count == segments.count
    let count = merge.documents.count
    if isWhole, count > 0 {
      averageLength = max(1, Double(try merge.documents.totalLength()) / Double(count))
    }
    segments = segments.indices.filter { !indices.contains($0) }.map { segments[$0] }
    guard count > 0 else { return }
    let writer = builder.writer(
      id: Self.newID(), averageLength: averageLength, threads: builder.threads)
    let file = try writer.write(merge.documents, merge.terms())
    segments.append(LiveSegment(try segment(file)))
  }
}
