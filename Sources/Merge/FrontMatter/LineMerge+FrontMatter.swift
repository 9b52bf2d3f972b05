import Layout

/// Front matter, key by key.
extension LineMerge {
  /// Merges the front matter of the three texts.
  mutating func mergeFrontMatter(hasBase: Bool) {
    let (base, left, right) = front
    let front = ThreeRanges(
      base: whole.base.prefix(base?.lines.count ?? 0),
      left: whole.left.prefix(left?.lines.count ?? 0),
      right: whole.right.prefix(right?.lines.count ?? 0))
    if areSame(front.left, front.right) || areSame(front.right, front.base) {
      keep(front.left)
    } else if areSame(front.left, front.base) {
      keep(front.right)
    } else if let left, let right, left.isPlain, right.isPlain, base?.isPlain ?? true {
      mergeKeys(base, left, right)
    } else if left == nil || right == nil {
      overlap(front)
    } else {
      mergeFrontMatterLines(front, hasBase: hasBase && base != nil)
    }
  }

  /// Merges front matter that is not plain keys by its lines, unless a key would be doubled by it.
  private mutating func mergeFrontMatterLines(_ front: ThreeRanges, hasBase: Bool) {
    let merged = collected {
      if hasBase { $0.mergeLines(front, atEnd: false) } else { $0.mergeAdded(front) }
    }
    var names: Set<[UInt8]> = []
    for line in merged.flatMap(\.leftLines) {
      let content = pool.content(line)
      guard let first = content.first, !first.isBlank, first != UInt8(ascii: "-"),
        let colon = content.firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      if !names.insert(Array(content[..<colon])).inserted { return overlap(front) }
    }
    add(merged)
  }

  private mutating func mergeKeys(
    _ base: FrontMatterKeys?, _ left: FrontMatterKeys, _ right: FrontMatterKeys
  ) {
    let none = whole.base.prefix(0)
    keep(merged(base?.opener ?? none, left.opener, right.opener) ?? left.opener)
    var names = MergedOrder.merged(
      base: base?.keys.map(\.name) ?? [], left: left.keys.map(\.name),
      right: right.keys.map(\.name)
    ) { $0.lexicographicallyPrecedes($1) }
    // A key that one side removed and the other changed remains a choice at its place.
    for key in base?.keys ?? [] where !names.contains(key.name) {
      let sides = [left.key(key.name), right.key(key.name)].compactMap(\.self)
      guard let side = sides.first, !areSame(side.value, key.value) else { continue }
      let keys = left.key(key.name) != nil ? left.keys : right.keys
      let before = keys.prefix { $0.name != key.name }.last { names.contains($0.name) }
      let place = before.flatMap { names.firstIndex(of: $0.name) }.map { $0 + 1 } ?? 0
      names.insert(key.name, at: place)
    }
    for name in names { mergeKey(base?.key(name), left.key(name), right.key(name)) }
    if let tail = merged(base?.tail ?? none, left.tail, right.tail) {
      keep(tail)
    } else {
      keep(left.tail)
      keep(right.tail)
    }
    keep(merged(base?.closer ?? none, left.closer, right.closer) ?? left.closer)
  }

  /// The merge of three runs of lines; nil if both sides changed the base in different ways.
  private func merged(_ base: Range<Int>, _ left: Range<Int>, _ right: Range<Int>) -> Range<Int>? {
    if areSame(left, right) || areSame(right, base) { return left }
    return areSame(left, base) ? right : nil
  }

  private mutating func mergeKey(
    _ base: FrontMatterKeys.Key?, _ left: FrontMatterKeys.Key?, _ right: FrontMatterKeys.Key?
  ) {
    guard let left, let right else {
      guard let side = left ?? right else { return }
      guard let base, !Self.changeKeys.contains(side.name), order(side) == nil else {
        return keep(side.lines)
      }
      keep(side.comments)
      let none = side.value.suffix(0)
      return overlap(
        ThreeRanges(base: base.value, left: left?.value ?? none, right: right?.value ?? none))
    }
    let none = whole.base.prefix(0)
    if let comments = merged(base?.comments ?? none, left.comments, right.comments) {
      keep(comments)
    } else {
      keep(left.comments)
      keep(right.comments)
    }
    if let value = merged(base?.value ?? none, left.value, right.value) { return keep(value) }
    if mergeList(base, left, right) { return }
    if let date = date(base, left, right) { return keep(date) }
    if let order = order(left, right) { return keep(order) }
    let stretch = ThreeRanges(base: base?.value ?? none, left: left.value, right: right.value)
    if base != nil, [stretch.base, stretch.left, stretch.right].allSatisfy(isBlockText) {
      mergeLines(stretch, atEnd: false)
    } else {
      overlap(whole: stretch)
    }
  }

