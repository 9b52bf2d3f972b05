import Layout
import TestSupport
import Testing

@testable import Notes

@Suite struct TextRunTests {
  @Test(arguments: [
    ("plain text", "|plain text"),
    ("**bo**ld", "|bold"),
    ("a *b*\n\nc", "|a b|c"),
    ("two\nlines", "|two\nlines"),
    ("> two\n> lines", "|two·lines"),
    ("# Title\ntext", "|Title|text"),
    ("[text](https://x.y \"title\") on", "|text on"),
    ("see [[Note]]s and [[Note|alias]]", "|see Notes and alias"),
    ("see [[Note#Head]]", "|see Note·Head"),
    ("![picture](a.png) after", "|picture· after"),
    ("`code` here", "|code here"),
    ("`git\npush` now", "|git\npush now"),
    ("> `git  \r\n>   push`", "|git  ·push"),
    ("Call `git\npush`\n===", "|Call git\npush"),
    ("- one\n- two\n  - three", "|one|two|three"),
    ("|a|b|\n|---|---|\n|c|[[d\\|e]]|", "|a|b|c|e"),
    ("|a|b|\n|-|:-|\n|c|[[d\\|e]]|", "|a|b|c|e"),
    ("a | b\n--|--\nc | d", "|a|b|c|d"),
    ("> | a | b |\n> | - | - |\n> | c | d |\n\nx", "|a|b|c|d|x"),
    ("- |a|\n  |-|\n  |b|\n- [x] t", "|a|b|t"),
    ("```\n|-|-|\n```\n|-|", "||-|-|||-|"),
    ("- | -", "|| -"),
    ("```swift\nlet a = 1\nlet b = 2\n```", "|let a = 1\nlet b = 2"),
    ("<div class='x'>in <b>bo</b>ld</div>", "|in bold"),
    ("<!-- hidden -->\n\nshown", "|shown"),
    ("H<sub>2</sub>O<br>next", "|H2O·next"),
    ("AT&amp;T", "|AT·T"),
    ("esc\\*aped", "|esc*aped"),
    ("hard  \nbreak", "|hard  \nbreak"),
    ("the ?[who](man) did", "|the man did"),
    ("the ?[who](old man) did", "|the old man did"),
    ("see https://x.y/a_b_c.", "|see https://x.y/a_b_c."),
    ("text ^id", "|text "),
    ("[ref]: /url\n\n[ref]", "|ref"),
    ("~~gone~~ kept", "|gone kept"),
    ("[a *b* c](x)", "|a b c"),
    ("[](x) y", "| y"),
    ("- [x] done", "|done"),
    ("<script>\nvar x\n</script>\n\ny", "|y"),
    ("---\ntitle: T\n---\nbody", "|body"),
    ("\u{FEFF}body", "|body"),
    ("a\u{0}b", "|a·b"),
    ("", ""),
  ])
  func `runs are the words of a note`(markdown: String, runs: String) {
    #expect(Note(markdown).runText == runs)
  }

  @Test(arguments: [
    ("R&amp;D at caf&eacute; Zo&euml;", "R&D at café Zoë"),
    ("&Eacute;mile **Zol&agrave;**\n&OElig;uvre", "Émile Zolà\nŒuvre"),
    ("caf&eacute;\n\n&Eacute;t&eacute; &agrave; la", "café\n\nÉté à la"),
    ("|a&amp;|b|\n|-|-|\n|&eacute;|c|", "a&\n\nb\n\né\n\nc"),
    ("[&eacute;t&eacute;](x?a&amp;b) on &unknown; `&amp;`", "été on &unknown; &amp;"),
    ("[[N&amp;M]] &#x2014;&#x2014;", "N&amp;M ——"),
  ])
  func `character references are what they stand for`(markdown: String, text: String) {
    let note = Note(markdown)
    #expect(note.plainText(in: ByteRange(0, note.source.count)) == text)
  }

  @Test func `roles say what a run is`() {
    let note = Note(
      """
      # Head [link](x)

      body [link](x) `code` ![image](i.png) <https://a.b> ![[embed.png]]

      ```
      block
      ```
      """)
    let roles = note.runs.map { (note.text($0.range).trimmed, $0.role, $0.level) }
      .filter { !$0.0.isEmpty }
    #expect(
      roles.map(\.0) == [
        "Head", "link", "body", "link", "code", "image", "https://a.b", "embed.png", "block",
      ])
    #expect(
      roles.map(\.1) == [
        .heading, .heading, .body, .linkText, .code, .imageText, .address, .address, .code,
      ])
    #expect(roles.map(\.2) == [1, 1, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test(arguments: [
    ("one two  three", 3), ("it’s one, isn't it", 4), ("日本語", 3), ("a 日本 b", 4), ("", 0),
    ("**bo**ld", 1), ("a-b", 2), ("naïve café", 2), ("3.5", 2), ("a_b _c_d", 2), ("l’été ’tis", 2),
    ("rock'n'roll 'tis'", 2), ("a × b ÷ c", 3), ("Ørsted–Ǆ…Åse", 3), ("о́н é 1½", 3), ("a日'b", 3),
  ])
  func `words are counted, each CJK character as one`(text: String, count: Int) {
    #expect(Note(text).wordCount == count)
  }

  @Test func `words are counted eight characters at once as one by one`() {
    var random = SeededRandom(seed: 8)
    let characters = Array("abYZ019_''' .-[@`{/:é").map(String.init)
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0..<40, using: &random))
        .map { _ in characters.randomElement(using: &random) ?? "" }.joined()
      // A run of letters, digits and apostrophes is a word but for the apostrophes before it.
      let runs = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "'") }
      var counter = WordCounter()
      counter.count(Array(text.utf8), ByteRange(0, text.utf8.count))
      #expect(counter.words == runs.count { !$0.allSatisfy { $0 == "'" } }, "\(text)")
    }
  }

  @Test func `letters, marks and numbers are as Unicode has them`() throws {
    for value in Array<UInt32>(0xA1...0x5FF) + Array(0x2000...0x20FF) + Array(0xABF0...0xAC0F)
      + Array(0xD790...0xD7B0)
    {
      let scalar = try #require(Unicode.Scalar(value))
      let isWord =
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
          .otherNumber:
          true
        default: false
        }
      #expect(Note("- \(scalar) -").wordCount == (isWord ? 1 : 0), "U+\(String(value, radix: 16))")
    }
  }

  @Test func `plain text keeps lines and drops markup`() {
    let note = Note("> *one*\n> two\n>\n> three")
    #expect(note.plainText(in: note.quotes[0].range) == "one\ntwo\n\nthree")
  }
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    var part = self[...]
    while part.first == " " { part.removeFirst() }
    while part.last == " " { part.removeLast() }
    return String(part)
  }
}
