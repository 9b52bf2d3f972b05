import Search
import Testing

@Suite struct QueryTests {
  /// A query as typed, and its canonical form: a backslash or quotation marks show mere text.
  static let structure: [(String, String)] = [
    ("", "*"),
    (" \t\n\u{3000}", "*"),
    ("one", "one"),
    ("one two", "one two"),
    ("one AND two", "one two"),
    ("one OR two", "one OR two"),
    ("one | two || three", "one OR two OR three"),
    ("one two OR three four", "(one two) OR (three four)"),
    ("one (two OR three) four", "one (two OR three) four"),
    ("((((one))))", "one"),
    ("(one two) three", "one two three"),
    ("(one OR two) OR three", "one OR two OR three"),
    ("-one", "-one"),
    ("NOT one", "-one"),
    ("NOT NOT one", "one"),
    ("NOT -one", "one"),
    ("one AND NOT two", "one -two"),
    ("-(one two)", "-(one two)"),
    ("-(one OR -(two))", "-(one OR -two)"),
    ("NOT(one) OR(two)", "-one OR two"),
    ("-\"one two\" -/x/ -#tag -title:one", "-\"one two\" -/x/ -tag:tag -title:one"),
    ("() one ( )", "one"),
    ("*", "*"),
    ("one *", "one"),
    ("one OR **", "*"),
    ("-*", "-*"),
    ("one -*", "-*"),
  ]

  @Test(arguments: structure)
  func `words join as the operators say`(typed: String, canonical: String) {
    let query = Query(typed)
    #expect(query.description == canonical)
    #expect(query.notes.isEmpty)
  }

