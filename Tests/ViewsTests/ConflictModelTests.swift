import Files
import History
import Notes
import Rendering
import Screens
import Sessions
import Sync
import TestSupport
import Testing
import Vaults
import Views
import Wording

/// A conflict decided without a terminal and without a vault: keys go in, decisions and effects come out.
struct ConflictModelTests {
  /// Three places, which the versions `note` and `copy` have in their own way.
  private static func text(_ version: String) -> String {
    (1...3).map { "Between \($0).\n\nPlace \($0) of the \(version).\n\n" }.joined() + "End.\n"
  }

  private static let conflict: NoteConflict = {
    let path = NotePath("Walden.md")!
    let copy = NotePath("Walden.conflict-00000001.md")!
    return NoteConflict(
      note: path, formerNote: path, copy: copy,
      texts: Conflict(
        copy: ConflictCopy(TreePath(copy.text))!,  // The name of a copy.
        note: Conflict.Version(text: Array(text("note").utf8)),
        copyVersion: Conflict.Version(text: Array(text("copy").utf8)),
        ancestor: Array(text("original").utf8)))
  }()

  private static func model(
    canGoBack: Bool = false, decisions: ConflictDecisions? = nil, begun: BegunPlaces = BegunPlaces()
  ) -> ConflictModel {
    ConflictModel(
      conflict, ConflictWords(conflict, in: .utc) { $0.text }, number: 1, of: 1,
      canGoBack: canGoBack, decisions: decisions, begun: begun)
  }

  @discardableResult
  private static func press(
    _ names: String..., in model: inout ConflictModel
  ) -> ConflictModel.Effect? {
    var last: ConflictModel.Effect?
    for name in names { last = model.take(.key(KeyStroke(named: name)!)) }
    return last
  }

  private static func choices(_ model: ConflictModel) -> [OverlapChoice?] {
    model.decisions.overlaps.indices.map { model.decisions[$0] }
  }

  @Test func `each place is decided by a key, and the note is finished when all are`() {
    var model = Self.model()
    #expect(model.decisions.overlaps.count == 3)
    #expect(Self.press("1", in: &model) == nil)
    #expect(model.place == 1)
    #expect(Self.press("enter", in: &model) == nil)
    Self.press("2", "o", in: &model)
    #expect(Self.choices(model) == [.note, .copy, .ancestor])
    let text =
      "Between 1.\n\nPlace 1 of the note.\n\nBetween 2.\n\nPlace 2 of the copy.\n\n"
      + "Between 3.\n\nPlace 3 of the original.\n\nEnd.\n"
    #expect(Self.press("enter", in: &model) == .finish(.decided(.text(Array(text.utf8)))))
  }

  @Test func `a message is seen to its end, also the path of what was written`() {
    var model = Self.model()
    let path = "/home/ida/.local/state/zib/drafts/0f3a9c11/Walden.md"
    model.message = StyledText("Nothing was decided; what you wrote is in \(path).")
    let frame = model.frame(rows: 12, columns: 80)
    let seen = (0..<12).map { frame.text(ofRow: $0) }.joined()
    #expect(seen.contains("0f3a9c11/Walden.md."), "\(seen)")
  }

  @Test func `one key decides all places that are open, and no other`() {
    var model = Self.model()
    Self.press("down", "2", "a", "1", in: &model)
    #expect(Self.choices(model) == [.note, .copy, .note])
  }

  @Test func `decisions are taken back to the first one, and made again to the last`() {
    var model = Self.model()
    Self.press("1", "2", "b", "g", "2", in: &model)
    let all = Self.choices(model)
    #expect(all == [.copy, .copy, .both])
    Self.press("u", in: &model)
    #expect(Self.choices(model) == [.note, .copy, .both])
    Self.press("u", "u", "u", in: &model)
    #expect(Self.choices(model) == [nil, nil, nil])
    #expect(Self.press("u", in: &model) == nil)
    Self.press("r", "r", "r", "r", "r", in: &model)
    #expect(Self.choices(model) == all)
  }

  @Test func `after a decision what was taken back cannot be made again`() {
    var model = Self.model()
    Self.press("1", "u", "2", "r", in: &model)
    #expect(Self.choices(model) == [.copy, nil, nil])
  }

  @Test func `with nothing to take back the conflict before is gone back to, where there is one`() {
    var first = Self.model()
    #expect(Self.press("u", in: &first) == nil)
    var second = Self.model(canGoBack: true)
    #expect(Self.press("1", "u", in: &second) == nil)
    #expect(Self.press("u", in: &second) == .finish(.back))
  }

  @Test func `a note that one goes back to has all decisions, and the last can be taken back`() {
    var model = Self.model()
    Self.press("1", "2", "b", in: &model)
    var again = Self.model(decisions: model.decisions)
    #expect(Self.choices(again) == [.note, .copy, .both])
    #expect(again.place == 2)
    #expect(again.message?.plainText.contains("Enter writes the note") == true)
    Self.press("u", in: &again)
    #expect(Self.choices(again) == [.note, .copy, nil])
    Self.press("r", in: &again)
    guard case .finish(.decided)? = Self.press("enter", in: &again) else {
      Issue.record("the note was not written")
      return
    }
  }

  @Test func `a text that was written and is in no place is named`() {
    let begun = BegunPlaces(texts: [1: Array("mine".utf8)])
    let model = Self.model(begun: begun)
    #expect(model.message?.plainText == "`i` goes on with what you wrote at place 2.")
    #expect(model.place == 1)
  }

