import Files
import Testing

struct NotePathTests {
  @Test(arguments: ["", "/a", "a/", "a//b", "./a", "a/..", "..", "a/./b", "a\0b"])
  func `refuses what could point out of the vault`(text: String) {
    #expect(NotePath(text) == nil)
  }

  @Test(arguments: [
    ("Note.md", "Note.md", "Note", nil), ("a/b/C.d.MD", "C.d.MD", "C.d", "a/b"),
    ("..a/.hidden", ".hidden", ".hidden", "..a"),
  ])
  func `knows its parts`(text: String, name: String, stem: String, folder: String?) throws {
    let path = try #require(NotePath(text))
    #expect(Array(path.name) == Array(name.utf8))
    #expect(Array(path.stem) == Array(stem.utf8))
    #expect(path.folder?.text == folder)
  }

  @Test(arguments: [
    ("a.md", true), ("a.MD", true), ("a.Markdown", true), (".md", false), ("a.mdx", false),
    ("amd", false), ("folder/.markdown", false), ("é.md", true),
  ])
  func `tells notes by their extension`(text: String, expected: Bool) throws {
    #expect(try #require(NotePath(text)).isMarkdown == expected)
  }

  @Test func `keeps bytes that are no text and shows them escaped`() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x0A, 0x1B, 0xC3, 0xA9]
    let path = try #require(NotePath(bytes: bytes))
    #expect(path.bytes == bytes)
    #expect(path.description == "a\\xff\\n\\x1bé")
  }

  @Test func `sorts a folder's own files before its folders`() {
    let paths = ["a b/c.md", "a/z.md", "a.md", "b.md", "a/b/c.md"].compactMap { NotePath($0) }
    #expect(paths.sorted().map(\.text) == ["a.md", "b.md", "a/z.md", "a/b/c.md", "a b/c.md"])
  }
}
