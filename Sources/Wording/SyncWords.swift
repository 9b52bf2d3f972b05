import History
import Sync

extension SyncReport {
  /// The outcome in a word for programs, which never changes.
  package var outcomeName: String {
    switch outcome {
    case .noRemote: "no-remote"
    case .notFetched: "not-fetched"
    case .notPushed: "not-pushed"
    case .raced: "raced"
    case .inStep where isBehindPush: "sent-elsewhere"
    case .inStep: exceptions.isEmpty ? "in-step" : "in-step-except"
    case .planned: "planned"
    }
  }

  /// The error of a remote that could not be fetched from or pushed to; nil for any other outcome.
  package var transportError: TransportError? {
    switch outcome {
    case .notFetched(let error), .notPushed(let error): error
    case .noRemote, .raced, .inStep, .planned: nil
    }
  }

  /// The words for a sync without a remote.
  package var wordsWithoutRemote: String {
    if isDryRun { return "No remote set, so nothing would be sent" }
    return head == nil
      ? "Nothing to save yet. No remote set" : "Saved here. No remote set, so nothing was sent"
  }
}
