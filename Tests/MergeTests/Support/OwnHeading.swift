import Merge

/// The plain restatement of a rule: no heading that one side appended comes between a text that the other appended and what
/// stands above it there.
struct OwnHeading {
  /// The fault of an outcome; nil where no text came under a heading of the other side.
  ///
  /// Only lines that stand once, in one side and the merged note, are looked at.
  static func flaw(_ versions: NoteVersions, _ outcome: NoteMergeOutcome) -> String? {
    guard case .merged(let bytes) = outcome else { return nil }
    let base = places(versions.base ?? [])
    let sides = [places(versions.left), places(versions.right)]
    let merged = places(bytes)
    let lines = Conservation.lines(bytes)
    let texts = [versions.left, versions.right].map(Conservation.lines)
    // All lines after these are a side's own.
    let ends = texts.map { text in text.lastIndex { !$0.isEmpty && base[$0] != nil } ?? -1 }
    // Where a side moved the last line, its text is below another one.
    let last = Conservation.lines(versions.base ?? []).last { !$0.isEmpty }
    guard zip(texts, ends).allSatisfy({ $1 < 0 ? last == nil : $0[$1] == last }) else { return nil }
    for (side, other) in [(0, 1), (1, 0)] {
      let text = texts[side]
      let appended = Set(texts[other].dropFirst(ends[other] + 1))
      for (line, place) in sides[side] where base[line] == nil && sides[other][line] == nil {
        guard let place, place > ends[side], !isHeading(line), let now = merged[line] ?? nil else {
          continue
        }
        // The nearest line above that is a heading, or that the ancestor has too.
        let above = text[..<place].last { isHeading($0) || base[$0] != nil }
        guard let above, let start = merged[above] ?? nil, start < now else { continue }
        let foreign = lines[start..<now].dropFirst().first {
          isHeading($0) && appended.contains($0) && base[$0] == nil && sides[side][$0] == nil
        }
        if let foreign { return "`\(line)` came under `\(foreign)`" }
      }
    }
    return nil
  }

  private static func isHeading(_ line: Substring) -> Bool {
    let marks = line.prefix { $0 == "#" }.count
    return (1...6).contains(marks) && line.dropFirst(marks).first == " "
  }

  /// The place of each line outside of code, nil for one that stands more than once.
  private static func places(_ text: [UInt8]) -> [Substring: Int?] {
    var places: [Substring: Int?] = [:]
    var isCode = false
    for (place, line) in Conservation.lines(text).enumerated() where !line.isEmpty {
      if line.hasPrefix("```") { isCode.toggle() }
      places[line] = .some(places[line] == nil && !isCode ? place : nil)
    }
    return places
  }
}
