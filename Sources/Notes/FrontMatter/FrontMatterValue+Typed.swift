import Layout

extension FrontMatterValue {
  /// A value as a person types it after `KEY=`, from which nothing that was typed is lost.
  ///
  /// 1. Nothing, `null` and `~` are null; `true` and `false` are Booleans.
  /// 2. A decimal number is one. `007`, `+49`, `1e3` and `0x1F` are texts, which a conversion to numbers would change.
  /// 3. A text in quotation marks is what stands between them, if YAML reads it so to its end.
  /// 4. `[a, b]` is a list, and `{a: 1}` a mapping, if YAML reads it so to its end and each key is a text with a value.
  ///    Their parts follow these rules. `[[Note]]` is a link, and a link is a text.
  /// 5. All else is the text as typed: `{{title}}`, `{x}`, `a: b`, `- x`, `@x`, `#tag`, a date, `yes`, several lines.
  package init(typed text: String) {
    self = TypedValue(text)?.value ?? .string(text)
  }
}

/// A typed text as YAML reads it; nil where it is a text, or something of it would be lost.
private struct TypedValue {
  private(set) var value = FrontMatterValue.null
  private let source: [UInt8]
  private let start: Int

  init?(_ text: String) {
    if text.contains(where: \.isNewline) { return nil }
    let head = Array("---\nvalue: ".utf8)
    (source, start) = (head + Array(text.utf8), head.count)
    let matter = Note(parsing: source + Array("\n---\n".utf8)).frontMatter
    guard let matter, matter.failure == nil, let node = matter["value"] else { return nil }
    if text.isEmpty { return }
    let isMarked = text.utf8.first.map { "[{\"'".utf8.contains($0) } ?? false
    if isMarked {
      // A comment after it would be lost.
      guard Int(node.range.start) == start, Int(node.range.end) == source.count else { return nil }
    } else {
      guard node.kind == .scalar, node.bytes.elementsEqual(source[start...]) else { return nil }
    }
    guard let value = read(node) else { return nil }
    self.value = value
  }

  private func read(_ node: FrontMatter.Node) -> FrontMatterValue? {
    let written = source[Int(node.range.start)..<Int(node.range.end)]
    // The name or type of a part would be lost.
    if let first = written.first, "&!*".utf8.contains(first) { return nil }
    switch node.kind {
    case .scalar: return scalar(node)
    case .list:
      let parts = node.elements
      if written.starts(with: "[[".utf8), written.suffix(2).elementsEqual("]]".utf8),
        parts.count == 1
      {
        return .string(String(decoding: written, as: UTF8.self))
      }
      guard written.first == UInt8(ascii: "["), isAll(of: node, parts) else { return nil }
      let values = parts.compactMap(read)
      return values.count == parts.count ? .list(values) : nil
    case .mapping:
      let entries = node.entries
      guard written.first == UInt8(ascii: "{"),
        isAll(of: node, entries.flatMap { [$0.key, $0.value] })
      else { return nil }
      var read: [FrontMatterValue.Entry] = []
      for entry in entries {
        guard self.read(entry.key) != nil,
          let key = entry.key.text, !key.isEmpty, !entry.value.isNull,
          let value = self.read(entry.value), !read.contains(where: { $0.key == key })
        else { return nil }
        read.append(FrontMatterValue.Entry(key: key, value: value))
      }
      return .mapping(read)
    }
  }

  private func scalar(_ node: FrontMatter.Node) -> FrontMatterValue? {
    guard let text = node.text else { return nil }
    if node.style != 0 { return .string(text) }
    switch node.value {
    case .null: return ["null", "~"].contains(text) ? .null : nil
    case .bool(let flag): return .bool(flag)
    case .integer, .number:
      let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
      let isNumeral =
        digits.first == UInt8(ascii: "0") && digits.dropFirst().first?.isASCIIDigit == true
      let isPlain = digits.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
      return isPlain && !isNumeral ? node.value : .string(text)
    default: return .string(text)
    }
  }

  /// True if nothing but signs stands beside the parts of a collection.
  private func isAll(of node: FrontMatter.Node, _ parts: [FrontMatter.Node]) -> Bool {
    var place = Int(node.range.start) + 1
    for part in parts {
      let gap = place..<max(place, Int(part.range.start))
      guard source[gap].allSatisfy({ " ,:\t".utf8.contains($0) }) else { return false }
      place = Int(part.range.end)
    }
    return source[place..<max(place, Int(node.range.end) - 1)].allSatisfy {
      " ,\t".utf8.contains($0)
    }
  }
}
