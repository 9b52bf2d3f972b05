import Exchange
import Notes

extension Vault {
  /// Makes ready the import of a catalogue: a note for each book that has none, and for the others what they
  /// do not say.
  ///
  /// - Parameters:
  ///   - into: the folder for new notes, from the vault's root; nothing for the one in the
  ///     settings.
  ///   - progress: told how many of how many notes were read.
  /// - Throws: `ImportError.badFolder`, `SystemError`. What keeps one book from being imported is a refusal of
  ///   the plan.
  package func planImport(
    _ books: [ImportedBook], into folder: String? = nil, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> ImportPlan {
    let inventory = try BookInventory(self, withQuotes: false, progress: progress)
    var run = try ImportRun(self, inventory: inventory, folder: folder)
    for book in books { run.add(book) }
    return run.plan
  }

  /// Makes ready the import of passages that were marked in books: each becomes a quote in its book's note.
  ///
  /// A passage that stands anywhere in the vault is not added again, nor one that was edited in the book's note.
  /// - Throws: as ``planImport(_:into:progress:)`` for a catalogue.
  package func planImport(
    _ books: [ClippedBook], into folder: String? = nil, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> ImportPlan {
    let inventory = try BookInventory(self, withQuotes: true, progress: progress)
    var run = try ImportRun(self, inventory: inventory, folder: folder)
    for book in books { run.add(book) }
    return run.plan
  }

  /// Writes the files and notes of a plan, one at a time and each whole; one that cannot be written keeps no other back.
  ///
  /// - Throws: `VaultLock.Failure` when another process is writing; what `writeLock` throws.
  package func carryOut(
    _ plan: ImportPlan, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> ImportPlan.Outcome {
    let lock = try writeLock()
    let replacement = FileReplacement(in: self.folder)
    var outcome = ImportPlan.Outcome()
    let total = plan.files.count + plan.changes.count
    for (index, file) in plan.files.enumerated() {
      progress(index, total)
      do {
        try replacement.create(file.path, with: try file.contents())
        outcome.files.append(file.path)
      } catch {
        outcome.refusals.append(.init(item: file.path.text, path: file.path, reason: error))
      }
    }
    for (index, change) in plan.changes.enumerated() {
      progress(plan.files.count + index, total)
      do throws(WriteError) {
        if let old = change.old {
          try replacement.replace(change.path, basedOn: old, with: change.new)
        } else {
          try replacement.create(change.path, with: change.new)
        }
        outcome.done.append(change)
      } catch {
        outcome.refusals.append(.init(item: change.path.text, path: change.path, reason: error))
      }
    }
    progress(total, total)
    _ = consume lock
    return outcome
  }
}
