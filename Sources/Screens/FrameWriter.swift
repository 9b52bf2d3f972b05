import Rendering

/// Writes frames for a terminal: of each only what differs from the one before.
///
/// Sequences are those of ECMA-48 that every terminal since the VT100 knows (cursor position, erase, SGR), and
/// synchronized output, which others ignore. Terminals disagree on the width of emoji of several parts and of letters
/// with many marks: after such a character the cursor is placed anew, and its row is written whole, so that a
/// disagreement stays in its own place.
package struct FrameWriter: Sendable {
  private let colors: ColorDepth
  /// True if the terminal's background is light, false if it is dark, nil as long as that is not known.
  package var isLight: Bool?
  /// The frame that the terminal shows; nil if that is not known.
  private var shown: Frame?

  package init(colors: ColorDepth) { self.colors = colors }

  /// Forgets what the terminal shows, so that the next frame is written whole.
  package mutating func forget() { shown = nil }

  /// The bytes that make the terminal show a frame; empty if it does already.
  package mutating func bytes(for frame: Frame) -> [UInt8] {
    var old = shown
    if old?.rows != frame.rows || old?.columns != frame.columns { old = nil }
    if old == frame { return [] }
    var output = Output(colors: colors, isLight: isLight)
    if old == nil { output.write("\u{1B}[0m\u{1B}[2J") }
    for row in 0..<frame.rows { write(row, of: frame, over: old, into: &output) }
    output.setStyle(.plain)
    if let cursor = frame.cursor {
      output.move(
        row: min(cursor.row, frame.rows - 1), column: min(cursor.column, frame.columns - 1))
      output.write("\u{1B}[?25h")
    }
    shown = frame
    return Array("\u{1B}[?2026h\u{1B}[?25l".utf8) + output.bytes + Array("\u{1B}[?2026l".utf8)
  }

  private func write(_ row: Int, of frame: Frame, over old: Frame?, into output: inout Output) {
    let cells = frame.cells[row * frame.columns..<(row + 1) * frame.columns]
    let before = old.map { $0.cells[row * frame.columns..<(row + 1) * frame.columns] }
    if let before, before == cells { return }
    let isWhole =
      before == nil || cells.contains(where: Self.isUncertain)
      || before?.contains(where: Self.isUncertain) == true
    var isPlaced = false
    // Blanks at the end of a row are erased at once.
    let end = cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? cells.startIndex
    for index in cells.startIndex..<end {
      let cell = cells[index]
      if cell.text.isEmpty { continue }
      if !isWhole, let before, before[index] == cell, !Self.uncovers(before, index, cells) {
        isPlaced = false
        continue
      }
      if !isPlaced {
        output.move(row: row, column: index - cells.startIndex)
        isPlaced = true
      }
      output.setStyle(cell.style, isTinted: cell.isTinted)
      output.write(cell.text)
      if Self.isUncertain(cell) { isPlaced = false }
    }
    if end < cells.endIndex, isWhole || before?[end...].contains(where: { $0 != .blank }) == true {
      output.move(row: row, column: end - cells.startIndex)
      output.setStyle(.plain)
      output.write("\u{1B}[K")
    }
  }

  /// True if a cell that stays is half of a wide character that goes.
  private static func uncovers(
    _ before: ArraySlice<Frame.Cell>, _ index: Int, _ cells: ArraySlice<Frame.Cell>
  ) -> Bool {
    let next = index + 1
    return next < cells.endIndex && before[next].text.isEmpty != cells[next].text.isEmpty
  }

  /// True for a character that terminals may draw in another width than ``Frame`` counts.
  private static func isUncertain(_ cell: Frame.Cell) -> Bool {
    let text = cell.text.utf8
    guard text.count > 1 else { return false }
    // Latin, Greek, Cyrillic and box drawing letters of one code point are one column everywhere.
    if text.count == 2 { return false }
    let scalars = cell.text.unicodeScalars
    guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex
    else { return true }
    return !(0x2010..<0x2600).contains(first.value)
  }

  /// Bytes with the look and the place that the terminal has after them.
  private struct Output {
    let colors: ColorDepth
    let isLight: Bool?
    var bytes: [UInt8] = []
    var style = Style.plain
    var isTinted = false

    init(colors: ColorDepth, isLight: Bool?) {
      self.colors = colors
      self.isLight = isLight
      bytes += Array("\u{1B}[0m".utf8)
    }

    mutating func write(_ text: String) { bytes += text.utf8 }

    mutating func move(row: Int, column: Int) { write("\u{1B}[\(row + 1);\(column + 1)H") }

    mutating func setStyle(_ style: Style, isTinted: Bool = false) {
      guard style != self.style || isTinted != self.isTinted else { return }
      (self.style, self.isTinted) = (style, isTinted)
      // Bold and inverse are no colours: they are written even where colours are not wanted.
      var parameters =
        colors > .none
        ? (isLight == true ? style.onLight : style).parameters(colors)
        : Style(nil, style.attributes).parameters(.sixteen)
      if isTinted, colors == .palette, let isLight {
        // Of the 256 colours 232 to 255 are a ramp of greys, which no theme changes.
        parameters += (parameters.isEmpty ? "" : ";") + "48;5;\(isLight ? 254 : 236)"
      }
      write(parameters.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(parameters)m")
    }
  }
}
