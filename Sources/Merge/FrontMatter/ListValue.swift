import Layout

/// A list in front matter as it is written, with its items as they are written.
struct ListValue: Equatable {
  enum Style: Equatable {
    /// `key: [a, b]`
    case flow
    /// `- a` on a line each, after this indentation.
    case block(indent: [UInt8])
    /// `key: a b`, with the separator between two items.
    case words(separator: [UInt8])
    /// `key:`, which any style can follow.
    case empty
  }

  let style: Style
  /// The items as they are written in the note, with their quotes.
  let items: [Item]

  struct Item: Hashable {
    let source: [UInt8]
    /// The text without quotes, by which two items are the same.
    let text: [UInt8]

    init(_ source: ArraySlice<UInt8>) {
      self.source = Array(source)
      var text = source
      if let quote = text.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
        text.count > 1, text.last == quote
      {
        text = text.dropFirst().dropLast()
      }
      self.text = Array(text)
    }

    static func == (left: Item, right: Item) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// Keys whose value is a list even if it is written as a string.
  private static let wellKnown: [[UInt8]] = [
    "tags", "tag", "aliases", "alias", "keywords", "cssclasses", "cssclass",
  ].map { Array($0.utf8) }

  /// Reads the value of a key; nil unless it is a list of plain items, each once, and nothing else.
  init?(_ key: FrontMatterKeys.Key, in pool: LinePool) {
    let first = pool.content(key.value.lowerBound)
    guard let colon = Self.colon(first, after: key.name) else { return nil }
    let rest = Self.trimmed(first[(colon + 1)...])
    let found: (Style, [ArraySlice<UInt8>])
    if key.value.count > 1 {
      guard rest.isEmpty, let block = Self.block(key.value.dropFirst(), pool) else { return nil }
      found = block
    } else if rest.isEmpty {
      found = (.empty, [])
    } else if rest.first == UInt8(ascii: "["), rest.last == UInt8(ascii: "]"), rest.count > 1 {
      guard let items = Self.flow(rest.dropFirst().dropLast()) else { return nil }
      found = (.flow, items)
    } else if Self.wellKnown.contains(key.name), let words = Self.words(rest, of: key.name) {
      found = words
    } else {
      return nil
    }
    style = found.0
    items = found.1.map(Item.init)
    if Set(items).count < items.count { return nil }
  }

  private static func colon(_ line: ArraySlice<UInt8>, after name: [UInt8]) -> Int? {
    line[(line.startIndex + name.count)...].firstIndex(of: UInt8(ascii: ":"))
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    FrontMatterKeys.trimmed(text.drop { $0.isBlank })
  }

  private static func block(
    _ lines: Range<Int>, _ pool: LinePool
  ) -> (Style, [ArraySlice<UInt8>])? {
    var indent: [UInt8]?
    var items: [ArraySlice<UInt8>] = []
    for line in lines {
      let content = pool.content(line)
      let dash = content.firstIndex { !$0.isBlank } ?? content.endIndex
      guard dash < content.endIndex, content[dash] == UInt8(ascii: "-"),
        dash + 1 < content.endIndex, content[dash + 1].isBlank
      else { return nil }
      let own = Array(content[..<dash])
      if own != indent ?? own { return nil }
      indent = own
      let item = trimmed(content[(dash + 1)...])
      if !isScalar(item) || contains(item, ": ") || contains(item, " #")
        || item.last == UInt8(ascii: ":")
      {
        return nil
      }
      items.append(item)
    }
    return (.block(indent: indent ?? []), items)
  }

  private static func flow(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    if trimmed(text).isEmpty { return [] }
    var items: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var quote: UInt8?
    for index in text.indices {
      let byte = text[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { return nil }
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        // A quote in the middle of a word is a letter.
        if trimmed(text[start..<index]).isEmpty { quote = byte }
      } else if byte == UInt8(ascii: ",") {
        items.append(trimmed(text[start..<index]))
        start = index + 1
      }
    }
    let last = trimmed(text[start...])
    // A comma after the last item begins no further item.
    if !last.isEmpty { items.append(last) }
    return quote == nil && items.allSatisfy(isScalar) ? items : nil
  }

