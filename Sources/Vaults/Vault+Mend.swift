import Files
import Git
import History
import Indexing
import Layout
import Notes
import PastNotes
import Sync

/// The changes by which findings of a check are mended, before the first is made.
package struct MendPlan: Sendable {
  /// The notes that change, by path.
  package var rewrites: [MovePlan.Rewrite] = []
  /// The notes that stay as they are although they have something to mend, each with the reason.
  package var refusals: [(path: NotePath, reason: any Error)] = []

  /// A plan that changes nothing.
  package init() {}

  /// The number of links that are rewritten.
  package var linkCount: Int { rewrites.linkCount }
}

/// The result of mending.
package struct MendReport: Sendable {
  package let plan: MendPlan
  package let change: ChangeReport
  /// The vault in its repository.
  package let scope: TreePath
}

/// The notes differ from those for which a plan was shown; nothing was changed.
package struct PlanOutdated: Error, Equatable, Sendable {
  package let path: NotePath
}

extension Vault {
  /// Plans the mending of those findings that can be mended without a person, for the folder as it is; changes nothing,
  /// and asks neither for a history nor for a vault.
  ///
  /// - Throws: `MoveRefusal`, `WriteError`, `IndexError`.
  package func shownMending(
    of report: CheckReport, progress: IndexProgress? = nil
  ) throws -> MendPlan {
    try MendPlanner(self, index(progress: progress)) { try folder.read($0).bytes }.plan(report)
  }

  /// True if what is mended could be committed: the folder is a vault, and has a history.
  package var canMend: Bool { isVault && RepositoryPlace.holding(root) != nil }

  /// Plans the mending of those findings that can be mended without a person; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `IndexError`, `HistoryError`, `SyncRefusal`, `GitError`.
  package func plannedMending(
    of report: CheckReport, progress: IndexProgress? = nil
  ) throws -> MendPlan {
    let files = try pendingFiles()
    return try MendPlanner(self, index(progress: progress), files.read).plan(report)
  }

  /// Mends findings: all as one commit, on top of a snapshot of uncommitted changes, or nothing.
  ///
  /// - Parameter shown: the plan that a person has seen; nothing else is done.
  /// - Throws: as ``plannedMending(of:progress:)``; `PlanOutdated`, `HookRefused`, `NoIdentity`.
  package func mend(
    _ report: CheckReport, as shown: MendPlan, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: ChangeProgress = ChangeProgress()
  ) throws -> MendReport {
    try withHistory(waiting: waiting) { history in
      var plan = MendPlan()
      let change = try history.change(.move, confirm: confirm, progress: progress) { files in
        plan = try MendPlanner(self, index(progress: progress.indexing), files.read).plan(report)
        let planned = Dictionary(uniqueKeysWithValues: shown.rewrites.map { ($0.path, $0) })
        for rewrite in plan.rewrites where planned[rewrite.path]?.new != rewrite.new {
          throw PlanOutdated(path: rewrite.path)
        }
        return (try files.versions(plan.rewrites), Self.subject(plan))
      }
      return MendReport(plan: plan, change: change, scope: history.scope)
    }
  }

  /// The first line of the commit's message.
  private static func subject(_ plan: MendPlan) -> String {
    let notes = plan.rewrites.count
    return "Mend \(plan.linkCount) \(plan.linkCount == 1 ? "link" : "links") in "
      + (notes == 1 ? plan.rewrites[0].path.text : "\(notes) notes")
  }
}

/// Plans which links are rewritten so that findings are no more.
struct MendPlanner {
  private let vault: Vault
  private let links: VaultLinks
  private let read: (NotePath) throws -> [UInt8]
  private let now: LinkResolver

  /// The links to be mended in one note.
  private struct Wishes {
    var isMoved = false
    var elsewhere: [String: NotePath] = [:]
    var sections: Set<MovedSections.Name> = []
    var rules: Set<CheckRule> = []
  }

  init(_ vault: Vault, _ index: VaultIndex, _ read: @escaping (NotePath) throws -> [UInt8]) throws {
    self.vault = vault
    self.read = read
    links = try VaultLinks(index)
    now = links.resolver()
  }

