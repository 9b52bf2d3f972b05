import Files
import Indexing
import Layout
import Notes

/// Files and folders that get other paths, all at once.
package struct MovesRequest: Equatable, Sendable {
  /// Each file or folder with its new path.
  package let moves: [MoveRequest]

  package init(_ moves: [MoveRequest]) { self.moves = moves }

  /// The path that a file has after the moves.
  package func place(_ path: NotePath) -> NotePath {
    for move in moves {
      let place = move.place(path)
      if place != path { return place }
    }
    return path
  }
}

/// Plans over the texts that a search has, those that are not saved among them: for an editor, which makes the changes
/// itself. Nothing is asked of a history, and nothing is written.
extension VaultSearch {
  /// The notes in which links are rewritten when files get other paths.
  ///
  /// - Throws: `MoveRefusal`, `WriteError`, `IndexError`.
  package func plannedRewrites(of request: MovesRequest) throws -> [MovePlan.Rewrite] {
    let links = try VaultLinks(index)
    let rewriter = LinkRewriter(
      from: links.resolver(), to: links.resolver(request.place), style: vault.linkStyle)
    var drafts = NoteDrafts(
      vault, links, from: rewriter.before, to: rewriter.after, read: openBytes)
    _ = try drafts.rewriteTargets(rewriter) { _ in false }
    try drafts.settle()
    return try drafts.rewrites(request.place)
  }

  /// Refuses a move that cannot be made: a name that is taken, hidden or no name on some system.
  ///
  /// - Throws: `MoveRefusal`, `NewNoteError.existsAs`, `WriteError`, `IndexError`.
  package func check(_ request: MoveRequest) throws {
    try MovePlanner(vault, request, index).check()
  }

  /// The notes that change when a heading, block id or hashtag gets another name.
  ///
  /// - Throws: `MoveRefusal`, `HashtagRenameError`, `WriteError`, `IndexError`.
  package func plannedRename(_ request: RenameRequest) throws -> RenamePlan {
    try RenamePlanner(vault, index, read: openBytes).plan(request)
  }

  /// The notes that change when findings are mended.
  ///
  /// - Throws: `MoveRefusal`, `WriteError`, `IndexError`.
  package func plannedMending(of report: CheckReport) throws -> MendPlan {
    try MendPlanner(vault, index, openBytes).plan(report)
  }

  /// The notes that change when places at which a note is named become links.
  ///
  /// - Throws: `MoveRefusal`, `WriteError`, `IndexError`.
  package func plannedLinks(_ request: MentionRequest) throws -> MentionPlan {
    try MentionWriter(vault, index, to: request.note).plan(request, read: openBytes)
  }

  /// The text of a note as the search has it.
  private func openBytes(_ path: NotePath) throws -> [UInt8] { try vault.folder.read(path).bytes }
}
