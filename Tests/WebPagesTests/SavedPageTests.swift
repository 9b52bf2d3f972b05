import Notes
import OperatingSystem
import TestSupport
import Testing
import WebPages

/// Pages as programs and people have written them.
struct SavedPageTests {
  /// The pages of the repository, each with the Markdown that it gives beside it.
  private static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Pages"

  /// `UPDATE_GOLDEN=1` writes the Markdown instead.
  @Test(arguments: [
    "newspaper", "blog", "manual", "encyclopedia", "forum", "homepage-of-1996", "word-processor",
    "novel",
  ])
  func `a page gives the note that is beside it`(name: String) throws {
    let bytes = try #require(fileBytes("\(Self.folder)/\(name).html"))
    let address = WebAddress("https://example.org/pages/\(name).html")
    let page = try WebPage(parsing: bytes, at: address)
    let facts = page.facts
    let text = """
      title: \(facts.title)
      authors: \(facts.authors.joined(separator: "; "))
      published: \(facts.published ?? "")
      site: \(facts.site)
      language: \(facts.language)
      address: \(facts.canonical?.description ?? "")

      \(page.markdown())
      """
    let golden = "\(Self.folder)/\(name).md"
    if unsafe getenv("UPDATE_GOLDEN") != nil {
      let file = unsafe fopen(golden, "w")
      guard let file = unsafe file else {
        Issue.record("\(golden) cannot be written")
        return
      }
      let code = unsafe fputs(text, file)
      let isClosed = unsafe fclose(file) == 0
      #expect(code != EOF && isClosed)
    } else {
      let expected = try #require(fileBytes(golden))
      #expect(text == String(decoding: expected, as: UTF8.self))
    }
  }

  // MARK: Documentation that Debian installs

  /// A fixed choice of the pages of more than 2 kB below `/usr/share/doc`: of each package as many as make ``most`` together.
  private static let installed: [String] = {
    guard
      let pipe = unsafe popen(
        "find /usr/share/doc -name '*.html' -type f -size +2k -size -1000k 2>/dev/null | LC_ALL=C sort",
        "r")
    else { return [] }
    defer { unsafe pclose(pipe) }
    let listing = String(decoding: unsafe streamBytes(pipe), as: UTF8.self)
    var packages: [[String]] = []
    var last: Substring?
    for line in listing.split(separator: "\n") {
      let package = line.split(separator: "/").dropFirst(3).first
      if package != last { packages.append([]) }
      last = package
      packages[packages.count - 1].append(String(line))
    }
    var random = SeededRandom(seed: 200)
    var chosen: [String] = []
    packages = packages.map { $0.shuffled(using: &random) }
    var round = 0
    while chosen.count < most {
      let next = packages.filter { $0.count > round }.map { $0[round] }
      if next.isEmpty { break }
      chosen += next.prefix(most - chosen.count)
      round += 1
    }
    return chosen
  }()

  private static let most = min(200, 60 * Fuzz.factor)

  @Test(
    .enabled(
      if: installed.count == most,
      "too few pages are installed below /usr/share/doc: git-doc and debian-policy have them"
    ))
  func `no paragraph of installed pages is lost, and none of their text becomes a fact`() throws {
    var paragraphs = 0
    var lost: [String] = []
    for path in Self.installed {
      let bytes = try #require(fileBytes(path), "\(path)")
      let page = try WebPage(parsing: bytes, at: WebAddress("https://example.org/a/b.html"))
      let markdown = page.markdown()
      #expect(!page.isCut, "\(path)")
      #expect(
        !markdown.unicodeScalars.contains {
          $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        }, "\(path)")
      let note = Note(parsing: Array(("# Title\n\n" + markdown).utf8))
      #expect(note.hashtags.isEmpty, "\(path): \(note.hashtags.prefix(3))")
      #expect(note.tasks.isEmpty && note.clozes.isEmpty && note.questions.isEmpty, "\(path)")
      #expect(note.journalEntries.isEmpty && note.blockIDs.isEmpty, "\(path)")
      #expect(
        note.links.allSatisfy { !note.text($0.range).hasPrefix("[[") }, "\(path)")
      // Letters and figures of ASCII alone: the encoding, entities and marks do not count.
      let text = Array(
        "\(page.facts.title)\n\(note.runs.map { note.text($0.range) }.joined())".utf8)
      let shown = PlainParagraphs.pieces(of: PlainParagraphs.folded(text))
      for paragraph in PlainParagraphs.paragraphs(of: bytes) {
        paragraphs += 1
        if !PlainParagraphs.holds(shown, paragraph) {
          lost.append("\(path): \(String(decoding: paragraph.prefix(80), as: UTF8.self))")
        }
      }
    }
    #expect(paragraphs > 300)
    // A page may have more than one frame of menus around it; so a few are left out that look like prose.
    #expect(lost.count * 100 <= paragraphs, "\(lost.count) of \(paragraphs): \(lost.prefix(20))")
  }
}

