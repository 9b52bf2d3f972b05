import Notes
import Rendering
import Testing
import zib

/// The boxes of what a picture in SVG shows, measured as a font with wide letters has them.
private struct PictureBoxes {
  struct Box {
    let words: String
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double

    func meets(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  private(set) var texts: [Box] = []
  private(set) var squares: [Box] = []
  private(set) var page = Box(words: "", left: 0, right: 0, top: 0, bottom: 0)

  init(_ svg: String) {
    for piece in svg.split(separator: "<") {
      let parts = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      let tag = String(parts[0])
      func number(_ name: String) -> Double? {
        tag.firstRange(of: " \(name)=\"").flatMap { start in
          Double(tag[start.upperBound...].prefix { $0 != "\"" })
        }
      }
      guard let x = number("x"), let y = number("y") else {
        if tag.hasPrefix("svg"), let width = number("width"), let height = number("height") {
          page = Box(words: "", left: 0, right: width, top: 0, bottom: height)
        }
        continue
      }
      if tag.hasPrefix("rect"), let width = number("width"), let height = number("height") {
        squares.append(Box(words: "", left: x, right: x + width, top: y, bottom: y + height))
      }
      if tag.hasPrefix("text") {
        let size = number("font-size") ?? (svg.contains("font-size=\"9\" fill") ? 9 : 10)
        let words = String(parts.last ?? "")
        let width = Self.width(of: words) * size
        let left =
          tag.contains("\"middle\"") ? x - width / 2 : tag.contains("\"end\"") ? x - width : x
        texts.append(
          Box(
            words: words, left: left, right: left + width, top: y - size * 0.73,
            bottom: y + size * (words.contains { "gjpqy,".contains($0) } ? 0.21 : 0.01)))
      }
    }
  }

  /// The advances of DejaVu Sans, in units of the font's size.
  private static func width(of words: String) -> Double {
    words.reduce(0) { width, letter in
      switch letter {
      case " ", ",", ".": width + 0.318
      case "i", "j", "l": width + 0.278
      case "r", "t", "f", ":": width + 0.411
      case "m": width + 0.974
      case "M", "W", "N", "A", "D", "O": width + 0.863
      default: width + 0.636
      }
    }
  }

  /// The pairs of things that touch; empty where all keeps apart.
  var flaws: [String] {
    var flaws: [String] = []
    for (index, text) in texts.enumerated() {
      if text.left < 0 || text.right > page.right || text.top < 0 || text.bottom > page.bottom {
        flaws.append("`\(text.words)` leaves the picture")
      }
      for other in texts[(index + 1)...] where text.meets(other) {
        flaws.append("`\(text.words)` touches `\(other.words)`")
      }
      for square in squares where text.meets(square) {
        flaws.append("`\(text.words)` touches a bar")
      }
    }
    return flaws
  }
}

@Suite struct PictureTests {
  /// Books with so many pages in all.
  private func read(_ books: Int, _ pages: Int, finished: String) throws -> [Book] {
    try (0..<books).map { number in
      let own = pages / books + (number == 0 ? pages % books : 0)
      let text = "---\nauthor: A\npages: \(own)\nreadings: [{finished: \(finished)}]\n---\n"
      return try #require(Note(parsing: Array(text.utf8)).book)
    }
  }

  private let today = CivilDate(year: 2026, month: 11, day: 21)!  // A day that there is.

  @Test(arguments: [1, 2, 12, 25, 60, 101, 140])
  func `years of reading keep apart, each with its figures`(years: Int) throws {
    for (most, pages) in [(1, 272), (9, 3_999), (52, 12_345), (133, 123_456)] {
      var all: [Book] = []
      for back in 0..<years {
        let books = max(1, most * (back + 1) / years)
        all += try read(books, pages * (back + 1) / years, finished: "\(2026 - back)")
      }
      let picture = PictureBoxes(ReadingPicture(ReadingYears(all), year: nil, today: today).svg)
      #expect(picture.flaws == [])
      let words = picture.texts.map { $0.words }
      #expect(words.contains("2026") && words.contains("\(2026 - years + 1)"))
      #expect(words.contains(Amount.count(pages)), "the figure of the fullest year")
      #expect(words.filter { $0 == "0" }.count == 2, "two scales")
    }
  }

  @Test func `months of reading keep apart, and some day too`() throws {
    var books: [Book] = []
    for month in 1...12 {
      books += try read(
        11, 10_000 + month, finished: month < 10 ? "2026-0\(month)" : "2026-\(month)")
    }
    books += try read(3, 900, finished: "2026")
    let picture = PictureBoxes(ReadingPicture(ReadingYears(books), year: 2026, today: today).svg)
    #expect(picture.flaws == [])
    #expect(picture.texts.contains { $0.words == "some day" })
    #expect(picture.texts.contains { $0.words == "10,012" })
  }

  @Test func `a picture of nothing is one`() {
    let picture = PictureBoxes(ReadingPicture(ReadingYears([]), year: nil, today: today).svg)
    #expect(picture.flaws == [])
  }

  @Test(arguments: [0, 3, 6])
  func `a year of days keeps apart, and the line of moods has a scale`(back: Int) {
    for (less, more) in [("bad", "good"), ("less", "more")] {
      let heatmap = HeatmapPicture(
        title: "Moods", until: today.adding(days: -back * 9), colors: ["#a", "#b", "#c", "#d"],
        legend: (less, more), curve: (0..<53).map { Double($0 % 5) / 4 }
      ) { _ in (1, "some") }
      let picture = PictureBoxes(heatmap.svg)
      #expect(picture.flaws == [])
      #expect(picture.texts.count { $0.words == less } == 2)
      #expect(picture.texts.count { $0.words == more } == 2)
    }
  }
}
