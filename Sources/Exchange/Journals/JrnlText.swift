import Notes

/// A journal of jrnl as text: its own file, a file of a day in a folder, or the output of `jrnl
/// --export text`.
///
/// ```
/// file    := entry*
/// entry   := "[" stamp "] " title (" *")? line-end body      since jrnl 2
///          | stamp " " title (" *")? line-end body           jrnl 1
/// ```
/// A star is a favourite. In a folder the path has the day (`2026/11/21.txt`), which a stamp may leave out.
package enum JrnlText {
  /// True if a file looks like one: its first line opens an entry.
  package static func isOne(_ text: DecodedText) -> Bool {
    let head = String(decoding: text.bytes.prefix(4096), as: UTF8.self)
    guard let first = MarkdownText.lines(of: head).first(where: { !$0.trimmingWhitespace.isEmpty })
    else { return false }
    return bracketed(first) != nil || bare(first) != nil
  }

  /// The entries of a file, in its order.
  ///
  /// - Parameter day: the day of stamps that have none.
  package static func read(_ bytes: [UInt8], on day: CivilDate? = nil) -> ImportedEntries {
    let text = DecodedText(bytes)
    var result = ImportedEntries()
    if let remark = text.remark { result.remarks.append(remark) }
    let lines = MarkdownText.lines(of: String(decoding: text.bytes, as: UTF8.self))
    var blocks = blocks(of: lines, day: day)
    let before = lines.prefix(blocks.first?.line ?? lines.count)
    if before.contains(where: { !$0.trimmingWhitespace.isEmpty }) {
      result.remarks.append(
        Remark(
          .unreadable, "text before the first entry", line: 1,
          value: before.joined(separator: " ").collapsingSpaces))
    }
    let order = DayOrder(blocks.map(\.stamp))
    var count = lines.count
    // jrnl ends each entry with a line end. Half of one would keep the whole one out later.
    if let end = text.bytes.last, end != 0x0A, end != 0x0D, let last = blocks.popLast() {
      result.remarks.append(
        Remark(
          .unreadable, "the last entry has no line end and may be cut off; it was left out",
          of: last.title, line: last.line + 1))
      count = last.line
    }
    if order.isGuessed {
      result.remarks.append(
        Remark(.changed, "dates that do not say which is the month, read as day and month"))
    }
    for (index, block) in blocks.enumerated() {
      let end = index + 1 < blocks.count ? blocks[index + 1].line : count
      guard let moment = block.stamp.moment(dayFirst: order.isDayFirst, on: day) else { continue }
      let time: ImportedEntry.Time =
        if let minutes = block.stamp.zoneMinutes {
          .instant(
            milliseconds: ZonedMoment(moment.date, moment.time, secondsEast: minutes * 60)
              .milliseconds, zone: JrnlEntry.zone(minutes))
        } else {
          .local(moment.date, moment.time)
        }
      var entry = JrnlEntry(
        time: time, title: block.title, body: lines[(block.line + 1)..<end].joined(separator: "\n"))
      result.entries.append(entry.imported())
      result.remarks += entry.remarks
    }
    return result
  }

  /// A line that opens an entry.
  private struct Block {
    /// Counted from 0.
    let line: Int
    let stamp: JrnlStamp
    let title: String
  }

  private static func blocks(of lines: [String], day: CivilDate?) -> [Block] {
    for read in [bracketed, bare] {
      var blocks: [Block] = []
      for (index, line) in lines.enumerated() {
        guard let (stamp, title) = read(line) else { continue }
        // A day in brackets within a text is one, where entries have times as well.
        if let first = blocks.first?.stamp {
          guard (first.time == nil) == (stamp.time == nil) else { continue }
          guard (first.day == .absent) == (stamp.day == .absent) else { continue }
        } else if stamp.day == .absent, day == nil {
          continue
        }
        blocks.append(Block(line: index, stamp: stamp, title: title))
      }
      if !blocks.isEmpty { return blocks }
    }
    return []
  }

  /// `[2026-11-21 09:30] Title`
  private static func bracketed(_ line: String) -> (JrnlStamp, String)? {
    guard line.hasPrefix("["), let close = line.firstIndex(of: "]") else { return nil }
    let rest = line[line.index(after: close)...]
    guard rest.isEmpty || rest.hasPrefix(" "),
      let stamp = JrnlStamp(line[line.index(after: line.startIndex)..<close])
    else { return nil }
    return (stamp, String(rest.trimmingWhitespace))
  }

  /// `2014-06-24 23:30 Title`: as many words as make a day and a time.
  private static func bare(_ line: String) -> (JrnlStamp, String)? {
    guard let first = line.first, first.isLetter || first.isNumber else { return nil }
    var end = line.startIndex
    var found: (JrnlStamp, String)?
    for _ in 0..<8 {
      guard end < line.endIndex else { break }
      let next = line[end...].drop { $0 == " " }
      end = next.firstIndex(of: " ") ?? line.endIndex
      guard let stamp = JrnlStamp(line[..<end]) else { continue }
      if stamp.time != nil, stamp.day != .absent {
        found = (stamp, String(line[end...].trimmingWhitespace))
      }
    }
    return found
  }
}