  static let words: [(String, QueryNode)] = [
    ("well-being", .word("well-being", in: .any)),
    ("comm*", .prefix("comm", in: .any)),
    ("helo~", .fuzzy("helo", edits: 1, in: .any)),
    ("helo~2", .fuzzy("helo", edits: 2, in: .any)),
    ("helo~0", .word("helo", in: .any)),
    ("\"exact phrase\"", .phrase("exact phrase", lastIsPrefix: false, in: .any)),
    ("\"exact phr*\"", .phrase("exact phr", lastIsPrefix: true, in: .any)),
    ("\"exact phr\"*", .phrase("exact phr", lastIsPrefix: true, in: .any)),
    ("“smart quotes”", .phrase("smart quotes", lastIsPrefix: false, in: .any)),
    ("„deutsche Zeichen“", .phrase("deutsche Zeichen", lastIsPrefix: false, in: .any)),
    ("« entre guillemets »", .phrase(" entre guillemets ", lastIsPrefix: false, in: .any)),
    ("»umgekehrt«", .phrase("umgekehrt", lastIsPrefix: false, in: .any)),
    ("「吾輩は猫」", .phrase("吾輩は猫", lastIsPrefix: false, in: .any)),
    ("\"say \\\"hi\\\" now\"", .phrase("say \"hi\" now", lastIsPrefix: false, in: .any)),
    ("/a.c/", .regex("a.c", options: [], in: .any)),
    ("/a b/i", .regex("a b", options: .ignoresCase, in: .any)),
    ("/https?://\\w+/", .regex("https?:\\/\\/\\w+", options: [], in: .any)),
    ("/a/b/i", .regex("a\\/b", options: .ignoresCase, in: .any)),
    ("code:=Kode", .part("code", .exact("Kode", in: .any))),
    ("title:=Résumé", .exact("Résumé", in: .field("title"))),
    ("body:=\"Cape Cod\"", .exact("Cape Cod", in: .field("body"))),
    ("-heading:=Kode", .not(.exact("Kode", in: .field("heading")))),
    ("/^## /", .regex("^## ", options: [], in: .any)),
    ("/a\\/b/is", .regex("a\\/b", options: [.ignoresCase, .dotMatchesLineEnds], in: .any)),
    ("*sync*", .wildcard(["", "sync", ""], in: .any)),
    ("wo*d", .wildcard(["wo", "d"], in: .any)),
    ("*ing", .wildcard(["", "ing"], in: .any)),
    ("title:*foo*", .wildcard(["", "foo", ""], in: .field("title"))),
    ("\"live *ing pon*\"", .wildcard(["live ", "ing pon", ""], in: .any)),
    ("\"*ing pond\"*", .wildcard(["", "ing pond", ""], in: .any)),
    (
      "li*e NEAR/2 pond",
      .near([.wildcard(["li", "e"], in: .any), .word("pond", in: .any)], distance: 2, in: .any)
    ),
    ("\"2 * 3\"", .phrase("2 * 3", lastIsPrefix: false, in: .any)),
    ("*.md", .word("*.md", in: .any)),
    ("**bold**", .word("**bold**", in: .any)),
    ("wo\\*d", .word("wo*d", in: .any)),
    ("=Résumé", .exact("Résumé", in: .any)),
    ("=\"Cape Cod\"", .exact("Cape Cod", in: .any)),
    ("=“Cape Cod”", .exact("Cape Cod", in: .any)),
    ("=.NET", .exact(".NET", in: .any)),
    ("title:(=Résumé)", .exact("Résumé", in: .field("title"))),
    ("-=Résumé", .word("-=Résumé", in: .any)),
    ("NOT =Résumé", .not(.exact("Résumé", in: .any))),
    ("C++", .word("C++", in: .any)),
    ("C#", .word("C#", in: .any)),
    ("code:foo", .within("code", .word("foo", in: .any))),
    ("block:(a b)", .within("block", .and([.word("a", in: .any), .word("b", in: .any)]))),
    ("section:\"a b\"", .within("section", .phrase("a b", lastIsPrefix: false, in: .any))),
    ("code:/x+/", .within("code", .regex("x+", options: [], in: .any))),
    ("code:*", .within("code", .all)),
    (
      "block:(#x -a)",
      .within(
        "block", .and([.predicate(Predicate("tag", .matches("x"))), .not(.word("a", in: .any))]))
    ),
    ("-code:foo", .not(.within("code", .word("foo", in: .any)))),
    ("title:word", .word("word", in: .field("title"))),
    ("text:word", .word("word", in: .field("body"))),
    ("Title:Word*", .prefix("Word", in: .field("title"))),
    ("alias:*", .regex("\\S", options: [], in: .field("alias"))),
    (
      "title=\"On Writing (2nd)\"",
      .regex("^On Writing \\(2nd\\)$", options: .ignoresCase, in: .field("title"))
    ),
    ("title!=Draft", .not(.regex("^Draft$", options: .ignoresCase, in: .field("title")))),
    ("title: word", .word("word", in: .field("title"))),
    ("heading:\"a b\"", .phrase("a b", lastIsPrefix: false, in: .field("heading"))),
    ("title:/x/i", .regex("x", options: .ignoresCase, in: .field("title"))),
    ("title:teh~", .fuzzy("teh", edits: 1, in: .field("title"))),
    (
      "title:(one OR heading:two)",
      .or([.word("one", in: .field("title")), .word("two", in: .field("heading"))])
    ),
    (
      "one NEAR/5 \"two three\" NEAR/5 four*",
      .near(
        [
          .word("one", in: .any), .phrase("two three", lastIsPrefix: false, in: .any),
          .prefix("four", in: .any),
        ], distance: 5, in: .any)
    ),
    (
      "title:(one NEAR two)",
      .near(
        [.word("one", in: .field("title")), .word("two", in: .field("title"))],
        distance: Query.defaultDistance, in: .field("title"))
    ),
    (
      "one NEAR/3 two NEAR/4 three",
      .and([
        .near([.word("one", in: .any), .word("two", in: .any)], distance: 3, in: .any),
        .near([.word("two", in: .any), .word("three", in: .any)], distance: 4, in: .any),
      ])
    ),
    ("北京（中国）", .word("北京（中国）", in: .any)),
    ("（one ｜ －two）", .or([.word("one", in: .any), .not(.word("two", in: .any))])),
    ("title：“一 二”", .phrase("一 二", lastIsPrefix: false, in: .field("title"))),
    ("😀", .word("😀", in: .any)),
  ]

