import Exchange
import History
import Testing
import Wording
import zib

@Suite struct JSONWriterTests {
  @Test(arguments: [
    ("", "a.md", "a.md"), ("notes", "notes/a.md", "a.md"), ("notes", "a.md", "../a.md"),
    ("notes", "code/a.c", "../code/a.c"), ("me/notes", "me/b/a.c", "../b/a.c"),
    ("me/notes", "a.c", "../../a.c"), ("notes", "notes", "../notes"),
    ("notes", "notes2/a.md", "../notes2/a.md"),
  ])
  func `a path outside of the vault leads up from its root`(
    scope: String, path: String, expected: String
  ) {
    let written = JSONWriter.path(TreePath(path), in: TreePath(scope))
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  @Test func `writes one line with keys in the order they are given`() {
    var json = JSONWriter()
    json.object {
      $0.field("version", 1)
      $0.field("ratio", 0.5)
      $0.field("nothing", nil as String?)
      $0.field("yes", true)
      $0.field("tags", ["a", "b"])
      $0.array("notes") {
        for path in ["x.md", "y.md"] { $0.object { $0.field("path", path) } }
        $0.element(3)
      }
      $0.object("empty") { _ in }
    }
    #expect(
      json.text
        == #"{"version":1,"ratio":0.5,"nothing":null,"yes":true,"tags":["a","b"],"#
        + #""notes":[{"path":"x.md"},{"path":"y.md"},3],"empty":{}}"#)
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{1B}\u{0}", #""\u001b\u0000""#), ("漢😀", "\"漢😀\""),
    ("a\u{9B}31m", #""a\u009b31m""#), ("\u{80}\u{9F}\u{A0}é", "\"\\u0080\\u009f\u{A0}é\""),
  ])
  func `escapes what JSON must not hold raw`(text: String, written: String) {
    var json = JSONWriter()
    json.element(text)
    #expect(json.text == written)
  }

  @Test func `bytes that are not UTF-8 become the replacement character`() {
    var json = JSONWriter()
    json.element(utf8: [0x61, 0xFF, 0x62] as [UInt8])
    #expect(json.text == "\"a\u{FFFD}b\"")
  }

  @Test(arguments: [(Double.nan, "null"), (.infinity, "null"), (1e-9, "1e-09"), (3, "3.0")])
  func `numbers stay valid JSON`(number: Double, written: String) {
    var json = JSONWriter()
    json.element(number)
    #expect(json.text == written)
  }

  @Test func `taking in the middle loses nothing`() {
    var json = JSONWriter()
    var all: [UInt8] = []
    json.array {
      for number in 0..<3 {
        $0.element(number)
        all += $0.take()
      }
    }
    all += json.take()
    #expect(String(decoding: all, as: UTF8.self) == "[0,1,2]")
  }
}
