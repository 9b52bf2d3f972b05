import Exchange
import Testing

@Suite struct DecodedTextTests {
  @Test(
    arguments: [
      ([0x43, 0x61, 0x66, 0xE9, 0x20, 0x6E, 0x6F, 0x69, 0x72], "Café noir", false),
      ([0x93, 0x80, 0x94, 0x20, 0x61, 0x62, 0x63], "“€” abc", false),
      // Damaged: a letter of UTF-8 beside it, half a letter at the end, a byte that the other has not.
      ([0xC3, 0xA9, 0xE9, 0x20, 0x61, 0x62, 0x63], "é\u{FFFD} abc", true),
      ([0x61, 0x62, 0x63, 0xC3], "abc\u{FFFD}", true),
      ([0x61, 0x81, 0x62, 0x63, 0x64, 0x65], "a\u{FFFD}bcde", true),
    ] as [([UInt8], String, Bool)])
  func `bytes that are not UTF-8 are Windows-1252 or damaged`(
    bytes: [UInt8], text: String, isDamaged: Bool
  ) {
    let read = DecodedText(bytes)
    #expect(String(decoding: read.bytes, as: UTF8.self) == text)
    #expect(read.isDamaged == isDamaged && read.isWindows1252 == !isDamaged)
    #expect(read.remark != nil)
  }

  @Test func `UTF-8 is as it is`() {
    let read = DecodedText(Array("Café".utf8))
    #expect(read.remark == nil && read.bytes == Array("Café".utf8))
  }
}
