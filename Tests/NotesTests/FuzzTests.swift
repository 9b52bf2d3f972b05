import Notes
import TestSupport
import Testing

@Suite struct FuzzTests {
  /// Notes with everything in them that the reader knows.
  private static let seeds = [
    """
    ---
    title: "A *note*"
    aliases: [One, "Two words"]
    tags: [books/2021, '#x']
    related: "see [[Other#H|o]] there"
    ---
    # Heading with *emph* and `code` #tag1 #

    Para with **bo**ld, [link *text*](path/to%20x.md#a "t"), ![alt](img.png), <https://a.b/c>,
    https://bare.example/x_y(a). www.foo.com, me@foo.org! [[Wiki]] [[Wiki#Head|alias]]
    ![[embed.png|100x200]] `[[no]]` [[#Own]] [ref][r] [r] [[a]b]] #é😀 *#emph*
    Escaped \\#no \\[[x]], H<sub>2</sub>O &amp; caf&eacute;s.  
    last ^block-1

    [r]: http://ref.example/ "T"
    """,
    """
    > Quoted “text” here
    > second line (p. 12)
    > — Marcus Aurelius, *Meditations*

    > [!quote] Who
    > said

    > outer
    > > inner ?[](gap)

    - item ?[hint](answer (nested) here) rest
      - [ ] open task **bold**
      - [x] done ?[](single)
        continuation

    Q: What is it?
    A: This
    Q: Second?

    A: Yes.

    tl;dr: a short
    summary.
    """,
    """
    | a | b |
    |---|---|
    | [[x\\|y]] | c #celltag ?[h](x y) |

    ## 08:15 😀 Morning
    Body.
    ## 9:30 pm

    Setext *head*
    -----

    <div class="x">Html <b>bo</b>ld<!-- c --></div>

    ```swift
    let x = 1
        indented
    ```

    ^after

    1. one
    2) two
       ***
       > - ~~x~~
    日本語のテキスト、[[ノート]]。
    """,
  ].map { Array($0.utf8) }

  private static let pieces = [
    "[[", "]]", "[", "]", "(", ")", "](", "![", "?[", "`", "```", "~~~", "*", "**", "_", "~~", "#",
    "# ", "> ", "- ", "1. ", "\n", "\r\n", "\r", "\n\n", "|", "\\|", "\n|---|---|\n", "\n|-|:-|\n",
    "--|--", "\\", "&amp;",
    "<", ">", "<!--", "-->", "<b>", "http://", "www.", "@", "^id", "Q: ", "A: ", "---\n", "\t",
    "    ", " ", ":", "\u{0}", "é", "😀", "日本", "—", "“", "\u{FEFF}", "#a/b", "tl;dr: ", "[x]: y",
    "\"", "'", "$", "==",
  ].map { Array($0.utf8) }

  private static func mutate(_ random: inout SeededRandom) -> [UInt8] {
    var bytes = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...20, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1:
        bytes.insert(
          contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 3 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 4:
        let piece = pieces.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          bytes.insert(contentsOf: piece, at: place)
        }
      default:
        bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }

  @Test(arguments: 0..<40)
  func `any bytes are a note whose facts lie within it`(block: Int) {
    for index in 0..<50 {
      let seed = UInt64(block * 50 + index)
      var random = SeededRandom(seed: seed)
      let bytes = Self.mutate(&random)
      var options = NoteOptions()
      options.bracketedHashtags = Bool.random(using: &random)
      options.colonHashtags = Bool.random(using: &random)
      options.closedHashtags = Bool.random(using: &random)
      let note = Note(parsing: bytes, named: "fuzz", options: options)
      let violations = Invariants(note).violations
      #expect(violations.isEmpty, "seed \(seed): \(bytes.string.debugDescription)")
    }
  }

  @Test(arguments: 0..<20)
  func `text made of syntax alone is a note`(block: Int) {
    for index in 0..<50 {
      let seed = UInt64(1_000_000 + block * 50 + index)
      var random = SeededRandom(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        bytes += Self.pieces.randomElement(using: &random) ?? []
        if Bool.random(using: &random) { bytes.append(UInt8(ascii: "a")) }
      }
      let violations = Invariants(Note(parsing: bytes)).violations
      #expect(violations.isEmpty, "seed \(seed): \(bytes.string.debugDescription)")
    }
  }

  @Test(arguments: 0..<10)
  func `a note reads the same without its last line end`(block: Int) {
    for index in 0..<50 {
      let seed = UInt64(3_000_000 + block * 50 + index)
      var random = SeededRandom(seed: seed)
      var bytes = Self.mutate(&random)
      while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
      let (without, with) = (Note(parsing: bytes), Note(parsing: bytes + [0x0A]))
      #expect(without.runs == with.runs, "seed \(seed): \(bytes.string.debugDescription)")
      #expect(without.links == with.links, "seed \(seed)")
      #expect(without.hashtags == with.hashtags, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<20)
  func `front matter editing never loses the body`(block: Int) {
    for index in 0..<25 {
      let seed = UInt64(2_000_000 + block * 25 + index)
      var random = SeededRandom(seed: seed)
      let bytes = Self.mutate(&random)
      guard var editor = try? FrontMatterEditor(bytes) else { continue }
      let before = Note(parsing: bytes)
      guard (try? editor.set("zib", to: .string("v"))) != nil else { continue }
      let after = Note(parsing: editor.source)
      #expect(after.frontMatter?["zib"]?.string == "v", "seed \(seed)")
      #expect(
        after.source[after.bodyStart...].elementsEqual(before.source[before.bodyStart...]),
        "seed \(seed)")
    }
  }
}
