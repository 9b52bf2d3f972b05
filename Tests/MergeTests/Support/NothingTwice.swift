import Merge

/// The plain restatement of P26: no line stands more often in a merged note than in the side that has it most often, but for
/// lines that both sides put in at different places.
///
/// A place is a gap of the ancestor, with the headings and items that the side put in above the line there; gaps that only
/// blank lines part are one. Not counted are front matter, whose keys are checked for themselves, and lines that say nothing alone: blank ones,
/// fences, lines without a letter or digit, attributions of quotes and the headings of journal entries.
struct NothingTwice {
  private let base: [Substring]
  private let left: [Substring]
  private let right: [Substring]
  private lazy var leftHunks = Self.hunks(from: base, to: left)
  private lazy var rightHunks = Self.hunks(from: base, to: right)

  init(_ versions: NoteVersions) {
    let texts = [versions.base ?? [], versions.left, versions.right].map(Self.body)
    (base, left, right) = (texts[0], texts[1], texts[2])
  }

  private static func hunks(from old: [Substring], to new: [Substring]) -> [LineDifference.Change] {
    func bytes(_ lines: [Substring]) -> [UInt8] {
      lines.reduce(into: []) { $0 += Array($1.utf8) + [0x0A] }
    }
    return LineDifference(from: bytes(old), to: bytes(new)).changes
  }

  /// The fault of an outcome; nil where nothing stands twice.
  static func flaw(_ versions: NoteVersions, _ outcome: NoteMergeOutcome) -> String? {
    let texts: [[UInt8]] =
      switch outcome {
      case .merged(let bytes): [bytes]
      case .overlapping(let merge): Side.allCases.map { merge.text(preferring: $0) }
      }
    var check = NothingTwice(versions)
    let keys = [versions.left, versions.right].map { Self.counts(Self.keys($0)) }
    let sides = [check.left, check.right].map(Self.counts)
    for text in texts {
      for (line, count) in Self.counts(Self.body(text))
      where count > max(sides[0][line] ?? 0, sides[1][line] ?? 0) && count > check.limit(of: line) {
        return "twice: \(line)"
      }
      for (key, count) in Self.counts(Self.keys(text))
      where count > max(1, keys[0][key] ?? 0, keys[1][key] ?? 0) {
        return "the key twice: \(key)"
      }
    }
    return nil
  }

  /// How often a line may stand in the merged note.
  private mutating func limit(of line: Substring) -> Int {
    func count(_ lines: [Substring]) -> Int { lines.count { $0 == line } }
    let (b, l, r) = (count(base), count(left), count(right))
    // A line that the merge made of two is in none of the texts.
    if b + l + r == 0 || !Self.isTelling(line) { return .max }
    let most = max(l, r)
    // If both sides put it in: how often at each place.
    var places: [Place: (left: Int, right: Int)] = [:]
    for place in self.places(of: line, left, leftHunks) { places[place, default: (0, 0)].left += 1 }
    for place in self.places(of: line, right, rightHunks) {
      places[place, default: (0, 0)].right += 1
    }
    let putIn = places.values.reduce(0) { $0 + max($1.left, $1.right) }
    let gone = Set((leftHunks + rightHunks).flatMap(\.old))
    let kept = base.indices.count { base[$0] == line && !gone.contains($0) }
    return max(most, min(kept + putIn, b + max(0, l - b) + max(0, r - b)))
  }

  // MARK: Places

  private struct Place: Hashable {
    let gap: Int
    let above: [Substring]
  }

  private mutating func places(
    of line: Substring, _ side: [Substring], _ hunks: [LineDifference.Change]
  ) -> [Place] {
    hunks.flatMap { hunk -> [Place] in
      var above: [(level: Int, line: Substring)] = []
      var isCode = false
      var places: [Place] = []
      for index in hunk.new where index < side.count {
        let own = side[index]
        let level = isCode ? nil : Self.level(own)
        if let level { above.removeAll { $0.level >= level } }
        if own == line {
          places.append(Place(gap: gap(hunk.old.lowerBound), above: above.map(\.line)))
        }
        if Self.isFence(own) { isCode.toggle() }
        if let level, !isCode, Self.isHeading(own) || Self.isItem(own) {
          above.append((level, own))
        }
      }
      return places
    }
  }

