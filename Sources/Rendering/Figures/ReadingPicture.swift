import Exchange
import Notes

/// The amount of reading, as bars: a row for each year, or for each month of one.
package struct ReadingPicture: Sendable {
  /// A period of time and the reading in it.
  private struct Row {
    let name: String
    let amount: ReadingYears.Amount
  }

  private let years: ReadingYears
  private let year: Int?
  private let rows: [Row]

  /// - Parameters:
  ///   - year: draws its months; nil draws every year from the first in which something was read.
  ///   - today: years are drawn up to its.
  package init(_ years: ReadingYears, year: Int?, today: CivilDate) {
    self.years = years
    self.year = year
    if let year {
      let amounts = years.years[year]
      let months =
        amounts?.months ?? [ReadingYears.Amount](repeating: ReadingYears.Amount(), count: 12)
      let undated = amounts?.undated ?? ReadingYears.Amount()
      rows =
        zip(Self.monthNames, months).map { Row(name: $0, amount: $1) }
        + (undated.books > 0 ? [Row(name: "some day", amount: undated)] : [])
    } else {
      let known = years.years.keys
      // A book that was read in antiquity must not draw two thousand empty years.
      let last = max(known.max() ?? today.year, today.year)
      let first = max(known.min() ?? last, last - 99)
      let earlier = known.filter { $0 < first }.sorted()
      rows =
        (earlier + Array(first...last)).map {
          Row(name: "\($0)", amount: years.years[$0]?.total ?? ReadingYears.Amount())
        }
        + (years.undated.books > 0 ? [Row(name: "some year", amount: years.undated)] : [])
    }
  }

  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private var total: ReadingYears.Amount {
    ReadingYears.Amount(
      books: rows.reduce(0) { $0 + $1.amount.books }, pages: rows.reduce(0) { $0 + $1.amount.pages }
    )
  }

  private var title: String {
    let words =
      "\(Amount.count(total.books, "book")), \(Amount.count(total.pages, "page"))"
    return year.map { "\($0): \(words)" } ?? words
  }

  // MARK: Terminal

  /// The picture as text: a bar of books and a bar of pages in each row.
  package func lines(width: Int) -> [StyledText] {
    let mostBooks = rows.map(\.amount.books).max() ?? 0
    let mostPages = rows.map(\.amount.pages).max() ?? 0
    let names = rows.map(\.name.displayWidth).max() ?? 0
    let bookNumbers = Amount.count(mostBooks).count
    let pageNumbers = Amount.count(mostPages).count
    // Name, number and bar of books, number and bar of pages, with gaps between them.
    let room = max(8, width - names - bookNumbers - pageNumbers - 6)
    let booksRoom = min(mostBooks * 2, room / 2)
    let pagesRoom = min(40, room - booksRoom)
    var lines = [StyledText(title, .title), StyledText()]
    for row in rows {
      let amount = row.amount
      guard amount.books > 0 else {
        lines.append(StyledText(row.name, .faint))
        continue
      }
      var line = StyledText(row.name.padded(toWidth: names) + "  ", .faint)
      line.append(Amount.count(amount.books).leftPadded(toWidth: bookNumbers) + " ", .position)
      let bar = Self.bar(amount.books, of: mostBooks, width: booksRoom)
      line.append(bar, .added)
      if amount.pages > 0 {
        line.append(String(repeating: " ", count: max(0, booksRoom - bar.displayWidth) + 2))
        line.append(Amount.count(amount.pages).leftPadded(toWidth: pageNumbers) + " ", .position)
        line.append(Self.bar(amount.pages, of: mostPages, width: pagesRoom), .key)
      }
      lines.append(line)
    }
    lines.append(StyledText())
    lines.append(StyledText("left books, right pages", .faint))
    return lines
  }

  /// A bar of eighths of a character.
  private static func bar(_ value: Int, of most: Int, width: Int) -> String {
    guard value > 0, most > 0 else { return "" }
    let eighths = max(1, Int((Double(value) / Double(most) * Double(width * 8)).rounded()))
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + rest[eighths % 8]
  }

  // MARK: SVG

  private static let rowHeight = 18
  private static let barHeight = 12
  private static let firstRow = 72
  private static let left = 16
  private static let barWidth = 220

  /// The picture as a file of its own: for each row a bar of books and one of pages, each with its
  /// figure, below a scale.
  ///
  /// Text takes the page's own colour, so that the picture can be used on white and on black.
  package var svg: String {
    let names = rows.map { SVGText.width(of: $0.name, size: 10) }.max() ?? 0
    let books = Column(
      name: "books", color: Self.bookColor, left: Self.left + names + 10,
      values: rows.map(\.amount.books))
    let pages = Column(
      name: "pages", color: Self.pageColor, left: books.right + 24, values: rows.map(\.amount.pages)
    )
    let bottom = Self.firstRow + rows.count * Self.rowHeight
    let height = bottom + 12
    let width = max(pages.right, Self.left + SVGText.width(of: title, size: 13)) + Self.left
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
        + "width=\"\(width)\" height=\"\(height)\" role=\"img\" "
        + "font-family=\"sans-serif\" font-size=\"10\" fill=\"currentColor\">",
      "<title>\(title)</title>",
      "<text x=\"\(Self.left)\" y=\"18\" font-size=\"13\">\(title)</text>",
    ]
    lines += books.scale(to: bottom) + pages.scale(to: bottom)
    for (number, row) in rows.enumerated() {
      let y = Self.firstRow + number * Self.rowHeight
      lines.append(
        "<g><title>\(row.name): \(Amount.count(row.amount.books, "book")), "
          + "\(Amount.count(row.amount.pages, "page"))</title>")
      lines.append(
        "<text x=\"\(Self.left + names)\" y=\"\(y + 10)\" text-anchor=\"end\" "
          + "opacity=\"0.7\">\(row.name)</text>")
      lines += books.bar(row.amount.books, y) + pages.bar(row.amount.pages, y)
      lines[lines.count - 1] += "</g>"
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// The bars of one kind, below each other.
  private struct Column {
    let name: String
    let color: String
    let left: Int
    let most: Int
    /// The end of the longest figure.
    let right: Int

    init(name: String, color: String, left: Int, values: [Int]) {
      self.name = name
      self.color = color
      self.left = left
      most = max(1, values.max() ?? 0)
      right = left + ReadingPicture.barWidth + 6 + SVGText.width(of: Amount.count(most), size: 10)
    }

    private func length(_ value: Int) -> Int {
      max(1, Int((Double(value) / Double(most) * Double(ReadingPicture.barWidth)).rounded()))
    }

    /// A bar and its figure; empty for a value of 0.
    func bar(_ value: Int, _ y: Int) -> [String] {
      guard value > 0 else { return [] }
      let end = left + length(value)
      return [
        "<rect x=\"\(left)\" y=\"\(y)\" width=\"\(length(value))\" "
          + "height=\"\(ReadingPicture.barHeight)\" rx=\"1\" fill=\"\(color)\"/>",
        "<text x=\"\(end + 5)\" y=\"\(y + 10)\">\(Amount.count(value))</text>",
      ]
    }

    /// The smallest step of 1, 2 or 5 times a power of ten whose numbers keep apart.
    private var step: Int {
      let room = SVGText.width(of: Amount.count(most), size: 9) + 12
      var power = 1
      while true {
        for step in [power, 2 * power, 5 * power]
        where step >= most || length(step) >= room { return step }
        power *= 10
      }
    }

    /// The name of the quantity, and a line for each number of its scale.
    func scale(to bottom: Int) -> [String] {
      let top = ReadingPicture.firstRow
      var lines = [
        "<rect x=\"\(left)\" y=\"\(top - 38)\" width=\"10\" height=\"10\" fill=\"\(color)\"/>"
          + "<text x=\"\(left + 14)\" y=\"\(top - 29)\">\(name)</text>",
        "<path d=\"M\(left),\(bottom) V\(top - 4) H\(left + ReadingPicture.barWidth)\" fill=\"none\" "
          + "stroke=\"currentColor\" opacity=\"0.3\"/>",
      ]
      for value in stride(from: 0, through: most, by: step) {
        let x = value == 0 ? left : left + length(value)
        lines.append(
          "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"\(top - 8)\" y2=\"\(top - 4)\" "
            + "stroke=\"currentColor\" opacity=\"0.3\"/>"
            + "<text x=\"\(x)\" y=\"\(top - 11)\" font-size=\"9\" text-anchor=\"middle\" "
            + "opacity=\"0.7\">\(Amount.count(value))</text>")
      }
      return lines
    }
  }

  private static let bookColor = "#3a8f4d"
  private static let pageColor = "#5b7fb5"

  // MARK: JSON

  /// Writes the figures.
  package func write(to json: inout JSONWriter, query: String) {
    json.object {
      $0.field("version", 1)
      $0.field("query", query)
      $0.array("years") {
        for (number, amounts) in years.years.sorted(by: { $0.key < $1.key })
        where year == nil || year == number {
          $0.object {
            $0.field("year", number)
            $0.amount(amounts.total)
            $0.array("months") {
              for month in amounts.months { $0.object { $0.amount(month) } }
            }
            $0.object("undated") { $0.amount(amounts.undated) }
          }
        }
      }
      $0.object("undated") { $0.amount(years.undated) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func amount(_ amount: ReadingYears.Amount) {
    field("books", amount.books)
    field("pages", amount.pages)
  }
}
