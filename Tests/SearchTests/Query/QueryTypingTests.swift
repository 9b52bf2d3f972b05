import Search
import Testing

/// Queries that are half typed.
struct QueryTypingTests {
  private static let vocabulary: QueryVocabulary = {
    var vocabulary = QueryVocabulary.sample
    let fault = vocabulary.fault
    vocabulary.fault = { predicate in
      if predicate.key == "modified" {
        switch predicate.test {
        case .between(_, let end): return [7, 10].contains(end?.count ?? 7) ? nil : "not a date"
        case .compares(_, let text): return [7, 10].contains(text.count) ? nil : "not a date"
        default: return "not a date"
        }
      }
      guard predicate.key == "is", case .matches(let name) = predicate.test else {
        return fault(predicate)
      }
      return name == "book" ? nil : "no such kind"
    }
    vocabulary.keys["is"] = "is"
    vocabulary.saved = ["reading": "status:reading"]
    return vocabulary
  }()

  @Test(
    arguments: [
      ("title:", ""), ("walden title:", "walden"), ("walden title: ", "walden"), ("tag:", ""),
      ("is:", ""), ("is:bo", ""), ("is:book", "is:book"), ("rating>=", ""), ("rating:>=", ""),
      ("a OR", "a"), ("a OR ", "a"), ("a |", "a"), ("a AND", "a"), ("a NOT", "a"),
      ("a NEAR", "a"), ("a NEAR/", "a"), ("a NEAR/5", "a"), ("a (", "a"), ("a OR (tag:", "a"),
      ("title:walden", "title:walden"), ("Walden: or", "Walden: or"), ("up:", "up:"),
      ("status:", ""), ("walden status:", "walden"), ("rating:", ""), ("nope:", "nope:"),
      ("walden -", "walden"), ("walden (-", "walden"), ("-", ""), ("walden -#", "walden"),
      ("walden #", "walden #"), ("/bea", ""), ("walden /bea", "walden"), ("title:/bea", ""),
      ("/", ""), ("/bea/", "/bea/"),
      ("/usr/bin", "/usr/bin"), ("/usr ", "/usr "), ("and/or", "and/or"), ("path:/Bo", "path:/Bo"),
      ("@rea", ""), ("walden @rea", "walden"), ("@reading", "@reading"), ("@nobody", "@nobody"),
      ("date:<2026-1", ""), ("walden date:>=2026-11-2", "walden"), ("date<2026-0", ""),
      ("date:<2026-4", "date:<2026-4"), ("date:<2026-11", "date:<2026-11"), ("read:<2026-1", ""),
      ("date:2026-01..2026-1", ""), ("date:2026-01..2026-10", "date:2026-01..2026-10"),
      ("modified:2026-01..2026-03", "modified:2026-01..2026-03"), ("modified:2026-01..20", ""),
      ("modified:2026-01..", "modified:2026-01.."), ("modified:<20", ""),
      ("modified:>=2026-11", "modified:>=2026-11"),
      ("a OR b", "a OR b"), ("", ""), ("C++", "C++"), ("\"a phrase", "\"a phrase"),
    ])
  func `an operator at the end is left out as long as it lacks its operand`(
    text: String, finished: String
  ) {
    #expect(Query.finished(text, vocabulary: Self.vocabulary) == finished)
  }

  @Test(
    arguments: [
      ("bea", "bea*"), ("walden bea", "walden bea*"), ("b", nil), ("Moby-D", "Moby-D*"),
      ("bea ", nil), ("#g", "#g*"), ("tag:gar", "tag:gar*"), ("title:wa", "title:wa*"),
      ("heading:wa", "heading:wa*"), ("block:wa", "block:wa*"),
      ("author:aust", "author:*aust*"), ("path:Books/Wa", "path:*Books/Wa*"),
      ("status:r", "status:*r*"), ("rating:4", nil), ("rating>4", nil),
      ("date:2026-1", "date:(2026-1 OR 2026-10..2026)"),
      ("date:2026-0", "date:(2026-0 OR 2026-01..2026-09)"),
      ("date:2026-11-3", "date:(2026-11-3 OR 2026-11-30..2026-11)"), ("date:2026-4", nil),
      ("date:2026-11", nil), ("date:2026", nil), ("isbn:2026-1", "isbn:*2026-1*"),
      ("a -bea", nil), ("a NOT bea", nil), ("-author:aust", nil),
      ("\"half ag", "\"half ag*\""), ("\"half agony\"", nil), ("\"", nil),
      ("author:\"Jane Au", "author:\"*Jane Au*\""), ("“half ag", "“half ag*”"),
      ("wal*", nil), ("wal~", nil), ("/bea/", nil), ("", nil),
    ])
  func `the last word may become all that goes on so`(text: String, growing: String?) {
    var vocabulary = Self.vocabulary
    let fault = vocabulary.fault
    vocabulary.fault = { predicate in
      if predicate.key == "date", case .like = predicate.test { return "not a date" }
      return fault(predicate)
    }
    #expect(Query.growing(text, vocabulary: vocabulary) == growing)
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

  @Test(
    arguments: [
      ("h", ""), ("walden h", "walden "), ("walden OR h", "walden"), ("walden ho", nil),
      ("h ", nil),
      ("title:h", nil), ("walden -h", nil), ("\"h", nil), ("walden 漢", "walden "),
    ] as [(String, String?)])
  func `a single letter at the end can be left out`(text: String, rest: String?) {
    let shorter = Query.withoutLastLetter(text, vocabulary: Self.vocabulary)
    #expect(shorter == rest)
  }

}
