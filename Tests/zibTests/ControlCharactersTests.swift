import Layout
import Rendering
import Testing
import Vaults
import zib

@Suite struct ControlCharactersTests {
  @Test(arguments: [
    ("plain text", "plain text"),
    ("\u{1B}[31mred", "␛[31mred"),
    ("\u{1B}]0;title\u{07}", "␛]0;title␇"),
    ("a\tb\nc\r", "a b␊c␍"),
    ("del\u{7F}", "del␡"),
    ("\u{9B}31m", "‹U+009B›31m"),
    ("gpj.\u{202E}exe", "gpj.‹U+202E›exe"),
    ("é ö 漢 …", "é ö 漢 …"),
    ("\u{2028}", "‹U+2028›"), ("a\u{2066}b\u{2069}", "a‹U+2066›b‹U+2069›"),
    ("a\u{E0041}b", "a‹U+E0041›b"), ("a\u{FFF9}b", "a‹U+FFF9›b"), ("a\u{206A}b", "a‹U+206A›b"),
    // Marks in running Arabic and Hebrew, and byte order marks.
    ("\u{FEFF}a\u{200F}b\u{200E}c\u{61C}", "abc"),
    // The joiners of emoji and of Persian, and a flag.
    ("👩‍🚀 می‌خواهم 🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "👩‍🚀 می‌خواهم 🏴󠁧󠁢󠁥󠁮󠁧󠁿!"),
    ("🏴\u{E0067}x", "🏴‹U+E0067›x"),
  ])
  func `nothing from a vault is obeyed by a terminal`(text: String, shown: String) {
    #expect(text.escapingControlCharacters() == shown)
  }

  @Test(arguments: [
    ("plain — text", "plain — text"), ("a\nb\r\nc", "a b  c"), ("\u{1B}[31mred\t!", " [31mred !"),
    ("\u{9B}x\u{85}y\u{2028}z\u{7F}", " x y z "),
  ])
  func `a title is one line for programs`(text: String, line: String) {
    #expect(text.replacingControlCharacters() == line)
  }

  @Test func `the list is one for paths and for text`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), ControlCharacters.kind(of: scalar) != nil else {
        continue
      }
      let text = "a" + String(scalar)
      #expect(!SafeText.escaped(text).unicodeScalars.contains(scalar))
      #expect(!text.escapingControlCharacters().unicodeScalars.contains(scalar))
      #expect(!text.replacingControlCharacters().unicodeScalars.contains(scalar))
      #expect(text.utf8.contains(where: ControlCharacters.mayBegin))
    }
  }

  @Test func `lines and tabs can be kept`() {
    #expect("a\tb\n\u{1B}".escapingControlCharacters(keepingLines: true) == "a\tb\n␛")
  }

  @Test func `styled text escapes what it carries, also in a link`() {
    let text = StyledText("x\u{1B}y", .tag, link: "https://e.org/\u{1B}\\ä b")
    let shown = text.rendered(colors: .sixteen, hyperlinks: true)
    #expect(
      shown
        == "\u{1B}]8;;https://e.org/%1B\\%C3%A4%20b\u{1B}\\\u{1B}[36mx␛y\u{1B}[0m\u{1B}]8;;\u{1B}\\"
    )
    #expect(text.rendered(colors: .none) == "x␛y")
  }
}
