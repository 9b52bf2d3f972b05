import Files
import Git
import History
import Indexing
import Layout
import Notes
import PastNotes
import Sync

/// The places at which a note is named that are to become links.
package struct MentionRequest: Sendable {
  /// A note with such places.
  package struct Place: Sendable {
    package let path: NotePath
    /// The text in which the places were found.
    package let text: [UInt8]
    /// In order; they do not overlap.
    package let ranges: [ByteRange]

    package init(path: NotePath, text: [UInt8], ranges: [ByteRange]) {
      self.path = path
      self.text = text
      self.ranges = ranges
    }
  }

  /// The note to which the links are to lead.
  package let note: NotePath
  package let places: [Place]

  package init(note: NotePath, places: [Place]) {
    self.note = note
    self.places = places
  }
}

/// The changes that make links of mentions, before the first is made.
package struct MentionPlan: Sendable {
  /// The notes that change, sorted by path; others may be among them, whose links to a heading follow its new text.
  package let rewrites: [MovePlan.Rewrite]
  /// The number of places that become links.
  package let linked: Int
  /// The notes with places that cannot be links, and how many each has.
  package let left: [(path: NotePath, count: Int)]
  /// The notes with such places that cannot be written, each with the reason.
  package let refusals: [(path: NotePath, reason: any Error)]

  package init(
    rewrites: [MovePlan.Rewrite] = [], linked: Int = 0, left: [(path: NotePath, count: Int)] = [],
    refusals: [(path: NotePath, reason: any Error)] = []
  ) {
    self.rewrites = rewrites
    self.linked = linked
    self.left = left
    self.refusals = refusals
  }
}

/// The result of making links of mentions.
package struct MentionReport: Sendable {
  package let plan: MentionPlan
  package let change: ChangeReport
  /// The vault in its repository.
  package let scope: TreePath
}

/// Writes links to one note into others.
package struct MentionWriter {
  fileprivate let vault: Vault
  fileprivate let links: VaultLinks
  fileprivate let resolver: LinkResolver
  private let linker: MentionLinker

  /// - Throws: `MoveRefusal.nothingThere`; `IndexError.damaged`.
  package init(_ vault: Vault, _ index: VaultIndex, to note: NotePath) throws {
    self.vault = vault
    links = try VaultLinks(index)
    guard let file = links.number(of: note) else { throw MoveRefusal.nothingThere(note) }
    resolver = links.resolver()
    linker = MentionLinker(
      to: file, resolver, form: Self.form(links, resolver), style: vault.linkStyle)
  }

  /// The form in which most of the vault's links to notes are written.
  static func form(_ links: VaultLinks, _ resolver: LinkResolver) -> MentionLinker.Form {
    var (wiki, markdown) = (0, 0)
    links.forEachLink { target, isWiki, note in
      guard
        case .file(let file, _) = resolver.resolve(
          target, from: resolver.paths[note], byAlias: isWiki), links.paths[file].isMarkdown
      else { return }
      if isWiki { wiki += 1 } else { markdown += 1 }
    }
    return markdown > wiki ? .markdown : .wiki
  }

  /// The text of a note with places in it as links, and those of the places that can be.
  package func linked(
    _ note: Note, at ranges: [ByteRange], in path: NotePath
  ) -> (text: [UInt8], linked: [ByteRange]) {
    guard let number = links.number(of: path) else { return (note.source, []) }
    return linker.linked(note, at: ranges, in: number, options: vault.noteOptions)
  }

  /// - Parameter read: the text of a note, as it is to be rewritten.
  /// - Throws: `MoveRefusal`, `WriteError`, errors of `read`.
  func plan(
    _ request: MentionRequest, read: @escaping (NotePath) throws -> [UInt8]
  ) throws -> MentionPlan {
    var drafts = NoteDrafts(vault, links, from: resolver, to: resolver, read: read)
    var count = 0
    var left: [(path: NotePath, count: Int)] = []
    var refusals: [(path: NotePath, reason: any Error)] = []
    for place in request.places {
      guard let number = links.number(of: place.path) else {
        throw WriteError.changedMeanwhile(place.path)
      }
      let note: Note
      do {
        try vault.checkWritable(place.path)
        note = try drafts.note(number)
        guard WellFormedUTF8.holds(note.source) else { throw MoveRefusal.notUTF8(place.path) }
      } catch let error as MoveRefusal {
        refusals.append((place.path, error))
        continue
      } catch let error as WriteError {
        refusals.append((place.path, error))
        continue
      }
      guard note.source == place.text else { throw WriteError.changedMeanwhile(place.path) }
      let (text, linked) = linked(note, at: place.ranges, in: place.path)
      if !linked.isEmpty { drafts.set(number, note, to: text, links: linked.count) }
      if linked.count < place.ranges.count {
        left.append((place.path, place.ranges.count - linked.count))
      }
      count += linked.count
    }
    try drafts.settle()
    return MentionPlan(
      rewrites: try drafts.rewrites(), linked: count, left: left, refusals: refusals)
  }
}

extension Vault {
  /// Plans to make links of places at which a note is named; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `WriteError`, `IndexError`, `HistoryError`, `SyncRefusal`, `GitError`.
  package func plannedLinks(
    _ request: MentionRequest, progress: IndexProgress? = nil
  ) throws -> MentionPlan {
    let files = try pendingFiles()
    return try MentionWriter(self, index(progress: progress), to: request.note).plan(
      request, read: files.read)
  }

  /// Makes links of places at which a note is named: all as one commit, on top of a snapshot of uncommitted changes, or
  /// nothing.
  ///
  /// - Throws: as ``plannedLinks(_:progress:)``; `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`,
  ///   `GitError`.
  package func link(
    _ request: MentionRequest, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: ChangeProgress = ChangeProgress()
  ) throws -> MentionReport {
    try withHistory(waiting: waiting) { history in
      var plan = MentionPlan()
      let change = try history.change(.move, confirm: confirm, progress: progress) { files in
        plan = try MentionWriter(self, index(progress: progress.indexing), to: request.note).plan(
          request, read: files.read)
        return (try files.versions(plan.rewrites), "Link \(request.note.text) where it is named")
      }
      return MentionReport(plan: plan, change: change, scope: history.scope)
    }
  }
}
