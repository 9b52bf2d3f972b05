import Layout

/// Counts how often lines were added at the places of a merge, and so how often a merge may have
/// them.
///
/// A place is a gap of the ancestor and the headings and items that a side added above the line
/// there. A line that both sides add at one place is meant once; a line that they add at different
/// places is meant twice.
struct LinePlaces {
  private struct Key: Hashable {
    let gap: Int
    let path: Int
    let id: Int32
  }

  private struct Count {
    var left = 0
    var right = 0
  }

  private let pool: LinePool
  private let forms: LineForms
  private let ids: [Int32]
  private var counts: [Key: Count] = [:]

  /// - Parameter ids: the numbers by which lines count as the same; nil for those of their contents.
  init(pool: LinePool, forms: LineForms, ids: [Int32]? = nil) {
    self.pool = pool
    self.forms = forms
    self.ids = ids ?? pool.ids
  }

  /// True if a reader would miss the line, or notice it twice.
  ///
  /// Blank lines, lines without a letter or digit, fences, the attributions of quotes and the
  /// headings of journal entries mean nothing by themselves: two texts may well have the same.
  func isTelling(_ line: Int) -> Bool {
    let content = pool.content(line)
    switch forms[line] {
    case .blank, .fence: return false
    case .heading where JournalTime(headingLine: content) != nil: return false
    case .quote:
      let text = content.drop { $0.isBlank || $0 == UInt8(ascii: ">") }
      let dashes: [[UInt8]] = [[0xE2, 0x80, 0x93], [0xE2, 0x80, 0x94], [UInt8(ascii: "-")]]
      if dashes.contains(where: { text.starts(with: $0) }) { return false }
    default: break
    }
    return content.contains { $0 >= 0x80 || $0.isASCIILetter || $0.isASCIIDigit }
  }

  /// Counts lines that a side put in at a gap.
  mutating func add(_ lines: Range<Int>, of side: Side, gap: Int) {
    var above: [(level: Int, path: Int)] = []
    for line in lines {
      let level = level(line)
      if let level { while let last = above.last, last.level >= level { above.removeLast() } }
      let path = above.last?.path ?? 0
      let key = Key(gap: gap, path: path, id: ids[line])
      if side == .left {
        counts[key, default: Count()].left += 1
      } else {
        counts[key, default: Count()].right += 1
      }
      if let level, forms[line] == .heading || forms[line] == .item {
        above.append((level, (path &* 31 &+ Int(ids[line]) &+ 1) &* 0x5851_F42D))
      }
    }
  }

  /// The depth of a line below headings (1 to 6) and items (from 10 on); nil for one that ends
  /// neither.
  private func level(_ line: Int) -> Int? {
    switch forms[line] {
    case .blank, .fence, .code: return nil
    case .heading:
      return pool.content(line).drop { $0.isBlank }.prefix { $0 == UInt8(ascii: "#") }.count
    case .item, .text, .quote, .table: return 10 + forms.indent(line)
    }
  }

  /// The number of times that each line, by its id, was added, where insertions of both sides at
  /// one place count once.
  var allowed: [Int32: Int] {
    counts.reduce(into: [:]) { $0[$1.key.id, default: 0] += max($1.value.left, $1.value.right) }
  }

  /// The lines, by their numbers, that both sides put in at one place.
  var shared: Set<Int32> {
    Set(counts.lazy.filter { $0.value.left > 0 && $0.value.right > 0 }.map(\.key.id))
  }
}
