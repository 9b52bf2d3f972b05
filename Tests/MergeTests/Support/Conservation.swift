import Merge

/// The lists and dates of front matter, which merge by item and by time and not by line.
private struct FrontMatterReading {
  /// The lines of the front matter with its fences; front matter that is not closed is text.
  let count: Int

  init(_ lines: [Substring]) {
    count =
      lines.first == "---"
      ? lines.dropFirst().firstIndex { $0 == "---" || $0 == "..." }.map { $0 + 1 } ?? 0 : 0
  }

  /// Counts the items of a list once each, and no fence and no date of change.
  mutating func takes(
    _ line: Substring, at index: Int, into counts: inout Conservation.Counts
  ) -> Bool {
    guard index < count else { return false }
    if index == 0 || index == count - 1 { return true }
    if line.hasPrefix("  - ") {
      counts["item: \(line.dropFirst(4))"] = 1
      return true
    }
    if ["modified:", "updated:", "created:"].contains(where: { line.hasPrefix($0) }) {
      return true
    }
    guard line.hasPrefix("tags:") else {
      // A line of front matter and one of the text are not the same line.
      counts["front matter: \(line)", default: 0] += 1
      return true
    }
    for item in line.dropFirst(5).split(whereSeparator: { " ,[]".contains($0) }) {
      counts["item: \(item)"] = 1
    }
    return true
  }
}

/// The plain, slow restatement of what a merge must keep: every line that a side put in, and no line that no side has.
///
/// Lines are compared without the blanks at their ends, and blank ones are not counted. A task counts as its text whatever its box
/// and the day of its ticking say, because these merge apart from the text; an item of a numbered list whatever its number.
struct Conservation {
  /// How often each line stands in a text.
  typealias Counts = [String: Int]

  /// - Parameter byWord: counts the words of each line instead.
  static func counts(_ text: [UInt8], byWord: Bool = false) -> Counts {
    var counts: Counts = [:]
    let lines = lines(text)
    var front = FrontMatterReading(lines)
    for (index, line) in lines.enumerated() {
      if line.isEmpty || front.takes(line, at: index, into: &counts) { continue }
      let text = withoutBox(withoutNumber(line))
      if byWord {
        for word in text.split(separator: " ") { counts[String(word), default: 0] += 1 }
      } else {
        counts[text, default: 0] += 1
      }
    }
    return counts
  }

