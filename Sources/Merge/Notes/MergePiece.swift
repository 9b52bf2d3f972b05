/// A stretch of a merged note, as lines of a pool.
enum MergePiece: Equatable {
  case lines(Range<Int>)
  case overlap(base: Range<Int>, left: Range<Int>, right: Range<Int>, suggestion: Range<Int>?)

  /// The lines with the left side's in an overlap.
  var leftLines: Range<Int> {
    switch self {
    case .lines(let lines): lines
    case .overlap(_, let left, _, _): left
    }
  }

  /// The lines with the right side's in an overlap.
  var rightLines: Range<Int> {
    switch self {
    case .lines(let lines): lines
    case .overlap(_, _, let right, _): right
    }
  }
}
