/// A place where a sequence differs from the one it was made from: these elements for those.
struct Hunk: Equatable {
  /// Empty where something was put in.
  var old: Range<Int>
  /// Empty where something was taken out.
  var new: Range<Int>
}
