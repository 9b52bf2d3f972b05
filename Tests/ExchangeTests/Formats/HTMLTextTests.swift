import Exchange
import Notes
import Testing

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("One.<br/><br/>Two.", "One.\n\nTwo."),
    ("One<br>Two<br />Three", "One\\\nTwo\\\nThree"),
    ("The good:<br/> - a<br/> - b<br/><br/>The bad:", "The good:\n- a\n- b\n\nThe bad:"),
    ("so <b>very</b> <i>good </i>it is", "so **very** *good* it is"),
    (
      "<a href=\"https://example.org/a_b\">here</a> &amp; there",
      "[here](https://example.org/a_b) & there"
    ),
    ("<a href='x y'>a</a>", "[a](<x y>)"),
    ("<blockquote>Said<br/>she</blockquote>and I", "> Said\\\n> she\n\nand I"),
    ("<p>a</p><p>b</p>", "a\n\nb"), ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
    ("5 < 6 and 7 > 6", "5 < 6 and 7 > 6"),
    ("a*b*c #tag snake_case", "a\\*b\\*c \\#tag snake_case"),
    ("caf&eacute; &#39;x&#x27; &nope;", "café 'x' \\&nope;"), ("", ""), ("<br/><br/>", ""),
    ("1. one<br/># two<br/>> three", "1\\. one\\\n\\# two\\\n\\> three"),
    ("open <i", "open \\<i"),
    ("50%% off, %%%he dies%%% and 5 %", "50%\\% off, %\\%\\%he dies%\\%\\% and 5 %"),
  ])
  func `reviews become Markdown that shows the same`(html: String, markdown: String) {
    #expect(HTMLText.markdown(html) == markdown)
  }

  @Test func `elements that have no Markdown are told and their text stays`() {
    var unknown: [String] = []
    #expect(HTMLText.markdown("<spoiler>he dies</spoiler>") { unknown.append($0) } == "he dies")
    #expect(unknown == ["spoiler"])
  }

  @Test(arguments: [
    "a #tag and `code` and *stars* and _lines_ and [link](x) and [[Note]] and ![[embed]]",
    "?[hint](answer) <b>bold</b> &amp; &copy; \\* back\\slash https://example.org/#part ~~gone~~",
    "snake_case_name 2*3*4 #1 C# f(x) = <3 a & b", "50%% off and %%so on%%",
  ])
  func `escaped text has no markup and reads as it was`(text: String) {
    let note = Note(parsing: Array(MarkdownText.escaped(text).utf8))
    #expect(note.plainText(in: ByteRange(0, note.source.count)) == text)
    #expect(note.hashtags.isEmpty)
    #expect(note.links.allSatisfy { note.text($0.range).hasPrefix("https://") })
    #expect(note.clozes.isEmpty)
  }

  @Test(arguments: [
    "# no heading", "> no quote", "- no item", "1. no item", "--- ", "===", "Q: no question",
    "~~~ no fence", "``` no fence", "+ no item", "* no item", "| no | table",
  ])
  func `a paragraph that looks like a block stays a paragraph`(text: String) {
    let source = MarkdownText.paragraphs("Before\n" + text + "\nA: after", keepsLists: false)
    let note = Note(parsing: Array(source.utf8))
    #expect(
      note.plainText(in: ByteRange(0, note.source.count)).contains(
        text.split(separator: " ").joined(separator: " ")), "\(source)")
    #expect(note.headings.isEmpty && note.quotes.isEmpty && note.questions.isEmpty)
  }
}
