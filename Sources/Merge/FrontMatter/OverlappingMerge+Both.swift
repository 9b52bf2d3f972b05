import Layout

/// The two versions of an overlap together.
package enum BothVersions: Equatable, Sendable {
  /// The text that holds both.
  case text([UInt8])
  /// A key of front matter that has one value, by its name; both would make the key twice, which is not YAML.
  case oneValue(key: String)
  /// Front matter that is not plain keys, each with a value of its own.
  case frontMatter
}

extension OverlappingMerge {
  /// The two versions of an overlap together, the left one first.
  ///
  /// In the text of a note they are put one after the other. In front matter, two lists become one list with the items of
  /// both, and so do two values of `tags`, `aliases`, `author` and their like; a key that has one value cannot hold both.
  /// - Parameter index: the overlap's place in `overlaps`.
  package func both(at index: Int) -> BothVersions {
    let overlap = overlaps[index]
    if overlap.left.isEmpty || overlap.right.isEmpty { return .text(overlap.left + overlap.right) }
    guard isInFrontMatter(index) else {
      return .text(Self.onOwnLines(overlap.left, overlap.right))
    }
    return BothFrontMatters.both(overlap.left, overlap.right)
  }

  /// True for an overlap between the fences of front matter, with either side's text in it.
  private func isInFrontMatter(_ index: Int) -> Bool {
    Side.allCases.contains { side in
      var start = 0
      var next = 0
      for region in regions {
        switch region {
        case .agreed(let bytes): start += bytes.count
        case .overlap(let overlap):
          if next == index {
            return start < BothFrontMatters.end(of: text(preferring: side))
          }
          next += 1
          start += side == .left ? overlap.left.count : overlap.right.count
        }
      }
      return false
    }
  }

  static func onOwnLines(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    guard let end = first.last, end != .lineFeed, !second.isEmpty else { return first + second }
    return first + [.lineFeed] + second
  }
}

/// Two versions of some keys of front matter as one.
enum BothFrontMatters {
  /// Keys whose value may be one item or a list of them.
  private static let listKeys = Set(
    [
      "tags", "tag", "aliases", "alias", "author", "authors", "keywords", "cssclasses", "cssclass",
      "related", "categories",
    ].map { Array($0.utf8) })

  private static let fence = Array("---\n".utf8)

  /// The byte offset after a text's front matter and its fence; zero if it has none.
  static func end(of text: [UInt8]) -> Int {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let skipped = text.starts(with: mark) ? mark.count : 0
    var pool = LinePool(byteCount: text.count)
    let lines = pool.add(Array(text.dropFirst(skipped)))
    guard let front = FrontMatterKeys(lines, in: pool), let last = front.lines.last else {
      return 0
    }
    return skipped + pool.range(last).upperBound
  }

  /// The lines of both, or why there are none.
  static func both(_ left: [UInt8], _ right: [UInt8]) -> BothVersions {
    var pool = LinePool(byteCount: left.count + right.count)
    func keys(_ text: [UInt8]) -> FrontMatterKeys? {
      let end = text.last == .lineFeed ? [] : [UInt8.lineFeed]
      let keys = FrontMatterKeys(pool.add(fence + text + end + fence), in: pool)
      guard let keys, keys.isPlain, !keys.keys.isEmpty,
        keys.lines.count == 2 + keys.keys.reduce(keys.tail.count, { $0 + $1.lines.count })
      else { return nil }
      return keys
    }
    guard let first = keys(left), let second = keys(right) else { return .frontMatter }
    var result: [UInt8] = []
    func add(_ lines: Range<Int>) {
      for line in lines { result += pool.content(line) + [.lineFeed] }
    }
    for key in first.keys {
      add(key.comments)
      guard let other = second.key(key.name) else {
        add(key.value)
        continue
      }
      if pool.text(key.value) == pool.text(other.value) {
        add(key.value)
      } else if let union = union(key, other, in: pool) {
        for line in union { result += line + [.lineFeed] }
      } else {
        return .oneValue(key: String(decoding: unquoted(key.name), as: UTF8.self))
      }
    }
    for key in second.keys where first.key(key.name) == nil { add(key.lines) }
    return .text(result)
  }