  @Test(arguments: words)
  func `words, phrases and patterns`(typed: String, node: QueryNode) {
    let query = Query(typed)
    #expect(query.root == node)
    #expect(query.notes.isEmpty)
  }

  static let predicates: [(String, Predicate)] = [
    ("tag:books", Predicate("tag", .matches("books"))),
    ("tags:#books", Predicate("tag", .matches("books"))),
    ("#books/2021", Predicate("tag", .matches("books/2021"))),
    ("#books,", Predicate("tag", .matches("books"))),
    ("#本", Predicate("tag", .matches("本"))),
    ("＃本", Predicate("tag", .matches("本"))),
    ("#📚", Predicate("tag", .matches("📚"))),
    ("#boo*", Predicate("tag", .like(["boo", ""]))),
    ("status:read", Predicate("status", .matches("read"))),
    ("Status:Read", Predicate("status", .matches("Read"))),
    ("status:\"two words\"", Predicate("status", .matches("two words"))),
    ("status=read", Predicate("status", .equals("read"))),
    ("status:=read", Predicate("status", .equals("read"))),
    ("\"two words\":x", Predicate("two words", .matches("x"))),
    ("ключ：да", Predicate("ключ", .matches("да"))),
    ("rating>=3", Predicate("rating", .compares(.greaterOrEqual, "3"))),
    ("rating:>=3", Predicate("rating", .compares(.greaterOrEqual, "3"))),
    ("rating<-2.5", Predicate("rating", .compares(.less, "-2.5"))),
    ("rating:-2", Predicate("rating", .matches("-2"))),
    ("date>\"last week\"", Predicate("date", .compares(.greater, "last week"))),
    ("date:2026-01..2026-03", Predicate("date", .between("2026-01", "2026-03"))),
    ("date:..today", Predicate("date", .between(nil, "today"))),
    ("date:last-week..", Predicate("date", .between("last-week", nil))),
    ("date: 2026", Predicate("date", .matches("2026"))),
    ("isbn:*", Predicate("isbn", .exists)),
    ("path:Journal/*/x.md", Predicate("path", .like(["Journal/", "/x.md"]))),
    ("path:\"My Notes/**\"", Predicate("path", .like(["My Notes/", ""]))),
    ("path:\"a\\*b\"", Predicate("path", .matches("a*b"))),
    ("path:../up", Predicate("path", .matches("../up"))),
    ("path:/Journal/", Predicate("path", .matches("/Journal/"))),
    ("link:[[A Note#Part]]", Predicate("link", .matches("A Note#Part"))),
    ("link:http://x.org/a", Predicate("link", .matches("http://x.org/a"))),
    ("author:\"\"", Predicate("author", .matches(""))),
  ]

  @Test(arguments: predicates)
  func `keys with values`(typed: String, predicate: Predicate) {
    let query = Query(typed)
    #expect(query.root == .predicate(predicate))
    #expect(query.notes.isEmpty)
  }

  static let groups: [(String, String)] = [
    ("-isbn:*", "-isbn:*"),
    ("status!=read", "-status=read"),
    ("tag:(a OR b)", "tag:a OR tag:b"),
    ("tag:(a #b -c)", "tag:a tag:b -tag:c"),
    ("rating:(>=3 <5 OR *)", "(rating>=3 rating<5) OR rating:*"),
    ("date:(2026 OR 2024..2025)", "date:2026 OR date:2024..2025"),
    ("tag:(a status:b)", "tag:a status:b"),
    ("title:(*)", "title:/\\S/"),
    ("one tag:(\"x y\")", "one tag:\"x y\""),
  ]

  @Test(arguments: groups)
  func `a key before a parenthesis goes to all of its values`(typed: String, canonical: String) {
    let query = Query(typed)
    #expect(query.description == canonical)
    #expect(query.notes.isEmpty)
  }

