/// The outcome of the merge of a note that both sides changed.
package enum NoteMergeOutcome: Equatable, Sendable {
  /// The note has all edits of both sides.
  case merged([UInt8])
  /// Some edits overlap, and a person has to choose.
  case overlapping(OverlappingMerge)
}

/// A merge that is done except where both sides changed the same place.
package struct OverlappingMerge: Equatable, Sendable {
  /// The whole note from its beginning to its end.
  package let regions: [MergeRegion]

  package init(regions: [MergeRegion]) { self.regions = regions }

  /// The places where a person has to choose.
  package var overlaps: [Overlap] {
    regions.compactMap { if case .overlap(let overlap) = $0 { overlap } else { nil } }
  }

  /// The note with one side's text in each overlap.
  package func text(preferring side: Side) -> [UInt8] {
    text { side == .left ? $0.left : $0.right }
  }

  /// The note with a text for each overlap.
  package func text(_ choose: (Overlap) -> [UInt8]) -> [UInt8] {
    regions.flatMap { region in
      switch region {
      case .agreed(let bytes): bytes
      case .overlap(let overlap): choose(overlap)
      }
    }
  }
}

/// A stretch of a merged note.
package enum MergeRegion: Equatable, Sendable {
  /// Unchanged, or changed by one side, or by both alike.
  case agreed([UInt8])
  case overlap(Overlap)
}

/// A place of a note that both sides changed, each in its own way.
package struct Overlap: Equatable, Sendable {
  package let base: [UInt8]
  package let left: [UInt8]
  package let right: [UInt8]
  /// The two merged word by word, if the guard rails allow it.
  package let suggestion: [UInt8]?

  package init(base: [UInt8], left: [UInt8], right: [UInt8], suggestion: [UInt8]?) {
    self.base = base
    self.left = left
    self.right = right
    self.suggestion = suggestion
  }
}
