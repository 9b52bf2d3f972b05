import Files
import Git
import History
import Indexing
import Notes
import OperatingSystem
import PastNotes
import ReviewStore
import Reviews
import Sync
import WorkTrees

/// Something about a vault, and not in its notes, that a person may want to look at.
package struct Finding: Sendable {
  /// The kinds of finding.
  package enum Kind: Sendable {
    case walk(WalkProblem.Kind, code: Int32)
    case unreadable(WriteError)
    /// The folder of the logs of reviews is a symbolic link, or no folder, so that no answer can be written.
    case reviewFolder(isLink: Bool)
    /// The repository cannot be opened, because it belongs to another user.
    case repositoryRefused(GitError)
    /// A line of a log of reviews that is meaningless, or that only a newer version understands.
    case reviewLine(ReviewLog.SkippedLine.Reason)
    /// So many events of a log are dated later than tomorrow, this one last.
    case reviewsAhead(count: Int, last: ReviewEvent)
    /// The record of the files that wait to be written is damaged.
    case waitingRecordDamaged
    /// The history has a log of reviews that the folder does not have.
    case reviewsMissing
    /// The history has a `.zib`, and the folder has none.
    case settingsMissing
    /// A note that git tracks and that an ignore rule keeps out of lists and search.
    case hidden
    /// An object of git that the last commits need is missing or damaged: the version of a file or folder, or a
    /// commit or its whole list of files, for which the path is `.git`.
    case object(id: String, isMissing: Bool)
    /// So many of git's objects are missing or damaged.
    case objects(count: Int)
    /// Something of the history could not be looked at, so that nothing is known of it.
    case notExamined(Subject, any Error)
  }

  /// The parts of a history that are looked at.
  package enum Subject: Sendable {
    case history
    case waitingRecord
    case ignoredNotes
    case lastCommits
  }

  /// The kind of finding.
  package let kind: Kind
  /// The path from the vault's root.
  package let path: [UInt8]
  /// The place in the note, if it is one.
  package var position: TextPosition?
}

extension Vault {
  /// The result of examining a vault.
  package struct Examination: Sendable {
    /// The number of notes.
    package var notes = 0
    /// Findings that a person may want to see, in the order of paths.
    package var findings: [Finding] = []
    /// Settings and hooks of the repository itself that have git run programs: `filter.x.clean`, `hooks/pre-commit`.
    package var programs: [String] = []
    /// Notes of the folder that git ignores and does not track, sorted.
    package var ignored: [NotePath] = []
  }

  /// Looks at everything about the vault but what its notes say.
  ///
  /// - Parameters:
  ///   - index: the index in step with the folder; nil if there is none.
  ///   - now: UTC milliseconds; reviews dated later than tomorrow are reported.
  /// - Throws: if the vault's folder itself cannot be read.
  package func examine(
    _ index: VaultIndex? = nil, now: Int64? = nil
  ) throws(SystemError) -> Examination {
    var result = Examination()
    let problems: [WalkProblem]
    if let index {
      result.notes = index.table.noteCount
      problems = index.problems
    } else {
      let changes = try walk.check()
      result.notes = changes.added.count
      problems = changes.problems
    }
    result.findings = problems.map {
      Finding(kind: .walk($0.kind, code: $0.code), path: $0.path)
    }
    let history = historyExamination()
    result.findings += try reviewFindings(now) + history.findings
    result.ignored = history.ignored
    result.programs = RepositoryPlace.holding(root)?.programs(environment.git) ?? []
    result.findings.sort {
      if $0.path != $1.path { return $0.path.lexicographicallyPrecedes($1.path) }
      return ($0.position?.line ?? 0) < ($1.position?.line ?? 0)
    }
    return result
  }

