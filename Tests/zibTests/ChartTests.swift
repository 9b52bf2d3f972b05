import Notes
import Rendering
import Testing
import zib

@Suite struct ChartTests {
  private func day(_ month: Int, _ day: Int) throws -> CivilDate {
    try #require(CivilDate(year: 2026, month: month, day: day))
  }

  @Test func `a heatmap has a column a week and begins on Monday`() throws {
    // 21 November 2026 is a Saturday.
    let map = Heatmap(
      [try day(11, 21): 8, try day(11, 16): 1, try day(11, 9): 2, try day(11, 1): 4],
      until: try day(11, 21), weeks: 5)
    #expect(
      map.lines(width: 10, colors: .none).map(\.plainText) == [
        "     Nov", "Mon ···░░", "    ·····", "Wed ·····", "    ·····",
        "Fri ·····", "    ····█", "Sun ·▒··", "    less ·",
      ])
  }

  @Test func `a heatmap tells the same in colour`() throws {
    let values = [try day(11, 21): 8, try day(11, 20): 1]
    let map = Heatmap(values, until: try day(11, 21), weeks: 2)
    let lines = map.lines(width: 80, colors: .palette).map { $0.rendered(colors: .palette) }
    #expect(lines[6].contains("38;5;46m■"))
    #expect(lines[5].contains("38;5;22m■"))
  }

  @Test(arguments: [20, 40, 60, 80, 120, 200])
  func `a year of days fits the screen`(width: Int) throws {
    let last = try day(11, 21)
    var values: [CivilDate: Int] = [:]
    for back in 0..<400 { values[last.adding(days: -back)] = back % 9 }
    for colors in [ColorDepth.none, .sixteen, .palette] {
      let lines = Heatmap(values, until: last).lines(width: width, colors: colors)
      #expect(lines.count == 9)
      #expect(lines.allSatisfy { $0.displayWidth <= width })
    }
  }

  @Test func `a year shows every month's name`() throws {
    let last = try day(11, 21)
    let names = Heatmap([:], until: last).lines(width: 80, colors: .none)[0].plainText
    let expected = "Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov".split(separator: " ")
    #expect(names.split(separator: " ") == expected)
  }

  @Test func `days of one number are all as full as can be`() throws {
    let map = Heatmap([try day(11, 20): 3, try day(11, 21): 3], until: try day(11, 21), weeks: 1)
    let lines = map.lines(width: 40, colors: .none).map(\.plainText)
    #expect(lines[5] == "Fri █" && lines[6] == "    █")
  }

  @Test func `bars are as long as their numbers`() {
    var chart = BarChart()
    chart.add("today", 8)
    chart.add("Sunday", 4)
    chart.add("Monday", 0)
    chart.add("later", 1)
    #expect(
      chart.lines(width: 27).map(\.plainText) == [
        "today   8  ████████████████", "Sunday  4  ████████", "Monday  0", "later   1  ██",
      ])
    #expect(chart.lines(width: 10).allSatisfy { $0.displayWidth <= 10 })
  }

  @Test(
    arguments: [
      (0, "now"), (59, "<1m"), (60, "1m"), (600, "10m"), (3_600, "1h"), (8 * 3_600, "8h"),
      (86_400, "1d"), (30 * 86_400, "30d"), (45 * 86_400, "1.5mo"), (365 * 86_400, "1y"),
      (36_500 * 86_400, "99.9y"), (3_569, "59m"), (3_599, "1h"), (86_399, "1d"),
    ] as [(Double, String)])
  func `an interval is said in its largest unit`(seconds: Double, text: String) {
    #expect(IntervalText.short(seconds) == text)
  }
}
