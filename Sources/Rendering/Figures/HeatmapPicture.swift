import Notes

/// A year of days as an SVG picture: a column a week, Monday at the top, and below it a curve if
/// there is one.
///
/// Text and empty squares take the page's own colour, so that the picture can be used on white and
/// on black.
package struct HeatmapPicture {
  /// The number of weeks that are drawn.
  package static let weeks = 53
  private static let cell = 13
  private static let size = 10
  private static let left = 32
  private static let top = 40
  private static let curveHeight = 48

  /// The text above the picture, and for a screen reader.
  package let title: String
  /// The last day that is drawn.
  package let until: CivilDate
  /// For each level from 0 on.
  package let colors: [String]
  package let legend: (less: String, more: String)
  /// A number between 0 and 1 for each week; nil if there is none.
  package var curve: [Double?] = []
  /// The level of a day and its description; nil for an empty square.
  package let day: (CivilDate) -> (level: Int, words: String)?

  package init(
    title: String, until: CivilDate, colors: [String], legend: (less: String, more: String),
    curve: [Double?] = [], day: @escaping (CivilDate) -> (level: Int, words: String)?
  ) {
    self.title = title
    self.until = until
    self.colors = colors
    self.legend = legend
    self.curve = curve
    self.day = day
  }

  /// The picture as a file of its own.
  package var svg: String {
    let width = Self.left + Self.weeks * Self.cell + 8
    let curveTop = Self.top + 7 * Self.cell + 28
    let height = curveTop + (curve.isEmpty ? 0 : Self.curveHeight + 16)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
        + "width=\"\(width)\" height=\"\(height)\" role=\"img\" "
        + "font-family=\"sans-serif\" font-size=\"9\" fill=\"currentColor\">",
      "<title>\(Self.escaped(title))</title>",
      "<text x=\"\(Self.left)\" y=\"14\" font-size=\"12\">\(Self.escaped(title))</text>",
    ]
    for (row, name) in [(0, "Mon"), (2, "Wed"), (4, "Fri"), (6, "Sun")] {
      lines.append(
        "<text x=\"4\" y=\"\(Self.top + row * Self.cell + 9)\" opacity=\"0.6\">\(name)</text>")
    }
    lines += squares + legendLines
    if !curve.isEmpty { lines += curveLines(top: curveTop) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private var firstMonday: CivilDate {
    until.adding(days: 1 - until.weekday.rawValue - (Self.weeks - 1) * 7)
  }

  private var squares: [String] {
    var lines: [String] = []
    var labelEnd = 0
    for week in 0..<Self.weeks {
      let monday = firstMonday.adding(days: week * 7)
      let x = Self.left + week * Self.cell
      let sunday = monday.adding(days: 6)
      if sunday.day <= 7, x >= labelEnd {
        let name = DatePattern("MMM").string(of: CivilDateTime(sunday))
        lines.append("<text x=\"\(x)\" y=\"\(Self.top - 6)\" opacity=\"0.6\">\(name)</text>")
        labelEnd = x + 26
      }
      for row in 0..<7 {
        let date = monday.adding(days: row)
        if date > until { break }
        let found = day(date)
        let words = found.map { "\(date): \($0.words)" } ?? date.description
        lines.append(
          square(
            x, Self.top + row * Self.cell, found?.level, "<title>\(Self.escaped(words))</title>"))
      }
    }
    return lines
  }

  private func square(_ x: Int, _ y: Int, _ level: Int?, _ inner: String = "") -> String {
    let look =
      level.map { "fill=\"\(colors[min(max($0, 0), colors.count - 1)])\"" } ?? "opacity=\"0.12\""
    return
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(Self.size)\" height=\"\(Self.size)\" rx=\"2\" \(look)>"
      + "\(inner)</rect>"
  }

  private var legendLines: [String] {
    let y = Self.top + 7 * Self.cell + 8
    let start = Self.left + SVGText.width(of: legend.less, size: 9) + 4
    var lines = [
      "<text x=\"\(Self.left)\" y=\"\(y + 9)\" opacity=\"0.6\">\(Self.escaped(legend.less))</text>"
    ]
    for level in colors.indices { lines.append(square(start + level * Self.cell, y, level)) }
    let end = start + colors.count * Self.cell + 4
    lines.append(
      "<text x=\"\(end)\" y=\"\(y + 9)\" opacity=\"0.6\">\(Self.escaped(legend.more))</text>")
    return lines
  }

  /// A line through the weeks that have a number, with a point for each, over the words of the legend
  /// as a scale: the best at the top, the worst at the bottom.
  private func curveLines(top: Int) -> [String] {
    let points = curve.enumerated().compactMap { week, value in
      value.map { value in
        (
          x: Self.left + week * Self.cell + Self.size / 2,
          y: top + Int((Double(Self.curveHeight) * (1 - min(1, max(0, value)))).rounded())
        )
      }
    }
    let end = Self.left + Self.weeks * Self.cell
    let path = points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    let color = colors.last ?? "currentColor"
    var lines: [String] = []
    for (name, height) in [
      (legend.more, 0), ("", Self.curveHeight / 2), (legend.less, Self.curveHeight),
    ] {
      let y = top + height
      lines.append(
        "<line x1=\"\(Self.left)\" x2=\"\(end)\" y1=\"\(y)\" y2=\"\(y)\" "
          + "stroke=\"currentColor\" opacity=\"0.2\"/>")
      if name.isEmpty { continue }
      lines.append(
        "<text x=\"4\" y=\"\(y + 3)\" opacity=\"0.6\">\(Self.escaped(name))</text>")
    }
    lines.append(
      "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.5\"/>")
    for point in points {
      lines.append("<circle cx=\"\(point.x)\" cy=\"\(point.y)\" r=\"2\" fill=\"\(color)\"/>")
    }
    return lines
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
