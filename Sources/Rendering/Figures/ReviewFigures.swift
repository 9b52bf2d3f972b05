import Exchange
import Notes
import Reviews

/// The figures of `zib review stats`.
package struct ReviewFigures {
  package let statistics: ReviewStatistics
  package let cards: CardStatistics
  let forecast: DueForecast
  package let hashtags: [HashtagStatistics]
  package let moment: ReviewMoment

  /// The number of days in the forecast.
  static let forecastDays = 30

  /// Figures of some cards.
  ///
  /// - Parameters:
  ///   - ids: nil for all that were answered.
  ///   - hashtags: those of each card.
  package init(
    _ statistics: ReviewStatistics, of ids: Set<CardID>?, hashtags: [CardID: [Hashtag]],
    at moment: ReviewMoment
  ) {
    self.statistics = statistics
    self.moment = moment
    let history = statistics.history
    cards = history.statistics(of: ids ?? Set(history.cards), at: moment)
    forecast = history.forecast(of: ids, days: Self.forecastDays, from: moment)
    self.hashtags = statistics.byHashtag(hashtags, at: moment)
  }

  /// The day of the figures.
  package var today: LocalDay { moment.day(statistics.history.settings.dayRule) }

  /// The time of all reviews.
  package var milliseconds: Int64 { statistics.days.reduce(0) { $0 + $1.milliseconds } }
}

extension LocalDay {
  /// The day of the calendar.
  package var date: CivilDate { CivilDate(daysSinceEpoch: Int(number)) }
}

// MARK: - On a screen

extension ReviewFigures {
  /// The figures as lines of a screen.
  package func lines(width: Int, colors: ColorDepth) -> [StyledText] {
    var lines = overview.lines(width: width)
    if statistics.trueRetention().all.total > 0 {
      lines += [StyledText()] + retention.lines(width: width)
    }
    if let chart = forecastChart(width) { lines += [StyledText()] + chart }
    if !statistics.answers.isEmpty {
      let days = Dictionary(
        statistics.days.map { ($0.day.date, $0.answers) }, uniquingKeysWith: { $0 + $1 })
      lines += [StyledText(), StyledText("answers a day", .faint)]
      lines += Heatmap(days, until: today.date).lines(width: width, colors: colors)
    }
    if let table = hashtagTable(width) { lines += [StyledText()] + table }
    return lines
  }

  private var overview: TextColumns {
    var columns = TextColumns([.left, .right, .left], flexible: 2)
    func add(_ name: String, _ count: String, _ detail: String = "") {
      columns.add([
        StyledText(name, .faint), StyledText(count, .position), StyledText(detail),
      ])
    }
    let kinds = [
      (cards.new, "new"), (cards.learning, "learning"), (cards.young, "young"),
      (cards.mature, "mature"), (cards.suspended, "suspended"), (cards.buried, "buried"),
    ]
    add(
      "cards", Amount.count(cards.total),
      kinds.filter { $0.0 > 0 }.map { "\(Amount.count($0.0)) \($0.1)" }.joined(separator: ", "))
    if cards.due > 0 { add("due", Amount.count(cards.due)) }
    if cards.answered > 0 {
      add(
        "known", Amount.count(Int(cards.known.rounded())),
        "of \(Amount.count(cards.answered)) that were answered")
    }
    if !statistics.answers.isEmpty {
      let days = statistics.days.count
      let seconds = Double(milliseconds) / 1000
      add(
        "answers", Amount.count(statistics.answers.count),
        "on \(Amount.count(days, "day"))"
          + (seconds > 0 ? ", \(Amount.time(seconds / Double(days))) a day" : ""))
      let streak = statistics.streak(today: today)
      add(
        "streak", Amount.count(streak.current), "the longest \(Amount.count(streak.longest, "day"))"
      )
    }
    return columns
  }

  /// True retention by spans of time.
  private var retention: TextColumns {
    var columns = TextColumns([.left, .right, .right, .right])
    columns.add(
      ["remembered", "young", "mature", "all"].map { StyledText($0, .faint) })
    for window in TrueRetention.Window.allCases {
      let retention = statistics.trueRetention(on: window.days(today: today))
      guard retention.all.total > 0 else { continue }
      columns.add(
        [StyledText(window.words, .faint)]
          + [retention.young, retention.mature, retention.all].map {
            StyledText($0.words, .position)
          })
    }
    return columns
  }