  @Test func `a text that was written and not taken is left out only after a warning`() {
    var model = Self.model()
    Self.press("1", "i", in: &model)
    _ = model.take(.paste("hour of work "))
    Self.press("esc", "a", "1", in: &model)
    for _ in 0..<2 {
      #expect(Self.press("enter", in: &model) == nil)
      #expect(model.message?.plainText.contains("What you wrote at place 2 is not taken") == true)
      #expect(model.place == 1)
      // Another key, and it is said again.
      Self.press("down", in: &model)
    }
    Self.press("enter", in: &model)
    guard case .finish(.decided)? = Self.press("enter", in: &model) else {
      Issue.record("the note was not written")
      return
    }
  }

  @Test
  func `one who leaves and comes back finds decisions, what can be taken back, and begun texts`() {
    var model = Self.model()
    Self.press("1", "i", in: &model)
    _ = model.take(.paste("begun "))
    #expect(model.take(.ended) == .finish(.stopped))
    #expect(model.isToBeKept)
    var again = Self.model(decisions: model.decisions, begun: model.begunPlaces)
    #expect(Self.choices(again) == [.note, nil, nil])
    #expect(again.place == 1)
    #expect(
      again.begunPlaces.texts[1].map { String(decoding: $0, as: UTF8.self).contains("begun ") }
        == true)
    // The text is gone on with, and taken.
    Self.press("i", "alt-enter", in: &again)
    guard case .text(let text)? = again.decisions[1] else {
      Issue.record("the text was not taken")
      return
    }
    #expect(String(decoding: text, as: UTF8.self).contains("begun "))
    #expect(again.begunPlaces == BegunPlaces())
    Self.press("u", "u", in: &again)
    #expect(Self.choices(again) == [nil, nil, nil])
  }

  @Test func `words are decided one group after the other, and make one decision of the place`() {
    var model = Self.model()
    #expect(Self.press("w", "1", "enter", in: &model) == nil)
    #expect(model.decisions[0] == .text(Array("Place 1 of the note.\n".utf8)))
    #expect(model.place == 1)
    Self.press("u", in: &model)
    #expect(Self.choices(model) == [nil, nil, nil])
  }

  @Test func `words that were decided are there when one comes back to the place`() {
    var model = Self.model()
    Self.press("w", in: &model)
    model.isToBeKept = false
    Self.press("2", in: &model)
    #expect(model.isToBeKept)
    Self.press("esc", in: &model)
    #expect(model.message?.plainText.contains("`w` goes on") == true)
    #expect(model.begunPlaces.words == [0: [.copy]])
    // In another run of the program.
    var again = Self.model(begun: model.begunPlaces)
    Self.press("w", "enter", in: &again)
    #expect(again.decisions[0] == .text(Array("Place 1 of the copy.\n".utf8)))
    #expect(again.begunPlaces == BegunPlaces())
    // They can be taken back one by one.
    var other = Self.model(begun: model.begunPlaces)
    Self.press("w", "u", in: &other)
    #expect(other.begunPlaces == BegunPlaces())
    Self.press("enter", in: &other)
    #expect(other.decisions[0] == nil)
  }

  private static func row(_ row: Int, of model: inout ConflictModel, columns: Int) -> String {
    model.frame(rows: 10, columns: columns).text(ofRow: row)
  }

  @Test(arguments: [40, 60, 80, 100, 140])
  func `the keys to write and to leave are named at every width, and the place is`(columns: Int) {
    var model = Self.model()
    Self.press("2", "up", in: &model)
    let keys = Self.row(9, of: &model, columns: columns)
    #expect(keys.contains("Enter write") && keys.contains("q leave"), "\(keys)")
    let title = Self.row(0, of: &model, columns: columns)
    #expect(title.contains("1/3, chosen 2") || title.contains("place 1 of 3, chosen 2"), "\(title)")
    Self.press("w", in: &model)
    let words = Self.row(9, of: &model, columns: columns)
    #expect(words.contains("1 this  2 copy") && words.contains("Esc back"), "\(words)")
  }

  @Test(arguments: ["?", "w", "i"])
  func `all keys are shown in every layer, and one goes back to it`(layer: String) {
    var model = Self.model()
    if layer != "?" { Self.press(layer, in: &model) }
    let before = model.frame(rows: 10, columns: 40)
    Self.press("f1", in: &model)
    var seen = ""
    for _ in 0..<12 {
      seen += (0..<10).map { Self.row($0, of: &model, columns: 40) }.joined(separator: " ")
      Self.press("space", in: &model)
    }
    let end = "until you come back"
    #expect(seen.contains(end.split(separator: " ").last!), "\(seen)")
    Self.press("x", in: &model)
    #expect(model.frame(rows: 10, columns: 40) == before)
  }

  @Test(arguments: [UInt64](1...20))
  func `any keys give frames, and every decision can be taken back and made again`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var model = Self.model()
    let names = [
      "1", "2", "b", "o", "m", "a", "u", "r", "w", "i", "esc", "enter", "up", "down", "left",
      "right", "tab", "j", "k", "g", "G", "v", "?", "x", "space", "ctrl-s", "ctrl-x", "alt-enter",
      "pageup", "pagedown", "backspace", "e", "漢",
    ]
    for _ in 0..<200 {
      _ = model.frame(
        rows: Int.random(in: 1...40, using: &random),
        columns: Int.random(in: 1...120, using: &random))
      if let key = KeyStroke(named: names.randomElement(using: &random)!) {
        _ = model.take(.key(key))
      }
    }
    var decisions = model.decisions
    while decisions.redo() != nil {}
    let (last, steps) = (decisions.overlaps.indices.map { decisions[$0] }, decisions.history.count)
    while decisions.undo() != nil {}
    #expect(decisions.open.count == 3)
    var made = 0
    while decisions.redo() != nil { made += 1 }
    #expect(made == steps, "seed \(seed)")
    #expect(decisions.overlaps.indices.map { decisions[$0] } == last, "seed \(seed)")
  }
}