  /// Logs of reviews that are missing or cannot be read, and lines of them.
  private func reviewFindings(_ now: Int64?) throws(SystemError) -> [Finding] {
    guard location.kind == .zib else { return [] }
    if let path = NotePath(ReviewLogFolder.root),
      let status = FileStatus.at(root.appending(path), following: false), status.kind != .folder
    {
      let isLink = status.kind == .link
      return [Finding(kind: .reviewFolder(isLink: isLink), path: path.bytes)]
    }
    let problems = try ReviewLogs(ReviewLogFolder(folder: folder), now: now).problems
    return (problems + missingReviewLogs()).flatMap { problem in
      switch problem.kind {
      case .unreadable(let error):
        [Finding(kind: .unreadable(error), path: problem.path.bytes)]
      case .lines(let lines, _):
        lines.map { line in
          Finding(
            kind: .reviewLine(line.reason), path: problem.path.bytes,
            position: TextPosition(line: line.line, column: 1))
        }
      case .unfinished(let line):
        [
          Finding(
            kind: .reviewLine(.torn), path: problem.path.bytes,
            position: TextPosition(line: line, column: 1))
        ]
      case .ahead(let count, let last):
        [Finding(kind: .reviewsAhead(count: count, last: last), path: problem.path.bytes)]
      case .missing: [Finding(kind: .reviewsMissing, path: problem.path.bytes)]
      }
    }
  }

  /// Looks at the history: a repository that cannot be opened, a `.zib` that is missing, and objects that the last
  /// commits here and of the remote need.
  private func historyExamination() -> HistoryExamination {
    var examination = HistoryExamination()
    guard let place = RepositoryPlace.holding(root), place.isComplete else { return examination }
    let history: VaultHistory
    do {
      history = try VaultHistory(of: self)
    } catch {
      if let error = error as? GitError, case .notOwned = error.kind {
        examination.add(.repositoryRefused(error))
      } else {
        examination.add(.notExamined(.history, error))
      }
      return examination
    }
    do {
      try requireConsent(in: history)
    } catch HistoryError.settingsMissing(let folder) {
      let settings = folder.appending(".zib")
      let path = root.relative(settings).map { Array($0) } ?? settings.bytes
      examination.findings.append(Finding(kind: .settingsMissing, path: path))
    } catch {
      // No vault was ever there, or the damage is told below.
    }
    let isDamaged = examination.look(at: .waitingRecord) {
      try history.session(in: .system).isUnwrittenDamaged()
    }
    if isDamaged == true { examination.add(.waitingRecordDamaged) }
    let notes = examination.look(at: .ignoredNotes) {
      (hidden: try history.hiddenNotes(), ignored: try history.ignoredNotes())
    }
    if let notes {
      for path in notes.hidden.compactMap({ NotePath($0, in: history.scope) }) {
        examination.findings.append(Finding(kind: .hidden, path: path.bytes))
      }
      examination.ignored = notes.ignored
    }
    let here = examination.look(at: .lastCommits) { try history.lastCommit() }
    // Without the commit of the branch, no place of the remote is known.
    let there =
      here == nil ? nil : examination.look(at: .lastCommits) { try history.lastCommitOfRemote() }
    let tips = [here, there].compactMap { $0 ?? nil }
    let damage = history.repository.damage(of: Set(tips).sorted())
    for object in damage.objects {
      let kind = Finding.Kind.object(id: object.id.hex, isMissing: object.isMissing)
      if object.path == .root {
        examination.add(kind)
      } else {
        let path =
          NotePath(object.path, in: history.scope)?.bytes
          ?? history.workTree.root.bytes + [0x2F] + object.path.bytes
        examination.findings.append(Finding(kind: kind, path: path))
      }
    }
    if damage.count > 0 { examination.add(.objects(count: damage.count)) }
    return examination
  }
}

/// The result of a look at a history.
private struct HistoryExamination {
  var findings: [Finding] = []
  /// Notes that git ignores and does not track, sorted.
  var ignored: [NotePath] = []

  /// Adds a finding of the repository as a whole.
  mutating func add(_ kind: Finding.Kind) {
    findings.append(Finding(kind: kind, path: Array(".git".utf8)))
  }

  /// The answer of a look; nil where it failed, which is a finding.
  mutating func look<Answer>(at subject: Finding.Subject, _ look: () throws -> Answer) -> Answer? {
    do {
      return try look()
    } catch {
      add(.notExamined(subject, error))
      return nil
    }
  }
}

extension VaultHistory {
  /// The last commit here; also one that is missing.
  fileprivate func lastCommit() throws -> ObjectID? {
    do { return try repository.head().commit } catch let missing as MissingObject {
      return missing.id
    }
  }

  /// The last commit of the remote as it was last seen.
  fileprivate func lastCommitOfRemote() throws -> ObjectID? {
    do {
      return try followedPlace().flatMap { try lastSeen($0) }
    } catch is MissingObject {
      // It is the last commit here, which is told.
      return nil
    }
  }
}