  private static func unquoted(_ name: [UInt8]) -> [UInt8] { ListValue.Item(name[...]).text }

  /// The lines of a list with the items of both, those of the first in front; nil if a value is no
  /// list and cannot be one.
  private static func union(
    _ first: FrontMatterKeys.Key, _ second: FrontMatterKeys.Key, in pool: LinePool
  ) -> [[UInt8]]? {
    let blocks = (blockItems(first, in: pool), blockItems(second, in: pool))
    if let (indent, items) = blocks.0, let (_, others) = blocks.1 {
      return [Array(pool.content(first.value.lowerBound))]
        + united(items, others).flatMap { item in item.map { indent + $0 } }
    }
    guard let list = self.list(first, in: pool), let other = self.list(second, in: pool) else {
      return nil
    }
    var items = list.items
    for item in other.items where !items.contains(item) { items.append(item) }
    let style: ListValue.Style =
      if case .block = list.style { list.style } else {
        if case .block = other.style { other.style } else { .flow }
      }
    return ListValue(style: style, items: items).lines(
      for: first.name, replacing: pool.content(first.value.lowerBound))
  }

  /// A value as a list; also a single plain value, if the key may have a list.
  private static func list(_ key: FrontMatterKeys.Key, in pool: LinePool) -> ListValue? {
    if let list = ListValue(key, in: pool) { return list }
    guard listKeys.contains(key.name), key.value.count == 1 else { return nil }
    let line = pool.content(key.value.lowerBound)
    let value = FrontMatterKeys.trimmed(
      line.dropFirst(key.name.count).drop { $0 == UInt8(ascii: ":") || $0.isBlank })
    guard let mark = value.first, !"[]{}&*!|>%@`#".utf8.contains(mark) else { return nil }
    let text = Array(value)
    for part in [": ", " #"].map({ Array($0.utf8) })
    where text.indices.contains(where: { text[$0...].starts(with: part) }) {
      return nil
    }
    return ListValue(style: .flow, items: [ListValue.Item(value)])
  }

  /// The items of a list, each with its lines, without the indentation of the list; nil if there is
  /// no such list.
  private static func blockItems(
    _ key: FrontMatterKeys.Key, in pool: LinePool
  ) -> (indent: [UInt8], items: [[[UInt8]]])? {
    let head = FrontMatterKeys.trimmed(pool.content(key.value.lowerBound))
    guard key.value.count > 1, head.last == UInt8(ascii: ":") else { return nil }
    var indent: ArraySlice<UInt8>?
    var items: [[[UInt8]]] = []
    for line in key.value.dropFirst() {
      let content = FrontMatterKeys.trimmed(pool.content(line))
      let own = indent ?? content.prefix { $0.isBlank }
      guard content.starts(with: own) else { return nil }
      let rest = content.dropFirst(own.count)
      if rest.first == UInt8(ascii: "-"), rest.dropFirst().first?.isBlank ?? true {
        indent = own
        items.append([Array(rest)])
      } else if !items.isEmpty, rest.first?.isBlank ?? false {
        items[items.count - 1].append(Array(rest))
      } else {
        return nil
      }
    }
    return indent.map { (Array($0), items) }
  }

  /// The items of the first list and the further ones of the second.
  private static func united(_ first: [[[UInt8]]], _ second: [[[UInt8]]]) -> [[[UInt8]]] {
    func text(_ item: [[UInt8]]) -> [[UInt8]] {
      let plain = item[0].dropFirst().drop { $0.isBlank }
      return [ListValue.Item(plain).text] + item.dropFirst()
    }
    var known = Set(first.map(text))
    return first + second.filter { known.insert(text($0)).inserted }
  }
}

extension LinePool {
  /// The contents of some lines.
  fileprivate func text(_ lines: Range<Int>) -> [ArraySlice<UInt8>] { lines.map { content($0) } }
}
