import Rendering
import Testing
import zib

@Suite struct TextColumnsTests {
  private func lines(_ rows: [[String]], width: Int? = nil) -> [String] {
    var columns = TextColumns([.left, .right, .left], flexible: 0)
    for row in rows { columns.add(row.map { StyledText($0) }) }
    return columns.lines(width: width).map(\.plainText)
  }

  @Test func `columns are as wide as their widest cell`() {
    #expect(
      lines([["a", "1", "x"], ["漢字", "100", ""], ["b"]]) == [
        "a       1  x", "漢字  100  ", "b",
      ])
  }

  @Test func `one column is cut where the screen is too narrow`() {
    let rows = [["a rather long title", "1", "x"], ["b", "2", "y"]]
    #expect(lines(rows, width: 18) == ["a rather lo…  1  x", "b             2  y"])
    #expect(lines(rows)[0] == "a rather long title  1  x")
  }

  @Test func `ranges are set off, and those that make no sense left out`() {
    let text = StyledText("the art of memory", highlighting: [4..<7, 5..<6, 11..<17, 16..<40])
    #expect(text.plainText == "the art of memory")
    #expect(text.runs.filter { $0.style == .match }.map(\.text) == ["art", "memory"])
  }
}
