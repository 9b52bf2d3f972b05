import Files
import Git
import History
import Layout
import Notes
import PastNotes
import Settings

extension Vault {
  /// The logs of reviews that the history has and the folder does not, sorted: without them, cards that were answered
  /// are new.
  ///
  /// Empty where the repository cannot be read, which commands that need its history tell.
  package func missingReviewLogs() -> [ReviewLogProblem] {
    guard isVault, let place = RepositoryPlace.holding(root), place.isComplete,
      let history = try? VaultHistory(of: self),
      let staged = try? history.repository.stagedEntries()
    else { return [] }
    let paths = staged.compactMap { entry -> NotePath? in
      guard OwnFiles.isReviewLog(entry.path.bytes), !entry.isSkipped,
        let path = NotePath(entry.path, in: history.scope),
        path.components.first?.elementsEqual(OwnFiles.folder) == true,
        FileStatus.at(root.appending(path), following: false) == nil
      else { return nil }
      return path
    }
    return paths.sorted().map { ReviewLogProblem($0, .missing) }
  }
}