  /// The first line of the run of changes that a line of the base is in or touches.
  private mutating func gap(_ place: Int) -> Int {
    var start = place
    let changes = (leftHunks + rightHunks).map(\.old)
    while true {
      var first = start
      while first > 0, first <= base.count, base[first - 1].isEmpty { first -= 1 }
      let next = changes.filter { $0.lowerBound < start && $0.upperBound >= first }
        .map(\.lowerBound).min()
      guard let next else { return start }
      start = next
    }
  }

  // MARK: Lines

  /// The lines after the front matter, without blank ones at the end.
  static func body(_ text: [UInt8]) -> [Substring] {
    let lines = Conservation.lines(text)
    let body = lines[frontMatterEnd(lines)...]
    return Array(body[..<(body.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? body.startIndex)])
  }

  /// The keys of the front matter.
  private static func keys(_ text: [UInt8]) -> [Substring] {
    let lines = Conservation.lines(text)
    return lines[..<frontMatterEnd(lines)].compactMap { line in
      guard let first = line.first, !" \t-#".contains(first), let colon = line.firstIndex(of: ":")
      else { return nil }
      return line[..<colon]
    }
  }

  private static func frontMatterEnd(_ lines: [Substring]) -> Int {
    guard lines.first == "---" else { return 0 }
    return lines.dropFirst().firstIndex { $0 == "---" || $0 == "..." }.map { $0 + 1 } ?? 0
  }

  private static func counts(_ lines: [Substring]) -> [Substring: Int] {
    lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  static func isTelling(_ line: Substring) -> Bool {
    let text = line.drop { " \t>".contains($0) }
    if isFence(line) || isEntry(line) { return false }
    if line.first == ">", let first = text.first, "—–-".contains(first) { return false }
    return line.unicodeScalars.contains {
      $0.value >= 0x80 || $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }

  private static func isFence(_ line: Substring) -> Bool {
    let text = line.drop { " \t".contains($0) }
    return text.hasPrefix("```") && !text.drop { $0 == "`" }.contains("`") || text.hasPrefix("~~~")
  }

  private static func isEntry(_ line: Substring) -> Bool {
    guard line.hasPrefix("## ") else { return false }
    let time = line.dropFirst(3).prefix(5)
    return time.count == 5 && time.dropFirst(2).first == ":" && time.first?.isNumber == true
  }

  private static func isHeading(_ line: Substring) -> Bool {
    let marks = line.drop { " \t".contains($0) }.prefix { $0 == "#" }
    return (1...6).contains(marks.count)
      && (marks.endIndex == line.endIndex || line[marks.endIndex] == " ")
  }

  private static func isItem(_ line: Substring) -> Bool {
    let text = line.drop { " \t".contains($0) }
    if let first = text.first, "-*+".contains(first) {
      return text.count == 1 || " \t".contains(text.dropFirst().first ?? "x")
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    return !digits.isEmpty && digits.count < 10 && (rest.first == "." || rest.first == ")")
      && (rest.count == 1 || " \t".contains(rest.dropFirst().first ?? "x"))
  }

  /// Headings from 1 to 6, other lines from 10 on by their indentation; nil for what has no say in it.
  private static func level(_ line: Substring) -> Int? {
    if line.isEmpty || isFence(line) { return nil }
    if isHeading(line) { return line.drop { " \t".contains($0) }.prefix { $0 == "#" }.count }
    var columns = 0
    for character in line {
      if character == " " {
        columns += 1
      } else if character == "\t" {
        columns += 4 - columns % 4
      } else {
        break
      }
    }
    return 10 + columns
  }
}
