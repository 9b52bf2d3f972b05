import Merge
import TestSupport

/// Notes with all that a merge has rules for, and edits of them as people make them.
struct RandomNotes {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func one<Value>(_ values: [Value]) -> Value {
    values[number(0...(values.count - 1))]
  }

  private mutating func word() -> String {
    one([
      "bean", "pond", "ice", "axe", "loon", "frost", "path", "Żółw", "本", "corn", "train", "(so)",
      "*it*", "a", "a", "the",
    ])
  }

  private mutating func sentence() -> String {
    (0..<number(1...5)).map { _ in word() }.joined(separator: " ")
  }

  /// A run of lines that belong together.
  private mutating func block() -> [String] {
    switch number(0...11) {
    case 0: return ["## " + sentence()]
    case 1: return ["# " + word()]
    case 2...4: return (0..<number(1...4)).map { _ in "- " + sentence() }
    case 5: return ["- " + word(), "  - " + word(), "  more", "- " + word()]
    case 6: return (0..<number(1...3)).map { _ in one(["- [ ] ", "- [x] "]) + sentence() }
    case 7: return ["```", sentence(), "", word(), "```"]
    case 8: return ["| a | b |", "|---|---|", "| \(word()) | \(word()) |"]
    case 9: return ["> " + sentence(), "> — \(word())"]
    case 10: return ["Q: " + sentence(), "A: " + word()]
    default: return (0..<number(1...3)).map { _ in sentence() }
    }
  }

  private mutating func entry() -> [String] {
    let hour = number(0...3) + 7
    return [
      "## 0\(min(hour, 9)):\(number(0...5))0" + one(["", " 😀", " " + word()]), sentence(), "",
    ]
  }

  private mutating func frontMatter() -> [String] {
    var lines = ["---"]
    for key in ["title", "tags", "status", "related", "modified"] where Bool.random(using: &random)
    {
      lines += property(key)
    }
    return lines + ["---"]
  }

  private mutating func property(_ key: String) -> [String] {
    switch key {
    case "tags":
      let tags = (0..<number(0...3)).map { _ in one(["a", "b", "c", "d/e", "'#f'"]) }
      return one([
        ["tags: [" + tags.joined(separator: ", ") + "]"], ["tags:"] + tags.map { "  - " + $0 },
      ])
    case "modified": return ["modified: 2026-11-\(number(10...28))"]
    default: return ["\(key): \(sentence())"]
    }
  }

  /// A note's lines.
  mutating func note() -> [String] {
    var lines: [String] = []
    if number(0...2) == 0 { lines += frontMatter() }
    let isJournal = number(0...3) == 0
    if isJournal { lines += ["# Day", ""] }
    for _ in 0..<number(0...5) { lines += isJournal ? entry() : block() + one([[""], [""], []]) }
    return lines
  }

  /// A note's lines after an edit or some.
  mutating func edit(_ note: [String]) -> [String] {
    var lines = note
    for _ in 0..<number(0...3) {
      let place = number(0...lines.count)
      let isFront = place < (lines.dropFirst().firstIndex(of: "---") ?? 0) && lines.first == "---"
      switch number(0...9) {
      case 0...1 where place < lines.count && !isFront: lines[place] = sentence()
      case 2 where place < lines.count && !isFront: lines[place] += " " + word()
      case 3 where place < lines.count && !isFront:
        lines.removeSubrange(place..<min(lines.count, place + number(1...3)))
      case 4...5: lines += one([[""], []]) + block()
      case 6 where !isFront: lines.insert(contentsOf: entry(), at: place)
      case 7 where isFront && place > 0:
        lines.insert(contentsOf: property(one(["tags", "title", "status", "new"])), at: place)
      case 8 where place < lines.count && lines[place].hasPrefix("- ["):
        lines[place] = "- [x]" + lines[place].dropFirst(5)
      default: if !isFront { lines.insert(contentsOf: block(), at: place) }
      }
    }
    return lines
  }

  /// A note and two edits of it, now and then with other line ends, a mark or without the last newline.
  mutating func versions() -> NoteVersions {
    let hasSections = number(0...5) == 0
    let base = hasSections ? sections() : note()
    var (left, right) = (edit(base), edit(base))
    if hasSections {
      if number(0...1) == 0 { left = swapped(left) }
      left += appendix()
      right += appendix()
    }
    switch number(0...11) {
    case 0: shareBlocks(&left, &right)
    case 1: left = moved(left)
    case 2: (left, right) = (moved(left), moved(right))
    default: break
    }
    let hasBase = number(0...9) > 0
    return NoteVersions(base: hasBase ? bytes(base) : nil, left: bytes(left), right: bytes(right))
  }