  /// True if a value is text on lines of its own, after `|` or `>`.
  private func isBlockText(_ value: Range<Int>) -> Bool {
    let last = FrontMatterKeys.trimmed(pool.content(value.lowerBound)).last
    return value.count > 1 && (last == UInt8(ascii: "|") || last == UInt8(ascii: ">"))
  }

  /// Merges a key as a set, if its value is a list in all versions that have it.
  private mutating func mergeList(
    _ base: FrontMatterKeys.Key?, _ left: FrontMatterKeys.Key, _ right: FrontMatterKeys.Key
  ) -> Bool {
    guard let leftList = ListValue(left, in: pool), let rightList = ListValue(right, in: pool)
    else {
      return false
    }
    let baseList = base.flatMap { ListValue($0, in: pool) }
    if base != nil, baseList == nil { return false }
    if leftList.style == .empty, rightList.style == .empty { return false }
    let list = ListValue.merged(base: baseList, left: leftList, right: rightList)
    let isLeft = list.style == leftList.style
    // A version's list that equals the merged one is taken as it is written.
    for (side, own) in [(left, leftList), (right, rightList)] where own.style == list.style {
      if own.items.map(\.source) == list.items.map(\.source) {
        keep(side.value)
        return true
      }
    }
    let line = pool.content((isLeft ? left : right).value.lowerBound)
    for line in list.lines(for: left.name, replacing: line) { keep(new: line) }
    return true
  }

  /// Keys for the time of a note's last change; the later of two is right.
  private static let changeKeys = [
    "modified", "updated", "lastmod", "last_modified", "lastModified", "date modified",
  ].map { Array($0.utf8) }
  /// Keys for the time of a note's creation; of two the earlier is right.
  private static let creationKeys = ["created", "date created"].map { Array($0.utf8) }

  /// The key of a note's place among notes that a person has ordered.
  private static let orderKey = Array("order".utf8)

  /// The `order` that a key gives, if it is a number.
  private func order(_ key: FrontMatterKeys.Key) -> Double? {
    guard key.name == Self.orderKey, key.value.count == 1 else { return nil }
    let line = FrontMatterKeys.trimmed(pool.content(key.value.lowerBound))
    let rest = line.dropFirst(key.name.count).drop { $0 == UInt8(ascii: ":") || $0.isBlank }
    let number = rest.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    return Double(String(decoding: number, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The value that wins if both moved the note: the place nearer to the front. No text is lost by
  /// it, and two keys would be no place at all.
  private func order(
    _ left: FrontMatterKeys.Key, _ right: FrontMatterKeys.Key
  ) -> Range<Int>? {
    guard let first = order(left), let second = order(right) else { return nil }
    if first != second { return first < second ? left.value : right.value }
    let texts = [left, right].map { pool.content($0.value.lowerBound) }
    return texts[1].lexicographicallyPrecedes(texts[0]) ? right.value : left.value
  }

  /// The side whose date wins, for the keys that tools write by themselves.
  private func date(
    _ base: FrontMatterKeys.Key?, _ left: FrontMatterKeys.Key, _ right: FrontMatterKeys.Key
  ) -> Range<Int>? {
    let isChange = Self.changeKeys.contains(left.name)
    guard isChange || (base == nil && Self.creationKeys.contains(left.name)) else { return nil }
    func date(_ key: FrontMatterKeys.Key) -> DateText? {
      guard key.value.count == 1 else { return nil }
      let line = FrontMatterKeys.trimmed(pool.content(key.value.lowerBound))
      let rest = line.dropFirst(key.name.count).drop { $0 == UInt8(ascii: ":") || $0.isBlank }
      return DateText(rest)
    }
    guard let first = date(left), let second = date(right) else { return nil }
    if first < second { return isChange ? right.value : left.value }
    if second < first { return isChange ? left.value : right.value }
    return left.value
  }
}
