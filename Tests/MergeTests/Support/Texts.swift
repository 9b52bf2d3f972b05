import Merge

/// The versions of three strings.
func versions(_ base: String?, _ left: String, _ right: String) -> NoteVersions {
  NoteVersions(base: base.map { Array($0.utf8) }, left: Array(left.utf8), right: Array(right.utf8))
}

/// A merge as a string that a table can hold: the text, with `«base|left|right»` for each overlap.
func shown(_ outcome: NoteMergeOutcome) -> String {
  func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
  switch outcome {
  case .merged(let bytes): return string(bytes)
  case .overlapping(let merge):
    return merge.regions.map { region in
      switch region {
      case .agreed(let bytes): string(bytes)
      case .overlap(let overlap):
        "«\(string(overlap.base))|\(string(overlap.left))|\(string(overlap.right))»"
      }
    }.joined()
  }
}

/// The merge of three strings by line, shown.
func merged(_ base: String?, _ left: String, _ right: String) -> String {
  shown(NoteMerge().merge(versions(base, left, right)))
}
