import Rendering
import Screens
import Testing

/// A choice among things without a terminal: keys go in, frames and the end come out.
struct ChoiceModelTests {
  private static let names = ["apple", "pear", "quince", "plum", "medlar", "grape"]

  private static func choice(_ text: String = "") -> ChoiceModel {
    ChoiceModel(
      StyledText("Which fruit?"), names.map { StyledText($0) }, beginningWith: text,
      takesText: { $0 == "🍐" }
    ) { text in names.indices.filter { text.isEmpty || names[$0].contains(text) } }
  }

  private static func press(_ keys: [String], _ choice: inout ChoiceModel) -> ChoiceModel.Outcome? {
    var outcome: ChoiceModel.Outcome?
    for key in keys {
      guard let stroke = KeyStroke(named: key) else { return .text("no key \(key)") }
      outcome = choice.take(.key(stroke))
    }
    return outcome
  }

  private static func rows(_ choice: inout ChoiceModel, _ rows: Int, columns: Int = 60) -> [String]
  {
    let frame = choice.frame(rows: rows, columns: columns)
    return (0..<frame.rows).map { frame.text(ofRow: $0) }
  }

  @Test(
    arguments: [
      (["enter"], .item(0)), (["down", "down", "up", "enter"], .item(1)),
      (["q", "enter"], .item(2)), (["p", "e", "a", "enter"], .item(1)),
      (["l", "down", "down", "enter"], .item(4)), (["x", "enter"], nil),
      (["x", "backspace", "tab", "enter"], .item(1)), (["🍐", "enter"], .text("🍐")),
      (["esc"], .some(.none)), (["ctrl-d"], .some(.none)), (["ctrl-c"], .interrupted),
      (["pagedown", "pagedown", "enter"], .item(5)),
    ] as [([String], ChoiceModel.Outcome?)])
  func `typing narrows, arrows choose, and Enter takes`(
    keys: [String], outcome: ChoiceModel.Outcome?
  ) {
    var choice = Self.choice()
    _ = Self.rows(&choice, 7)
    #expect(Self.press(keys, &choice) == outcome)
  }

  @Test func `a paste is typed, and the end of the terminal chooses nothing`() {
    var choice = Self.choice()
    #expect(choice.take(.paste("plum\n")) == nil)
    #expect(choice.take(.ended) == .some(.none))
    #expect(choice.take(.suspended) == .suspend)
  }

  @Test func `the chosen one is seen, as far as there are rows`() {
    var choice = Self.choice()
    _ = Self.press(["down", "down", "down", "down", "down"], &choice)
    #expect(
      Self.rows(&choice, 5)
        == [
          ">", "Which fruit?", "  medlar", "› grape",
          "↑↓ choose  letters narrow  Enter take  Esc none",
        ])
    #expect(Self.rows(&choice, 3) == [">", "  medlar", "› grape"])
    #expect(Self.rows(&choice, 1) == [">"])
    #expect(Self.rows(&choice, 5, columns: 24).last == "Enter take  Esc none")
    #expect(Self.rows(&choice, 5, columns: 4).allSatisfy { $0.count <= 4 })
  }

  @Test func `that nothing is called so is said, and that a text is taken as it is`() {
    var none = Self.choice("xy")
    #expect(Self.rows(&none, 5)[2] == "nothing here is called so")
    var text = Self.choice("🍐")
    #expect(Self.rows(&text, 5)[2] == "Enter takes what is typed")
  }

  @Test func `a press chooses a row, and a second one takes it`() {
    var choice = Self.choice()
    _ = Self.rows(&choice, 8)
    #expect(choice.take(.mouse(.init(.press, row: 4, column: 3))) == nil)
    #expect(choice.take(.mouse(.init(.press, row: 4, column: 3))) == .item(2))
    #expect(choice.take(.mouse(.init(.press, row: 0, column: 3))) == nil)
  }
}
