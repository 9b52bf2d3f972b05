import Git
import History
import Layout
import Notes
import Sync

/// A state of the vault that its history has.
package struct PastVersion: Equatable, Sendable {
  package let commit: ObjectID
  /// The time of the commit, in UTC milliseconds.
  package let milliseconds: Int64
}

extension VaultHistory {
  /// The version that a person names: by a date (`2026-10`, `yesterday 18:30`), or by a revision of
  /// git.
  ///
  /// A date means the last version of that time: of a day its last, of a month the last of its last
  /// day.
  /// - Parameters:
  ///   - now: the time to which relative dates refer, in UTC milliseconds.
  /// - Throws: `PastError`.
  package func version(at text: String, now: Int64, zone: Zone) throws -> PastVersion {
    guard let head = try repository.head().commit else { throw PastError.noCommit }
    // The short name of a commit may read as a time: `892479d` is so many days.
    if Self.isCommitName(text), let version = try knownVersion(named: text) { return version }
    if let end = Self.end(of: text, now: now, zone: zone) {
      let seconds = (end - 1) / 1000
      guard let commit = try repository.commit(atOrBefore: seconds, from: head) else {
        throw PastError.beforeHistory(text)
      }
      return try version(commit)
    }
    if let version = try knownVersion(named: text) { return version }
    throw PastError.unknownRevision(text)
  }

  /// The version of a revision; nil where git knows none of that name, or several.
  private func knownVersion(named text: String) throws -> PastVersion? {
    let commit: ObjectID
    do {
      commit = try repository.commit(named: text)
    } catch let error as GitError where error.kind == .notFound || error.kind == .ambiguous {
      return nil
    }
    return try version(commit)
  }

  /// The version of a commit.
  package func version(_ commit: ObjectID) throws -> PastVersion {
    PastVersion(
      commit: commit, milliseconds: try repository.commit(commit).committer.seconds * 1000)
  }

  /// True for seven hexadecimal digits or more with a letter among them, as git shortens the names of commits.
  private static func isCommitName(_ text: String) -> Bool {
    (7...40).contains(text.utf8.count) && text.utf8.allSatisfy { $0.hexValue != nil }
      && text.utf8.contains { $0 > 0x39 }
  }

  /// The first millisecond after a named time, or nil for text that names no time.
  private static func end(of text: String, now: Int64, zone: Zone) -> Int64? {
    let local = CivilDateTime(milliseconds: now, in: zone)
    if let time = CivilDateTime(text, now: local), time.time != nil {
      // A time of day is given in minutes; the whole minute counts.
      return time.milliseconds(in: zone) + 60_000
    }
    return DateRange(text, today: local.date)?.milliseconds(in: zone).upperBound
  }
}