  func plan(_ report: CheckReport) throws -> MendPlan {
    var wishes: [NotePath: Wishes] = [:]
    var canvases: Set<NotePath> = []
    for finding in report.findings where finding.isFixable {
      guard let path = NotePath(bytes: finding.path), case .link(_, let flaw) = finding.kind else {
        continue
      }
      if CanvasPaths.isCanvas(path) {
        canvases.insert(path)
        continue
      }
      var wish = wishes[path] ?? Wishes()
      switch flaw {
      case .missing(let target, let place?): wish.elsewhere[target] = place
      case .moved: wish.isMoved = true
      case .movedAnchor(let anchor, let note, _):
        wish.sections.insert(MovedSections.Name(note: note, anchor: anchor))
      case .byAlias: wish.rules.insert(.linkByAlias)
      case .otherForm: wish.rules.insert(.unicodeForm)
      case .movedInConflict, .byAliasInConflict, .missing, .lacksAnchor, .anchorInConflict,
        .ambiguous, .unwritten,
        .folder, .outside:
        continue
      }
      wishes[path] = wish
    }
    var plan = MendPlan()
    var drafts = NoteDrafts(vault, links, from: now, to: now, read: read)
    let moves = wishes.values.contains(where: \.isMoved) ? moveRewriters(report.moves) : []
    for (path, wish) in wishes.sorted(by: { $0.key < $1.key }) {
      guard let number = links.number(of: path) else { continue }
      do {
        try vault.checkWritable(path)
        let note = try drafts.note(number)
        guard WellFormedUTF8.holds(note.source) else { throw MoveRefusal.notUTF8(path) }
        var text = Text(note: note, links: 0)
        if wish.isMoved { for rewriter in moves { try rewrite(&text, rewriter, number, path) } }
        for (target, place) in wish.elsewhere.sorted(by: { $0.key < $1.key }) {
          try rewriteMissing(&text, target, place, path)
        }
        for name in wish.sections.sorted(by: { ($0.note, $0.anchor) < ($1.note, $1.anchor) }) {
          guard let place = report.sections.places[name] else { continue }
          try rewriteSection(&text, name, place, number, path)
        }
        if !wish.rules.isEmpty {
          try rewrite(&text, spellingRewriter(wish.rules), number, path)
        }
        if text.links > 0 { drafts.set(number, note, to: text.note.source, links: text.links) }
      } catch let error as MoveRefusal {
        plan.refusals.append((path, error))
      } catch let error as WriteError {
        plan.refusals.append((path, error))
      }
    }
    try drafts.settle()
    plan.rewrites = try drafts.rewrites()
    for canvas in canvases.sorted() {
      do {
        let old = try read(canvas)
        let (new, count) = CanvasPaths(old).following(report.moves, in: vault)
        if count == 0 { continue }
        try vault.checkWritable(canvas)
        plan.rewrites.append(
          MovePlan.Rewrite(path: canvas, newPath: canvas, old: old, new: new, links: count))
      } catch let error as MoveRefusal {
        plan.refusals.append((canvas, error))
      } catch let error as WriteError {
        plan.refusals.append((canvas, error))
      }
    }
    plan.rewrites.sort { $0.path < $1.path }
    return plan
  }

  /// A note as it becomes, step by step.
  private struct Text {
    var note: Note
    var links: Int
  }

  private func rewrite(
    _ text: inout Text, _ rewriter: LinkRewriter, _ number: Int, _ path: NotePath
  ) throws {
    do throws(LinkNotRewritten) {
      let (note, count) = try rewriter.rewritten(text.note, in: number, options: vault.noteOptions)
      text.note = note
      text.links += count
    } catch {
      throw MoveRefusal.link(path, error)
    }
  }

  // MARK: Rewriters

  /// Those for links that mean no file now, and meant one before that was moved.
  private func moveRewriters(_ moves: HandMoves) -> [LinkRewriter] {
    moves.formerPaths.map { former in
      let before = links.resolver { former[$0] ?? $0 }
      var rewriter = LinkRewriter(from: before, to: now, style: vault.linkStyle)
      rewriter.only = { [now] target, isWiki, file in
        guard now.resolve(target, from: now.paths[file], byAlias: isWiki) == .unresolved,
          case .file(let found, _) = before.resolve(
            target, from: before.paths[file], byAlias: isWiki)
        else { return false }
        if NotePath(now.paths[found]).flatMap({ moves.contested[$0] }) != nil { return false }
        return !isWiki || LinkRewriter.canWrite(now.paths[found], after: target)
      }
      return rewriter
    }
  }

