import Files
import OperatingSystem
import Search
import Settings
import Synchronization

/// Notes that could not be read while they were indexed, from several threads.
final class UnreadNotes: Sendable {
  private let list = Mutex<[WalkProblem]>([])
  private let passing = Mutex<Set<NotePath>>([])

  func add(_ path: NotePath, _ error: WriteError) {
    list.withLock { $0.append(WalkProblem(reading: path, error)) }
    // Permissions and size are in the stamp, which shows their change; a failing disk is not.
    if case .system(let error) = error, error.code != EACCES, error.code != EPERM {
      passing.withLock { _ = $0.insert(path) }
    }
  }

  /// Notes that could not be read for a reason that may pass unseen.
  var worthAnotherTry: Set<NotePath> { passing.withLock { $0 } }

  var problems: [WalkProblem] {
    list.withLock { $0.sorted { $0.path.lexicographicallyPrecedes($1.path) } }
  }
}

extension WalkProblem {
  /// The reason why a note could not be read.
  init(reading path: NotePath, _ error: WriteError) {
    switch error {
    case .notAFile: self.init(kind: .notAFile, path: path.bytes)
    case .throughLink: self.init(kind: .linkLeavesVault, path: path.bytes)
    case .tooLarge: self.init(kind: .unreadable, path: path.bytes, code: EFBIG)
    case .system(let error): self.init(kind: .unreadable, path: path.bytes, code: error.code)
    case .changedMeanwhile, .exists, .readOnly: self.init(kind: .unreadable, path: path.bytes)
    }
  }
}

/// Counts notes as they are indexed, and reports the count at intervals.
final class ProgressCounter: Sendable {
  private let done = Atomic(0)
  private let total: Int
  private let report: Vault.IndexProgress?

  init(total: Int, report: Vault.IndexProgress?) {
    self.total = total
    self.report = report
  }

  func step() {
    let now = done.wrappingAdd(1, ordering: .relaxed).newValue
    if now % 64 == 0 || now == total { report?(now, total) }
  }
}