  /// A query as typed, its canonical form, and true where there is a note for the person.
  static let text: [(String, String, Bool)] = [
    ("http://x.org/a", "http\\://x.org/a", false),
    ("10:30", "10:30", false),
    ("C:\\x", "C\\:\\\\x", false),
    ("foo::bar", "foo\\::bar", false),
    ("title::bar", "title\\::bar", false),
    ("foo:", "foo\\:", false),
    ("nope:x", "nope\\:x", true),
    ("nope:(x OR \"y z\")", "nope\\:x OR \"nope:\\\"y z\\\"\"", true),
    ("Re:invent", "Re\\:invent", true),
    ("E=mc²", "E\\=mc²", true),
    ("a==b", "a\\==b", false),
    ("x=>y", "x\\=>y", false),
    ("a->b", "a->b", false),
    ("std::vector<int>", "std\\::vector<int>", false),
    ("C++ c#", "C++ c#", false),
    ("→", "/→/", false),
    (":)", "/\\:\\)/", false),
    ("great :)", "great", true),
    ("<3", "\\<3", false),
    (":D", "\\:D", false),
    ("title::)", "title\\::\\)", false),
    ("-- --help", "\\--help", true),
    ("a - b & c", "a b c", false),
    ("-> x", "x", true),
    ("#12", "\\#12", false),
    ("#", "/\\#/", false),
    ("#include<stdio.h>", "\\#include<stdio.h>", false),
    ("/usr/bin", "\\/usr/bin", false),
    ("this / that / those", "this that those", false),
    ("and or not near", "and or not near", false),
    ("OR", "or", true),
    ("one OR", "one or", true),
    ("AND one", "and one", true),
    ("one NOT", "one not", true),
    ("NEAR/5 one", "near/5 one", true),
    ("\\OR \\-x \\#y", "\\OR \\-x \\#y", false),
    ("one)", "one\\)", false),
    ("one ) two", "one two", true),
    ("f(x) OR g(y)", "f\\(x\\) OR g\\(y\\)", false),
    ("(one OR two", "one OR two", true),
    ("\"one two", "\"one two\"", true),
    ("\"", "*", true),
    ("\"\" one", "one", false),
    ("27\" monitor", "27\" monitor", false),
    ("one\\", "one\\\\", false),
    ("\\", "/\\\\/", false),
    ("**bold** *it*", "\\*\\*bold\\*\\* *it*", false),
    ("block:(a b) NEAR c", "block:(a b) c", true),
    ("code: foo", "code\\: foo", false),
    ("x==y =>z =", "x\\==y \\=>z", false),
    ("word~9", "word~2", true),
    ("~/notes", "\\~/notes", false),
    ("/[/", "/\\/\\[\\//", true),
    ("tag:x NEAR/3 one", "tag:x one", true),
    ("title:one NEAR/3 two", "title:one two", true),
    ("(one OR two) NEAR three", "(one OR two) three", true),
    ("one NEAR/3 -two", "one near/3 -two", true),
    ("\u{FEFF}one two", "one two", false),
    ("\"name\":\"value\"", "\\\"name\":\"value\"", true),
    ("{\"a\":1}", "{\"a\":1}", false),
    ("[[Wiki Link]]", "\\[[Wiki Link]]", false),
    ("user@example.org", "user@example.org", false),
    ("50% of $5", "50% of $5", false),
  ]

  @Test(arguments: text)
  func `what is no operator is text`(typed: String, canonical: String, isNoted: Bool) {
    let query = Query(typed)
    #expect(query.description == canonical)
    #expect(query.notes.isEmpty != isNoted)
  }