  /// A string of several words, as in older notes.
  private static func words(
    _ text: ArraySlice<UInt8>, of key: [UInt8]
  ) -> (Style, [ArraySlice<UInt8>])? {
    guard isScalar(text), !contains(text, ": "), !contains(text, " #"),
      text.first != UInt8(ascii: "\""), text.first != UInt8(ascii: "'")
    else { return nil }
    if text.contains(UInt8(ascii: ",")) {
      let items = text.split(separator: UInt8(ascii: ",")).map(trimmed).filter { !$0.isEmpty }
      return (.words(separator: Array((contains(text, ", ") ? ", " : ",").utf8)), items)
    }
    // An alias may have several words, a tag only one.
    let isTags = key.starts(with: "tag".utf8)
    let items = isTags ? text.split { $0.isBlank } : [text]
    return (.words(separator: Array((isTags ? " " : ", ").utf8)), items)
  }

  private static func isScalar(_ item: ArraySlice<UInt8>) -> Bool {
    guard let first = item.first else { return false }
    return !"[]{}&*!|>%@`".utf8.contains(first)
      && !(first == UInt8(ascii: "-") && item.count == 1)
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ part: String) -> Bool {
    let part = Array(part.utf8)
    guard text.count >= part.count else { return false }
    return (text.startIndex...(text.endIndex - part.count)).contains {
      text[$0..<($0 + part.count)].elementsEqual(part)
    }
  }

  /// The list that both sides' changes to another make, as a set.
  static func merged(base: ListValue?, left: ListValue, right: ListValue) -> ListValue {
    let items = MergedOrder.merged(
      base: base?.items ?? [], left: left.items, right: right.items
    ) { $0.text.lexicographicallyPrecedes($1.text) }
    var style = left.style
    if left.style == .empty || (right.style != .empty && base?.style == left.style) {
      style = right.style
    }
    if case .words = style {
      // A list of one word does not show its separator.
      let several = [base, left, right].compactMap(\.self).first {
        if case .words = $0.style { $0.items.count > 1 } else { false }
      }
      style = several?.style ?? style
    }
    return ListValue(style: style, items: items)
  }

  init(style: Style, items: [Item]) {
    self.style = style
    self.items = items
  }

  /// The lines of the key with this list.
  /// - Parameter line: the key's line in a version that has the style.
  func lines(for name: [UInt8], replacing line: ArraySlice<UInt8>) -> [[UInt8]] {
    let colon = Self.colon(line, after: name) ?? line.endIndex - 1
    let key = Array(line[...colon])
    func joined(_ separator: [UInt8]) -> [UInt8] {
      Array(items.map(\.source).joined(separator: separator))
    }
    let gap = Array(line[(colon + 1)...].prefix { $0.isBlank })
    let blank = gap.isEmpty ? [.space] : gap
    switch fitting {
    case .words(let separator): return [key + blank + joined(separator)]
    case .block(let indent):
      let dash = indent + Array("- ".utf8)
      return [key] + items.map { dash + $0.source }
    case .flow, .empty:
      return [key + blank + Array("[".utf8) + joined(Array(", ".utf8)) + Array("]".utf8)]
    }
  }

  /// The style, or another if an item could not be written in it.
  private var fitting: Style {
    func isQuoted(_ item: Item) -> Bool { item.source.count != item.text.count }
    switch style {
    case _ where items.isEmpty: return .flow
    case .block: return style
    case .flow, .empty:
      let fits = items.allSatisfy { item in
        isQuoted(item) || !item.source.contains { ",[]{}".utf8.contains($0) }
      }
      return fits ? .flow : .block(indent: Array("  ".utf8))
    case .words(let separator):
      let fits = items.allSatisfy { item in
        !isQuoted(item) && !item.source.contains(UInt8(ascii: ","))
          && (separator.first != .space || !item.source.contains { $0.isBlank })
          && item.source.first != UInt8(ascii: "#")
      }
      return fits ? style : ListValue(style: .flow, items: items).fitting
    }
  }
}
