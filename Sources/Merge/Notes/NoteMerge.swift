/// Merges two versions of a note that have one ancestor.
///
/// A pure function that knows no first and second side: with the sides exchanged the outcome is the same with the sides
/// exchanged, byte for byte. The rules are in the article NoteMerge.
package struct NoteMerge: Sendable {
  /// The unit that two edits must not share to be merged without a person.
  package enum Granularity: Sendable {
    /// Edits of one line overlap.
    case line
    /// Edits of one line are merged by word if the guard rails allow it.
    case word
  }

  package let granularity: Granularity

  package init(granularity: Granularity = .line) { self.granularity = granularity }

  /// The merge of the two sides.
  /// - Complexity: linear in the sizes, but for lines that are moved or repeated; these searches are bounded.
  package func merge(_ versions: NoteVersions) -> NoteMergeOutcome {
    if versions.left == versions.right || versions.right == versions.base {
      return .merged(versions.left)
    }
    if versions.left == versions.base { return .merged(versions.right) }
    if versions.right.lexicographicallyPrecedes(versions.left) {
      return ordered(versions.mirrored).mirrored
    }
    return ordered(versions)
  }

  /// The merge of sides that differ from each other and from the base, the lesser in bytes on the left.
  private func ordered(_ versions: NoteVersions) -> NoteMergeOutcome {
    let texts = [versions.base ?? [], versions.left, versions.right]
    guard texts.allSatisfy(PlainText.isValid),
      texts.reduce(0, { $0 + $1.count }) < LinePool.limit / 2
    else {
      return .overlapping(
        OverlappingMerge(regions: [
          .overlap(
            Overlap(
              base: versions.base ?? [], left: versions.left, right: versions.right,
              suggestion: nil))
        ]))
    }
    let form = MergedForm(versions)
    var merge = LineMerge(
      base: form.lines(of: versions.base ?? []), left: form.lines(of: versions.left),
      right: form.lines(of: versions.right), granularity: granularity)
    merge.run(hasBase: versions.base != nil)
    return form.outcome(merge.pieces, of: merge.whole, in: merge.pool)
  }
}

extension NoteMergeOutcome {
  /// The same with the sides exchanged.
  package var mirrored: NoteMergeOutcome {
    switch self {
    case .merged: self
    case .overlapping(let merge):
      .overlapping(
        OverlappingMerge(
          regions: merge.regions.map { region in
            switch region {
            case .agreed: region
            case .overlap(let overlap):
              .overlap(
                Overlap(
                  base: overlap.base, left: overlap.right, right: overlap.left,
                  suggestion: overlap.suggestion))
            }
          }))
    }
  }
}
