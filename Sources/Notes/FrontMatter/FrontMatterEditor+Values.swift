import Layout

extension FrontMatterEditor {
  /// Writes a value in the place of another, in its style where it has one.
  mutating func replace(
    _ entry: EntryIndex, with value: FrontMatterValue, key: String
  ) throws(FrontMatterEditError) {
    guard let document, let colon = afterColon(entry) else { throw .entangled(key: key) }
    let node = document.nodes[entry.value]
    let end = max(end(of: entry.value), colon)
    let old = ByteRange(colon, end)
    if case .list(let values) = value, node.kind == .sequence, node.style == 0, !values.isEmpty {
      try replaceItems(of: entry, with: values, key: key)
      return
    }
    let text: String
    if case .string(let string) = value, node.kind == .scalar {
      let quote = node.style == UInt8(ascii: "'") || node.style == UInt8(ascii: "\"")
      text = YAMLWriter.scalar(string, style: quote ? node.style : 0, in: .block)
    } else {
      text = YAMLWriter.flow(value)
    }
    // The blanks after the colon stay, so that aligned values stay aligned.
    let start = Int(node.range.start)
    let isSameLine = start > colon && source[colon..<start].allSatisfy(\.isBlank)
    let edit =
      isSameLine && !text.isEmpty
      ? ByteEdit(ByteRange(start, end), text)
      : ByteEdit(old, text.isEmpty ? "" : " " + text)
    try apply([edit], key: key, expecting: .value(value))
  }

  /// Writes the items of a list in block style, keeping the lines of those that stay.
  private mutating func replaceItems(
    of entry: EntryIndex, with values: [FrontMatterValue], key: String
  ) throws(FrontMatterEditError) {
    let items = items(of: entry.value)
    guard let first = items.first, let last = items.last, let dash = dash(before: first) else {
      throw .entangled(key: key)
    }
    let separator = lineEnd + indent(before: dash) + Array("- ".utf8)
    var text: [UInt8] = []
    for value in values {
      if !text.isEmpty { text += separator }
      if let same = items.first(where: { FrontMatter.value(of: document, at: $0) == value }),
        let document
      {
        text += source[Int(document.nodes[same].range.start)..<self.end(of: same)]
      } else {
        text += Array(YAMLWriter.flow(value, in: .block).utf8)
      }
    }
    let start = Int(document?.nodes[first].range.start ?? 0)
    try apply(
      [ByteEdit(ByteRange(start, end(of: last)), text)], key: key, expecting: .value(.list(values)))
  }

  // MARK: Lists

  mutating func append(
    _ value: FrontMatterValue, to entry: EntryIndex, key: String
  ) throws(FrontMatterEditError) {
    guard let document, let colon = afterColon(entry) else { throw .entangled(key: key) }
    let node = document.nodes[entry.value]
    let old = FrontMatter.value(of: document, at: entry.value)
    switch old {
    case .null: try replace(entry, with: .list([value]), key: key)
    case .mapping: throw .entangled(key: key)
    case .list(let values):
      guard node.kind == .sequence else { throw .entangled(key: key) }
      if values.contains(value) { return }
      let items = items(of: entry.value)
      let expected = Expectation.value(.list(values + [value]))
      guard let last = items.last else {
        try replace(entry, with: .list([value]), key: key)
        return
      }
      if node.style != 0 {
        let place = end(of: last)
        let text = ", " + YAMLWriter.flow(value, in: .flow)
        try apply([ByteEdit(ByteRange(place, place), text)], key: key, expecting: expected)
      } else {
        guard let dash = dash(before: last) else { throw .entangled(key: key) }
        let place = nextLine(after: end(of: last))
        let line =
          indent(before: dash) + Array("- ".utf8) + Array(YAMLWriter.flow(value).utf8) + lineEnd
        try apply([ByteEdit(ByteRange(place, place), line)], key: key, expecting: expected)
      }
    case .string(let text) where Self.isSpaced(key, text):
      let parts = Self.spacedParts(text)
      if !parts.contains(value) { try replace(entry, with: .list(parts + [value]), key: key) }
    case .string(let text) where Self.isSeparated(key, text):
      guard case .string(let added) = value else { throw .entangled(key: key) }
      if Self.parts(text).contains(where: { $0 == added }) { return }
      try replace(entry, with: .string(text + ", " + added), key: key)
    default:
      if old == value { return }
      let start = max(Int(node.range.start), colon)
      let end = max(end(of: entry.value), start)
      let written =
        node.style == UInt8(ascii: "|") || node.style == UInt8(ascii: ">")
        ? YAMLWriter.flow(old, in: .flow)
        : String(decoding: source[start..<end], as: Unicode.UTF8.self)
      let text = "[" + written + ", " + YAMLWriter.flow(value, in: .flow) + "]"
      try apply(
        [ByteEdit(ByteRange(start, end), text)], key: key, expecting: .value(.list([old, value])))
    }
  }

