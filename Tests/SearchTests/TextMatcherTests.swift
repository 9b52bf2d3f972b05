import Search
import Testing

@Suite struct TextMatcherTests {
  @Test(arguments: ["/x*/", "/$/", "/\\b/", "/(?s).*/"])
  func `an expression that matches nothing marks nothing`(query: String) {
    for text in ["", "abc\n", "a\nb"] {
      #expect(matches(query, in: text).allSatisfy { !$0.range.isEmpty })
    }
  }

  @Test func `a pattern that matches nothing often takes linear time`() {
    let text = String(repeating: "some words of a long note\n", count: 32_000)
    let took = ContinuousClock().measure {
      #expect(matches("/\\b/", in: text).isEmpty)
      #expect(matches("/o/", in: text).count == 32_000 * 5)
    }
    #expect(took < .seconds(20))
  }

  @Test func `ten thousand words are looked for in one pass`() {
    let words = (0..<10_000).map { "word\($0)" }
    let text = words.joined(separator: " ")
    let took = ContinuousClock().measure {
      #expect(matches(words.joined(separator: " "), in: text).count == 10_000)
      #expect(matches(words.joined(separator: " OR "), in: text).count == 10_000)
    }
    #expect(took < .seconds(20))
  }

  @Test func `a word goes on in the next run and a phrase across runs, but not across blocks`() {
    let text = "**bo**ld [type](x) set"
    let runs = [run(2..<4), run(6..<8, joins: true), run(10..<14), run(19..<22)]
    #expect(matches("\"bold type set\"", in: text, runs).map(\.range) == [2..<22])
    #expect(matches("x", in: text, runs).isEmpty)
    let blocks = [run(2..<4), run(6..<8, joins: true), run(10..<14, starts: true), run(19..<22)]
    #expect(matches("\"bold type\"", in: text, blocks).isEmpty)
    #expect(matches("\"type set\"", in: text, blocks).map(\.range) == [10..<22])
  }

  @Test func `a word of one field is not marked in another`() {
    let text = "ink\nink"
    let runs = [run(0..<3, fields: ["title"]), run(4..<7, starts: true)]
    #expect(matches("title:ink", in: text, runs).map(\.range) == [0..<3])
    #expect(matches("title=ink", in: text, runs).map(\.range) == [0..<3])
    #expect(matches("ink", in: text, runs).count == 2)
  }

  @Test func `a star stands for letters of one word, and marks the word`() {
    let text = "unsynced wood, the syncing ends"
    #expect(matches("*sync*", in: text).map(\.range) == [0..<8, 19..<26])
    #expect(matches("wo*d", in: text).map(\.range) == [9..<13])
    #expect(matches("\"the *ing\"", in: text).map(\.range) == [15..<26])
    #expect(matches("w*s", in: text).isEmpty)
    #expect(matches("*京*", in: "東京都").count >= 1)
  }

  @Test(arguments: [
    ("C++", "C, C+, C+++, c++11 and C++.", [13..<14, 23..<24]), ("C#", "C## C #x C#", [9..<10]),
    ("C++*", "C, C+, cab++ C+++, c++11 and C++.", [13..<14, 19..<20, 29..<30]),
    ("foo_b*", "foo bar foo_bar fo_b", [8..<15]), (".ne*", "net .net", [5..<8]),
    ("\"in C+*\"", "in C in C# in C++", [11..<15]),
    (".NET", "asp.net ..net net (.Net)", [20..<23]),
    ("foo_bar", "foo bar foo__bar foo_bar", [17..<24]),
    ("node.js", "node js. node. js Node.js", [18..<25]), ("=Au", "au Au AU", [3..<5]),
    ("=\"Au lait\"", "au lait Au\nlait", [8..<15]),
  ])
  func `signs, and capitals where they are asked for, have to be there`(
    query: String, text: String, ranges: [Range<Int>]
  ) {
    #expect(matches(query, in: text).map(\.range) == ranges)
  }

  @Test func `accents are compared however they are encoded, and across markup`() {
    #expect(matches("=caf\u{E9}", in: "cafe\u{301} cafe").map(\.range) == [0..<6])
    let text = "**C**++ no**d**e.js"
    let runs = [
      run(2..<3), run(5..<10, joins: true), run(12..<13, joins: true), run(15..<19, joins: true),
    ]
    #expect(matches("C++", in: text, runs).map(\.range) == [2..<3])
    #expect(matches("node.js", in: text, runs).map(\.range) == [8..<19])
  }

  @Test(arguments: ["Obsidian", "기능", "안된", "\"obsidian을 설치\"", "을"])
  func `Korean is marked with and without particles`(query: String) {
    #expect(matches(query, in: "Obsidian을 설치. 제안된 기능을").count >= 1)
  }

  @Test func `a word is at the character reference that a part of it stands for`() {
    // The character that the reference stands for is appended to the text.
    let text = "a caf&eacute; noir\u{E9}"
    let runs = [
      run(0..<5),
      TextMatcher.Run(
        18..<20, fields: [], joinsPrevious: true, startsBlock: false, origin: 5..<13),
      run(13..<18, joins: true),
    ]
    #expect(matches("caf\u{E9}", in: text, runs).map(\.range) == [2..<13])
    #expect(matches("\"a cafe noir\"", in: text, runs).map(\.range) == [0..<18])
    #expect(matches("=caf\u{E9}", in: text, runs).map(\.range) == [2..<13])
    #expect(matches("=cafe", in: text, runs).isEmpty)
  }

  @Test(arguments: [
    (
      "C++", ["C++", "**C**++", "C\\+\\+", "&#67;++", "\u{FF23}++"], ["i++", "D++", "c x+"]
    ),
    ("C++*", ["C++", "c++11", "C\\+"], ["cab", "i++", "C#"]),
    (".NET", [".NET", ".**N**et"], [".nothing", "NET"]),
    ("foo_bar", ["foo_bar", "foo__bar", "**foo**_bar"], ["fo_bar", "foo bar"]),
    ("=Au", ["Au", "**A**u", "xAu"], ["au", "aU", "A"]),
    ("caf\u{E9}", ["x"], []),
  ])
  func `bytes tell where a word with signs or capitals cannot be`(
    query: String, passing: [String], stopped: [String]
  ) {
    let vocabulary = QueryVocabulary(textFields: [:], keys: [:])
    let sieve = ByteSieve(Query(query, vocabulary: vocabulary).root)
    for text in passing { #expect(sieve.passes([Array(text.utf8)]), "\(text)") }
    for text in stopped { #expect(!sieve.passes([Array(text.utf8)]), "\(text)") }
  }

  // MARK: Tools

  private func run(
    _ range: Range<Int>, fields: [String] = [], joins: Bool = false, starts: Bool = false
  ) -> TextMatcher.Run {
    TextMatcher.Run(range, fields: fields, joinsPrevious: joins, startsBlock: starts)
  }

  private func matches(
    _ query: String, in text: String, _ runs: [TextMatcher.Run]? = nil
  ) -> [TextMatcher.Match] {
    let vocabulary = QueryVocabulary(textFields: ["title": "title"], keys: [:])
    let bytes = Array(text.utf8)
    let matcher = TextMatcher(Query(query, vocabulary: vocabulary).root, language: "")
    return matcher.matches(in: bytes, runs: (runs ?? [run(0..<bytes.count)])[...])
  }
}
