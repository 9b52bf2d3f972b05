import Files
import Git
import Layout
import Notes
import PastNotes
import Steps
import Sync

/// A text that was put into a note.
package struct InsertedText: Sendable {
  package let path: NotePath
  /// Its first line, counted from 1.
  package let line: Int
  /// True if the note was made for it.
  package let isNewNote: Bool
  /// True if its heading was missing and was made.
  package let hasNewHeading: Bool
  /// The links of other notes that were rewritten because the note is new.
  package let links: KeptLinks
}

extension Vault {
  /// A note with a text put in, before it is written.
  package struct InsertionPlan: Sendable {
    package let path: NotePath
    /// The note as it was read, or nil if there is none yet.
    package let old: VaultFolder.Contents?
    package let change: NoteInserter.Change
  }

  /// Puts a text into a note, and writes nothing.
  ///
  /// - Parameter isMade: true where a note that is missing begins as a heading with its name.
  /// - Throws: `NoteInsertionError`, `FrontMatterEditError.unterminated` of a text above the rest, `NewNoteError.existsAs`,
  ///   `WriteError`; errors of the repository of a note with marks of a merge.
  package func planInsertion(
    _ insertion: NoteInsertion, into path: NotePath, isMade: Bool = false
  ) throws -> InsertionPlan {
    if isMade, FileStatus.at(root.appending(path), following: false) == nil {
      if let other = siblingDifferingInCase(path) { throw NewNoteError.existsAs(other) }
      let name = String(decoding: path.stem, as: UTF8.self)
      let change = try NoteInserter(Array("# \(name)\n".utf8), options: noteOptions)
        .inserting(insertion)
      return InsertionPlan(path: path, old: nil, change: change)
    }
    let old = try folder.read(path)
    if folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    if folder.isReadOnly(path, old.status) { throw WriteError.readOnly(path) }
    // A note about git may show such marks.
    if GitMarkers(old.bytes) != nil, try history().repository.obstacle() != nil {
      throw NoteInsertionError.isMerging
    }
    if insertion.place == .beginning, insertion.heading == nil {
      do throws(FrontMatterEditError) {
        _ = try FrontMatterEditor(old.bytes)
      } catch .unterminated {
        throw FrontMatterEditError.unterminated
      } catch {
        // Front matter with another flaw has an end, below which the text goes.
      }
    }
    let change = try NoteInserter(old.bytes, options: noteOptions).inserting(insertion)
    return InsertionPlan(path: path, old: old, change: change)
  }

  /// Writes a text into a note, of which no other byte changes.
  ///
  /// Git is not used, and the index only where the note is new. A note that another program changes at the same moment is read again, and
  /// both changes stay.
  /// - Throws: as ``planInsertion(_:into:isMade:)``, and `VaultLock.Failure`; then nothing was written.
  package func insert(
    _ insertion: NoteInsertion, into path: NotePath, isMade: Bool = false
  ) throws -> InsertedText {
    let lock = try writeLock()
    let inserted = try persisting { () throws -> InsertedText in
      let plan = try planInsertion(insertion, into: path, isMade: isMade)
      return InsertedText(
        path: path, line: plan.change.line, isNewNote: plan.old == nil,
        hasNewHeading: plan.change.hasNewHeading,
        links: try write(plan.change.bytes, to: path, basedOn: plan.old))
    }
    _ = consume lock
    return inserted
  }

  /// Writes a note; one that is new takes no links from another.
  ///
  /// - Parameter old: the note as it was read; nil for a new one.
  /// - Throws: `WriteError`
  func write(
    _ bytes: [UInt8], to path: NotePath, basedOn old: VaultFolder.Contents?
  ) throws(WriteError) -> KeptLinks {
    if let old {
      try recordedReplacement.replace(path, basedOn: old, with: bytes)
      return KeptLinks()
    }
    let kept = keepLinks(besides: [PlannedFile(path, text: bytes, options: noteOptions)])
    try recordedReplacement.create(path, with: bytes)
    return kept
  }

  /// The note that `zib capture` writes into, as the settings name it: where it is missing and they give a name without
  /// a folder, the only note of that name in the vault.
  ///
  /// - Throws: `NewNoteError.badPath`; `SystemError` if the vault cannot be read.
  package func captureNote() throws -> NotePath {
    let path = try namedCaptureNote()
    if path.folder != nil || FileStatus.at(root.appending(path), following: false) != nil {
      return path
    }
    let key = PortableKey(path.name)
    let templates = TemplateFolder(configuration)
    let others = try walk.check().added.map(\.path).filter {
      PortableKey($0.name) == key && !$0.isConflictCopy && !templates.contains($0)
    }
    return others.count == 1 ? others[0] : path
  }

  private func namedCaptureNote() throws(NewNoteError) -> NotePath {
    let name = configuration.text("capture.note")
    let file = NotePath(name).map { $0.isMarkdown ? name : name + ".md" } ?? name
    guard let path = NotePath(file), !path.components.contains(where: { $0.first == 0x2E }) else {
      throw .badPath(file)
    }
    return path
  }
}
