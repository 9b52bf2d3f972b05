import LanguageServer
import TestSupport
import Testing

struct TextBufferTests {
  static let text = "a😀b\r\ne\u{301}x\rこんに ちは\n👩‍👩‍👧 end"

  @Test(arguments: PositionEncoding.allCases)
  func `every beginning of a character has a position that leads back to it`(
    encoding: PositionEncoding
  ) {
    let buffer = TextBuffer(Array(Self.text.utf8))
    var offset = 0
    for scalar in Self.text.unicodeScalars {
      let position = buffer.position(at: offset, encoding)
      // A line end belongs to its line, and both of its characters are at the end of it.
      let isWithinLineEnd = offset > 0 && buffer.bytes[offset - 1] == 0x0D && scalar == "\n"
      if !isWithinLineEnd { #expect(buffer.offset(of: position, encoding) == offset) }
      offset += String(scalar).utf8.count
    }
    #expect(buffer.starts.count == 4)
  }

  @Test(arguments: [
    (PositionEncoding.utf8, 5), (.utf16, 3), (.utf32, 2),
  ])
  func `a character past an emoji is counted in the units of the encoding`(
    encoding: PositionEncoding, character: Int
  ) {
    let buffer = TextBuffer(Array(Self.text.utf8))
    #expect(buffer.offset(of: Position(line: 0, character: character), encoding) == 5)
    #expect(buffer.position(at: 5, encoding) == Position(line: 0, character: character))
  }

  @Test func `a position inside a character is its beginning, and one past a line its end`() {
    let buffer = TextBuffer(Array(Self.text.utf8))
    #expect(buffer.offset(of: Position(line: 0, character: 2), .utf16) == 1)
    #expect(buffer.offset(of: Position(line: 0, character: 3), .utf8) == 1)
    #expect(buffer.offset(of: Position(line: 0, character: 99), .utf16) == 6)
    #expect(buffer.offset(of: Position(line: 99, character: 0), .utf16) == Self.text.utf8.count)
    #expect(buffer.position(at: 3, .utf16) == Position(line: 0, character: 1))
  }

  @Test func `the client's favourite is not asked, but the one that costs least`() {
    #expect(PositionEncoding(offered: ["utf-16", "utf-8"]) == .utf8)
    #expect(PositionEncoding(offered: ["utf-32", "utf-16"]) == .utf32)
    #expect(PositionEncoding(offered: []) == .utf16)
    #expect(PositionEncoding(offered: ["ebcdic"]) == .utf16)
  }

  private func half(of text: String) -> String.Index {
    text.index(text.startIndex, offsetBy: text.count / 2)
  }

  @Test(arguments: Fuzz.seeds(20))
  func `positions in a long line are those of its characters counted one by one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let plain = String(repeating: "long ", count: random.once(in: 2) ? 40 : 900)
    let text = (0..<20).map { _ in random.pick([plain, "é", "😀", "x", "漢字"]) }.joined()
    // Half of it is put before what is there, so that what was counted moves.
    var buffer = TextBuffer(Array(text.utf8.suffix(from: half(of: text))))
    buffer.replace(0..<0, with: Array(text.utf8.prefix(upTo: half(of: text))))
    var offset = 0
    var (utf16, utf32) = (0, 0)
    for scalar in text.unicodeScalars {
      for (encoding, units) in [
        (PositionEncoding.utf8, offset), (.utf16, utf16), (.utf32, utf32),
      ] {
        let position = Position(line: 0, character: units)
        // `#expect` costs more than these two, a million times.
        guard buffer.position(at: offset, encoding) == position,
          buffer.offset(of: position, encoding) == offset
        else {
          Issue.record("seed \(seed), \(encoding): byte \(offset) is not at \(position)")
          return
        }
      }
      offset += UTF8.width(scalar)
      utf16 += UTF16.width(scalar)
      utf32 += 1
    }
  }

  @Test(arguments: Fuzz.seeds(60))
  func `after any edits the lines are those of the text read anew`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "\r", "\n", "\r\n", "é", "😀", "line", "\n\n", ""]
    func text() -> [UInt8] {
      Array((0..<random.below(6)).map { _ in random.pick(pieces) }.joined().utf8)
    }
    var buffer = TextBuffer(text())
    for _ in 0..<200 {
      let start = random.below(buffer.bytes.count + 1)
      let end = start + random.below(min(8, buffer.bytes.count - start) + 1)
      let new = text()
      let before = buffer.bytes
      buffer.replace(start..<end, with: new)
      #expect(
        buffer.starts == TextBuffer(buffer.bytes).starts,
        "seed \(seed): \(before) with \(new) at \(start)..<\(end)")
    }
  }
}
