import Files
import Notes
import Settings

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

  /// True for a name that has figures where a day's has them, and names no day: `2026-02-31`.
  package func isLikeDay(_ path: NotePath) -> Bool {
    func shape(_ path: NotePath) -> [UInt8] {
      path.bytes.map { $0 &- 0x30 < 10 ? 0x30 : $0 }
    }
    guard day(of: path) == nil, let sample = Self.sample.flatMap(self.path(of:)) else {
      return false
    }
    return path.bytes.starts(with: prefix) && shape(path) == shape(sample)
  }

  /// A day whose figures have two digits each.
  private static var sample: CivilDate? { CivilDate(year: 2000, month: 10, day: 20) }

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

/// A day of the journal that has a note.
package struct JournalDay: Sendable, Hashable, Comparable {
  package let day: CivilDate
  package let path: NotePath

  package init(day: CivilDate, path: NotePath) {
    self.day = day
    self.path = path
  }

  package static func < (left: JournalDay, right: JournalDay) -> Bool {
    left.day == right.day ? left.path < right.path : left.day < right.day
  }
}

extension Vault {
  /// The paths of the journal's days.
  package var journal: JournalDays {
    JournalDays(
      folder: configuration.text("journal.folder"), pattern: configuration.text("journal.pattern"))
  }

  /// The zone at home: that of the settings, or the system's.
  package func journalZone(system: Zone) -> Zone {
    let name = configuration.text("journal.zone")
    return name.isEmpty ? system : Zone(named: name) ?? system
  }
}
