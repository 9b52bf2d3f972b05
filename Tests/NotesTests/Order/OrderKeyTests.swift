import Notes
import TestSupport
import Testing

@Suite struct OrderKeyTests {
  @Test(
    arguments: [
      ("1", "1"), ("-1", "-1"), ("1.50", "1.5"), ("-1.25", "-1.25"), ("-0.5", "-0.5"), ("007", "7"),
      ("0.0", "0"), ("-0", "0"), ("+2", "2"), ("1.", nil), (".5", nil), ("", nil), ("-", nil),
      ("a0", nil), ("1e3", nil), ("1.2.3", nil), ("9999999999999999", nil), ("½", nil),
    ] as [(String, String?)])
  func `keys are decimal numbers`(text: String, key: String?) {
    #expect(OrderKey(text)?.description == key)
  }

  @Test(
    arguments: [
      (nil, nil, "1"), (nil, "1", "0"), (nil, "1.5", "1"), (nil, "-0.5", "-1"), ("1", nil, "2"),
      ("1.5", nil, "2"), ("-1.5", nil, "-1"), ("1", "2", "1.5"), ("1", "9", "5"),
      ("1", "1.5", "1.2"),
      ("1", "1.1", "1.05"), ("1.9", "2", "1.95"), ("1.5", "2.5", "2"), ("-1", "0", "-0.5"),
      ("1.99", "2.01", "2"), ("1", "1.01", "1.005"), ("1", "1", nil), ("2", "1", nil),
    ] as [(String?, String?, String?)])
  func `there is a short one between two`(first: String?, second: String?, key: String?) {
    let between = OrderKey.between(
      first.flatMap { OrderKey($0) }, second.flatMap { OrderKey($0) })
    #expect(between?.description == key)
  }

  @Test func `there is always one more, and it stays itself when it is written and read`() throws {
    var generator = SeededRandom(seed: 20_261_121)
    var keys = [OrderKey(1), OrderKey(2)]
    for _ in 0..<600 {
      let place = Int(generator.next() % UInt64(keys.count + 1))
      let key = try #require(
        OrderKey.between(
          place > 0 ? keys[place - 1] : nil, place < keys.count ? keys[place] : nil))
      keys.insert(key, at: place)
      #expect(OrderKey(key.description) == key)
      var editor = try FrontMatterEditor(Array("# A\n".utf8))
      try editor.set("order", to: key.frontMatterValue)
      #expect(Note(parsing: editor.source).order == key)
    }
    #expect(keys == keys.sorted() && Set(keys).count == keys.count)
    // Hundreds at one place: a digit for three or four of them.
    var first = OrderKey(1)
    for _ in 0..<300 { first = try #require(OrderKey.between(first, OrderKey(2))) }
    #expect(first.description.utf8.count < 110)
  }
}
