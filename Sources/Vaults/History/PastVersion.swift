import Git
import Notes
import Objects
import Sync

/// A state of the vault that its history has.
package struct PastVersion: Equatable, Sendable {
  package let commit: ObjectID
  /// When it was committed, in UTC milliseconds.
  package let milliseconds: Int64
}

extension VaultHistory {
  /// The version that a person names: a date (`2026-10`, `yesterday 18:30`), or a revision as git takes it.
  ///
  /// Of a date it is the last version of that time: of a day its last, of a month the last of its last day.
  /// - Parameters:
  ///   - now: what relative dates are counted from, in UTC milliseconds.
  /// - Throws: `PastError`.
  package func version(at text: String, now: Int64, zone: Zone) throws -> PastVersion {
    guard let head = try repository.head().commit else { throw PastError.noCommit }
    if let end = Self.end(of: text, now: now, zone: zone) {
      let seconds = (end - 1) / 1000
      guard let commit = try repository.commit(atOrBefore: seconds, from: head) else {
        throw PastError.beforeHistory(text)
      }
      return try version(commit)
    }
    do {
      return try version(repository.commit(named: text))
    } catch let error as GitError where error.kind == .notFound || error.kind == .ambiguous {
      throw PastError.unknownRevision(text)
    }
  }

  /// The version of a commit.
  package func version(_ commit: ObjectID) throws -> PastVersion {
    PastVersion(
      commit: commit, milliseconds: try repository.commit(commit).committer.seconds * 1000)
  }

  /// The first millisecond after a time that is named; nothing for what names no time.
  private static func end(of text: String, now: Int64, zone: Zone) -> Int64? {
    let local = CivilDateTime(milliseconds: now, in: zone)
    if let time = CivilDateTime(text, now: local), time.time != nil {
      // A time of day is told in minutes; the whole minute counts.
      return time.milliseconds(in: zone) + 60_000
    }
    return DateRange(text, today: local.date)?.milliseconds(in: zone).upperBound
  }
}