  private func forecastChart(_ width: Int) -> [StyledText]? {
    guard forecast.overdue + forecast.days.reduce(0, +) > 0 else { return nil }
    var chart = BarChart()
    if forecast.overdue > 0 { chart.add("overdue", forecast.overdue) }
    for (ahead, count) in forecast.days.prefix(7).enumerated() {
      let name = ahead == 0 ? "today" : ahead == 1 ? "tomorrow" : Self.weekday(today.date, ahead)
      chart.add(name, count)
    }
    let sum = forecast.days.reduce(0, +)
    let most = forecast.days.max() ?? 0
    return chart.lines(width: width) + [
      StyledText(
        String(Sparkline.text(forecast.days).reversed().drop { $0 == " " }.reversed()), .position),
      StyledText(
        "\(Amount.count(sum)) in \(forecast.days.count) days, at most \(Amount.count(most)) a day",
        .faint),
    ]
  }

  private static func weekday(_ today: CivilDate, _ ahead: Int) -> String {
    let names = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    return names[today.adding(days: ahead).weekday.rawValue - 1]
  }

  /// Hashtags that are shown at most; JSON has them all.
  private static let shownHashtags = 12

  private func hashtagTable(_ width: Int) -> [StyledText]? {
    let shown = hashtags.filter { $0.cards.answered > 0 }
      .sorted { ($1.cards.total, $0.hashtag.folded) < ($0.cards.total, $1.hashtag.folded) }
    guard !shown.isEmpty else { return nil }
    var columns = TextColumns([.left, .right, .right, .right], flexible: 0)
    columns.add(["", "cards", "due", "remembered"].map { StyledText($0, .faint) })
    for tag in shown.prefix(Self.shownHashtags) {
      columns.add([
        StyledText("#" + tag.hashtag.name, .tag),
        StyledText(Amount.count(tag.cards.total), .position),
        StyledText(tag.cards.due > 0 ? Amount.count(tag.cards.due) : "", .position),
        StyledText(tag.retention.all.words, .position),
      ])
    }
    var lines = columns.lines(width: width)
    if shown.count > Self.shownHashtags {
      lines.append(
        StyledText("and \(shown.count - Self.shownHashtags) more in --json", .faint))
    }
    return lines
  }
}

extension TrueRetention.Share {
  /// `92 % of 130`; empty without answers.
  fileprivate var words: String {
    fraction.map { "\(Int(($0 * 100).rounded())) % of \(Amount.count(total))" } ?? ""
  }
}

extension TrueRetention.Window {
  /// The span as it is called.
  package var words: String {
    switch self {
    case .today: "today"
    case .yesterday: "yesterday"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    case .all: "all"
    }
  }
}

// MARK: - As JSON

extension JSONWriter {
  /// Writes the fields of `zib review stats --json` after `query`.
  package mutating func figures(_ figures: ReviewFigures) {
    let statistics = figures.statistics
    object("cards") { $0.counts(figures.cards) }
    field("answers", statistics.answers.count)
    field("milliseconds", Int(figures.milliseconds))
    object("streak") {
      let streak = statistics.streak(today: figures.today)
      $0.field("current", streak.current)
      $0.field("longest", streak.longest)
    }
    object("retention") {
      for window in TrueRetention.Window.allCases {
        $0.retention(window.words, statistics.trueRetention(on: window.days(today: figures.today)))
      }
    }
    object("grades") {
      let grades = statistics.grades()
      for (name, stage) in [
        ("learning", GivenAnswer.Stage.learning), ("young", .young), ("mature", .mature),
      ] {
        $0.object(name) {
          for grade in Grade.allCases { $0.field(grade.word, grades[stage]?[grade] ?? 0) }
        }
      }
    }
    object("forecast") {
      $0.field("overdue", figures.forecast.overdue)
      $0.array("days") { for count in figures.forecast.days { $0.element(count) } }
    }
    array("days") {
      for day in statistics.days {
        $0.object {
          $0.field("date", day.day.date.description)
          $0.field("answers", day.answers)
          $0.field("new", day.newCards)
          $0.field("milliseconds", Int(day.milliseconds))
        }
      }
    }
    array("hashtags") {
      for tag in figures.hashtags {
        $0.object {
          $0.field("hashtag", tag.hashtag.name)
          $0.object("cards") { $0.counts(tag.cards) }
          $0.retention("retention", tag.retention)
        }
      }
    }
  }

  private mutating func counts(_ cards: CardStatistics) {
    field("total", cards.total)
    field("new", cards.new)
    field("learning", cards.learning)
    field("young", cards.young)
    field("mature", cards.mature)
    field("suspended", cards.suspended)
    field("buried", cards.buried)
    field("due", cards.due)
    field("known", cards.known)
    field("stability", cards.meanStability)
    field("difficulty", cards.meanDifficulty)
  }

  private mutating func retention(_ key: String, _ retention: TrueRetention) {
    object(key) {
      for (name, share) in [("young", retention.young), ("mature", retention.mature)] {
        $0.object(name) {
          $0.field("remembered", share.remembered)
          $0.field("total", share.total)
        }
      }
    }
  }
}

extension Grade {
  /// The grade as it is called.
  package var word: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }
}
