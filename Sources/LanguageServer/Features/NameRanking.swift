import Files
import Notes

/// The notes whose names fit what is typed, the best first.
///
/// A name that is the words comes first, then one that begins with them, one that has a word which does, one that has
/// them anywhere, and one that has their letters in this order. Among equals notes that are linked to from here come
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

  /// The best matches, and true if there are more.
  func best(_ limit: Int) -> (matches: [Match], isCut: Bool) {
    let wanted = Array(CaseFolding.fold(query).utf8)
    var found: [(entry: NoteNames.Entry, quality: Quality, isPreferred: Bool)] = []
    func look(_ entry: NoteNames.Entry, _ number: Int) {
      guard let quality = Self.quality(of: wanted, in: entry.folded),
        // The rest is looked at for the few that fit.
        let entry = names.entry(number)
      else { return }
      found.append((entry, quality, !preferred.isEmpty && preferred.contains(entry.path)))
    }
    for (number, entry) in names.saved.enumerated() { look(entry, number) }
    for (number, entry) in names.open.enumerated() { look(entry, names.saved.count + number) }
    func isBefore(_ left: Int, _ right: Int) -> Bool {
      let (one, other) = (found[left], found[right])
      if one.quality != other.quality { return one.quality > other.quality }
      if one.isPreferred != other.isPreferred { return one.isPreferred }
      if one.entry.modified != other.entry.modified {
        return one.entry.modified > other.entry.modified
      }
      return one.entry.path < other.entry.path
    }
    var order = Array(found.indices)
    if order.count > 4 * limit {
      // Only the best classes are sorted.
      var counts = [Int](repeating: 0, count: Quality.whole.rawValue + 1)
      for match in found { counts[match.quality.rawValue] += 1 }
      var lowest = Quality.whole.rawValue
      var sum = counts[lowest]
      while sum < limit, lowest > 0 {
        lowest -= 1
        sum += counts[lowest]
      }
      order.removeAll { found[$0].quality.rawValue < lowest }
    }
    order.sort(by: isBefore)
    let matches = order.prefix(limit).map {
      Match(entry: found[$0].entry, quality: found[$0].quality)
    }
    return (matches, found.count > limit)
  }

  /// How well names, each with a zero after it, fit some words; nil if none does.
  static func quality(of wanted: [UInt8], in names: [UInt8]) -> Quality? {
    guard let first = wanted.first else { return .inside }
    let (names, wanted) = (names.span, wanted.span)
    var best: Quality?
    var start = 0
    while start < names.count {
      var end = start
      while end < names.count, names[end] != 0 { end += 1 }
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
