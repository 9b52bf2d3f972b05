import History

/// A cache of parsed trees and commits; a sync reads many of them repeatedly.
///
/// Objects never change, so no entry goes stale. A full cache is emptied: the entries that a walk
/// needs are soon back, and no list of ages has to be kept.
final class ObjectCache {
  private var trees: [ObjectID: [TreeEntry]] = [:]
  private var entryCount = 0
  private var nodes: [ObjectID: CommitNode] = [:]

  /// About 20 MB of names.
  private static let entryLimit = 200_000
  private static let nodeLimit = 200_000

  func tree(_ id: ObjectID) -> [TreeEntry]? { trees[id] }

  func insert(_ tree: [TreeEntry], for id: ObjectID) {
    if entryCount + tree.count > Self.entryLimit {
      trees.removeAll()
      entryCount = 0
    }
    if trees.updateValue(tree, forKey: id) == nil { entryCount += tree.count }
  }

  func node(_ id: ObjectID) -> CommitNode? { nodes[id] }

  func insert(_ node: CommitNode, for id: ObjectID) {
    if nodes.count >= Self.nodeLimit { nodes.removeAll() }
    nodes[id] = node
  }
}
