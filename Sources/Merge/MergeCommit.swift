import History

/// The commit of a merge: the same on every device that merges the same two commits, bit for bit.
package enum MergeCommit {
  /// A commit of a merged tree.
  ///
  /// The parents are sorted, and it bears the time of the later of them (committer time, then id), so that no
  /// clock and no person's name enters it.
  /// - Throws: `MissingObject` if a parent is not there.
  package static func commit(
    tree: ObjectID, parents: (ObjectID, ObjectID), store: any ObjectStore
  ) throws -> Commit {
    let parents = [parents.0, parents.1].sorted()
    let times = try parents.map { try store.commit($0).committer }
    // Of two commits of one second the greater id counts as the later.
    let later = times[0].seconds > times[1].seconds ? times[0] : times[1]
    let signature = Signature.zibaldone(seconds: later.seconds, offset: later.offset)
    let names = parents.map { $0.hex.prefix(10) }
    return Commit(
      tree: tree, parents: parents, author: signature, committer: signature,
      message: "Merge \(names[0]) and \(names[1])\n")
  }
}
