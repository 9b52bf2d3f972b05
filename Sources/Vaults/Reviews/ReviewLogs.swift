import Files
import Notes
import Reviews

/// Something in the logs of reviews that was left out.
package struct ReviewLogProblem: Equatable, Sendable {
  /// The kinds of problem.
  package enum Kind: Equatable, Sendable {
    /// The file was not read.
    case unreadable(WriteError)
    /// Lines gave no event; the first of them, and their number.
    case lines([ReviewLog.SkippedLine], count: Int)
    /// The last line has no line end: it was cut off, or is being written now, and gave no event.
    case unfinished(line: Int)
    /// The number of events dated later than tomorrow, and the last time in UTC milliseconds.
    case ahead(count: Int, last: Int64)
  }

  /// The log from the vault's root.
  package let path: NotePath
  package let kind: Kind

  init(_ path: NotePath, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// The damage of a log; a line whose writer was stopped, and which was closed since, is none.
  ///
  /// - Parameters:
  ///   - lines: the number of lines, with the unfinished one.
  ///   - now: UTC milliseconds; events dated later than tomorrow are reported.
  static func problems(
    _ path: NotePath, _ log: ReviewLog, lines: Int, now: Int64? = nil
  ) -> [ReviewLogProblem] {
    var problems: [ReviewLogProblem] = []
    let skipped = log.skipped.filter { $0.reason != .torn }
    if !skipped.isEmpty {
      let count = max(skipped.count, log.skippedCount)
      problems.append(ReviewLogProblem(path, .lines(skipped, count: count)))
    }
    if log.isTorn { problems.append(ReviewLogProblem(path, .unfinished(line: lines))) }
    guard let now else { return problems }
    let tomorrow = now + 86_400_000
    let ahead = log.events.lazy.map(\.time).filter { $0 > tomorrow }
    if let last = ahead.max() {
      problems.append(ReviewLogProblem(path, .ahead(count: ahead.count, last: last)))
    }
    return problems
  }
}

/// The events in the logs of all devices.
struct ReviewLogs {
  private(set) var events: [[ReviewEvent]] = []
  private(set) var problems: [ReviewLogProblem] = []

  /// - Parameters:
  ///   - now: UTC milliseconds; events dated a day later are reported.
  ///   - reading: called for each log that was read, in the order of their paths.
  init(
    _ folder: ReviewLogFolder, _ files: [ReviewLogFolder.File], now: Int64? = nil,
    reading: (ReviewLogFolder.File, [UInt8]) -> Void = { _, _ in }
  ) {
    for file in files {
      do throws(WriteError) {
        let bytes = try folder.bytes(of: file)
        reading(file, bytes)
        let log = ReviewLog(bytes)
        events.append(log.events)
        problems += ReviewLogProblem.problems(
          file.path, log, lines: bytes.count { $0 == 0x0A } + 1, now: now)
      } catch {
        problems.append(ReviewLogProblem(file.path, .unreadable(error)))
      }
    }
  }

  /// All logs of a folder.
  ///
  /// - Throws: `SystemError` if the folder of the logs cannot be listed.
  init(_ folder: ReviewLogFolder, now: Int64? = nil) throws(SystemError) {
    self.init(folder, try folder.files(), now: now)
  }
}
