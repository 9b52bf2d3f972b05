import OperatingSystem
import TestSupport

/// Notes made of what Markdown, Zibaldone and HTML are made of, the same for the same seed.
struct SharingPieces {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  static var rounds: Int { Fuzz.rounds(100) }

  private static let pieces = [
    "\n", "\n\n", "\r\n", "\r", " ", "  \n", "\t", "# ", "## ", "> ", "- ", "1. ", "- [x] ", "* ",
    "*",
    "**", "_", "~~", "`", "```\n", "---\n", "| a | b |\n|---|:-:|\n", "|", "[", "]", "(", ")", "![",
    "](", "[a](javascript:alert(1))", "[b](https://c.org)", "![c](d.png)",
    "![](data:image/png;base64,AA==)",
    "[[Walden]]", "[[", "]]", "![[a.png]]", "[[a|b]]", "?[h](a)", "?[](", "^id", "#tag", "<script>",
    "</script>", "<!--", "-->", "<b>", "</p>", "<br>", "<img src=x onerror=y>", "<a href=\"", "'",
    "\"", "&",
    "&lt;", "&amp;", "&#0;", "&#x1F;", "<https://e.org>", "<f@g.org>", "https://h.org/i",
    "www.j.org", "[k]: ",
    "[k]: https://l.org\n", "[k]", "> [!note] m\n", "— Ann, *Work* (p. 1)", "Q: n\n", "A: o\n",
    "---\ntitle: p\n---\n",
    "%%", "%%a%%", "[^1]", "\n[^1]: ", "^[a]", "^[", "    ", "$a_b$", "$$", "$", "==", "==a==",
    "![[N]]", "\n![[N]]\n", "![[N|200]]", "![[pond.png|20x30]]", "<kbd>", "</kbd>", "<sub>",
    "</sub>", "<u>", "</u>", "\n<details>\n", "<summary>", "</summary>", "\n</details>\n",
    "<abbr title=\"'x'\">", "</abbr>", "<mark onclick=x>", "</mark>", "<br/>", "> [!tip]- t\n",
    "<iframe src=\"javascript:a\">", "<a href=javascript:b>", "<kbd style='c'>", " - ", "---",
    "\u{1B}[31m", "\u{0}", "\u{202E}", "שלום", "明月", "👩‍👩‍👧", "word", "\\",
  ].map { Array($0.utf8) }

  private mutating func next(below limit: Int) -> Int {
    Int(random.next() % UInt64(limit))
  }

  /// The next note.
  mutating func note() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<next(below: 60) {
      if next(below: 20) == 0 {
        bytes.append(UInt8(next(below: 256)))
      } else {
        bytes += Self.pieces[next(below: Self.pieces.count)]
      }
    }
    return bytes
  }
}
