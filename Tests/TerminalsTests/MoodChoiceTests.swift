import Notes
import Rendering
import Terminals
import Testing

@Suite struct MoodChoiceTests {
  private static func typed(_ keys: [Key]) -> (choice: MoodChoice, outcome: MoodChoice.Outcome) {
    var choice = MoodChoice()
    var outcome = MoodChoice.Outcome.open
    for key in keys { outcome = choice.take(key) }
    return (choice, outcome)
  }

  private static func letters(_ text: String) -> [Key] { text.map { Key.character($0) } }

  @Test func `typing narrows the list, and Enter takes the chosen one`() {
    #expect(Self.typed(Self.letters("happ") + [.enter]).outcome == .chosen("😀"))
    #expect(Self.typed(Self.letters("crying") + [.down, .enter]).outcome == .chosen("😭"))
    #expect(Self.typed([.down, .down, .up, .enter]).outcome == .chosen(Mood.all[1].emoji))
    #expect(
      Self.typed(Self.letters("crying") + [.down, .down, .down, .enter]).outcome == .chosen("😭"))
    #expect(Self.typed(Self.letters("happx") + [.backspace, .enter]).outcome == .chosen("😀"))
  }

  @Test func `an emoji is taken as it is, and Escape takes none`() {
    #expect(Self.typed([.character("🦒"), .enter]).outcome == .chosen("🦒"))
    #expect(Self.typed(Self.letters("happy") + [.escape]).outcome == .chosen(nil))
    #expect(Self.typed([.end]).outcome == .chosen(nil))
    #expect(Self.typed(Self.letters("qqq") + [.enter, .up, .left]).outcome == .open)
  }

  @Test func `as many lines are shown as there is room for, the chosen one among them`() {
    let end = Self.typed(Array(repeating: .down, count: 500)).choice
    let lines = end.lines(width: 40, rows: 8).map(\.plainText)
    #expect(lines.count == 8)
    #expect(lines.last?.hasPrefix("> ") == true)
    #expect(lines.allSatisfy { $0.displayWidth <= 40 })
    #expect(Self.typed(Self.letters("qqq")).choice.lines(width: 40, rows: 8).count == 1)
  }
}
