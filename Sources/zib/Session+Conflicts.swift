import Notes
import Objects
import Sync
import Vaults

/// What is said of conflicts, by every command that says something of them.
extension Session {
  /// Who changed a version and when, in words: `laptop, 2026-11-20 18:03`.
  func words(_ change: ConflictChange) -> String {
    "\(change.origin), \(time(change.author.seconds))"
  }

  /// A time as the person's clock shows it, to the minute.
  func time(_ seconds: Int64) -> String {
    let civil = CivilDateTime(milliseconds: seconds &* 1000, in: zone)
    let clock = civil.time.map { " \($0)".prefix(6) } ?? ""
    return "\(civil.date)\(clock)"
  }

  /// What stands behind the markers of a conflict.
  func labels(of conflict: NoteConflict) -> MarkedMerge.Labels {
    let note = conflict.texts.noteVersion?.change.map { ": \(words($0))" } ?? ""
    let copy = conflict.texts.copyVersion.change.map { ": \(words($0))" } ?? ""
    return MarkedMerge.Labels(note: "this\(note)", ancestor: "before", copy: "that\(copy)")
  }
}
