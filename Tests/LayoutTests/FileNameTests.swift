import Layout
import Testing

struct FileNameTests {
  @Test(arguments: [
    ("Walden", "Walden"), ("Walden: or, Life in the Woods", "Walden - or, Life in the Woods"),
    ("AC/DC", "AC-DC"), ("a\\b|c", "a-b-c"), ("12:30", "12-30"), ("What? Now*", "What Now"),
    ("\"Yes\"", "'Yes'"), ("C# [draft] ^1", "C draft 1"), ("  a   b  ", "a b"), ("...", "Untitled"),
    (".hidden", "hidden"), ("end.", "end"), ("", "Untitled"), ("CON", "CON_"),
    ("com1.x", "com1_.x"),
    ("日本語", "日本語"), ("À la recherche", "À la recherche"), ("a\nb\tc", "a b c"),
    ("x\u{202E}y\u{1B}[31m", "xy31m"), ("👩‍👩‍👧 family", "👩‍👩‍👧 family"), ("a -b", "a-b"),
    ("-x", "x"), ("../x", "x"), ("/Sub/deep/x", "Sub-deep-x"), (": b", "b"), ("--", "Untitled"),
  ])
  func `a title becomes a name that every system can hold`(title: String, name: String) {
    #expect(FileName.stem(for: title) == name)
    #expect(PortableName.flaw(of: name.utf8) == nil)
  }

  @Test(arguments: ["git~1", "GIT~1", ".git", ".g\u{200C}it"])
  func `a name that git refuses is a flaw`(name: String) {
    #expect(PortableName.flaw(of: name.utf8) == .git)
  }

  @Test func `a long title is cut between characters`() {
    let name = FileName.stem(for: String(repeating: "é", count: 300))
    #expect(name.utf8.count == 200)
    #expect(FileName.stem(for: String(repeating: "👩‍👩‍👧", count: 100)).utf8.count <= 200)
  }

  @Test(arguments: [
    ("Walden: or, Life", "walden-or-life"), ("À la recherche!", "à-la-recherche"),
    ("Don't", "dont"), ("  ", "untitled"), ("日本 語", "日本-語"), ("C++ & C#", "c-c"),
  ])
  func `a slug has only words and dashes`(title: String, slug: String) {
    #expect(FileName.slug(for: title) == slug)
  }
}
