import Search
import Testing

/// Queries that are half typed.
struct QueryTypingTests {
  private static let vocabulary: QueryVocabulary = {
    var vocabulary = QueryVocabulary.sample
    vocabulary.fault = { predicate in
      guard predicate.key == "is", case .matches(let name) = predicate.test else { return nil }
      return name == "book" ? nil : "no such kind"
    }
    vocabulary.keys["is"] = "is"
    return vocabulary
  }()

  @Test(
    arguments: [
      ("title:", ""), ("walden title:", "walden"), ("walden title: ", "walden"), ("tag:", ""),
      ("is:", ""), ("is:bo", ""), ("is:book", "is:book"), ("rating>=", ""), ("rating:>=", ""),
      ("a OR", "a"), ("a OR ", "a"), ("a |", "a"), ("a AND", "a"), ("a NOT", "a"),
      ("a NEAR", "a"), ("a NEAR/", "a"), ("a NEAR/5", "a"), ("a (", "a"), ("a OR (tag:", "a"),
      ("title:walden", "title:walden"), ("Walden: or", "Walden: or"), ("up:", "up:"),
      ("a OR b", "a OR b"), ("", ""), ("C++", "C++"), ("\"a phrase", "\"a phrase"),
    ])
  func `an operator at the end is left out as long as it lacks its operand`(
    text: String, finished: String
  ) {
    #expect(Query.finished(text, vocabulary: Self.vocabulary) == finished)
  }

  @Test(
    arguments: [
      ("walden", true), ("Walden: or life in the woods", true), ("well-being", true),
      ("The year 2021", true), ("title:", false), ("tag:x", false), ("is:bo", false),
      ("a OR", false), ("a OR b", false), ("NEAR/", false), ("-a", false), ("a -b", false),
      ("\"a\"", false), ("wal*", false), ("wal~", false), ("/a/", false), ("(a)", false),
      ("#tag", false), ("rating>=", false), ("rating>=5", false), ("", false), ("...", false),
    ])
  func `words alone may be a title`(text: String, isPlain: Bool) {
    #expect(Query.isPlainWords(text, vocabulary: Self.vocabulary) == isPlain)
  }
}
