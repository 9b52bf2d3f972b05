import Notes

/// How much was read, as bars: a row for each year, or for each month of one.
package struct ReadingPicture: Sendable {
  /// A stretch of time and what was read in it.
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

  /// The picture as a file of its own: for each row a column of books and one of pages.
  ///
  /// Text takes the page's own colour, so that it can stand on white and on black.
  package var svg: String {
    let step = rows.count > 24 ? 24 : 44
    let height = 160
    let (left, top) = (16, 44)
    let width = max(320, left * 2 + rows.count * step)
    let mostBooks = max(1, rows.map(\.amount.books).max() ?? 0)
    let mostPages = max(1, rows.map(\.amount.pages).max() ?? 0)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height + top + 44)\" "
        + "width=\"\(width)\" height=\"\(height + top + 44)\" role=\"img\" "
        + "font-family=\"sans-serif\" font-size=\"10\" fill=\"currentColor\">",
      "<title>\(title)</title>", "<text x=\"\(left)\" y=\"18\" font-size=\"13\">\(title)</text>",
    ]
    for (number, row) in rows.enumerated() {
      let x = left + number * step
      let bar = step / 2 - 3
      lines.append(
        "<g><title>\(row.name): \(Amount.count(row.amount.books, "book")), "
          + "\(Amount.count(row.amount.pages, "page"))</title>")
      for (value, most, offset, color) in [
        (row.amount.books, mostBooks, 0, Self.bookColor),
        (row.amount.pages, mostPages, bar + 1, Self.pageColor),
      ] where value > 0 {
        let size = max(1, value * height / most)
        lines.append(
          "<rect x=\"\(x + offset)\" y=\"\(top + height - size)\" width=\"\(bar)\" "
            + "height=\"\(size)\" rx=\"1\" fill=\"\(color)\"/>")
      }
      if row.amount.books > 0 {
        let size = row.amount.books * height / mostBooks
        lines.append(
          "<text x=\"\(x + bar / 2)\" y=\"\(top + height - size - 3)\" "
            + "text-anchor=\"middle\">\(row.amount.books)</text>")
      }
      lines.append(
        "<text x=\"\(x + bar)\" y=\"\(top + height + 14)\" text-anchor=\"middle\" "
          + "opacity=\"0.7\">\(row.name)</text></g>")
    }
    let legend = top + height + 34
    lines.append(
      "<rect x=\"\(left)\" y=\"\(legend - 9)\" width=\"10\" height=\"10\" fill=\"\(Self.bookColor)\"/>"
        + "<text x=\"\(left + 14)\" y=\"\(legend)\">books</text>"
        + "<rect x=\"\(left + 60)\" y=\"\(legend - 9)\" width=\"10\" height=\"10\" "
        + "fill=\"\(Self.pageColor)\"/><text x=\"\(left + 74)\" y=\"\(legend)\">pages</text>")
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static let bookColor = "#3a8f4d"
  private static let pageColor = "#5b7fb5"

  // MARK: JSON

  /// Writes what is counted.
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
