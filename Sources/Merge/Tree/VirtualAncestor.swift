import History

/// The ancestor of histories that were crossed: the merge of all their best common ancestors.
struct VirtualAncestor {
  /// The depth from which crossed histories are merged from only one of their ancestors. No edit is
  /// lost by that, because each side has seen whatever it lacks, but an edit that one side took
  /// back may return.
  private static let deepest = 8

  let store: any ObjectStore
  let graph: CommitGraph
  let scope: TreePath
  let notes: NoteMerge

  /// The merged tree of the common ancestors, or nil if there is none.
  func tree(of bases: [ObjectID], depth: Int = 0) throws -> ObjectID? {
    guard let first = bases.first else { return nil }
    var tree = try graph.node(first).tree
    if depth >= Self.deepest { return tree }
    // The ids are sorted, so that all devices merge in one order.
    for (index, next) in bases.enumerated().dropFirst() {
      let merged = Array(bases[..<index])
      let common = try graph.mergeBases(merged, [next])
      tree = try MergeOfTrees(
        store: store, scope: scope, notes: notes,
        base: self.tree(of: common, depth: depth + 1),
        left: MergeSide(
          store: store, graph: graph, scope: scope, tree: tree, heads: merged, bases: common),
        right: MergeSide(
          store: store, graph: graph, scope: scope, tree: try graph.node(next).tree, heads: [next],
          bases: common)
      ).merged().tree
    }
    return tree
  }
}