/// The order of day and month in a file.
private struct DayOrder {
  private(set) var isDayFirst = true
  /// True if nothing in the file decides it.
  private(set) var isGuessed = false

  /// A stamp that is a day in only one order decides; then the order of the entries, which jrnl
  /// sorts by time.
  init(_ stamps: [JrnlStamp]) {
    if let said = stamps.lazy.compactMap(\.dayComesFirst).first {
      isDayFirst = said
      return
    }
    var days: [CivilDate] = []
    var months: [CivilDate] = []
    for stamp in stamps {
      switch stamp.day {
      case .absent: continue
      case .exact(let date):
        days.append(date)
        months.append(date)
      case .either(let dayFirst, let monthFirst):
        days.append(dayFirst)
        months.append(monthFirst)
      }
    }
    guard days != months else { return }
    func isSorted(_ dates: [CivilDate]) -> Bool { zip(dates, dates.dropFirst()).allSatisfy(<=) }
    let (byDay, byMonth) = (isSorted(days), isSorted(months))
    isDayFirst = byDay || !byMonth
    isGuessed = byDay == byMonth
  }
}

/// An entry of jrnl, of whichever format.
struct JrnlEntry {
  private let time: ImportedEntry.Time
  private var title: String
  private let body: String
  private var tags: JrnlTags
  private var isStarred: Bool
  private(set) var remarks: [Remark] = []

  /// - Parameters:
  ///   - isStarred: nil if a star after the title decides.
  ///   - tags: the entry's tags, with their marks; nil if they are in its text.
  init(
    time: ImportedEntry.Time, title: String, body: String, isStarred: Bool? = nil,
    tags: [String]? = nil
  ) {
    self.time = time
    self.title = title.collapsingSpaces
    self.body = body
    self.tags = JrnlTags(tags)
    self.isStarred = isStarred ?? false
    if isStarred == nil, self.title == "*" || self.title.hasSuffix(" *") {
      self.isStarred = true
      self.title = String(self.title.dropLast().trimmingWhitespace)
    }
  }

  mutating func imported() -> ImportedEntry {
    var entry = ImportedEntry(source: "jrnl", time: time)
    let item = title
    entry.title = tags.converted(title, of: item)
    if entry.takeMoodFromTitle() {
      remarks.append(Remark(.changed, "an emoji before the title, now the mood", of: item))
    }
    var lines = MarkdownText.lines(of: body)[...]
    while lines.last?.trimmingWhitespace.isEmpty == true { lines.removeLast() }
    while lines.first?.trimmingWhitespace.isEmpty == true { lines.removeFirst() }
    let text = tags.converted(lines.joined(separator: "\n"), of: item)
    if !text.isEmpty { entry.parts = [.markdown(text)] }
    if isStarred { entry.tags = ["starred"] }
    remarks += tags.remarks
    return entry
  }

  /// `+02:00`
  static func zone(_ minutes: Int) -> String {
    let size = abs(minutes)
    func pair(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return (minutes < 0 ? "-" : "+") + pair(size / 60) + ":" + pair(size % 60)
  }
}
