import Merge

/// The lists and dates of front matter, which merge by item and by time and not by line.
private struct FrontMatterReading {
  private var lines = 0
  private var isInside = false
  private var list: Substring?

  /// Counts the items of a list once each, and no date of change.
  mutating func takes(_ line: Substring, into counts: inout Conservation.Counts) -> Bool {
    lines += 1
    if line == "---" {
      let opens = lines == 1
      list = nil
      defer { isInside = opens }
      return isInside || opens
    }
    guard isInside else { return false }
    if let list, line.hasPrefix("  - ") {
      counts["\(list): \(line.dropFirst(4))"] = 1
      return true
    }
    list = nil
    if ["modified:", "updated:", "created:"].contains(where: { line.hasPrefix($0) }) {
      return true
    }
    guard line.hasPrefix("tags:") else { return false }
    list = "tags"
    for item in line.dropFirst(5).split(whereSeparator: { " ,[]".contains($0) }) {
      counts["tags: \(item)"] = 1
    }
    return true
  }
}

/// The plain, slow restatement of what a merge must keep: every line that a side put in, and no line that no side has.
///
/// Lines are compared without the blanks at their ends, blank ones are not counted, and a task counts as its text whatever its box
/// says, since box and text merge apart.
struct Conservation {
  /// How often each line stands in a text.
  typealias Counts = [String: Int]

  /// - Parameter byWord: counts the words of each line instead.
  static func counts(_ text: [UInt8], byWord: Bool = false) -> Counts {
    var counts: Counts = [:]
    let string = String(decoding: text, as: UTF8.self)
    var front = FrontMatterReading()
    for line in string.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      var line = line
      while let last = line.unicodeScalars.last, last == " " || last == "\t" || last == "\r" {
        line.unicodeScalars.removeLast()
      }
      if line.first == "\u{FEFF}" { line.removeFirst() }
      if line.isEmpty { continue }
      if front.takes(line, into: &counts) { continue }
      let text = withoutBox(String(line))
      if byWord {
        for word in text.split(separator: " ") { counts[String(word), default: 0] += 1 }
      } else {
        counts[text, default: 0] += 1
      }
    }
    return counts
  }

  /// `- [ ] text` for a task with any mark in its box.
  private static func withoutBox(_ line: String) -> String {
    var bytes = Array(line.utf8)
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")), open + 2 < bytes.count,
      bytes[open + 2] == UInt8(ascii: "]"),
      bytes[..<open].allSatisfy({ " \t-*+".utf8.contains($0) })
    else { return line }
    bytes[open + 1] = UInt8(ascii: " ")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is wrong with an outcome; nothing where it keeps all that it must.
  static func flaw(
    _ versions: NoteVersions, _ outcome: NoteMergeOutcome, byWord: Bool = false
  ) -> String? {
    func counts(_ text: [UInt8]) -> Counts { Self.counts(text, byWord: byWord) }
    let base = counts(versions.base ?? [])
    let left = counts(versions.left)
    let right = counts(versions.right)
    // What stands wherever a person looks: in the note with either side's text and, with overlaps, in the copy.
    let texts: (left: Counts, right: Counts, all: Counts)
    switch outcome {
    case .merged(let bytes):
      let counts = counts(bytes)
      texts = (counts, counts, counts)
    case .overlapping(let merge):
      if merge.overlaps.isEmpty { return "overlapping without an overlap" }
      texts = (
        counts(merge.text(preferring: .left)), counts(merge.text(preferring: .right)),
        counts(merge.text { $0.left + [0x0A] + $0.right + [0x0A] })
      )
    }
    for line in Set(base.keys).union(left.keys).union(right.keys).union(texts.all.keys) {
      let (b, l, r) = (base[line] ?? 0, left[line] ?? 0, right[line] ?? 0)
      let (putInLeft, putInRight) = (max(0, l - b), max(0, r - b))
      // The same line put in by both may be one; so may one put in and one moved.
      let least = max(putInLeft, putInRight, b - max(0, b - l) - max(0, b - r))
      if texts.all[line] ?? 0 < least {
        return "lost: \(line) (\(b), \(l), \(r); \(texts.all[line] ?? 0))"
      }
      if texts.left[line] ?? 0 < putInLeft { return "lost of the left: \(line)" }
      if texts.right[line] ?? 0 < putInRight { return "lost of the right: \(line)" }
      if case .merged = outcome, texts.all[line] ?? 0 > b + putInLeft + putInRight {
        return "doubled or made up: \(line)"
      }
    }
    return nil
  }

  /// What is wrong with the merge of three versions: lines lost or doubled, sides told apart, markers made, laws broken.
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
