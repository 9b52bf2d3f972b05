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
    if request.moves.count == 1, !request.moves[0].isFolder {
      let move = request.moves[0]
      let note = move.from.isMarkdown ? try? note(at: move.from) : nil
      let links = try MovePlanner.links(around: move, note, index, with: [move.from])
      return try rewrites(of: request, links)
    }
    return try rewrites(of: request, VaultLinks(index))
  }

  /// The notes in which links are rewritten when a file gets another path, which it can get.
  ///
  /// - Throws: `MoveRefusal`, `NewNoteError.existsAs`, `WriteError`, `IndexError`.
  package func plannedMove(_ request: MoveRequest) throws -> [MovePlan.Rewrite] {
    try MovePlanner(vault, request, index).check()
    return try plannedRewrites(of: MovesRequest([request]))
  }

  private func rewrites(
    of request: MovesRequest, _ links: VaultLinks
  ) throws -> [MovePlan.Rewrite] {
    let rewriter = LinkRewriter(
      from: links.resolver(), to: links.resolver(request.place), style: vault.linkStyle)
    var drafts = NoteDrafts(
      vault, links, from: rewriter.before, to: rewriter.after, read: openBytes)
    _ = try drafts.rewriteTargets(rewriter) { _ in false }
    try drafts.settle()
    let rewrites = try drafts.rewrites(request.place)
    // If a link is part of a heading, the links to that heading follow, wherever they are.
    if links.isPart, rewrites.contains(where: \.mayChangeHeading) {
      return try self.rewrites(of: request, VaultLinks(index))
    }
    return (rewrites + canvasRewrites(request.place)).sorted { $0.path < $1.path }
  }

  /// The canvases that show files which get other paths.
  private func canvasRewrites(_ place: (NotePath) -> NotePath) -> [MovePlan.Rewrite] {
    var rewrites: [MovePlan.Rewrite] = []
    index.table.forEachAttachment { path in
      // One that cannot be read shows nothing that a person sees.
      guard CanvasPaths.isCanvas(path), let old = try? openBytes(path) else { return }
      let (new, count) = CanvasPaths(old).rewritten(place)
      if count == 0 { return }
      rewrites.append(
        MovePlan.Rewrite(path: path, newPath: place(path), old: old, new: new, links: count))
    }
    return rewrites
  }

  /// The notes that change when a heading, block id, alias or hashtag gets another name.
  ///
  /// - Parameter changesText: true where links whose text is the old name get the new one.
  /// - Throws: `MoveRefusal`, `HashtagRenameError`, `WriteError`, `IndexError`.
  package func plannedRename(
    _ request: RenameRequest, changesText: Bool = false
  ) throws -> RenamePlan {
    try RenamePlanner(vault, index, changesText: changesText, read: openBytes).plan(request)
  }

  /// The notes in which links are rewritten when files are made, so that no link means one of these in place of the
  /// file that it means now; and the links that mean no file now and will mean one.
  ///
  /// - Throws: `IndexError`
  package func plannedLinks(besides files: [PlannedFile]) throws -> KeptLinks {
    try NewFilePlanner(vault, index, read: openBytes).plan(files)
  }

  /// The notes that change when a section becomes a note of its own, the new one among them.
  ///
  /// - Throws: `MoveRefusal`, `NewNoteError.existsAs`, `WriteError`, `IndexError`.
  package func plannedSplit(_ request: SplitRequest) throws -> PartPlan {
    try PartPlanner(vault, index, read: openBytes).plan(request)
  }

  /// The notes that change when a note comes into another one, which takes its place.
  ///
  /// - Throws: `MoveRefusal`, `FrontMatterEditError`, `WriteError`, `IndexError`.
  package func plannedJoin(_ request: JoinRequest) throws -> PartPlan {
    try PartPlanner(vault, index, read: openBytes).plan(request)
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