  /// A note of sections with headings that differ.
  private mutating func sections() -> [String] {
    var lines = ["# " + word(), ""]
    for part in 0..<number(1...4) {
      lines += ["## Part \(part)", ""]
      for _ in 0..<2 { lines += block() + [""] }
    }
    return lines
  }

  /// The lines with the first section after the second.
  private mutating func swapped(_ lines: [String]) -> [String] {
    let starts = lines.indices.filter { lines[$0].hasPrefix("## Part") } + [lines.count]
    guard starts.count > 2 else { return lines }
    let (first, second) = (lines[starts[0]..<starts[1]], lines[starts[1]..<starts[2]])
    return Array([lines[..<starts[0]], second, first, lines[starts[2]...]].joined())
  }

  /// Text of a side alone, and now and then a section of its own after it.
  private mutating func appendix() -> [String] {
    func own() -> String { "\(sentence()) \(number(0...9999))" }
    let mark = one(["", "- ", "- [ ] "])
    var lines = one([[""], []]) + (0..<number(0...2)).map { _ in mark + own() }
    if number(0...1) == 0 {
      lines += ["", one(["# ", "## ", "### "]) + own(), "", one(["", "- "]) + own()]
    }
    return lines
  }

  /// Puts the same blocks into both, each edited there, at one place or at two.
  private mutating func shareBlocks(_ left: inout [String], _ right: inout [String]) {
    let text = (0..<number(1...4)).flatMap { _ in [""] + block() }
    let isAtEnd = Bool.random(using: &random)
    for isLeft in [true, false] {
      let lines = isLeft ? left : right
      let place = isAtEnd ? lines.count : number(0...lines.count)
      let isFront = place < (lines.dropFirst().firstIndex(of: "---") ?? 0) && lines.first == "---"
      let edited = Bool.random(using: &random) ? edit(text) : text
      let new = Array(lines[..<(isFront ? 0 : place)] + edited + lines[(isFront ? 0 : place)...])
      if isLeft { left = new } else { right = new }
    }
  }

  /// The lines with some of them elsewhere.
  private mutating func moved(_ lines: [String]) -> [String] {
    let body =
      lines.first == "---" ? lines.dropFirst().firstIndex(of: "---").map { $0 + 1 } ?? 0 : 0
    guard lines.count > body else { return lines }
    let start = number(body...(lines.count - 1))
    let end = number(start...min(lines.count - 1, start + 8)) + 1
    var rest = lines
    rest.removeSubrange(start..<end)
    let place = number(body...rest.count)
    rest.insert(contentsOf: lines[start..<end], at: place)
    return rest
  }

  private mutating func bytes(_ lines: [String]) -> [UInt8] {
    // Now and then some lines end in CR LF, as where one program of several writes them.
    let style = number(0...39)
    func end() -> String {
      style < 2 || style == 2 && number(0...2) == 0 ? "\r\n" : "\n"
    }
    var text = lines.map { $0 + end() }.joined()
    if !lines.isEmpty, number(0...9) == 0 { text.removeLast() }
    if number(0...29) == 0 { text = "\u{FEFF}" + text }
    return Array(text.utf8)
  }
}

/// Makes failing versions as small as they fail.
struct Shrinking {
  static func shrunk(
    _ versions: NoteVersions, fails: (NoteVersions) -> Bool
  ) -> NoteVersions {
    var best = versions
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in candidates(best) where fails(candidate) {
        best = candidate
        isSmaller = true
        break
      }
    }
    return best
  }

  /// The versions without one line each, first the same line in all of them.
  private static func candidates(_ versions: NoteVersions) -> [NoteVersions] {
    func lines(_ text: [UInt8]) -> [[UInt8]] {
      text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    }
    func without(_ line: [UInt8], _ text: [UInt8]) -> [UInt8] {
      var lines = lines(text)
      if let index = lines.firstIndex(of: line) { lines.remove(at: index) }
      return Array(lines.joined(separator: [0x0A]))
    }
    var found: [NoteVersions] = []
    for line in lines((versions.base ?? []) + versions.left + versions.right) {
      found.append(
        NoteVersions(
          base: versions.base.map { without(line, $0) }, left: without(line, versions.left),
          right: without(line, versions.right)))
      found.append(
        NoteVersions(
          base: versions.base, left: without(line, versions.left), right: versions.right))
      found.append(
        NoteVersions(
          base: versions.base, left: versions.left, right: without(line, versions.right)))
      found.append(
        NoteVersions(
          base: versions.base.map { without(line, $0) }, left: versions.left, right: versions.right)
      )
    }
    return found.filter { $0 != versions }
  }
}