  /// The one for links by a title or alias that one note has, and for names in another Unicode form.
  private func spellingRewriter(_ rules: Set<CheckRule>) -> LinkRewriter {
    let mendsAliases = rules.contains(.linkByAlias)
    var rewriter = LinkRewriter(
      from: now, to: mendsAliases ? links.resolverOfPaths() : now, style: vault.linkStyle)
    let mendsForm = rules.contains(.unicodeForm)
    rewriter.mendsForm = mendsForm
    let inConflict = Set(links.paths.compactMap(\.fileOfOwnCopy))
    rewriter.only = { [now, links] target, isWiki, file in
      let path = now.paths[file]
      guard case .file(let found, let rule) = now.resolve(target, from: path, byAlias: isWiki)
      else { return false }
      if rule == .alias {
        return mendsAliases && !inConflict.contains(links.paths[found])
          && now.files(called: target, from: path).count == 1
          && LinkRewriter.canWrite(now.paths[found], after: target)
      }
      return mendsForm && now.isInOtherForm(target, found)
    }
    return rewriter
  }

  /// Rewrites links to a missing file so that they mean the only other one of its name.
  private func rewriteMissing(
    _ text: inout Text, _ target: String, _ place: NotePath, _ path: NotePath
  ) throws {
    // Only files of that name can be taken for it.
    let name = LinkResolver.lastName(place.text)
    let files =
      [path]
      + links.paths.filter {
        $0 != path && LinkResolver.lastName($0.text) == name
      }
    guard let number = files.firstIndex(of: place),
      let former = Self.former(target, of: place, from: path)
    else { return }
    let after = LinkResolver(paths: files.map(\.text), now.dialect)
    var before = files.map(\.text)
    before[number] = former
    var rewriter = LinkRewriter(
      from: LinkResolver(paths: before, now.dialect), to: after, style: vault.linkStyle)
    rewriter.only = { written, _, _ in written == target }
    try rewrite(&text, rewriter, 0, path)
  }

  /// Rewrites links to a heading or block that has come into another note, or to a heading with other words.
  private func rewriteSection(
    _ text: inout Text, _ name: MovedSections.Name, _ place: MovedSections.Place, _ number: Int,
    _ path: NotePath
  ) throws {
    guard let from = links.number(of: name.note), let to = links.number(of: place.note) else {
      return
    }
    func table(_ bytes: [UInt8]) -> AnchorTable {
      AnchorTable(Note(parsing: bytes, options: vault.noteOptions))
    }
    var moves = LinkMover.Moves()
    moves.old[from] = table(place.former)
    for (file, note) in [(from, name.note), (to, place.note)] {
      moves.new[file] = table(try read(note))
    }
    for (part, anchor) in place.anchors {
      guard let new = moves.new[to]?.place(anchor) else { continue }
      moves.places[.init(from, part)] = LinkMover.Place(to, new)
    }
    if moves.places[.init(from, place.part)] == nil { return }
    moves.whole = LinkMover.Place(to, .heading(0))
    let formers = text.note.links.map { [now] link -> LinkMover.Former? in
      guard text.note.anchor(of: link) == name.anchor else { return nil }
      let file: Int?
      switch now.resolve(link, in: text.note, at: now.paths[number]) {
      case .file(let found, _): file = found
      case .sameNote: file = number
      case .external, .unresolved: file = nil
      }
      return file == from ? LinkMover.Former(link, in: text.note, at: number) : nil
    }
    do throws(LinkNotRewritten) {
      let mover = LinkMover(from: now, to: now, style: vault.linkStyle, moves)
      let (note, count) = try mover.rewritten(
        text.note, in: number, formers, options: vault.noteOptions)
      text.note = note
      text.links += count
    } catch {
      throw MoveRefusal.link(path, error)
    }
  }

  /// The path at which a target looks for its file.
  private static func former(
    _ target: String, of place: NotePath, from path: NotePath
  ) -> String? {
    let isRelative = target.hasPrefix("./") || target.hasPrefix("../")
    var parts = isRelative ? path.components.dropLast().map { Array($0) } : []
    for part in target.utf8.split(separator: 0x2F) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        if parts.popLast() == nil { return nil }
        continue
      }
      parts.append(Array(part))
    }
    guard let last = parts.popLast() else { return nil }
    let ending = place.isMarkdown ? Array(place.name.dropFirst(place.stem.count)) : []
    let name = String(decoding: last, as: UTF8.self)
    let hasEnding = NotePath(name)?.isMarkdown == true || ending.isEmpty
    parts.append(hasEnding ? last : last + ending)
    return String(decoding: Array(parts.joined(separator: [0x2F])), as: UTF8.self)
  }
}