  mutating func remove(
    _ value: FrontMatterValue, from entry: EntryIndex, key: String
  ) throws(FrontMatterEditError) {
    guard let document else { return }
    let node = document.nodes[entry.value]
    switch FrontMatter.value(of: document, at: entry.value) {
    case .list(let values):
      guard let index = values.firstIndex(of: value) else { return }
      guard node.kind == .sequence else { throw .entangled(key: key) }
      var rest = values
      rest.remove(at: index)
      if rest.isEmpty {
        try replace(entry, with: .list([]), key: key)
      } else {
        let edit = try removal(ofItem: index, in: items(of: entry.value), node, key)
        try apply([edit], key: key, expecting: .value(.list(rest)))
      }
      try remove(value, from: key)
    case .string(let text) where Self.isSpaced(key, text):
      let parts = Self.spacedParts(text)
      let rest = parts.filter { $0 != value }
      if rest.count < parts.count { try replace(entry, with: .list(rest), key: key) }
    case .string(let text) where Self.isSeparated(key, text):
      let rest = Self.parts(text).filter { .string(String($0)) != value }
      if rest.count < Self.parts(text).count {
        try replace(entry, with: .string(rest.joined(separator: ", ")), key: key)
      }
    case let old where old == value: try unset(key)
    default: return
    }
  }

  /// The change that takes an item out of a list of two or more.
  func removal(
    ofItem index: Int, in items: [Int], _ list: YAMLDocument.Node, _ key: String
  ) throws(FrontMatterEditError) -> ByteEdit {
    guard let document, items.indices.contains(index) else { throw .entangled(key: key) }
    let start = Int(document.nodes[items[index]].range.start)
    let end = end(of: items[index])
    if list.style != 0 {
      // With the comma before it, or after it if it is the first.
      return index > 0
        ? ByteEdit(ByteRange(self.end(of: items[index - 1]), end), [])
        : ByteEdit(ByteRange(start, Int(document.nodes[items[1]].range.start)), [])
    }
    guard let dash = dash(before: items[index]) else { throw .entangled(key: key) }
    var lineStart = dash
    while lineStart > 0, !source[lineStart - 1].isLineEnd { lineStart -= 1 }
    return ByteEdit(ByteRange(lineStart, nextLine(after: max(end, dash + 1))), [])
  }

  /// The nodes of a list.
  func items(of list: Int) -> [Int] {
    guard let document else { return [] }
    var items: [Int] = []
    var index = list + 1
    while index < Int(document.nodes[list].next) {
      items.append(index)
      index = Int(document.nodes[index].next)
    }
    return items
  }

  /// The `-` of an item in block style that has its line to itself.
  func dash(before item: Int) -> Int? {
    guard let document else { return nil }
    var index = Int(document.nodes[item].range.start)
    while index > 0, source[index - 1].isBlank { index -= 1 }
    guard index > 0, source[index - 1] == UInt8(ascii: "-") else { return nil }
    let dash = index - 1
    index = dash
    while index > 0, source[index - 1].isBlank { index -= 1 }
    return index == 0 || source[index - 1].isLineEnd ? dash : nil
  }

  func indent(before offset: Int) -> [UInt8] {
    var start = offset
    while start > 0, !source[start - 1].isLineEnd { start -= 1 }
    return Array(source[start..<offset])
  }

  /// True if a string is several names separated by commas.
  private static func isSeparated(_ key: String, _ text: String) -> Bool {
    ["tags", "tag", "keywords", "aliases", "alias"].contains(key.lowercased())
      && text.utf8.contains(UInt8(ascii: ","))
  }

  /// True if a string is several hashtags separated by spaces, as they are read.
  private static func isSpaced(_ key: String, _ text: String) -> Bool {
    ["tags", "tag", "keywords"].contains(key.lowercased())
      && !text.utf8.contains(UInt8(ascii: ",")) && spacedParts(text).count > 1
  }

  private static func spacedParts(_ text: String) -> [FrontMatterValue] {
    text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map { .string(String($0)) }
  }

  private static func parts(_ text: String) -> [Substring] {
    text.split(separator: ",").map { $0.trimmingBlanks }
  }
}
