import Screens
import TestSupport
import Testing

/// Editing a line, and moving in a list.
struct TextFieldTests {
  private static func typed(_ keys: [String], in text: String = "") -> TextField {
    var field = TextField(text)
    for key in keys { _ = field.take(KeyStroke(named: key)!) }
    return field
  }

  @Test(
    arguments: [
      (["a", "b"], "ab"), (["backspace"], "one tw"), (["ctrl-w"], "one "),
      (["ctrl-a", "x"], "xone two"), (["alt-b", "x"], "one xtwo"), (["ctrl-a", "alt-d"], " two"),
      (["ctrl-left", "ctrl-k"], "one "), (["ctrl-u", "ctrl-y", "ctrl-y"], "one twoone two"),
      (["home", "delete"], "ne two"), (["left", "left", "ctrl-d"], "one to"),
    ] as [([String], String)])
  func `keys edit the line`(keys: [String], text: String) {
    let start = keys == ["a", "b"] ? "" : "one two"
    #expect(Self.typed(keys, in: start).text == text)
  }

  @Test func `a pasted text becomes one line`() {
    var field = TextField("a")
    field.insert("b\nc\td\u{1B}")
    #expect(field.text == "ab c d")
    #expect(field.isAtEnd)
  }

  @Test func `a mark joins the letter before it`() {
    var field = TextField("e")
    field.insert("\u{301}")
    #expect(field.text == "e\u{301}")
    #expect(field.cursor == 1)
  }

  @Test(arguments: [UInt64](1...20))
  func `the cursor is never outside of the text`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let keys = [
      "a", "é", "漢", "left", "right", "home", "end", "backspace", "delete", "ctrl-w", "alt-d",
      "ctrl-u", "ctrl-k", "ctrl-y", "ctrl-left", "ctrl-right", "space",
    ]
    var field = TextField()
    for _ in 0..<500 {
      _ = field.take(KeyStroke(named: keys.randomElement(using: &random)!)!)
      #expect((0...field.text.count).contains(field.cursor))
      #expect(field.text.hasPrefix(field.textBeforeCursor))
    }
  }

  @Test(arguments: [UInt64](1...20))
  func `the chosen item is always seen`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var list = ListPosition()
    for _ in 0..<500 {
      let count = Int.random(in: 0...50, using: &random)
      let rows = Int.random(in: 1...20, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0: list.move(by: Int.random(in: -30...30, using: &random), of: count)
      case 1: list.scroll(by: Int.random(in: -30...30, using: &random), rows: rows, of: count)
      default: list.move(to: Int.random(in: -5...60, using: &random), of: count)
      }
      list.show(rows: rows, of: count)
      #expect(list.selected >= list.top && list.selected < list.top + rows)
      #expect(list.selected < max(count, 1) && list.top >= 0)
    }
  }
}
