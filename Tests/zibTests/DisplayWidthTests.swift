import Rendering
import TestSupport
import Testing
import zib

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("naïve", 5), ("nai\u{308}ve", 5), ("漢字", 4), ("ｆｕｌｌ", 8),
    ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("🇮🇹", 2), ("🇮", 1),
    ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("👍🏽", 2), ("a\u{200B}b", 2), ("a\u{AD}b", 2),
    ("é́́", 1), ("…—", 2), ("日本語 text", 11), ("\u{3000}", 2), ("नमस्ते", 4),
    ("a\u{202E}b", 10), ("\u{1B}[1m", 4), ("\u{85}", 8), ("\u{2028}", 8), ("a\u{200E}b", 2),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
  ])
  func `text takes the columns that a terminal gives it`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("short", 10, "short"), ("exactly", 7, "exactly"), ("a longer text", 8, "a longe…"),
    ("漢字かな", 5, "漢字…"), ("漢字かな", 4, "漢…"), ("漢字", 1, "…"), ("abc", 0, ""),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, "👩‍👩‍👧‍👦…"),
  ])
  func `cutting keeps whole characters and never passes the width`(
    text: String, width: Int, cut: String
  ) {
    #expect(text.truncated(toWidth: width) == cut)
    #expect(text.truncated(toWidth: width).displayWidth <= width)
  }

  @Test func `padding fills by columns, not by characters`() {
    #expect("漢字".padded(toWidth: 6) == "漢字  ")
    #expect("12".leftPadded(toWidth: 5) == "   12")
    #expect("too long".padded(toWidth: 3) == "too long")
  }
}

@Suite struct WordWrapTests {
  @Test(arguments: [
    ("", 10, [""]),
    ("one two three", 7, ["one two", "three"]),
    ("one  two", 4, ["one", "two"]),
    ("a\nb", 10, ["a", "b"]),
    ("a\n\nb", 10, ["a", "", "b"]),
    ("incomprehensible", 6, ["incomp", "rehens", "ible"]),
    ("well-known fact", 7, ["well-", "known", "fact"]),
    ("日本語の文章、続く", 8, ["日本語の", "文章、続", "く"]),
    ("x 日本語", 5, ["x 日", "本語"]),
    ("pay \u{202E}20 EUR", 12, ["pay", "‹U+202E›20", "EUR"]),
    ("\u{1B}\u{1B}[0m is", 5, ["␛␛[0m", "is"]), ("\u{2028}", 5, ["‹U+20", "28›"]),
    ("a\r\nb\tc", 5, ["a", "b c"]),
  ])
  func `lines break at spaces, hyphens and between wide characters`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(text.wrapped(toWidth: width) == lines)
  }

  @Test func `looks are kept over a break`() {
    let text = StyledText("plain ") + StyledText("bold words", .title)
    let lines = text.wrapped(toWidth: 10)
    #expect(lines.map(\.plainText) == ["plain bold", "words"])
    #expect(lines[1].runs == [StyledText.Run("words", .title)])
  }

  @Test func `no line is wider than asked, whatever the text`() {
    let pieces = [
      "a", "word", "漢", "🇮🇹", "\u{301}", " ", "-", "\n", "long-hyphenated-word", "、", "\u{202E}",
      "\u{1B}", "\u{2028}",
    ]
    var random = SeededRandom(seed: 1)
    for _ in 0..<200 {
      let text = (0..<30).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for width in [2, 5, 11] {
        for line in text.wrapped(toWidth: width) {
          #expect(line.displayWidth <= width, "\(text.debugDescription) at \(width)")
        }
      }
    }
  }
}
