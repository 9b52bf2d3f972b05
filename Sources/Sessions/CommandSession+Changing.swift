import Terminals
import Vaults

/// Changes of many notes as commands make them.
extension CommandSession {
  /// Makes a change; a bar shows how far it is.
  package func changing<Report>(_ change: (ChangeProgress) throws -> Report) rethrows -> Report {
    let indexing = ProgressBar(
      "Indexing notes", terminal: terminal, quiet: messages.level == .quiet)
    let writing = ProgressBar("Writing notes", terminal: terminal, quiet: messages.level == .quiet)
    defer {
      indexing.finish()
      writing.finish()
    }
    return try change(
      ChangeProgress(
        indexing: { indexing.update($0, of: $1) },
        writing: {
          indexing.finish()
          writing.update($0, of: $1)
        }))
  }
}
