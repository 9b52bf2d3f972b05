/// The difference of two texts by lines, with the matching that the merge uses.
package struct LineDiff: Equatable, Sendable {
  /// Lines of the old text that were replaced by lines of the new one.
  package struct Hunk: Equatable, Sendable {
    /// Counted from 0; empty for an insertion.
    package let old: Range<Int>
    /// Counted from 0; empty for a deletion.
    package let new: Range<Int>
  }

  /// In the order of the texts, with at least one line that both have between two.
  package let hunks: [Hunk]

  /// Compares texts by the content of their lines; the end of the last line does not count.
  /// - Complexity: linear in the texts, but for lines that are moved or repeated; that search is bounded.
  package init(from old: [UInt8], to new: [UInt8]) {
    var merge = LineMerge(base: old, left: new, right: [], granularity: .line)
    let (first, second) = (merge.whole.base, merge.whole.left)
    hunks = merge.hunks(from: first, to: second).map {
      Hunk(old: $0.old.moved(-first.lowerBound), new: $0.new.moved(-second.lowerBound))
    }
  }
}
