import Merge
import Testing

/// A row of a table of merges.
struct MergeCase: Sendable, CustomTestStringConvertible {
  let name: String
  let base: String?
  let left: String
  let right: String
  /// As `shown` writes it.
  let merged: String

  init(_ name: String, _ base: String?, _ left: String, _ right: String, _ merged: String) {
    (self.name, self.base, self.left, self.right, self.merged) = (name, base, left, right, merged)
  }

  var testDescription: String { name }

  /// Expects the outcome of the row, the same from either side, and that it keeps what it must.
  func check(_ merge: NoteMerge = NoteMerge()) {
    let versions = versions(base, left, right)
    #expect(shown(merge.merge(versions)) == merged)
    #expect(merge.merge(versions.mirrored) == merge.merge(versions).mirrored)
    #expect(Conservation.flaw(versions, merge) == nil)
  }
}
