/// Numbers as bars, one below the other.
package struct BarChart: Sendable {
  private var rows: [(label: String, value: Int, detail: String)] = []

  package init() {}

  /// Adds a bar.
  ///
  /// - Parameter detail: the text after its number.
  package mutating func add(_ label: String, _ value: Int, _ detail: String = "") {
    rows.append((label, value, detail))
  }

  /// The lines, none wider than the screen: the label, the number, the bar.
  package func lines(width: Int) -> [StyledText] {
    let labels = rows.map(\.label.displayWidth).max() ?? 0
    let numbers = rows.map { Amount.count($0.value) }
    let column = numbers.map(\.count).max() ?? 0
    let details = rows.map(\.detail.displayWidth).max() ?? 0
    let used = labels + 2 + column + 2 + (details > 0 ? details + 2 : 0)
    let room = min(max(width - used, 0), 40)
    let largest = max(rows.map(\.value).max() ?? 0, 1)
    return zip(rows, numbers).map { row, number in
      var line = StyledText(row.label.padded(toWidth: labels) + "  ", .faint)
      line.append(number.leftPadded(toWidth: column), .position)
      if !row.detail.isEmpty { line.append("  " + row.detail.padded(toWidth: details)) }
      let bar = Self.bar(row.value, of: largest, room)
      if !bar.isEmpty {
        if row.detail.isEmpty, details > 0 {
          line.append(String(repeating: " ", count: details + 2))
        }
        line.append("  ")
        line.append(bar, .position)
      }
      return line.truncated(toWidth: width)
    }
  }

  private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// A bar as long as its value is of the largest, to an eighth of a column; none is shorter than that.
  private static func bar(_ value: Int, of largest: Int, _ room: Int) -> String {
    guard value > 0, room > 0 else { return "" }
    let length = Double(value) / Double(largest) * Double(room * 8)
    let count = max(Int(length.rounded()), 1)
    let rest = count % 8
    return String(repeating: "█", count: count / 8) + (rest > 0 ? String(eighths[rest - 1]) : "")
  }
}
