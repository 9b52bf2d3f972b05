import Arguments
import History
import Notes
import PastNotes
import Settings
import Terminals

/// Notes of the vault's history.
extension CommandSession {
  /// The vault that is searched: the one around the current folder, or its past.
  package func searchedVault() throws -> Vault { try past?.vault ?? vault() }

  /// Directs all later searches to the past, if `--at` or `--deleted` ask for it.
  package func lookIntoPast(_ arguments: ParsedArguments) throws {
    if let text = arguments[NoteListing.at] {
      let history = try vault().past()
      let version = try history.version(at: text, now: now, zone: zone)
      let id = version.commit.hex.prefix(7)
      messages.note("as the notes were on \(shownTime(version.milliseconds)) (\(id))")
      past = try vault().past(version, in: history)
    } else if arguments[NoteListing.deleted] {
      let history = try vault().past()
      past = try vault().past(history.deletions(upTo: now), in: history)
    }
  }

  /// A time as people read it, to the minute.
  package func shownTime(_ milliseconds: Int64) -> String {
    let time = CivilDateTime(milliseconds: milliseconds, in: zone)
    guard let clock = time.time else { return "\(time.date)" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(time.date) \(two(clock.hour)):\(two(clock.minute))"
  }
}
