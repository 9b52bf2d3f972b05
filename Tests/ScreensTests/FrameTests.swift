import Rendering
import Screens
import TestSupport
import Testing

/// Cells of a frame, and what of them is written.
struct FrameTests {
  private static let pieces = [
    "a", "bc", " ", "é", "e\u{301}\u{302}", "漢", "字", "👨‍👩‍👧‍👦", "👍🏽", "❤️", "🇩🇪", "क्षि", "שלום", "│", "…",
    "x\u{200B}",
  ]

  @Test func `a wide character at the side is left out, and half of one never stays`() {
    var frame = Frame(rows: 1, columns: 4)
    frame.draw(StyledText("a漢字"), in: frame.area)
    #expect(frame.text(ofRow: 0) == "a漢")
    frame.draw(StyledText("x"), column: 2, in: frame.area)
    #expect(frame.text(ofRow: 0) == "a x")
  }

  @Test(
    arguments: [
      (nil, ColorDepth.palette, "0;33m"), (false, .palette, "0;33;48;5;236m"),
      (true, .palette, "0;38;5;94;48;5;254m"), (true, .sixteen, "0;33m"), (true, .none, "0m"),
    ] as [(Bool?, ColorDepth, String)])
  func `a chosen line and its colours follow the background that the terminal told`(
    isLight: Bool?, colors: ColorDepth, look: String
  ) {
    var frame = Frame(rows: 1, columns: 1)
    frame.draw(StyledText("x", Style(.yellow)), in: frame.area)
    frame.tint(frame.area)
    var writer = FrameWriter(colors: colors)
    writer.isLight = isLight
    let bytes = String(decoding: writer.bytes(for: frame), as: UTF8.self)
    #expect(bytes.contains("[\(look)x"), "\(bytes.escapingControlCharacters())")
  }

  @Test func `control characters are made visible`() {
    var frame = Frame(rows: 1, columns: 40)
    frame.draw(StyledText("a\u{1B}[31m\u{7}b"), in: frame.area)
    #expect(frame.text(ofRow: 0) == "a␛[31m␇b")
  }

  @Test(arguments: [UInt64](1...40))
  func `what is written over the last frame shows the new one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (rows, columns) = (
      Int.random(in: 1...6, using: &random), Int.random(in: 1...24, using: &random)
    )
    var writer = FrameWriter(colors: .palette)
    var screen = VirtualScreen(rows: rows, columns: columns)
    // A terminal that draws the parts of an emoji beside each other.
    var odd = VirtualScreen(rows: rows, columns: columns) { character in
      character.unicodeScalars.reduce(0) { $0 + Character($1).displayWidth }
    }
    var frame = Frame(rows: rows, columns: columns)
    for step in 0..<30 {
      if step % 7 == 6 { frame = Frame(rows: rows, columns: columns) }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let text = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Self.pieces.randomElement(using: &random)!
        }.joined()
        let style = [Style.plain, .title, .match, .faint].randomElement(using: &random)!
        frame.draw(
          StyledText(text, style), row: Int.random(in: 0..<rows, using: &random),
          column: Int.random(in: 0..<columns, using: &random), in: frame.area)
      }
      let bytes = writer.bytes(for: frame)
      screen.take(bytes)
      odd.take(bytes)
      for row in 0..<rows {
        #expect(
          screen.text[row] == frame.text(ofRow: row), "seed \(seed), step \(step), row \(row)")
      }
      #expect(writer.bytes(for: frame).isEmpty)
    }
    #expect(screen.unknown.isEmpty && odd.unknown.isEmpty)
  }

  @Test func `a terminal with other widths has every other character in its place`() {
    var frame = Frame(rows: 1, columns: 20)
    frame.draw(StyledText("a👨‍👩‍👧‍👦b│c👍🏽d"), in: frame.area)
    var writer = FrameWriter(colors: .none)
    var screen = VirtualScreen(rows: 1, columns: 20) { character in
      character.unicodeScalars.reduce(0) { $0 + Character($1).displayWidth }
    }
    screen.take(writer.bytes(for: frame))
    #expect(screen.rows[0][3...5] == ["b", "│", "c"])
    #expect(screen.rows[0][8] == "d")
  }

  @Test func `a small change writes few bytes`() {
    var frame = Frame(rows: 40, columns: 120)
    for row in 0..<40 { frame.draw(StyledText("a line of some text"), row: row, in: frame.area) }
    var writer = FrameWriter(colors: .palette)
    #expect(writer.bytes(for: frame).count > 40 * 19)
    frame.draw(StyledText("b"), row: 3, column: 7, in: frame.area)
    #expect(writer.bytes(for: frame).count < 60)
  }

  @Test func `without colours weight and reversal stay`() {
    var frame = Frame(rows: 1, columns: 5)
    frame.draw(StyledText("a", .match), in: frame.area)
    var writer = FrameWriter(colors: .none)
    let text = String(decoding: writer.bytes(for: frame), as: UTF8.self)
    #expect(text.contains("\u{1B}[0;1ma"))
  }
}
