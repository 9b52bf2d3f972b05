import History
import Testing

struct ObjectIDTests {
  static let hex = "1f7a7a472abf3dd9643fd615f6da379c4acb3e3a"

  @Test func `an id is read from its digits in either case and written in lower case`() throws {
    let id = try #require(ObjectID(hex: Self.hex.uppercased()))
    #expect(id.hex == Self.hex)
    #expect(ObjectID(bytes: id.bytes) == id)
  }

  @Test(arguments: ["", "1f7a", hex + "0", String(hex.dropLast()) + "g", String(hex.dropLast(2))])
  func `what is not forty digits is no id`(text: String) {
    #expect(ObjectID(hex: text) == nil)
  }

  @Test func `ids are ordered as their digits are`() throws {
    let digits = ["00", "01", "7f", "80", "ff"]
    let ids = digits.flatMap { first in
      digits.map { String(repeating: "5", count: 19 * 2 - 2) + first + $0 }
    }
    #expect(ids.compactMap { ObjectID(hex: $0) }.sorted().map(\.hex) == ids.sorted())
  }
}
