import Merge
import Sync
import TestSupport
import Testing

struct WordGroupsTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func groups(_ note: String, _ copy: String) -> WordGroups? {
    WordGroups(Overlap(base: [], left: bytes(note), right: bytes(copy), suggestion: nil))
  }

  private static let note = "forty kilos of fruit, eleven bars\n"
  private static let copy = "ninety kilos of ripe fruit, nine bars\n"

  @Test(arguments: [
    ([WordGroups.Choice.note, .note, .note], note), ([.copy, .copy, .copy], copy),
    ([.copy, .note, .note], "ninety kilos of fruit, eleven bars\n"),
    ([.both, .copy, .note], "forty ninety kilos of ripe fruit, eleven bars\n"),
  ])
  func `each group has the words that were chosen`(choices: [WordGroups.Choice], text: String)
    throws
  {
    var groups = try #require(Self.groups(Self.note, Self.copy))
    #expect(groups.count == 3)
    for (group, choice) in choices.enumerated() {
      #expect(groups.text == nil)
      groups.choose(choice, at: group)
    }
    #expect(groups.text == Self.bytes(text))
  }

  @Test func `texts without a word in common have no groups`() {
    #expect(Self.groups("one\n", "two\n") == nil)
    #expect(Self.groups("", "two\n") == nil)
    #expect(Self.groups("one \u{1F}\n", "one \0\n") == nil)
  }

  @Test func `decisions are taken back and made again without end`() throws {
    var groups = try #require(Self.groups(Self.note, Self.copy))
    let states = (0..<20).map { step in
      groups.choose(step % 2 == 0 ? .copy : .note, at: step % 3)
      return groups
    }
    for state in states.reversed() {
      #expect(groups == state)
      let group = groups.undo()
      #expect(group != nil)
    }
    let before = groups.undo()
    #expect(before == nil)
    #expect(groups.open == [0, 1, 2])
    for state in states {
      let group = groups.redo()
      #expect(group != nil)
      #expect(groups == state)
    }
    let after = groups.redo()
    #expect(after == nil)
  }

  @Test(arguments: [UInt64](1...200))
  func `all of one side gives that side`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let words = ["a ", "b", ", ", "\n", "漢", "é ", "word ", "\r\n", "-", "9"]
    func text() -> String {
      (0..<Int.random(in: 0...12, using: &random)).reduce(into: "") { text, _ in
        text += words.randomElement(using: &random) ?? ""
      }
    }
    let (note, copy) = (text(), text())
    guard var groups = Self.groups(note, copy) else { return }
    for (choice, side) in [(WordGroups.Choice.note, note), (.copy, copy)] {
      for group in 0..<groups.count { groups.choose(choice, at: group) }
      #expect(groups.text == Self.bytes(side), "seed \(seed)")
    }
  }
}
