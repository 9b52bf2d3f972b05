import History

/// The decisions of a merge of two trees that are more than taking a change of one side alone.
package struct MergeReport: Equatable, Sendable {
  /// Sorted by path.
  package var decisions: [MergeDecision] = []

  package init() {}
}

/// One path of a merge, and its outcome.
package struct MergeDecision: Equatable, Sendable {
  /// The outcome for a path.
  package enum Kind: Equatable, Sendable {
    /// Both sides changed it, and it has all edits of both.
    case merged
    /// Edits overlap: one side's text keeps the path, the other's is the copy, byte for byte.
    ///
    /// No overlaps are counted for files that are not merged as text: attachments, links, two files
    /// that came to one name. If both sides moved a note to different names, the copy is the
    /// earlier side's note under the name that it gave it.
    case keptBoth(copy: TreePath, winner: Side, overlaps: Int)
    /// One side deleted a file that the other edited or moved: it stays.
    case editKept(deletedBy: Side)
    /// One side moved it, and the other's edit followed.
    case followedMove(from: TreePath, by: Side)
    /// A file's path clashed with another (case, Unicode form, a folder of that name), and it has this one now.
    case gaveWay(from: TreePath)
    /// Both sides changed a submodule, which cannot have a copy: the later commit of it stays, or a file that one
    /// side has in its place. The history has the other.
    case submodule(other: ObjectID)
  }

  package let path: TreePath
  package let kind: Kind

  package init(path: TreePath, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// The conflict copy that was put beside the path, if one was.
  package var copy: TreePath? {
    if case .keptBoth(let copy, _, _) = kind, ConflictCopyName.isCopy(copy) { copy } else { nil }
  }

  /// The name that the other side moved the same note to; both stay.
  package var otherName: TreePath? {
    if case .keptBoth(let copy, _, _) = kind, !ConflictCopyName.isCopy(copy) { copy } else { nil }
  }
}
