import Rendering
import Screens
import Terminals
import Testing
import Views

/// A dialogue on a full screen, without a terminal: keys go in, frames and answers come out.
struct PageModelTests {
  private static let answers = [
    Answer(" ", "show", "see the answer", isDefault: true), Answer("q", "quit", "stop"),
  ]

  private static func page(_ count: Int) -> PageModel {
    var page = PageModel()
    page.show([StyledText()] + (1...count).map { StyledText("line \($0)") })
    return page
  }

  private static func press(_ name: String, _ page: inout PageModel) -> PageModel.Outcome? {
    guard let key = KeyStroke(named: name) else { return nil }
    return page.take(.key(key), answers, help: { [StyledText("the help")] })
  }

  private static func rows(_ page: inout PageModel, _ rows: Int = 6, columns: Int = 40) -> [String]
  {
    let frame = page.frame(rows: rows, columns: columns, answers)
    return (0..<frame.rows).map { frame.text(ofRow: $0) }
  }

  @Test func `lines are at the top and the keys in the last row`() {
    var page = Self.page(2)
    #expect(Self.rows(&page) == ["line 1", "line 2", "", "", "", "space show  q quit  ? help"])
  }

  @Test func `a key gives its answer, Enter the usual one, and others nothing`() {
    var page = Self.page(2)
    #expect(Self.press("q", &page) == .answer(Self.answers[1]))
    #expect(Self.press("enter", &page) == .answer(Self.answers[0]))
    #expect(Self.press("space", &page) == .answer(Self.answers[0]))
    #expect(Self.press("x", &page) == nil)
    #expect(Self.press("ctrl-c", &page) == .interrupted)
  }

  @Test func `help is in front until the next key, which gives no answer`() {
    var page = Self.page(2)
    #expect(Self.press("?", &page) == nil)
    #expect(Self.rows(&page).first == "the help")
    #expect(Self.press("q", &page) == nil)
    #expect(Self.rows(&page).first == "line 1")
  }

  @Test func `a long help is read to its end`() {
    var page = Self.page(2)
    let help = (1...30).map { StyledText("help \($0)") }
    _ = page.take(.key(.character("?")), Self.answers, help: { help })
    var seen: Set<String> = []
    for _ in 0..<9 {
      seen.formUnion(Self.rows(&page))
      #expect(page.take(.key(KeyStroke(.pageDown)), Self.answers, help: { [] }) == nil)
    }
    #expect(seen.isSuperset(of: help.map(\.plainText)))
  }

  @Test func `lines that were added are seen, and what was before them by scrolling`() {
    var page = Self.page(9)
    #expect(Self.rows(&page)[4] == "… ↓ 5 more lines")
    page.show([StyledText("answer")])
    #expect(Self.rows(&page)[4] == "answer")
    #expect(Self.press("pageup", &page) == nil)
    #expect(Self.rows(&page)[0] == "line 1")
    #expect(Self.press("pagedown", &page) == nil)
    #expect(Self.press("pagedown", &page) == nil)
    #expect(Self.rows(&page)[4] == "answer")
  }

  @Test func `a new subject keeps what was said after the last answer`() {
    var page = Self.page(3)
    _ = Self.press("q", &page)
    page.show([StyledText("good, in 3 days")])
    page.turn()
    page.show([StyledText("next")])
    #expect(Self.rows(&page).prefix(3) == ["good, in 3 days", "next", ""])
  }

  @Test(arguments: [1, 2, 5, 40], [1, 12, 200])
  func `every size has a picture`(rows: Int, columns: Int) {
    var page = Self.page(30)
    let frame = page.frame(rows: rows, columns: columns, Self.answers)
    #expect(frame.rows == rows && frame.columns == columns)
  }
}
