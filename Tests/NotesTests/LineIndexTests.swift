import Notes
import Testing

@Suite struct LineIndexTests {
  @Test(arguments: [
    ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1), ("éa", 2, 1, 2), ("😀a", 4, 1, 2),
    ("", 0, 1, 1), ("a\n", 2, 2, 1), ("ab", 99, 1, 3), ("\n\n", 1, 2, 1), ("e\u{301}x", 3, 1, 3),
  ])
  func `offsets have a line and a column`(text: String, offset: Int, line: Int, column: Int) {
    let index = LineIndex(Array(text.utf8))
    #expect(index.position(at: offset) == TextPosition(line: line, column: column))
    let back = index.offset(of: TextPosition(line: line, column: column))
    #expect(back == min(offset, text.utf8.count))
  }

  @Test func `a byte that is not UTF-8 is a column`() {
    let index = LineIndex([0xFF, 0xE2, 0x82, 0x61])
    #expect(index.position(at: 3).column == 4)
  }

  @Test(arguments: ["aé😀\r\nb\n\n漢字 \u{301}x\ry", "", "one line"])
  func `positions found one after the other are those of each alone`(text: String) {
    for bytes in [Array(text.utf8), Array(text.utf8) + [0xFF, 0xE2, 0x82, 0x61]] {
      let index = LineIndex(bytes)
      for step in [1, 2, 3] {
        var walk = LineIndex.Walk(index)
        let offsets = stride(from: 0, through: bytes.count + 1, by: step)
        for offset in Array(offsets) + [0, 5, 4, 99, 1] {
          #expect(walk.position(at: offset) == index.position(at: offset), "\(bytes) at \(offset)")
        }
      }
    }
  }

  @Test func `lines are given without their ends`() {
    let text = Array("one\r\ntwo\n\nthree".utf8)
    let index = LineIndex(text)
    let lines = (1...4).map {
      String(decoding: text[index.range(ofLine: $0).indices], as: UTF8.self)
    }
    #expect(lines == ["one", "two", "", "three"])
    #expect(index.offset(of: TextPosition(line: 2, column: 99)) == 8)
    #expect(index.offset(of: TextPosition(line: 9, column: 1)) == text.count)
  }
}
