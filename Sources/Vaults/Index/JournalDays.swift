import Files
import Notes

/// Recognises journal days by their paths.
package struct JournalDays: Sendable {
  private let prefix: [UInt8]
  private let pattern: DatePattern

  /// - Parameters:
  ///   - folder: the folder of the days, empty for the vault's root.
  ///   - pattern: the path below it without `.md`, in moment's letters (`YYYY/YYYY-MM-DD`).
  package init(folder: String, pattern: String) {
    let trimmed = folder.split(separator: "/").joined(separator: "/")
    prefix = trimmed.isEmpty ? [] : Array(trimmed.utf8) + [0x2F]
    self.pattern = DatePattern(pattern)
  }

  /// The day of the note at `path`, or nil if it is no journal day.
  package func day(of path: NotePath) -> CivilDate? {
    guard path.bytes.starts(with: prefix) else { return nil }
    var rest = path.bytes[prefix.count...]
    // Digits begin or end every day's name; most paths have none.
    guard rest.contains(where: { $0 &- 0x30 < 10 }) else { return nil }
    guard let dot = rest.lastIndex(of: 0x2E) else { return nil }
    rest = rest[..<dot]
    return pattern.day(of: String(decoding: rest, as: UTF8.self))
  }

  /// The path of the day's note, or nil if the pattern does not name that day alone, or leads out
  /// of the vault or into a hidden folder.
  package func path(of day: CivilDate) -> NotePath? {
    let name = pattern.string(of: CivilDateTime(day))
    guard let path = NotePath(bytes: prefix + Array(name.utf8) + Array(".md".utf8)),
      !path.components.contains(where: { $0.first == 0x2E }), self.day(of: path) == day
    else { return nil }
    return path
  }
}
