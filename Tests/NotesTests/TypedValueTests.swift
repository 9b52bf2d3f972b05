import Notes
import Testing

/// Values as people type them after `KEY=`.
struct TypedValueTests {
  @Test(arguments: [
    "{{title}}", "[{{x}}]", "{x}", "{x, y}", "{a: 1, b}", "{a: }", "{: 1}", "{a: 1, a: 2}",
    "[a: b]",
    "[&x a]", "[!t a]", "{&x a: 1}", "[a] # more", "\"a\" b", "'a' # b", "{a: 1} {b: 2}", "[a",
    "[a]]",
    "a: b", "- x", "-", "--", "@x", "%x", "`x`", "#tag", "a #b", "&a b", "*a", "!t a", "|", ">",
    "?", "? a",
    "yes", "no", "on", "1e3", "1.5e-3", "0x1F", "0o7", ".inf", ".nan", "007", "-007", "+49",
    "1_000",
    "2024-01-01", "2024-01-01 10:00", "10:30", "1.2.3", "[[Note]]", "[[Note|a]]", "[[a, b]]",
    "[[N#h]]",
    "~/notes", "null and void", " a", "a ", "a\nb", "[a\nb]", "---", "...", "€", "a\tb", "[~x]: b",
    "[, ]",
  ])
  func `is the text as it is typed where YAML would lose something`(_ text: String) {
    #expect(FrontMatterValue(typed: text) == .string(text))
  }

  @Test(
    arguments: [
      ("", .null), ("null", .null), ("~", .null), ("true", .bool(true)), ("false", .bool(false)),
      ("0", .integer(0)), ("5", .integer(5)), ("-5", .integer(-5)), ("4.5", .number(4.5)),
      ("\"5\"", .string("5")), ("'it''s'", .string("it's")), ("\"{{x}}\"", .string("{{x}}")),
      ("[]", .list([])), ("{}", .mapping([])), ("[a, b]", .list([.string("a"), .string("b")])),
      ("[a,b, ]", .list([.string("a"), .string("b")])),
      ("[007, 7]", .list([.string("007"), .integer(7)])),
      ("[\"a, b\", c]", .list([.string("a, b"), .string("c")])),
      ("[[1, 2], [3]]", .list([.list([.integer(1), .integer(2)]), .list([.integer(3)])])),
      ("[[[A]], [[B]]]", .list([.string("[[A]]"), .string("[[B]]")])),
      ("[{a: 1}]", .list([.mapping([.init(key: "a", value: .integer(1))])])),
      (
        "{a: 1, \"b c\": [x]}",
        .mapping([
          .init(key: "a", value: .integer(1)), .init(key: "b c", value: .list([.string("x")])),
        ])
      ),
    ] as [(String, FrontMatterValue)])
  func `is what YAML reads where that is all of it`(_ text: String, _ value: FrontMatterValue) {
    #expect(FrontMatterValue(typed: text) == value)
  }

  @Test(arguments: [
    "{{title}}", "[{{x}}]", "{x}", "a: b", "- x", "#tag", "[[Note]]", "1e3", "yes", "@x",
  ])
  func `is read again as it was typed`(_ text: String) throws {
    var editor = try FrontMatterEditor(Array("# A\n".utf8))
    try editor.set("key", to: FrontMatterValue(typed: text))
    let note = Note(parsing: editor.source)
    #expect(note.frontMatter?["key"]?.value == .string(text))
  }
}
