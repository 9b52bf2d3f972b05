import Rendering
import Screens
import TestSupport
import Testing

/// A text of several lines, edited by keys.
struct TextAreaTests {
  private static func area(_ text: String, _ names: String...) -> TextArea {
    var area = TextArea(text)
    for name in names {
      guard let key = KeyStroke(named: name) else { preconditionFailure("no key \(name)") }
      let isTaken = area.take(key)
      #expect(isTaken, "\(name)")
    }
    return area
  }

  @Test func `letters, line ends and the keys of emacs change it`() {
    #expect(Self.area("one\ntwo", "x", "enter").text == "x\none\ntwo")
    #expect(Self.area("one\ntwo", "down", "end", "backspace").text == "one\ntw")
    #expect(Self.area("one two\nx", "ctrl-right", "ctrl-k").text == "one\nx")
    #expect(Self.area("one\nx", "ctrl-k", "ctrl-k").text == "x")
    #expect(Self.area("one two", "end", "ctrl-w").text == "one ")
    #expect(Self.area("one\ntwo", "ctrl-end", "ctrl-u").text == "one\n")
  }

  @Test func `up and down keep to their column over a short line`() {
    #expect(Self.area("abcdef\nx\nabcdef", "end", "down", "down", "!").text == "abcdef\nx\nabcdef!")
  }

  @Test func `a combining mark joins the letter before it`() {
    var area = Self.area("ea", "right")
    area.insert("\u{301}")
    _ = area.take(.character("b"))
    #expect(area.text == "e\u{301}ba")
  }

  @Test func `control characters are not put in`() {
    var area = TextArea("")
    area.insert("a\u{1B}[31m\u{0}b\r\nc\td")
    #expect(area.text == "a[31mb\nc\td")
  }

  @Test(arguments: [UInt64](1...60))
  func `random keys are taken back to the first text, and made again`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let names = [
      "a", "漢", "space", "enter", "tab", "left", "right", "up", "down", "home", "end", "backspace",
      "delete", "ctrl-w", "ctrl-k", "ctrl-u", "ctrl-d", "pageup", "pagedown", "alt-f", "alt-b",
      "ctrl-home", "ctrl-end", "alt-z", "alt-Z",
    ]
    let start = "one\ntwo 漢字 👨‍👩‍👧‍👦 e\u{301}\n\nthe last line is rather long"
    var area = TextArea(start)
    for _ in 0..<200 {
      let name = names.randomElement(using: &random) ?? "a"
      if let key = KeyStroke(named: name) { _ = area.take(key) }
      var frame = Frame(
        rows: Int.random(in: 1...6, using: &random), columns: Int.random(in: 1...20, using: &random)
      )
      area.draw(in: frame.area, into: &frame)
      if let cursor = frame.cursor {
        #expect(cursor.row < frame.rows && cursor.column < frame.columns, "seed \(seed)")
      }
    }
    for _ in 0..<300 { _ = area.take(.alt("Z")) }
    let end = area.text
    for _ in 0..<300 { _ = area.take(.alt("z")) }
    #expect(area.text == start, "seed \(seed)")
    for _ in 0..<300 { _ = area.take(.alt("Z")) }
    #expect(area.text == end, "seed \(seed)")
  }
}
