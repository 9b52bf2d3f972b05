import Files
import Git
import History
import Indexing
import Notes
import PastNotes

/// Headings and blocks that have left their notes, headings that have other words and blocks that have other ids,
/// without the links to them, as far as the history shows it.
///
/// A heading or block has moved if in one commit it left a note and came into exactly one other with a line of its
/// text. A heading has other words if in one commit its note kept all levels of headings, and the heading a line of its
/// text; a block has another id if its note kept the number of ids, and the block a line.
package struct MovedSections: Sendable {
  /// A heading or `^block` that a link names.
  struct Name: Hashable, Sendable {
    let note: NotePath
    let anchor: String
  }

  /// The place of a heading or block now.
  struct Place: Sendable {
    let note: NotePath
    /// The text of the note that it left, as it was before, and its place there.
    let former: [UInt8]
    let part: AnchorTable.Place
    /// The anchors by which the note has the heading or block now, and those around it if it is the same note, by
    /// their places in the former text.
    let anchors: [AnchorTable.Place: String]
  }

  private(set) var places: [Name: Place] = [:]

  /// More commits are not looked through.
  private static let mostCommits = 500
  /// A commit with more notes is not looked through for those into which something came.
  private static let mostNotes = 2_000

  /// No sections.
  package init() {}

  /// - Parameter names: what links name and their notes no longer have.
  /// - Throws: errors of the repository.
  init(_ search: VaultSearch, naming names: Set<Name>) throws {
    if names.isEmpty || RepositoryPlace.holding(search.vault.root) == nil { return }
    let history = try search.vault.past()
    guard let head = try history.repository.head().commit else { return }
    var open = Dictionary(grouping: names, by: \.note)
    try history.forEachChange(before: head, most: Self.mostCommits) { _, old, new, _ in
      if open.isEmpty { return }
      let edits = try Edits(old, new, search, history)
      for (path, wanted) in open {
        guard let (before, after) = try edits.versions(of: path) else { continue }
        let lost = wanted.filter {
          before.table.place($0.anchor) != nil && after.table.place($0.anchor) == nil
        }
        // An older commit tells of another section of this name.
        open[path]?.removeAll(where: lost.contains)
        if open[path]?.isEmpty == true { open[path] = nil }
        for name in lost {
          let place = try edits.moved(name, from: before) ?? edits.renamed(name, before, after)
          if let place, Self.has(place, in: search) { places[name] = place }
        }
      }
    }
  }

  /// True if a note has what the history says.
  private static func has(_ place: Place, in search: VaultSearch) -> Bool {
    guard let note = try? search.note(at: place.note) else { return false }
    let table = AnchorTable(note)
    return place.anchors[place.part].map { table.place($0) != nil } ?? false
  }

  /// The note that has a heading or block now.
  func note(having anchor: String, of path: NotePath) -> NotePath? {
    places[Name(note: path, anchor: anchor)]?.note
  }

  /// The notes that one commit wrote.
  private final class Edits {
    private struct Edit {
      let old: ObjectID?
      let new: ObjectID
    }

    private let history: VaultHistory
    private let options: NoteOptions
    private var edits: [NotePath: Edit] = [:]
    private var read: [NotePath: (old: Version?, new: Version)] = [:]

    init(
      _ old: ObjectID?, _ new: ObjectID?, _ search: VaultSearch, _ history: VaultHistory
    ) throws {
      self.history = history
      options = search.vault.noteOptions
      var edits: [NotePath: Edit] = [:]
      try history.repository.forEachDifference(between: old, and: new) { path, old, new in
        guard let path = NotePath(bytes: path.bytes), path.isMarkdown, let new, new.mode.isFile
        else { return }
        edits[path] = Edit(old: old?.id, new: new.id)
      }
      self.edits = edits
    }

    private func both(_ path: NotePath, _ edit: Edit) throws -> (old: Version?, new: Version) {
      if let known = read[path] { return known }
      let both = (
        try edit.old.map { Version(try history.repository.blob($0), options) },
        Version(try history.repository.blob(edit.new), options)
      )
      read[path] = both
      return both
    }

    /// A note before and after; nil if this commit did not edit it.
    func versions(of path: NotePath) throws -> (before: Version, after: Version)? {
      guard let edit = edits[path], edit.old != nil else { return nil }
      let (old, new) = try both(path, edit)
      return old.map { ($0, new) }
    }

    /// The place in the one other note into which something came with a line of its text.
    func moved(_ name: Name, from before: Version) throws -> Place? {
      guard edits.count <= MovedSections.mostNotes, let part = before.table.place(name.anchor)
      else { return nil }
      var found: [Place] = []
      for (path, edit) in edits where path != name.note {
        let (old, new) = try both(path, edit)
        guard let there = new.table.place(name.anchor), old?.table.place(name.anchor) == nil,
          before.shares(part, with: there, of: new)
        else { continue }
        found.append(
          Place(
            note: path, former: before.note.source, part: part,
            anchors: [part: new.anchor(of: there)]))
      }
      return found.count == 1 ? found[0] : nil
    }

    /// The place in the same note of a heading that has other words since, or of a block that has another id.
    func renamed(_ name: Name, _ before: Version, _ after: Version) -> Place? {
      guard let part = before.table.place(name.anchor) else { return nil }
      let (old, new) = (before.note, after.note)
      var parts = [part]
      switch part {
      case .heading:
        if old.headings.map(\.level) != new.headings.map(\.level) { return nil }
        parts = old.headings.indices.map { .heading($0) }
      case .block: if old.blockIDs.count != new.blockIDs.count { return nil }
      }
      guard before.shares(part, with: part, of: after),
        before.table.place(after.anchor(of: part)) == nil
      else { return nil }
      let anchors = parts.map { ($0, after.anchor(of: $0)) }
      return Place(
        note: name.note, former: old.source, part: part,
        anchors: Dictionary(uniqueKeysWithValues: anchors))
    }
  }

  /// A version of a note.
  private struct Version {
    let note: Note
    let table: AnchorTable

    init(_ text: [UInt8], _ options: NoteOptions) {
      note = Note(parsing: text, options: options)
      table = AnchorTable(note)
    }

    func anchor(of part: AnchorTable.Place) -> String {
      switch part {
      case .heading(let number): table.name(ofHeading: number)
      case .block(let number): "^" + note.text(note.blockIDs[number].id)
      }
    }

    /// The lines of a block without its id, or below a heading up to the next one, that have a text.
    private func lines(_ part: AnchorTable.Place) -> Set<[UInt8]> {
      let range: Range<Int>
      switch part {
      case .heading(let number):
        let end =
          number + 1 < note.headings.count
          ? Int(note.headings[number + 1].range.start) : note.source.count
        range = Int(note.headings[number].range.end)..<end
      case .block(let number):
        let block = note.blockIDs[number].block.indices
        let id = Int(note.blockIDs[number].id.start)
        range = block.lowerBound..<(block.contains(id) ? id : block.upperBound)
      }
      let lines = note.source[range].split { $0 == 0x0A || $0 == 0x0D }
      return Set(lines.filter { line in line.contains { $0 > 0x20 } }.map { Array($0) })
    }

    /// True if two parts have a line in common, or neither has any.
    func shares(_ part: AnchorTable.Place, with other: AnchorTable.Place, of new: Self) -> Bool {
      let (old, new) = (lines(part), new.lines(other))
      return old.isEmpty ? new.isEmpty : !old.isDisjoint(with: new)
    }
  }
}