  @Test func `notes say where and why`() {
    let query = Query("é nope:x (two")
    #expect(
      query.notes == [
        QueryNote(range: 3..<9, message: "no note has “nope”; searched as plain text"),
        QueryNote(range: 10..<11, message: "missing `)`; assumed at the end"),
      ])
  }

  @Test(arguments: [
    ("tag:", 0..<4, "nothing follows the colon; searched as plain text"),
    ("(one is: )", 5..<8, "nothing follows the colon; searched as plain text"),
    ("one block:", 4..<10, "nothing follows the colon; searched as plain text"),
    ("a NEAR/x b", 2..<8, "not a number of words, as in `NEAR/5`; searched as plain text"),
    ("block:(", 0..<7, "asks for nothing; left out"),
    ("one code:( )", 4..<12, "asks for nothing; left out"),
    ("title:() one", 0..<8, "asks for nothing; left out"),
    ("tag:()", 0..<6, "asks for nothing; left out"),
    (
      "block:tag:pond", 6..<14,
      "searched as plain text; `block:(tag:pond)` asks for a part with that"
    ),
    ("f*_bar one", 0..<6, "a star in a word leaves `_` out: any sign may stand there, or none"),
    // A name within the parentheses of another.
    (
      "title:(section:(a) OR code:b)", 0..<29,
      "asks nothing of `title:` itself: what is in its parentheses is asked by itself"
    ),
    (
      "tags:(status:a)", 0..<15,
      "asks nothing of `tags:` itself: what is in its parentheses is asked by itself"
    ),
    ("block:(section:(a) b)", 7..<15, "no part of a block"),
    ("block:(code:(section:=A))", 13..<22, "no part of a block"),
    ("link:E. M. Forster x", 0..<7, "followed by “ M. Forster x”"),
  ])
  func `slips are told`(typed: String, range: Range<Int>, message: String) {
    #expect(Query(typed).notes.contains(QueryNote(range: range, message: message)))
  }

  @Test(arguments: [
    "title:(walden -tag:draft)", "title:(one OR heading:two)", "tag:(a status:b)",
    "title:=A", "title:(\"a b\")", "title:(/a/ code:b)", "tag:(*)", "section:(block:(a) b)",
    "block:(title:a b)", "code:=A",
    "section:(title:a) section:b", "title:(a) section:(b)", "link:\"E. M. Forster\"",
    "link:E. \"M. Forster\"", "tag:(a OR b) status:read",
  ])
  func `names that belong together are not told`(typed: String) {
    #expect(Query(typed).notes.isEmpty)
  }

  @Test(arguments: [
    (["/ H/", "x"], "/\\x20H/ x"), (["/ a /i"], "/\\x20a /i"), (["/ a/ x"], "/\\x20a/ x"),
    (["/^## /"], "/^## /"), (["this", "/", "that", "/", "those"], "this / that / those"),
    (["/ that"], "/ that"), (["one two", "three"], "one two three"),
  ])
  func `a word of the shell may be a pattern that begins with a space`(
    words: [String], text: String
  ) {
    #expect(Query.text(ofWords: words) == text)
  }

  @Test func `nodes join in normal form`() {
    let one = QueryNode.word("one", in: .any)
    let two = QueryNode.word("two", in: .any)
    #expect(QueryNode.all(of: []) == .all)
    #expect(QueryNode.any(of: []) == .none)
    #expect(QueryNode.all(of: [.all, one]) == one)
    #expect(QueryNode.all(of: [one, .none]) == .none)
    #expect(QueryNode.any(of: [one, .all]) == .all)
    #expect(QueryNode.any(of: [.none, one]) == one)
    #expect(QueryNode.all(of: [one, .and([two, one])]) == .and([one, two, one]))
    #expect(QueryNode.any(of: [.or([one, two]), one]) == .or([one, two, one]))
    #expect(QueryNode.negation(of: .not(one)) == one)
    #expect(QueryNode.negation(of: .all) == .none)
  }

  @Test func `an explanation says how the query was read`() {
    let query = Query(
      """
      well-being "exact phr*" (helo~2 OR comm*) -draft title:/x/i #books rating>=3 -isbn:* \
      date:2026.. one NEAR/5 two -(three four) *sync* "live *ing" =Résumé \
      block:(five six) -code:seven
      """)
    #expect(
      query.explained() == """
        all of
          the word “well-being”
          the phrase “exact phr…”
          any of
            words at most 2 edits from “helo”
            words beginning with “comm”
          not the word “draft”
          text that matches /x/i in the title
          tag: books
          rating >= 3
          not isbn is there
          date from 2026 on
          near one another, at most 5 words between
            the word “one”
            the word “two”
          not all of
            the word “three”
            the word “four”
          words like “*sync*”
          the phrase “live *ing”
          exactly “Résumé”
          in the same block
            all of
              the word “five”
              the word “six”
          not in the same code
            the word “seven”
        """)
    #expect(Query("").explained() == "everything")
    #expect(Query("-*").explained() == "nothing")
  }
}
