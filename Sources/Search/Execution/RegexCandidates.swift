/// Documents in which a regular expression can match at all, by the words that it must contain.
///
/// Only runs of letters and digits at the pattern's top level count; optional parts and unknown
/// syntax are left out. A document qualifies if, for each run, it has a word that contains it
/// (folded), visible or hidden.
struct RegexCandidates {
  /// Folded pieces that every match contains; empty if none are known.
  let pieces: [[UInt8]]

  init(_ pattern: String) {
    var pieces: [[UInt8]] = []
    for run in Self.requiredRuns(pattern) {
      // The index has the syllables that jamo make with those beside them.
      if run.unicodeScalars.contains(where: { HangulSyllable.isJamo($0.value) }) { continue }
      for word in QueryWords(run).words where word.text.count > 1 {
        // Longer words are cut in the index.
        pieces.append(Array(word.text.prefix(32)))
      }
    }
    self.pieces = pieces
  }

  func documents(in index: Index) throws(IndexError) -> [DocumentSet] {
    var sets: [DocumentSet] = []
    for live in index.segments {
      let count = live.segment.documentCount
      var set = DocumentSet.all(capacity: count)
      if !pieces.isEmpty {
        var found = pieces.map { _ in DocumentSet(capacity: count) }
        for space in [KeySpace.words, KeySpace.hidden] {
          try live.segment.forEachTerm(prefix: [space]) { (key, postings) throws(IndexError) in
            for (number, piece) in pieces.enumerated()
            where key.count > piece.count && key.withByteView({ $0.contains(piece) }) {
              found[number].formUnion(try live.documents(of: postings))
            }
            return true
          }
        }
        for piece in found { set.formIntersection(piece) }
        if let cut = try live.segment.find([KeySpace.truncated]) {
          set.formUnion(try live.documents(of: cut))
        }
      }
      sets.append(set)
    }
    return sets
  }

  /// Runs of characters that every match of `pattern` contains.
  static func requiredRuns(_ pattern: String) -> [String] {
    var reader = RunReader()
    let scalars = Array(pattern.unicodeScalars)
    var index = 0
    var depth = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\\":
        reader.end()
        guard index < scalars.count else { return reader.runs }
        let escaped = scalars[index]
        index += 1
        let isWordCharacter = escaped.properties.isAlphabetic || ("0"..."9").contains(escaped)
        // Escapes with arguments could hide anything: nothing is known then.
        if isWordCharacter, !"dDwWsSbBhHvVRAzZGnrtfae".unicodeScalars.contains(escaped) {
          return []
        }
      case "(":
        reader.end()
        depth += 1
        if index < scalars.count, scalars[index] == "?" || scalars[index] == "*" {
          // Flags, comments, conditions: (?:…) and look-arounds are skipped like any group.
          let next = index + 1 < scalars.count ? scalars[index + 1] : " "
          if !":=!<>|".unicodeScalars.contains(next) { return [] }
        }
      case ")":
        reader.end()
        depth = max(0, depth - 1)
      case "[":
        reader.end()
        index = Self.afterClass(scalars, index)
      case "|":
        if depth == 0 { return [] }
      case "?", "*", "{":
        reader.dropLast()
        if scalar == "{" { while index < scalars.count, scalars[index] != "}" { index += 1 } }
      case "+", ".", "^", "$", "}": reader.end()
      default: if depth == 0 { reader.append(scalar) }
      }
    }
    reader.end()
    return reader.runs
  }

  /// Past the end of a class of characters whose first one is at `start`.
  static func afterClass(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    var index = start
    if index < scalars.count, scalars[index] == "^" { index += 1 }
    if index < scalars.count, scalars[index] == "]" { index += 1 }
    while index < scalars.count, scalars[index] != "]" {
      if scalars[index] == "\\" { index += 1 }
      if index < scalars.count, scalars[index] == "[", index + 1 < scalars.count,
        scalars[index + 1] == ":"
      {
        // [[:alpha:]]: its own bracket does not end the class.
        while index < scalars.count, scalars[index] != "]" { index += 1 }
      }
      index += 1
    }
    return index + 1
  }

  /// Collects runs; the last character may turn out to be optional.
  private struct RunReader {
    var runs: [String] = []
    private var current = String.UnicodeScalarView()

    mutating func append(_ scalar: Unicode.Scalar) { current.append(scalar) }

    mutating func dropLast() {
      if !current.isEmpty { current.removeLast() }
      end()
    }

    mutating func end() {
      if !current.isEmpty { runs.append(String(current)) }
      current = String.UnicodeScalarView()
    }
  }
}
