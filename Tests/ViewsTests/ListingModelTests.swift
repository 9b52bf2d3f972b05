import Rendering
import Screens
import Testing
import Views

/// A list with what is to be seen of each line, without a terminal.
struct ListingModelTests {
  private static func model(count: Int = 9, changes: Bool = false) -> ListingModel {
    ListingModel(
      heading: "Walden.md: \(count) versions", rows: (0..<count).map { StyledText("row \($0)") },
      action: changes ? nil : "Put this version into the folder", changes: changes)
  }

  private static func press(_ names: String..., in model: inout ListingModel)
    -> [ListingModel.Effect]
  {
    var last: [ListingModel.Effect] = []
    for name in names {
      guard let key = KeyStroke(named: name) else { continue }
      last = model.take(.key(key))
    }
    return last.filter { if case .detail = $0 { false } else { true } }
  }

  private static func rows(_ model: inout ListingModel, columns: Int, rows: Int = 12) -> [String] {
    let frame = model.frame(rows: rows, columns: columns)
    return (0..<rows).map { frame.text(ofRow: $0) }
  }

  @Test(arguments: [40, 60, 80, 100])
  func `the keys to leave and for help are named at every width`(columns: Int) {
    var model = Self.model()
    let line = Self.rows(&model, columns: columns)[11]
    #expect(line.contains("? keys") && line.contains("q leave"), "\(line)")
    var other = Self.model(changes: true)
    #expect(Self.rows(&other, columns: columns)[11].contains("q leave"))
  }

  @Test func `a question mark shows all keys, which are read to their end`() {
    var model = Self.model()
    #expect(Self.press("?", in: &model) == [])
    var seen = ""
    for _ in 0..<9 {
      seen += Self.rows(&model, columns: 40).joined(separator: " ")
      #expect(Self.press("space", in: &model) == [])
    }
    #expect(seen.contains("question") && seen.contains("q Ctrl-C"), "\(seen)")
    #expect(Self.press("x", in: &model) == [])
    #expect(Self.rows(&model, columns: 40)[0] == "Walden.md: 9 versions")
  }

  @Test func `a search says how many of all were found, and of which words`() {
    var model = Self.model()
    model.take(found: [1, 3, 5, 7], of: "beans")
    let title = Self.rows(&model, columns: 80)[0]
    #expect(title == "Walden.md: 9 versions  4 of 9 with `beans`, Esc for all")
    #expect(Self.press("esc", in: &model) == [])
    #expect(Self.rows(&model, columns: 80)[0] == "Walden.md: 9 versions")
  }

  @Test func `a list that may change is looked at again by a key`() {
    var model = Self.model(changes: true)
    #expect(Self.press("ctrl-l", in: &model) == [.lookAgain])
    model.take(heading: "1 file has changed", rows: [StyledText("other")])
    let rows = Self.rows(&model, columns: 80)
    #expect(rows[0] == "1 file has changed")
    #expect(rows[1].contains("other"))
    var fixed = Self.model()
    #expect(Self.press("ctrl-l", in: &fixed) == [])
  }

  @Test(arguments: [30, 40, 60])
  func `a question and a message are seen to their end, and a letter that is no answer waits`(
    columns: Int
  ) {
    var model = Self.model()
    func text() -> String { Self.rows(&model, columns: columns).joined(separator: " ") }
    #expect(Self.press("r", in: &model) == [])
    #expect(text().contains("y or n"))
    #expect(Self.press("enter", in: &model) == [])
    #expect(text().contains("y or n"))
    #expect(Self.press("y", in: &model) == [.act(0)])
    model.message = StyledText("restored a note of a long name, which was Plan.md then")
    #expect(text().contains("Plan.md then"))
  }

  @Test func `after a restore the new version is in the list, and the chosen one stays chosen`() {
    var model = Self.model(count: 3)
    #expect(Self.press("down", "r", "y", in: &model) == [.act(1)])
    let rows = ["restored", "row 0", "row 1", "row 2"].map { StyledText($0) }
    model.take(heading: "Walden.md: 4 versions", rows: rows)
    let shown = Self.rows(&model, columns: 120)
    #expect(shown[0] == "Walden.md: 4 versions")
    #expect(shown.contains { $0.hasPrefix("› row 1") }, "\(shown)")
    #expect(Self.press("r", "y", in: &model) == [.act(2)])
  }
}
