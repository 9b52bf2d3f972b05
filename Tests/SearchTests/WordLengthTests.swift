import Search
import Testing

/// Words around the lengths at which the index takes them in another way.
struct WordLengthTests {
  /// A word of a length, which no other length has in it.
  private static func word(_ length: Int) -> String {
    String((0..<length).map { Character(Unicode.Scalar(UInt8(0x61 + ($0 * 7 + length) % 26))) })
  }

  @Test(arguments: 1...40)
  func `a word is found wherever it stands in a text and however it is written`(
    length: Int
  ) throws {
    let word = Self.word(length)
    let next = Self.word(length + 1)
    // In the middle, before a separator, before the end of the text, at it, and parted by a run.
    let texts = [
      "\(word) x", "a \(word.uppercased())! and much more text to read", "a \(word)", word,
      "\(word)é other", "é\(word) other", "\(next) x",
    ]
    let keys = texts.indices.map { Array("\($0)".utf8) }
    let index = try Index(schema: DamageSample.schema).updating(
      Index.Change(added: keys, removed: []),
      using: IndexBuilder(schema: DamageSample.schema, threads: 1)
    ) { number, writer in
      writer.columns = [0, 0]
      Array(texts[number].utf8).withByteView {
        writer.add($0, from: 0, to: $0.count, field: 1, startsBlock: true)
      }
      return true
    }
    let searcher = Searcher(index, client: DamageSample())
    for scope in [FieldScope.any, .field("title")] {
      func found(_ node: QueryNode) throws -> [String] {
        try searcher.best(10, of: node).map {
          String(decoding: try index.key(of: $0.id), as: UTF8.self)
        }.sorted()
      }
      #expect(try found(.phrase(word, lastIsPrefix: false, in: scope)) == ["0", "1", "2", "3"])
      #expect(try found(.phrase("\(word) and", lastIsPrefix: false, in: scope)) == ["1"])
      #expect(try found(.phrase("\(next) x", lastIsPrefix: false, in: scope)) == ["6"])
      #expect(try found(.phrase("\(word)é", lastIsPrefix: false, in: scope)) == ["4"])
      #expect(try found(.phrase("e\(word)", lastIsPrefix: false, in: scope)) == ["5"])
    }
  }
}
