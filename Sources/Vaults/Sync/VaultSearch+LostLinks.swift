import Files
import Git
import History
import Indexing
import Merge
import Notes
import PastNotes
import Sync

/// A link that a sync left without its file, heading or block: one device renamed, moved or deleted that, and another
/// wrote the link.
package struct LostLink: Sendable {
  /// The note that it is in.
  package let note: NotePath
  /// The target as the link writes it, with its anchor where the file is there and that is not.
  package let target: String
  /// The present path of the file, or of the note that has the heading or block, if the history shows it: `zib check
  /// --fix` gives the link that.
  package let movedTo: NotePath?
  /// True if that is the note with which the link was written, and the heading has other words.
  package fileprivate(set) var isReworded = false
  /// The name of the heading or block where it is now; nil where the link leads to a file.
  package fileprivate(set) var anchor: String?
  /// The name to which the file moved, where two devices gave it to two files, or the note whose conflict copy has the
  /// heading or block, so that a person has to decide first; and the file that has the text.
  package fileprivate(set) var contested: (name: NotePath, holder: NotePath)?
}

extension VaultSearch {
  /// The links that a sync left without their files, by note.
  ///
  /// Links of which one device wrote both the link and the move or deletion are not among them.
  /// - Throws: `IndexError`, errors of the repository.
  package func lostLinks(by sync: VaultSync) throws -> [LostLink] {
    let report = sync.report
    let merged =
      report.decisions.map(\.path) + report.editedMeanwhile + report.waited
    let sides = [report.came, report.went].map { Side($0, merged, in: sync.scope) }
    var found: [LinkToGone] = []
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] where !side.gone.isEmpty {
      found += try links(toGone: side.gone.sorted()).filter { other.written.contains($0.note) }
      found += cards(showing: side.gone, in: other.written)
    }
    let sections = try lostSections(sides)
    return (lost(found) + sections).sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }

  /// Links to what is gone, each with the place to which it moved.
  func lost(_ found: [LinkToGone]) -> [LostLink] {
    if found.isEmpty { return [] }
    let moves = (try? HandMoves(self, namedBy: found.map(\.target))) ?? HandMoves()
    let rounds = moves.rounds(over: files, vault.noteOptions.links)
    return Set(found).map { link in
      let place =
        link.note.isMarkdown
        ? rounds.lazy.compactMap { $0.file(link.target, from: link.note) }.first
        : NotePath(link.target).flatMap { moves.places[$0] }
      let name = place.flatMap { moves.contested[$0] }
      var lost = LostLink(
        note: link.note, target: link.target, movedTo: name == nil ? place : nil)
      if let place, let name { lost.contested = (name, place) }
      return lost
    }
  }

  /// The cards of canvases that show files which are gone.
  ///
  /// - Parameter canvases: those that are looked at; nil for all.
  func cards(showing gone: Set<NotePath>, in canvases: Set<NotePath>? = nil) -> [LinkToGone] {
    CanvasCards(self, in: canvases).lost.filter { gone.contains($0.file) }
      .map { LinkToGone(note: $0.canvas, target: $0.file.text) }
  }

  /// More notes are not read for links to headings and blocks.
  private static let mostNotes = 500

  /// The links of one side to headings and blocks that notes have no more which the other side edited.
  private func lostSections(_ sides: [Side]) throws -> [LostLink] {
    var found: [LinkToSection] = []
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] where !side.edited.isEmpty {
      for link in try brokenAnchors(in: other.written, leadingTo: side.edited)
      where !found.contains(link) {
        found.append(link)
      }
    }
    return lost(found)
  }

  /// A link to a heading or block that its note does not have.
  struct LinkToSection: Equatable {
    let note: NotePath
    let name: MovedSections.Name
  }

  /// The links of some notes to headings and blocks that certain others do not have, each once, by note.
  func brokenAnchors(
    in notes: Set<NotePath>, leadingTo others: Set<NotePath>
  ) throws -> [LinkToSection] {
    let names = Set(others.map { LinkResolver.lastName($0.text) })
    var found: [LinkToSection] = []
    for path in notes.sorted().prefix(Self.mostNotes) {
      guard let note = try? note(at: path) else { continue }
      let isLinking = note.links.contains { link in
        guard link.anchor != nil, !link.isExternal else { return false }
        let target = note.target(of: link)
        return target.isEmpty
          ? others.contains(path) : names.contains(LinkResolver.lastName(target))
      }
      if !isLinking { continue }
      for finding in try check(noteAt: path) {
        guard let name = finding.lostSection, others.contains(name.note) else { continue }
        let link = LinkToSection(note: path, name: name)
        if !found.contains(link) { found.append(link) }
      }
    }
    return found
  }

  /// Links to headings and blocks that are gone, each with the place to which that moved.
  func lost(_ found: [LinkToSection]) -> [LostLink] {
    if found.isEmpty { return [] }
    let sections = (try? MovedSections(self, naming: Set(found.map(\.name)))) ?? MovedSections()
    let copies = conflictCopies()
    return found.map { link in
      let place = sections.places[link.name]
      let stem = String(decoding: link.name.note.stem, as: UTF8.self)
      var lost = LostLink(
        note: link.note, target: "\(stem)#\(link.name.anchor)", movedTo: place?.note)
      lost.isReworded = place?.note == link.name.note
      lost.anchor = place.flatMap { $0.anchors[$0.part] }
      if place == nil,
        let copy = copy(having: link.name.anchor, among: copies[link.name.note] ?? [])
      {
        lost.contested = (link.name.note, copy)
        lost.anchor = link.name.anchor
      }
      return lost
    }.sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }

  /// The changes of one side of a sync.
  private struct Side {
    /// Files that it deleted or moved away.
    var gone: Set<NotePath> = []
    /// Notes that it wrote.
    var written: Set<NotePath> = []
    /// Those of them that were there before.
    var edited: Set<NotePath> = []

    init(_ changes: [FileChange], _ merged: [TreePath], in scope: TreePath) {
      written = Set(merged.compactMap { NotePath($0, in: scope) })
      for change in changes {
        if case .moved(let source) = change.kind, let path = NotePath(source, in: scope) {
          gone.insert(path)
        }
        guard let path = NotePath(change.path, in: scope) else { continue }
        if change.kind == .deleted { gone.insert(path) } else { written.insert(path) }
        if change.kind == .edited, path.isMarkdown { edited.insert(path) }
      }
    }
  }
}
