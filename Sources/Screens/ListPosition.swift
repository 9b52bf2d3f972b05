/// The chosen one of some items, and the first that is seen.
package struct ListPosition: Equatable, Sendable {
  /// The chosen item; 0 also of an empty list.
  package private(set) var selected = 0
  /// The first item on the screen.
  package private(set) var top = 0

  package init(selected: Int = 0) { self.selected = selected }

  /// Chooses another item, at most the last of `count`.
  package mutating func move(by step: Int, of count: Int) { move(to: selected + step, of: count) }

  /// Chooses an item, the nearest that there is.
  package mutating func move(to item: Int, of count: Int) {
    selected = max(0, min(item, count - 1))
  }

  /// Moves what is seen so that the chosen item is, and no row is empty without need.
  package mutating func show(rows: Int, of count: Int) {
    let rows = max(1, rows)
    selected = max(0, min(selected, count - 1))
    if selected < top { top = selected }
    if selected >= top + rows { top = selected - rows + 1 }
    top = max(0, min(top, count - rows))
  }

  /// Moves what is seen, and the choice with it where it would be out of sight.
  package mutating func scroll(by step: Int, rows: Int, of count: Int) {
    top = max(0, min(top + step, count - max(1, rows)))
    selected = max(top, min(selected, top + max(1, rows) - 1, count - 1))
    selected = max(0, selected)
  }
}