/// A plain restatement of which paragraphs a page has: all between `<p>` and the next tag of a block.
private enum PlainParagraphs {
  private static let blocks: Set<String> = [
    "p", "div", "ul", "ol", "dl", "li", "dt", "dd", "table", "tr", "td", "th", "pre", "h1", "h2",
    "h3", "h4", "h5", "h6", "blockquote", "section", "article", "hr", "body", "html", "center",
  ]
  /// Their text is no prose of the page.
  private static let silent: Set<String> = [
    "script", "style", "nav", "footer", "head", "aside", "noscript", "template", "button",
    "select", "textarea",
  ]

  /// The folded paragraphs with 60 letters and figures or more.
  static func paragraphs(of page: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var current: [UInt8]?
    var silence = 0
    func finish() {
      if let text = current {
        let key = folded(text)
        if key.count >= 60 { found.append(key) }
      }
      current = nil
    }
    var place = 0
    while place < page.count {
      guard page[place] == 0x3C else {
        if silence == 0 {
          if page[place] == 0x26 {
            // An entity: one blank stands for it.
            let end = page[place...].prefix(12).firstIndex { $0 == 0x3B || $0 == 0x20 }
            place = end ?? place
            current?.append(0x20)
          } else {
            current?.append(page[place])
          }
        }
        place += 1
        continue
      }
      if page[place...].starts(with: "<!--".utf8) {
        var end = place + 4
        while end < page.count, !page[end...].starts(with: "-->".utf8) { end += 1 }
        place = end + 3
        continue
      }
      let isEnd = place + 1 < page.count && page[place + 1] == 0x2F
      let start = place + (isEnd ? 2 : 1)
      let letters = page[min(start, page.count)...].prefix {
        ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || ($0 >= 0x30 && $0 <= 0x39)
      }
      let name = String(decoding: letters, as: UTF8.self).lowercased()
      var end = start + letters.count
      while end < page.count, page[end] != 0x3E { end += 1 }
      place = end + 1
      if silent.contains(name) { silence = max(0, silence + (isEnd ? -1 : 1)) }
      if blocks.contains(name) { finish() }
      if name == "p", !isEnd, silence == 0 { current = [] }
      if name == "br" { current?.append(0x20) }
    }
    finish()
    return found
  }

  /// Small letters and figures of ASCII.
  static func folded(_ text: [UInt8]) -> [UInt8] {
    text.compactMap { byte in
      switch byte {
      case 0x30...0x39, 0x61...0x7A: byte
      case 0x41...0x5A: byte | 0x20
      default: nil
      }
    }
  }

  /// Sixteen letters.
  struct Piece: Hashable {
    private let halves: (UInt64, UInt64)

    init(_ letters: ArraySlice<UInt8>) {
      func packed(_ letters: ArraySlice<UInt8>) -> UInt64 {
        letters.reduce(0) { $0 << 8 | UInt64($1) }
      }
      halves = (packed(letters.prefix(8)), packed(letters.dropFirst(8)))
    }

    static func == (one: Piece, other: Piece) -> Bool { one.halves == other.halves }

    func hash(into hasher: inout Hasher) {
      hasher.combine(halves.0)
      hasher.combine(halves.1)
    }
  }

  /// All pieces of a text, one from each letter.
  static func pieces(of text: [UInt8]) -> Set<Piece> {
    guard text.count >= 16 else { return [] }
    return Set((0...(text.count - 16)).map { Piece(text[$0..<($0 + 16)]) })
  }

  /// True if four fifths of a paragraph, piece by piece, are among those of a text.
  static func holds(_ pieces: Set<Piece>, _ paragraph: [UInt8]) -> Bool {
    let starts = stride(from: 0, to: paragraph.count - 15, by: 16)
    let found = starts.count { pieces.contains(Piece(paragraph[$0..<($0 + 16)])) }
    return found * 5 >= starts.underestimatedCount * 4
  }
}
