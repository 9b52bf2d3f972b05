import Files
import Merge

/// Changes to some notes, made ready before the first is written.
///
/// They can be shown, applied, and taken back by applying the reverse.
package struct EditPlan: Sendable {
  /// One note's change.
  package struct Edit: Sendable {
    package let path: NotePath
    /// The note as it was read.
    package let old: VaultFolder.Contents
    package let new: [UInt8]

    /// The change as lines, for people.
    package var difference: LineDifference { LineDifference(from: old.bytes, to: new) }
  }

  /// A note that is left as it is, and why.
  package struct Refusal: Sendable {
    package let path: NotePath
    package let reason: any Error
  }

  /// The result of applying a plan.
  package struct Outcome: Sendable {
    /// The notes that were written, in order.
    package var done: [NotePath] = []
    /// The note at which it ended, with the reason; nil if all were written.
    package var failure: Refusal?
    /// The notes after that one, which are unchanged.
    package var left: [NotePath] = []
  }

  /// Notes that change, in the order they were given.
  package var edits: [Edit] = []
  /// Notes that should have been changed and cannot be.
  package var refusals: [Refusal] = []

  package init() {}

  /// Reads notes and plans the change of each.
  ///
  /// - Parameter change: gives the new text; the same text leaves the note alone.
  package init(
    for paths: [NotePath], in folder: VaultFolder,
    _ change: (_ source: [UInt8], _ path: NotePath) throws -> [UInt8]
  ) {
    for path in paths {
      do {
        let old = try folder.read(path)
        if folder.isThroughLink(path) { throw WriteError.throughLink(path) }
        let new = try change(old.bytes, path)
        if new != old.bytes, folder.isReadOnly(path, old.status) { throw WriteError.readOnly(path) }
        if new != old.bytes { edits.append(Edit(path: path, old: old, new: new)) }
      } catch {
        refusals.append(Refusal(path: path, reason: error))
      }
    }
  }

  /// True if there is nothing to write.
  package var isEmpty: Bool { edits.isEmpty }

  /// Writes the notes, each whole or not at all, and ends at the first that cannot be written.
  package func apply(_ replacement: FileReplacement) -> Outcome {
    let errors = replacement.write(
      edits.map { FileEdit($0.path, from: $0.old, to: $0.new) }, endsAtFailure: true)
    var outcome = Outcome()
    let end = errors.firstIndex { $0 != nil } ?? edits.endIndex
    outcome.done = edits[..<end].map(\.path)
    if end < edits.endIndex, let error = errors[end] {
      outcome.failure = Refusal(path: edits[end].path, reason: error)
      outcome.left = edits[(end + 1)...].map(\.path)
    }
    return outcome
  }

  /// The plan that reverts the edits that were made of this one.
  package func reversed(_ outcome: Outcome) -> EditPlan {
    let done = Set(outcome.done)
    var plan = EditPlan()
    plan.edits = edits.reversed().filter { done.contains($0.path) }.map { edit in
      Edit(
        path: edit.path, old: VaultFolder.Contents(bytes: edit.new, status: edit.old.status),
        new: edit.old.bytes)
    }
    return plan
  }
}
