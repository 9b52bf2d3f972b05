import Exchange
import Notes

/// A picture of statistics on the journal's entries.
package struct JournalPicture {
  /// The figures of a picture: the number of entries, or their moods.
  package enum Subject { case entries, moods }

  let subject: Subject
  let statistics: JournalStatistics
  /// The last day that is drawn.
  let until: CivilDate
  private static let weeks = 53

  package init(_ statistics: JournalStatistics, subject: Subject, until: CivilDate) {
    self.statistics = statistics
    self.subject = subject
    self.until = until
  }

  // MARK: On a terminal

  /// The picture in lines.
  ///
  /// - Parameter isCut: false to have the lines of text as long as they are, for other programs.
  package func lines(width: Int, isCut: Bool, colors: ColorDepth) -> [StyledText] {
    let heatmap = heatmap.lines(width: width, colors: colors)
    return switch subject {
    case .entries: counts(isCut ? width : nil) + [StyledText()] + heatmap
    case .moods: moods(width) + curve(width) + [StyledText()] + heatmap
    }
  }

  private func counts(_ width: Int?) -> [StyledText] {
    var columns = TextColumns([.left, .right, .left], flexible: 2)
    func add(_ name: String, _ count: Int, _ detail: String) {
      columns.add([
        StyledText(name, .faint), StyledText(Amount.count(count), .position), StyledText(detail),
      ])
    }
    let words = Amount.count(statistics.words, "word")
    let average = statistics.words / max(1, statistics.entries)
    add("entries", statistics.entries, "\(words), \(Amount.count(average)) an entry")
    let days = statistics.byDay.keys.sorted()
    let span = days.first.map { first in days.last.map { "\(first) to \($0)" } ?? "" } ?? ""
    add("days", days.count, span)
    let current = statistics.current
    add("streak", current?.days ?? 0, current.map { "since \($0.first)" } ?? "it is over")
    if let longest = statistics.longest {
      add("longest", longest.days, "\(longest.first) to \(longest.last)")
    }
    return columns.lines(width: width)
  }

  /// The frequency of each mood, as bars.
  private func moods(_ width: Int) -> [StyledText] {
    let shown = statistics.moods.prefix(10)
    let most = shown.first?.count ?? 1
    let names = shown.map { Mood.named(by: $0.emoji)?.name ?? "" }
    let widest = names.map(\.displayWidth).max() ?? 0
    let digits = "\(most)".utf8.count
    let room = max(width - widest - digits - 8, 1)
    var lines = zip(shown, names).map { mood, name in
      var line = StyledText(mood.emoji.padded(toWidth: 3) + name.padded(toWidth: widest) + "  ")
      line.append("\(mood.count)".leftPadded(toWidth: digits), .position)
      let length = max(1, mood.count * min(room, 40) / most)
      line.append("  " + String(repeating: "█", count: length), .tag)
      return line
    }
    let rest = statistics.moods.count - shown.count
    if rest > 0 { lines.append(StyledText("and \(rest) more", .faint)) }
    return lines
  }

  /// The average mood of the weeks, as a curve.
  private func curve(_ width: Int) -> [StyledText] {
    let weeks = min(Self.weeks, width)
    let values = statistics.weeklyValences(until: until, weeks: weeks)
    guard let first = values.firstIndex(where: { $0 != nil }) else { return [] }
    // From -2 to 2 as the eight blocks, so that one week does not change the look of another.
    let blocks = Array("▁▂▃▄▅▆▇█")
    let text = values[first...].map { value in
      value.map { blocks[min(7, max(0, Int((($0 + 2) / 4 * 7).rounded())))] } ?? " "
    }
    let monday = until.adding(days: 1 - until.weekday.rawValue)
    let start = monday.adding(days: (first - weeks + 1) * 7)
    return [
      StyledText(), StyledText(String(text), .position),
      StyledText("the moods of each week, from \(start)", .faint),
    ]
  }

  private var heatmap: Heatmap {
    switch subject {
    case .entries: Heatmap(statistics.byDay, until: until)
    case .moods: Heatmap(levels: moodLevels, until: until, legend: (less: "bad", more: "good"))
    }
  }

  /// 1 to 4, from bad to good.
  private var moodLevels: [CivilDate: Int] {
    statistics.valences.mapValues { min(4, max(1, Int((($0 + 2) / 4 * 3).rounded()) + 1)) }
  }

  // MARK: As SVG

  /// The picture as SVG by itself: no script, no font, no external file.
  package var svg: String {
    switch subject {
    case .entries:
      let most = max(1, statistics.byDay.values.max() ?? 1)
      return HeatmapPicture(
        title: "Journal: \(Amount.count(statistics.entries, "entry", "entries"))", until: until,
        colors: ["#c6e6c3", "#8fca8f", "#4f9f5f", "#216e39"], legend: ("less", "more")
      ) { day in
        statistics.byDay[day].map { count in
          (min(3, (count * 4 - 1) / most), Amount.count(count, "entry", "entries"))
        }
      }.svg
    case .moods:
      return HeatmapPicture(
        title: "Moods", until: until, colors: ["#c0504d", "#e3a08f", "#9bc0a0", "#2f855a"],
        legend: ("bad", "good"),
        curve: statistics.weeklyValences(until: until, weeks: HeatmapPicture.weeks).map {
          $0.map { ($0 + 2) / 4 }
        }
      ) { day in
        moodLevels[day].map { level in
          let value = (statistics.valences[day] ?? 0) * 10
          return (level - 1, "\(Int(value.rounded()) >= 0 ? "+" : "-")\(abs(value.rounded()) / 10)")
        }
      }.svg
    }
  }

  // MARK: As JSON

  /// The figures.
  package func json(query: String) -> JSONWriter {
    var json = JSONWriter()
    json.object {
      $0.field("version", 1)
      $0.field("query", query)
      $0.field("entries", statistics.entries)
      $0.field("words", statistics.words)
      $0.field("days", statistics.byDay.count)
      $0.streak("current", statistics.current)
      $0.streak("longest", statistics.longest)
      $0.array("moods") {
        for (emoji, count) in statistics.moods {
          let mood = Mood.named(by: emoji)
          $0.object {
            $0.field("mood", emoji)
            $0.field("name", mood?.name)
            $0.field("valence", mood?.valence)
            $0.field("count", count)
          }
        }
      }
      $0.array("byDay") {
        for (day, count) in statistics.byDay.sorted(by: { $0.key < $1.key }) {
          $0.object {
            $0.field("date", day.description)
            $0.field("entries", count)
            $0.field("valence", statistics.valences[day])
          }
        }
      }
    }
    return json
  }
}

extension JSONWriter {
  fileprivate mutating func streak(_ key: String, _ streak: JournalStatistics.Streak?) {
    guard let streak else { return field(key, nil as String?) }
    object(key) {
      $0.field("days", streak.days)
      $0.field("first", streak.first.description)
      $0.field("last", streak.last.description)
    }
  }
}
