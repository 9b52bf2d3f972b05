import Terminals
import Testing

@Suite struct KeyDecoderTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    var keys = bytes.compactMap { decoder.take($0) }
    if decoder.isWaiting, let last = decoder.timeOut() { keys.append(last) }
    return keys
  }

  @Test(
    arguments: [
      ("a", [.character("a")]), ("é", [.character("é")]), ("日", [.character("日")]),
      ("😀b", [.character("😀"), .character("b")]), ("\r\n", [.enter, .enter]),
      ("\u{3}\u{4}\u{1A}", [.interrupt, .end, .suspend]),
      ("\u{7F}\u{8}\t", [.backspace, .backspace, .tab]),
      ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      // A function key, a mouse report and a colour report leave no letters behind.
      ("\u{1B}[15~x\u{1B}[<0;1;2Mx", [.other, .character("x"), .other, .character("x")]),
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}b", [.other]),
      ("\u{1}", [.other]),
    ] as [(String, [Key])])
  func `bytes become keys`(text: String, expected: [Key]) {
    #expect(keys(Array(text.utf8)) == expected)
  }

  @Test func `bytes that are no UTF-8 are no letters`() {
    #expect(keys([0xFF, 0x61]) == [.other, .character("a")])
    #expect(keys([0xC3, 0x61]) == [.character("a")])
    #expect(keys([0xE6, 0x97]) == [])
  }
}
