import History

/// The merge of two commits' trees: a pure function of the history, the same on every device and from both sides.
///
/// The rules are in the article TreeMerge.
package struct TreeMerge {
  private let store: any ObjectStore
  private let scope: TreePath

  /// - Parameter scope: the vault's folder in the repository; outside of it no move is followed.
  package init(store: any ObjectStore, scope: TreePath) {
    self.store = store
    self.scope = scope
  }

  /// Merges two commits, and writes the trees and blobs of the result.
  ///
  /// - Parameter bases: all their best common ancestors; none for unrelated histories, whose ancestor is empty.
  /// - Throws: `MissingObject` if the store lacks a part of the history.
  /// - Complexity: linear in the differences between the sides and their ancestor, and in the
  ///   entries of the folders that contain them. The history since the ancestor is read only if a
  ///   winner has to be found, or a side edited what the other has no longer.
  package func merge(
    _ left: ObjectID, _ right: ObjectID, bases: [ObjectID]
  ) throws -> MergedTree {
    let graph = CommitGraph(store: store)
    let trees = (try graph.node(left).tree, try graph.node(right).tree)
    let isByWords = try asksForWords(trees.0) && asksForWords(trees.1)
    let notes = NoteMerge(granularity: isByWords ? .word : .line)
    let bases = Set(bases).sorted()
    let ancestors = VirtualAncestor(store: store, graph: graph, scope: scope, notes: notes)
    return try MergeOfTrees(
      store: store, scope: scope, notes: notes,
      base: ancestors.tree(of: bases),
      left: MergeSide(
        store: store, graph: graph, scope: scope, tree: trees.0, heads: [left], bases: bases),
      right: MergeSide(
        store: store, graph: graph, scope: scope, tree: trees.1, heads: [right], bases: bases)
    ).merged()
  }

  private func asksForWords(_ tree: ObjectID) throws -> Bool {
    let path = TrackedFiles.settings(of: scope)
    guard let version = try store.version(at: path, in: tree), version.mode.isFile else {
      return false
    }
    return TrackedFiles.asksForWords(try store.blob(version.id))
  }
}

/// The result of a merge.
package struct MergedTree: Equatable, Sendable {
  package let tree: ObjectID
  package let report: MergeReport

  package init(tree: ObjectID, report: MergeReport) {
    self.tree = tree
    self.report = report
  }
}
