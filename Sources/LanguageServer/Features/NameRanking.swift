import Files
import Notes

/// The notes whose names fit what is typed, the best first.
///
/// A name that is the words comes first, then one that begins with them, one that has a word which does, one that has
/// them anywhere, and one that has their letters in this order; accents of Latin letters do not count. With a slash
/// among them the paths are looked at as well. Among equals notes that are linked to from here come
/// first, then the newest.
struct NameRanking {
  struct Match {
    let entry: NoteNames.Entry
    let quality: Quality
  }

  /// How well a name fits.
  enum Quality: Int, Comparable {
    case scattered, inside, word, beginning, whole

    static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
  }

  let names: NoteNames
  let query: String
  /// The notes that come first among equals.
  var preferred: Set<NotePath> = []

  init(names: NoteNames, query: String, preferred: Set<NotePath> = []) {
    self.names = names
    self.query = query
    self.preferred = preferred
  }

  /// A name that fits, before it is looked up.
  private struct Found {
    let quality: Quality
    let isPreferred: Bool
    let modified: Int64
    let isOpen: Bool
    let number: Int
  }

  /// The best matches, and true if there are more.
  ///
  /// - Complexity: linear in the names; only those that may be among the best are sorted.
  func best(_ limit: Int) -> (matches: [Match], isCut: Bool) {
    let wanted = Array(CaseFolding.foldWithoutAccents(query).utf8)
    let isPath = wanted.contains(UInt8(ascii: "/"))
    var best: [Found] = []
    var worst: Found?
    var count = 0
    func cut() {
      best.sort(by: isBefore)
      best.removeLast(max(0, best.count - limit))
      if best.count == limit { worst = best.last }
    }
    let replaced = names.replaced
    func look(_ table: NoteNames.Table, isOpen: Bool) {
      let preferred = Set(self.preferred.compactMap(table.number))
      let (names, starts) = (table.names.span, table.starts.span)
      let (paths, pathStarts) = (table.paths.span, table.pathStarts.span)
      for number in 0..<table.entries.count {
        var fit = Self.quality(
          of: wanted.span, in: names, from: starts[number], to: starts[number + 1])
        if isPath,
          let quality = Self.quality(
            of: wanted.span, in: paths, from: pathStarts[number], to: pathStarts[number + 1])
        {
          fit = max(fit ?? quality, quality)
        }
        guard let quality = fit, isOpen || replaced.isEmpty || !replaced.contains(number) else {
          continue
        }
        count += 1
        let found = Found(
          quality: quality, isPreferred: !preferred.isEmpty && preferred.contains(number),
          modified: table.modified[number], isOpen: isOpen, number: number)
        if let worst, !isBefore(found, worst) { continue }
        best.append(found)
        if best.count >= 4 * limit { cut() }
      }
    }
    look(names.open, isOpen: true)
    look(names.saved, isOpen: false)
    cut()
    return (best.map { Match(entry: entry($0), quality: $0.quality) }, count > limit)
  }

  private func entry(_ found: Found) -> NoteNames.Entry {
    (found.isOpen ? names.open : names.saved).entries[found.number]
  }

  private func isBefore(_ one: Found, _ other: Found) -> Bool {
    if one.quality != other.quality { return one.quality > other.quality }
    if one.isPreferred != other.isPreferred { return one.isPreferred }
    if one.modified != other.modified { return one.modified > other.modified }
    // Within a table the numbers are in the order of the paths.
    if one.isOpen == other.isOpen { return one.number < other.number }
    return entry(one).path < entry(other).path
  }

  /// How well names, each with a zero after it, fit some words; nil if none does.
  static func quality(of wanted: [UInt8], in names: [UInt8]) -> Quality? {
    quality(of: wanted.span, in: names.span, from: 0, to: names.count)
  }

  private static func quality(
    of wanted: Span<UInt8>, in names: Span<UInt8>, from offset: Int, to limit: Int
  ) -> Quality? {
    if wanted.isEmpty { return .inside }
    let first = wanted[0]
    var best: Quality?
    var start = offset
    while start < limit {
      var end = start
      while end < limit, names[end] != 0 { end += 1 }
      var index = start
      var scattered = 0
      while index < end {
        let byte = names[index]
        if scattered < wanted.count, byte == wanted[scattered] { scattered += 1 }
        if byte == first, index + wanted.count <= end {
          var same = 1
          while same < wanted.count, names[index + same] == wanted[same] { same += 1 }
          if same == wanted.count {
            let quality: Quality =
              index == start
              ? (wanted.count == end - start ? .whole : .beginning)
              : (isWordByte(names[index - 1]) ? .inside : .word)
            best = max(best ?? quality, quality)
            if quality == .whole { return .whole }
          }
        }
        index += 1
      }
      if scattered == wanted.count, best == nil { best = .scattered }
      start = end + 1
    }
    return best
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
