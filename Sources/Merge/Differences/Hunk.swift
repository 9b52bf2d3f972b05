/// A difference of two sequences: the new elements in place of the old ones.
struct Hunk: Equatable {
  /// Empty for an insertion.
  var old: Range<Int>
  /// Empty for a deletion.
  var new: Range<Int>
}
