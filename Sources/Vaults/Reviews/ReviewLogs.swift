import Notes
import Reviews

/// Something in the logs of reviews that was left out.
package struct ReviewLogProblem: Equatable, Sendable {
  /// What it is.
  package enum Kind: Equatable, Sendable {
    /// The file was not read.
    case unreadable(WriteError)
    /// Lines gave no event; the first of them, and how many there are.
    case lines([ReviewLog.SkippedLine], count: Int)
  }

  /// The log from the vault's root.
  package let path: NotePath
  package let kind: Kind

  init(_ path: NotePath, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Nil where every line says something, or its writer was stopped in it.
  init?(_ path: NotePath, _ log: ReviewLog) {
    let lines = log.skipped.filter { $0.reason != .torn }
    if lines.isEmpty { return nil }
    self.init(path, .lines(lines, count: max(lines.count, log.skippedCount)))
  }
}

/// What the logs of all devices say.
struct ReviewLogs {
  private(set) var events: [[ReviewEvent]] = []
  private(set) var problems: [ReviewLogProblem] = []

  /// - Parameter reading: told of each log that was read, in the order of their paths.
  init(
    _ folder: ReviewLogFolder, _ files: [ReviewLogFolder.File],
    reading: (ReviewLogFolder.File, [UInt8]) -> Void = { _, _ in }
  ) {
    for file in files {
      do throws(WriteError) {
        let bytes = try folder.bytes(of: file)
        reading(file, bytes)
        let log = ReviewLog(bytes)
        events.append(log.events)
        if let problem = ReviewLogProblem(file.path, log) { problems.append(problem) }
      } catch {
        problems.append(ReviewLogProblem(file.path, .unreadable(error)))
      }
    }
  }

  /// All logs of a folder.
  ///
  /// - Throws: `SystemError` where the folder of the logs cannot be listed.
  init(_ folder: ReviewLogFolder) throws(SystemError) {
    self.init(folder, try folder.files())
  }
}
