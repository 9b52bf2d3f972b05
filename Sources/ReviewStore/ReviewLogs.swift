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
    /// So many events are dated later than tomorrow and were not taken back; the last of them.
    case ahead(count: Int, last: ReviewEvent)
    /// The history has the log, and the folder does not.
    case missing
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
  /// - Parameter lines: the number of lines, with the unfinished one.
  static func problems(_ path: NotePath, _ log: ReviewLog, lines: Int) -> [ReviewLogProblem] {
    var problems: [ReviewLogProblem] = []
    let skipped = log.skipped.filter { $0.reason != .torn }
    if !skipped.isEmpty {
      let count = log.skippedCount - (log.skipped.count - skipped.count)
      problems.append(ReviewLogProblem(path, .lines(skipped, count: count)))
    }
    if log.isTorn { problems.append(ReviewLogProblem(path, .unfinished(line: lines))) }
    return problems
  }
}

/// The events in the logs of all devices.
package struct ReviewLogs {
  private(set) var events: [[ReviewEvent]] = []
  package private(set) var problems: [ReviewLogProblem] = []

  /// - Parameters:
  ///   - now: UTC milliseconds; events dated a day later are reported.
  ///   - reading: called for each log that was read, in the order of their paths.
  init(
    _ folder: ReviewLogFolder, _ files: [ReviewLogFolder.File], now: Int64? = nil,
    reading: (ReviewLogFolder.File, [UInt8], ReviewLog) -> Void = { _, _, _ in }
  ) {
    var read: [NotePath] = []
    for file in files {
      do throws(WriteError) {
        let bytes = try folder.bytes(of: file)
        let log = ReviewLog(bytes)
        reading(file, bytes, log)
        events.append(log.events)
        read.append(file.path)
        problems += ReviewLogProblem.problems(
          file.path, log, lines: bytes.count { $0 == 0x0A } + 1)
      } catch {
        problems.append(ReviewLogProblem(file.path, .unreadable(error)))
      }
    }
    guard let now else { return }
    let takenBack = ReviewLog.takenBack(in: Array(events.joined()))
    for (path, events) in zip(read, events) {
      let ahead = events.filter { event in
        if case .retract = event.action { return false }
        return event.time > now + 86_400_000 && !takenBack.contains(event.id)
      }
      if let last = ahead.max() {
        problems.append(ReviewLogProblem(path, .ahead(count: ahead.count, last: last)))
      }
    }
  }

  /// All logs of a folder.
  ///
  /// - Throws: `SystemError` if the folder of the logs cannot be listed.
  package init(_ folder: ReviewLogFolder, now: Int64? = nil) throws(SystemError) {
    self.init(folder, try folder.files(), now: now)
  }
}
