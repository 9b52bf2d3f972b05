import Screens

/// The places on the finder's screen, for its size.
///
/// From 100 columns on the note is beside the list, else below it, and below 16 rows there is only one of the two.
struct FinderLayout: Equatable {
  let rows: Int
  let columns: Int
  /// The line of the query.
  let query: Area
  let list: Area
  /// The column between list and preview, or the row.
  let rule: Area
  let isRuleVertical: Bool
  /// The preview with its margin, and its text.
  let preview: Area
  let previewText: Area
  /// The line of keys.
  let keys: Area

  private static let (widestForBelow, fewestForBelow) = (100, 16)

  init(rows: Int, columns: Int, view: FinderModel.View) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
    var rest = Area(rows: self.rows, columns: self.columns)
    query = rest.takeTop(1)
    keys = rest.rows > 1 ? rest.takeBottom(1) : Area(rows: 0, columns: 0)
    let none = Area(rows: 0, columns: 0)
    var view = view
    if view == .beside, columns < Self.widestForBelow, rows < Self.fewestForBelow { view = .hidden }
    switch view {
    case .hidden:
      list = rest
      (rule, isRuleVertical, preview, previewText) = (none, false, none, none)
    case .whole:
      list = none
      rule = rest.takeTop(1)
      isRuleVertical = false
      (preview, previewText) = (rest, rest.inset(columns: columns > 60 ? 1 : 0))
    case .beside where columns >= Self.widestForBelow:
      list = rest.takeLeft(columns * 2 / 5)
      rule = rest.takeLeft(1)
      isRuleVertical = true
      (preview, previewText) = (rest, rest.inset(columns: 1))
    case .beside:
      list = rest.takeTop(rest.rows * 2 / 5)
      rule = rest.takeTop(1)
      isRuleVertical = false
      (preview, previewText) = (rest, rest.inset(columns: columns > 60 ? 1 : 0))
    }
  }
}
