import Rendering
import Screens
import Testing

/// The line of keys and the list of all, at any size.
struct KeyHelpTests {
  private static let entries = (0..<30).map { ("k\($0)", "does the thing of number \($0) for you") }

  @Test(arguments: [(40, 10), (40, 4), (80, 24), (10, 2), (1, 1)])
  func `every line of the help is seen by scrolling, and no word is cut`(columns: Int, rows: Int) {
    let lines = KeyHelp.lines(Self.entries, columns: columns)
    if columns >= 40 { #expect(lines.allSatisfy { $0.displayWidth <= columns }) }
    var help = KeyHelp()
    var seen: Set<String> = []
    for _ in 0..<200 {
      var frame = Frame(rows: rows, columns: columns)
      help.draw(StyledText("The keys"), lines, into: &frame)
      for row in 0..<rows { seen.insert(frame.text(ofRow: row)) }
      let stays = help.take(.character(" "))
      #expect(stays)
    }
    if rows > 3, columns >= 40 {
      #expect(lines.allSatisfy { seen.contains($0.plainText.trimmingEnd) })
    }
    let staysAfterLetter = help.take(.character("x"))
    #expect(!staysAfterLetter)
  }

  @Test(arguments: [(80, "a one  b two  c three  ? keys  q leave"), (24, "a one  ? keys  q leave")])
  func `the last keys are named however narrow the screen is`(columns: Int, text: String) {
    let line = KeyLine(
      [.init("a", "one"), .init("b", "two"), .init("c", "three")],
      last: [.init("?", "keys"), .init("q", "leave")])
    #expect(line.line(columns: columns).plainText == text)
  }

  @Test(arguments: [
    (34, "a one  b two  ? keys  q leave"), (28, "a one  b two  ?  q leave"), (10, "?  q leave"),
    (22, "a one  ?  q leave"),
  ])
  func `the last keys are shorter where they would leave no room for two others`(
    columns: Int, text: String
  ) {
    let line = KeyLine(
      [.init("a", "one"), .init("b", "two")], last: [.init("?", "keys"), .init("q", "leave")],
      narrow: [.init("?", ""), .init("q", "leave")])
    #expect(line.line(columns: columns).plainText == text)
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
