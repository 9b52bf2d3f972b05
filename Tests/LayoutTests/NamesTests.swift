import Layout
import Testing

/// The names of a vault's files, which the walk, the merge, the sync and `check` all read by these rules.
struct NamesTests {
  @Test(arguments: [
    ("a.md", true), ("a.MD", true), ("a.Markdown", true), (".md", false), ("a.mdx", false),
    ("amd", false), (".markdown", false), ("é.md", true), ("", false), ("a.md.txt", false),
    ("amarkdown", false), ("a.markdow\u{0E}", false),
  ])
  func `a note ends in md or markdown`(name: String, expected: Bool) {
    #expect(NoteName.matches(Array(name.utf8)[...]) == expected)
  }

  @Test(arguments: [
    (".zib/reviews/laptop/2026.log", true), ("Notes/.zib/reviews/laptop/2026.log", true),
    ("a/b/.zib/reviews/laptop/2026.log", true), (".zib/reviews/laptop/2026-2.log", true),
    (".zib/reviews/2026.log", false), (".zib/reviews/laptop/old/2026.log", false),
    (".zib/templates/laptop/2026.log", false), ("zib/reviews/laptop/2026.log", false),
    (".zib/reviews/laptop/2026.txt", false), ("reviews/laptop/2026.log", false), ("", false),
  ])
  func `a log of reviews has four names below the root of some vault`(path: String, expected: Bool)
  {
    #expect(OwnFiles.isReviewLog(Array(path.utf8)) == expected)
  }

  @Test(arguments: [
    ("a.md", "A.MD", true), ("Ärger.md", "A\u{308}rger.md", true), ("ÄRGER.md", "ärger.md", true),
    ("Straße.md", "Strasse.md", false), ("ς", "σ", true), ("\u{212A}.md", "k.md", true),
    ("ı.md", "i.md", false), ("a.md", "b.md", false), ("a.md", "a.md ", false),
  ])
  func `two names are one where a file system takes them for one`(
    one: String, other: String, areOne: Bool
  ) {
    #expect((PortableKey(Array(one.utf8)) == PortableKey(Array(other.utf8))) == areOne)
  }

  @Test func `bytes that are not text are the same only as they are`() {
    #expect(PortableKey([0x41, 0xFF]) == PortableKey([0x41, 0xFF]))
    #expect(PortableKey([0x41, 0xFF]) != PortableKey([0x61, 0xFF]))
  }

  @Test(arguments: [
    ("a.conflict-1a2b3c4d.md", "a.md", ConflictName.Maker.merge),
    ("Makefile.conflict-1a2b3c4d", "Makefile", .merge),
    ("a.sync-conflict-20260101-120000-ABC.md", "a.md", .anotherTool),
    ("a (Ada's conflicted copy 2026-01-01).md", "a.md", .anotherTool),
    ("a (Ada's CONFLICTED COPY 2026-01-01).md", "a.md", .anotherTool),
    ("a (SFConflict ada@example.org 2026).md", "a.md", .anotherTool),
    ("a--Conflicted-Copy.md", "a.md", .anotherTool),
    ("a (conflict 2026-01-01-12-00).md", "a.md", .anotherTool),
    ("a (Case Conflict).md", "a.md", .anotherTool),
    ("a (Case Conflict 1).md", "a.md", .anotherTool),
  ])
  func `the name of a copy says of which file and by whom`(
    name: String, original: String, maker: ConflictName.Maker
  ) throws {
    let found = try #require(ConflictName.original(of: Array(name.utf8)[...]))
    #expect(String(decoding: found.name, as: UTF8.self) == original)
    #expect(found.maker == maker)
  }

  @Test(arguments: [
    ("pic.png", "pic (2).png"), ("Makefile", "Makefile (2)"), (".profile", ".profile (2)"),
    (String(repeating: "ä", count: 126), String(repeating: "ä", count: 125) + " (2)"),
    (String(repeating: "ä", count: 126) + ".md", String(repeating: "ä", count: 124) + " (2).md"),
  ])
  func `the name of a second file is short enough for a file system`(name: String, second: String) {
    let found = ConflictName.numbered(Array(name.utf8)[...], 2)
    #expect(String(decoding: found, as: UTF8.self) == second)
    #expect(found.count <= 255)
  }

  @Test(arguments: [
    "a.md", "On conflict.md", "On (conflict of interest).md", ".conflict-1a2b3c4d.md",
    "a.conflict-1a2b.md", "",
  ])
  func `other names are no copies`(name: String) {
    #expect(ConflictName.original(of: Array(name.utf8)[...]) == nil)
  }
}