  /// The lines without a byte order mark, and without the blanks at their ends.
  static func lines(_ text: [UInt8]) -> [Substring] {
    var string = Substring(decoding: text, as: UTF8.self)
    if string.first == "\u{FEFF}" { string.removeFirst() }
    return string.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
    ).map { line in
      var line = line
      while let last = line.unicodeScalars.last, last == " " || last == "\t" || last == "\r" {
        line.unicodeScalars.removeLast()
      }
      return line
    }
  }

  /// `. text` for an item with any number.
  private static func withoutNumber(_ line: Substring) -> String {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let number = line[indent.endIndex...].prefix { $0.isNumber }
    let rest = line[number.endIndex...]
    guard !number.isEmpty, rest.hasPrefix(". ") || rest.hasPrefix(") ") else { return String(line) }
    return String(indent + rest)
  }

  /// `- [ ] text` for a task with any mark in its box.
  private static func withoutBox(_ line: String) -> String {
    var bytes = Array(line.utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")), open + 2 < bytes.count,
      bytes[open + 2] == UInt8(ascii: "]"),
      bytes[..<open].allSatisfy({ " \t-*+".utf8.contains($0) })
    else { return line }
    bytes[open + 1] = UInt8(ascii: " ")
    return withoutTickingDay(String(decoding: bytes, as: UTF8.self))
  }

  /// A task without the day on which it was done or given up, in the forms of Obsidian Tasks and Dataview.
  private static func withoutTickingDay(_ line: String) -> String {
    guard line.contains("✅") || line.contains("❌") || line.contains(":: ") else { return line }
    return line.replacing(
      /\ *(?:(?:✅|❌)\ *[0-9]{4}-[0-9]{2}-[0-9]{2}|[\[(](?:completion|cancelled)::\ *[0-9]{4}-[0-9]{2}-[0-9]{2}[\])])/,
      with: "")
  }

  /// The fault of an outcome; nil where it keeps all that it must.
  static func flaw(
    _ versions: NoteVersions, _ outcome: NoteMergeOutcome, byWord: Bool = false
  ) -> String? {
    func counts(_ text: [UInt8]) -> Counts { Self.counts(text, byWord: byWord) }
    let base = counts(versions.base ?? [])
    let left = counts(versions.left)
    let right = counts(versions.right)
    // The note as a person reads it with one side's text, and with the other's.
    let texts: (left: Counts, right: Counts)
    switch outcome {
    case .merged(let bytes):
      let counts = counts(bytes)
      texts = (counts, counts)
    case .overlapping(let merge):
      if merge.overlaps.isEmpty { return "overlapping without an overlap" }
      texts = (counts(merge.text(preferring: .left)), counts(merge.text(preferring: .right)))
    }
    // Asked for only where it matters: it costs more than the rest.
    lazy var kept = counts(Self.kept(versions))
    var made: Counts = [:]
    if byWord, case .merged(let bytes) = outcome {
      // Whole lines are looked at by themselves; a merge by word may double a word in a line that it makes.
      let known = Set([versions.base ?? [], versions.left, versions.right].flatMap(lines))
      made = counts(
        lines(bytes).filter { !known.contains($0) }.reduce(into: []) {
          $0 += Array($1.utf8) + [0x0A]
        })
    }
    let all = texts.left.merging(texts.right, uniquingKeysWith: max)
    for line in Set(base.keys).union(left.keys).union(right.keys).union(all.keys) {
      let (b, l, r) = (base[line] ?? 0, left[line] ?? 0, right[line] ?? 0)
      let (putInLeft, putInRight) = (max(0, l - b), max(0, r - b))
      // The same line put in by both may be one; so may one put in and one moved.
      let keptByCount = b - max(0, b - l) - max(0, b - r)
      var least = max(putInLeft, putInRight)
      if (all[line] ?? 0) < keptByCount { least = max(least, min(kept[line] ?? 0, keptByCount)) }
      if all[line] ?? 0 < least {
        return "lost: \(line) (\(b), \(l), \(r); \(all[line] ?? 0))"
      }
      if texts.left[line] ?? 0 < putInLeft { return "lost of the left: \(line)" }
      if texts.right[line] ?? 0 < putInRight { return "lost of the right: \(line)" }
      if case .merged = outcome, (byWord ? made : all)[line] ?? 0 > b + putInLeft + putInRight {
        return "doubled or made up: \(line)"
      }
    }
    return NothingTwice.flaw(versions, outcome)
  }

  /// The lines of the base that neither side took out, nor moved.
  private static func kept(_ versions: NoteVersions) -> [UInt8] {
    let base = versions.base ?? []
    let gone = Set(
      [versions.left, versions.right].flatMap {
        LineDifference(from: base, to: $0).changes.flatMap(\.old)
      })
    let lines = base.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    return lines.flatMap { index, line in gone.contains(index) ? [0x0A] : line + [0x0A] }
  }

  /// The fault of a merge of three versions: lines lost or doubled, sides told apart, markers made.
  static func flaw(_ versions: NoteVersions, _ merge: NoteMerge = NoteMerge()) -> String? {
    let outcome = merge.merge(versions)
    if let flaw = flaw(versions, outcome, byWord: merge.granularity == .word) { return flaw }
    if merge.merge(versions.mirrored) != outcome.mirrored { return "the sides are told apart" }
    let all: [UInt8]
    switch outcome {
    case .merged(let bytes): all = bytes
    case .overlapping(let outcome): all = outcome.text { $0.left + $0.right }
    }
    let inputs = (versions.base ?? []) + versions.left + versions.right
    for marker in ["<<<<<<<", "=======", ">>>>>>>", "|||||||"] where !contains(inputs, marker) {
      if contains(all, marker) { return "a marker was made" }
    }
    for side in [versions.left, versions.right] {
      let laws: [(NoteVersions, [UInt8])] = [
        (NoteVersions(base: versions.base, left: side, right: side), side),
        (NoteVersions(base: side, left: side, right: versions.left), versions.left),
      ]
      for (versions, law) in laws where merge.merge(versions) != .merged(law) {
        return "one side alone is not taken"
      }
    }
    if case .merged(let bytes) = outcome {
      for side in [versions.left, versions.right] {
        let again = merge.merge(NoteVersions(base: side, left: bytes, right: side))
        if again != .merged(bytes) { return "a merge merged again changes" }
      }
    }
    return nil
  }

  private static func contains(_ bytes: [UInt8], _ marker: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(marker)
  }
}
