import History

/// The versions at each path that either side changed, in the ancestor and on both sides.
struct TreeChanges {
  /// The versions at one path; a folder counts as nil, and its files have paths of their own.
  struct Change: Equatable {
    let base: FileVersion?
    var sides: Sides<FileVersion?>

    subscript(_ side: Side) -> FileVersion? { sides[side] }

    /// True if a side has something else than the ancestor.
    func isChanged(by side: Side) -> Bool { sides[side] != base }
  }

  private(set) var byPath: [TreePath: Change] = [:]

  init(store: any ObjectStore, base: ObjectID?, sides: Sides<ObjectID>) throws {
    for side in Side.allCases {
      try store.forEachDifference(between: base, and: sides[side]) { path, old, new in
        byPath[path, default: Change(base: old, sides: Sides(left: old, right: old))]
          .sides[side] = new
      }
    }
  }

  subscript(_ path: TreePath) -> Change? { byPath[path] }
}
