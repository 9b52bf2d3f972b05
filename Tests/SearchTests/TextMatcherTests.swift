import Search
import Testing

@Suite struct TextMatcherTests {
  @Test(arguments: ["/x*/", "/$/", "/\\b/", "/(?s).*/"])
  func `an expression that matches nothing marks nothing`(query: String) {
    let vocabulary = QueryVocabulary(textFields: [:], keys: [:])
    let matcher = TextMatcher(Query(query, vocabulary: vocabulary).root, language: "")
    for text in ["", "abc\n", "a\nb"] {
      let matches = matcher.matches(in: Array(text.utf8))
      #expect(matches.allSatisfy { !$0.range.isEmpty })
    }
  }
}
