import Layout
import Testing

struct WellFormedUTF8Tests {
  @Test(
    arguments: [
      ([], nil), ([0x61, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80], nil),
      ([0x61, 0xFF], 1), ([0xC3], 0), ([0xC0, 0x80], 0), ([0xE0, 0x80, 0x80], 0),
      ([0x61, 0xED, 0xA0, 0x80], 1), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF0, 0x9F, 0x98], 0),
      ([0xC3, 0xA9, 0x80], 2),
    ] as [([UInt8], Int?)])
  func `the first flaw is found`(bytes: [UInt8], flaw: Int?) {
    #expect(WellFormedUTF8.firstFlaw(in: bytes.span) == flaw)
  }

  @Test func `every sequence of up to three bytes is judged as the standard library does`() {
    let edges: [UInt8] = [
      0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE,
      0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for first in edges {
      for second in edges {
        for third in edges {
          for bytes in [
            [first], [first, second], [first, second, third], [first, second, third, 0x80],
          ] {
            #expect(
              WellFormedUTF8.holds(bytes) == (String(validating: bytes, as: UTF8.self) != nil))
          }
        }
      }
    }
  }
}
