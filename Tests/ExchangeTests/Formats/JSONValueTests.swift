import Exchange
import Testing

@Suite struct JSONValueTests {
  private func value(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test func `a document is its values, in their order`() throws {
    let read = try value(
      "\u{FEFF}{\"b\": [1, -2.5e1, true, null, \"\\u00e9\\u0000\\ud83d\\ude00\"], \"a\": {}}")
    #expect(
      read
        == .object([
          .init(
            name: "b",
            value: .array([.integer(1), .number(-25), .bool(true), .null, .string("é\0😀")])),
          .init(name: "a", value: .object([])),
        ]))
    #expect(read["b"]?.elements?.count == 5)
    #expect(read["c"] == nil)
    #expect(try value("7").double == 7)
    #expect(try value("\"x\"").text == "x")
  }

  @Test func `a whole number beyond 64 bits is a number, and nothing else is lost`() throws {
    let read = try value("{\"big\": 36893488147419103232, \"small\": 2}")
    #expect(read["big"] == .number(36893488147419103232))
    #expect(read["small"]?.double == 2)
  }

  @Test(arguments: [
    ("", 1), ("{", 1), ("{\n\"a\": \n}", 3), ("[1,]", 1), ("{\"a\" 1}", 1), ("[1e999]", 1),
    ("[\"\u{1}\"]", 1), ("nul", 1), ("[1] x", 1),
  ])
  func `what is no document is an error that names the line`(text: String, line: Int) {
    #expect {
      try value(text)
    } throws: { error in
      guard case .format(_, let detail) = error as? ExchangeError else { return false }
      return detail.hasSuffix("(line \(line))")
    }
  }

  @Test func `a hundred thousand brackets are an error and no overflow`() {
    #expect(throws: ExchangeError.self) {
      try value(String(repeating: "[", count: 100_000))
    }
    #expect(throws: ExchangeError.self) {
      try value(String(repeating: "{\"a\":", count: 100_000))
    }
    let deep = String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000)
    #expect(throws: Never.self) { try value(deep) }
  }

  @Test func `bytes that are no UTF-8 are an error`() {
    #expect(throws: ExchangeError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
  }
}
