import Files
import History
import Layout
import Merge
import PastNotes
import Rendering
import Settings
import Sync
import Terminals
import Wording

/// Finishes what was interrupted, and says what came of it.
extension CommandSession {
  /// Finishes an interrupted sync; if that is impossible now, reading goes on without it.
  func finishUpdate(of vault: Vault) {
    let stopped = stoppedOperation(of: vault)
    do {
      guard let recovery = try vault.finishInterruptedUpdate() else { return }
      finishedOperation = recovery.update?.kind
      if recovery.journalSetAside == nil {
        let changes = recovery.update?.changes ?? []
        let first = changes.first.map { SafeText.escaped($0.path.bytes) } ?? ""
        let done =
          switch changes.count {
          case 0: ""
          case 1: "; it has changed \(first)"
          default: "; it has changed \(Amount.count(changes.count, "file")), such as \(first)"
          }
        messages.note(
          "an interrupted \(finishedOperation.map(word) ?? "sync") has been finished\(done)")
        for change in changes.dropFirst() {
          messages.detail("changed \(SafeText.escaped(change.path.bytes))")
        }
      }
      tell(recovery) { SafeText.escaped($0.bytes) }
      tellConflicts(recovery.update?.decisions ?? []) { SafeText.escaped($0.bytes) }
    } catch {
      let words = ErrorWords(error)
      messages.warning("an interrupted \(stopped) is not finished: \(words.message)")
      if let hint = words.hint { messages.note(hint) }
      told.insert(.unfinished(words.message))
    }
  }

  /// The word for the operation that was stopped half-way, such as `move`.
  package func stoppedOperation(of vault: Vault) -> String {
    vault.unfinishedOperation.map(word) ?? "sync"
  }

  private func word(_ kind: OperationKind) -> String { kind == .rewrite ? "sync" : kind.rawValue }

  /// Reports the parts of an interrupted sync that could not be finished, and the places of a
  /// person's edits.
  package func tell(_ recovery: RecoveryReport, shown: (TreePath) -> String) {
    if let journal = recovery.journalSetAside {
      let reason =
        switch journal.reason {
        case .damaged: "the journal of an interrupted sync is damaged"
        case .laterVersion: "a newer zib wrote the journal of an interrupted sync"
        case .commitMissing: "the journal of an interrupted sync names a version that is gone"
        case .textMissing: "the journal of an interrupted sync names an edit that is gone"
        }
      let place = "it is kept as `zib/\(journal.name)` in the git folder"
      messages.warning(
        recovery.lost.isEmpty
          ? "\(reason); \(place), no note was lost, and the next sync goes on from the notes as they are"
          : "\(reason); \(place), and the next sync goes on from the notes as they are")
    }
    if recovery.recordMadeAgain {
      messages.warning(
        "the record of the files that wait to be written was damaged (`zib/unwritten` in the git folder); "
          + "it has been made again from the last commit and the folder")
    }
    for path in recovery.broughtBack {
      messages.warning(
        "\(shown(path)) is back, with your text: after an interrupted sync plain git had merged it away as "
          + "moved, though its new place lacks that text")
    }
    for path in recovery.lost {
      messages.warning(
        "\(shown(path)) was edited during an interrupted sync, and that text is not in the repository any "
          + "more; where there is a backup of the git folder, it is in that")
    }
    tell(rescued: recovery.kept, shown: shown)
  }

  /// Names the copies of a person's edits made during an interrupted sync.
  package func tell(rescued paths: [TreePath], shown: (TreePath) -> String) {
    for path in paths {
      messages.warning("\(shown(path)) holds what was typed during an interrupted sync")
    }
  }
}
