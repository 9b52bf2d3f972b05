import Exchange
import LanguageServer
import TestSupport
import Testing

struct MessageFramesTests {
  private func frames(_ bytes: [UInt8], by count: Int = .max) -> [MessageFrames.Frame] {
    var frames = MessageFrames()
    var found: [MessageFrames.Frame] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + min(count, bytes.count))
      frames.add(bytes[start..<end])
      while let frame = frames.next() { found.append(frame) }
      start = end
    }
    return found
  }

  private func framed(_ text: String) -> [UInt8] { MessageFrames.framed(Array(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `messages come out whole however the bytes are cut`(count: Int) {
    let bytes = framed("{}") + framed("") + framed("{\"é\":1}")
    #expect(
      frames(bytes, by: count) == [
        .content(Array("{}".utf8)), .content([]), .content(Array("{\"é\":1}".utf8)),
      ])
  }

  @Test func `a header may have other fields, other capitals and line feeds alone`() {
    let bytes = Array(
      "content-type: x; charset=utf-8\ncontent-LENGTH:  2 \n\n{}".utf8)
    #expect(frames(bytes) == [.content(Array("{}".utf8))])
  }

  @Test(arguments: [
    "Content-Length: abc\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
    "Content-Length: -1\r\n\r\n", "X: 1\r\n\r\n", "garbage\n\n",
  ])
  func `after bytes that are no message the next one is found`(garbage: String) {
    let found = frames(Array(garbage.utf8) + framed("{}"))
    #expect(found.last == .content(Array("{}".utf8)))
    #expect(found.count == 2)
  }

  @Test(arguments: Fuzz.seeds(200))
  func `any bytes give frames, and one after them comes through`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "Content-Length: ", "3", "\r\n", "\n", "{}", "é", "\0", "9", ":", "content-length:",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<random.below(40) { bytes += Array(random.pick(pieces).utf8) }
    // A length that is given in earnest takes what follows.
    let rest = [UInt8](repeating: 0x20, count: 100_000)
    let found = frames(bytes + rest + framed("\"last\""), by: 1 + random.below(50))
    #expect(found.last == .content(Array("\"last\"".utf8)) || found.isEmpty, "seed \(seed)")
  }

  @Test(arguments: [
    ("", -32700), ("{", -32700), ("[]", -32600), ("1", -32600), ("{}", -32600),
    ("{\"id\":1}", -32600), ("{\"method\":1,\"id\":2}", -32600),
    ("{\"method\":\"a\",\"id\":[1]}", -32600), ("\u{FEFF}nope", -32700),
  ])
  func `a message that is none says why`(text: String, code: Int) {
    guard case .malformed(let error, _) = Message(Array(text.utf8)) else {
      Issue.record("\(text) was taken for a message")
      return
    }
    #expect(error.code.rawValue == Int64(code))
  }

  @Test func `JSON comes back as it was written`() throws {
    let value: JSONValue = [
      "a": [1, -2, true, false, nil], "é\"\\\n": "\u{1B}[31m", "deep": ["x": [["y": 1.5]]],
    ]
    #expect(try JSONValue(parsing: value.bytes) == value)
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
}
