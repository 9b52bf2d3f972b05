import Notes
import Testing

/// Parts of notes that become notes, and notes that come into others, without any vault.
struct CompositionTests {
  private func note(_ text: String, _ name: String = "Note") -> Note {
    Note(parsing: Array(text.utf8), named: name)
  }

  private func split(_ text: String, at heading: Int) throws -> [String] {
    let split = try NoteSplit(note(text), at: heading, options: NoteOptions())
    return [split.rest(linkedBy: Array("[[N]]".utf8)), split.section].map {
      String(decoding: $0.text, as: UTF8.self)
    }
  }

  private func join(_ text: String, _ other: String, below heading: Int? = nil) throws -> String {
    let join = try NoteJoin(
      note(text), with: note(other, "Other"), below: heading, options: NoteOptions())
    return String(decoding: join.whole.text, as: UTF8.self)
  }

  @Test func `what footnotes need in turn goes along with a section`() throws {
    let found = try split(
      "# A\n\n## B\n\nb[^x]\n\n## C\n\n[^x]: foot [r], and[^y]\n\n[^y]: more\n\n[r]: F.md\n", at: 1)
    #expect(
      found == [
        "# A\n\n[[N]]\n\n## C\n\n[^x]: foot [r], and[^y]\n\n[^y]: more\n\n[r]: F.md\n",
        "# B\n\nb[^x]\n\n[^x]: foot [r], and[^y]\n[^y]: more\n\n[r]: F.md\n",
      ])
  }

  @Test(arguments: [
    ("# A\n\n## B\n\nb\n\n## C\n", 1, "# A\n\n[[N]]\n\n## C\n", "# B\n\nb\n"),
    // A link of its own needs an empty line before it.
    ("# A\na\n## B\nb\n## C\n", 1, "# A\na\n\n[[N]]\n## C\n", "# B\nb\n"),
    ("a\r\n\r\n### B\r\nb\r\n#### D\r\n", 0, "a\r\n\r\n[[N]]\r\n", "# B\r\nb\r\n## D\r\n"),
    // Without a line end at the end, and headings with a line under them.
    ("a\n\nB\n---\nb\n\n### D\nd", 0, "a\n\n[[N]]", "B\n===\nb\n\n## D\nd\n"),
    ("---\nk: v\n---\na\n\n# B\nb\n", 0, "---\nk: v\n---\na\n\n[[N]]\n", "# B\nb\n"),
    // Definitions that both need are in both.
    (
      "[x][r] y[^1]\n\n## B\n\n[z][r] w[^1]\n\n[r]: F.md\n\n[^1]: foot\n", 0,
      "[x][r] y[^1]\n\n[[N]]\n\n[r]: F.md\n\n[^1]: foot\n",
      "# B\n\n[z][r] w[^1]\n\n[r]: F.md\n\n[^1]: foot\n"
    ),
  ])
  func `a section becomes a note, and a link stays`(
    text: String, heading: Int, rest: String, section: String
  ) throws {
    let found = try split(text, at: heading)
    #expect(found[1].filter { $0 != "\r" } == section.filter { $0 != "\r" })
    // What is at the end of the note is in the section; the rest gets a copy of what it needs.
    if !text.contains("[^1]") { #expect(found == [rest, section]) }
    let parts = found.map { note($0) }
    #expect(
      parts.map(\.links.count).reduce(0, +) == note(text).links.count + 1, "\(found)")
  }

  @Test(arguments: [
    // The same but for blank lines around it.
    ("# A\n\nx [[B]] ^i\n", "\n# A\n\nx [[B]] ^i\n\n", "# A\n\nx [[B]] ^i\n", []),
    (
      "---\nid: 1\ntags: [a]\n---\nx\n", "---\nid: 1\ntags: [b]\nk: v\n---\nx\n",
      "---\nid: 1\ntags: [a, b]\nk: v\n---\nx\n", []
    ),
    // A single value joins a list, with its link.
    (
      "---\nk: [\"[[A]]\"]\n---\nx\n", "---\nk: \"[[B]]\"\n---\nx\n",
      "---\nk: [\"[[A]]\", \"[[B]]\"]\n---\nx\n", []
    ),
    // Nothing of the other front matter is lost.
    (
      "---\nid: 1\nk: v\n---\nx", "---\nid: 2\nk: w\n---\nx\n",
      "---\nid: 1\nk: v\n---\nx\n\n```yaml\nid: 2\nk: w\n```\n", ["id", "k"]
    ),
  ])
  func `of two notes with the same text one stands`(
    text: String, other: String, whole: String, left: [String]
  ) throws {
    let (note, other) = (note(text), note(other))
    #expect(note.hasText(of: other))
    let join = try NoteJoin(note, withSame: other, options: NoteOptions())
    #expect(String(decoding: join.whole.text, as: UTF8.self) == whole)
    #expect(join.left == left && join.heading == nil)
  }

  @Test(arguments: [
    ("x\n", "x y\n"), ("x\n", "---\ntitle: T\n---\nx\n"), ("a\n\nb\n", "a\nb\n"),
  ])
  func `notes with another text or title are not the same`(text: String, other: String) {
    #expect(!note(text).hasText(of: note(other)))
  }

  @Test(arguments: [
    ("# A\nall of it\n", 0), ("a\n\n> ## B\n", 0), ("a\n\n- x\n\n  ## B\n", 0),
  ])
  func `what is no section of its own stays`(text: String, heading: Int) {
    #expect(throws: CompositionRefusal.noSection) { try split(text, at: heading) }
  }

  @Test(arguments: [
    "a\n\n## B\n\n<details>\n\nx\n\n## C\n\n</details>\n"
  ])
  func `what reaches over the end of a section stops it`(text: String) {
    #expect(throws: CompositionRefusal.entangled) { try split(text, at: 0) }
  }

  @Test(
    arguments: [
      ("# A\n\na\n", "# B\n\nb\n\n## C\n", nil, "# A\n\na\n\n## B\n\nb\n\n### C\n"),
      ("# A\n", "b\n\n# C\n", nil, "# A\n\n## Other\n\nb\n\n### C\n"),
      ("# A\n\n## D\n\n## E\n", "# B\nb\n", 1, "# A\n\n## D\n\n### B\nb\n\n## E\n"),
      ("a", "# B\nb", nil, "a\n\n## B\nb\n"), ("", "b\n", nil, "## Other\n\nb\n"),
      ("a\r\n", "# B\nb\n", nil, "a\r\n\r\n## B\r\nb\r\n"),
      // Labels and ids that both have.
      (
        "a[^1] ^x\n\n[^1]: f\n", "b[^1] [r] ^x\n\n[^1]: g\n\n[r]: F.md\n", nil,
        "a[^1] ^x\n\n[^1]: f\n\n## Other\n\nb[^2] [r] ^x-2\n\n[^2]: g\n\n[r]: F.md\n"
      ),
      (
        "[r]\n\n[r]: E.md\n", "[r] [x][r] [r][]\n\n[r]: F.md\n", nil,
        "[r]\n\n[r]: E.md\n\n## Other\n\n[r][r-2] [x][r-2] [r][r-2]\n\n[r-2]: F.md\n"
      ),
      // Front matter.
      (
        "---\ntags: [a]\nk: 1\n---\nx\n", "---\ntags: [b, a]\nk: 2\nl: 3\ntitle: T\n---\ny\n", nil,
        "---\ntags: [a, b]\nk: 1\nl: 3\n---\nx\n\n## T\n\n```yaml\nk: 2\n```\n\ny\n"
      ),
      (
        "x\n", "---\naliases: [o]\nid: 7\n---\n# B\ny\n", nil,
        "---\naliases: [o]\n---\nx\n\n## B\n\n```yaml\nid: 7\n```\ny\n"
      ),
    ] as [(String, String, Int?, String)])
  func `a note comes into another one`(
    text: String, other: String, heading: Int?, whole: String
  ) throws {
    #expect(try join(text, other, below: heading) == whole)
  }

  @Test func `an open block of code takes no note in`() {
    #expect(throws: CompositionRefusal.entangled) { try join("a\n\n```\ncode\n", "# B\nb\n") }
  }
}
