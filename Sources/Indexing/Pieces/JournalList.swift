import Files
import Notes
import Settings

/// The entries of a journal, and days whose notes have none, in one list by day.
package struct JournalList: Sendable {
  /// An entry, or a day whose note says something without one.
  package enum Line: Sendable {
    case entry(DatedEntry)
    case day(JournalDay)

    /// The path of the note.
    package var path: NotePath {
      switch self {
      case .entry(let entry): entry.path
      case .day(let day): day.path
      }
    }
  }

  package private(set) var entries: [DatedEntry]
  package private(set) var days: [JournalDay]
  private var isReversed = false

  /// - Parameters:
  ///   - entries: the latest first, as `days`.
  package init(_ entries: [DatedEntry], _ days: [JournalDay]) {
    self.entries = entries
    self.days = days
  }

  /// Cuts the list to its latest lines.
  ///
  /// - Returns: true if a line was left out.
  package mutating func keepLatest(_ most: Int) -> Bool {
    var (kept, room) = (0, 0)
    while kept + room < most, kept < entries.count || room < days.count {
      let isDay =
        room < days.count && (kept == entries.count || days[room].day > entries[kept].day)
      if isDay { room += 1 } else { kept += 1 }
    }
    let isCut = kept + room < entries.count + days.count
    entries.removeLast(entries.count - kept)
    days.removeLast(days.count - room)
    return isCut
  }

  /// Puts the earliest first.
  package mutating func reverse() {
    entries.reverse()
    days.reverse()
    isReversed.toggle()
  }

  /// The lines in order; of one day the entries come before the day itself.
  package var lines: [Line] {
    var lines: [Line] = []
    var rest = days[...]
    for entry in entries {
      while let day = rest.first, isReversed ? day.day < entry.day : day.day > entry.day {
        lines.append(.day(rest.removeFirst()))
      }
      lines.append(.entry(entry))
    }
    return lines + rest.map { .day($0) }
  }
}

extension Vault {
  /// The note of a day, and the range of its text below its title.
  ///
  /// - Parameter hasReferencesInPlace: true if links by reference get their addresses in place.
  /// - Throws: `WriteError` if it cannot be read.
  package func text(
    of day: JournalDay, hasReferencesInPlace: Bool = false
  ) throws -> (note: Note, body: ByteRange) {
    var note = Note(
      parsing: try folder.read(day.path).bytes,
      named: String(decoding: day.path.stem, as: UTF8.self), options: noteOptions)
    if hasReferencesInPlace { note = note.withReferencesInPlace(noteOptions) }
    let start = note.titleHeading.map { Int($0.range.end) } ?? note.bodyStart
    return (note, ByteRange(start, note.source.count))
  }
}
