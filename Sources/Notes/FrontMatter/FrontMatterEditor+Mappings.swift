import Layout

/// Changes within lists of mappings, such as `readings: [{started: 2026-10-03}]`, each in the
/// style that it has: a line for each key, or braces.
extension FrontMatterEditor {
  /// Gives a key of a mapping within a list a value, adding the key if it is missing.
  ///
  /// - Parameter index: the position in the list, from 0.
  /// - Throws: ``FrontMatterEditError/entangled(key:)``, also if that item is no mapping.
  package mutating func set(
    _ field: String, to value: FrontMatterValue, inItem index: Int, of key: String
  ) throws(FrontMatterEditError) {
    guard let document, let entry = entry(key), document.nodes[entry.value].kind == .sequence,
      case .list(var values) = FrontMatter.value(of: document, at: entry.value),
      values.indices.contains(index), case .mapping(var fields) = values[index]
    else { throw .entangled(key: key) }
    let item = items(of: entry.value)[index]
    guard document.nodes[item].kind == .mapping else { throw .entangled(key: key) }
    let edit: ByteEdit?
    if let place = fields.firstIndex(where: { $0.key == field }) {
      if fields[place].value == value { return }
      fields[place] = FrontMatterValue.Entry(key: field, value: value)
      edit = replacement(of: pairs(of: item)[place], with: value, in: item)
    } else {
      fields.append(FrontMatterValue.Entry(key: field, value: value))
      edit = addition(of: field, value, to: item)
    }
    values[index] = .mapping(fields)
    guard let edit else { throw .entangled(key: key) }
    try apply([edit], key: key, expecting: .value(.list(values)))
  }

  /// Adds a mapping to a list, in the list's style; a missing or empty list gets a line for each
  /// key.
  ///
  /// - Throws: ``FrontMatterEditError/entangled(key:)``, also where the key holds no list.
  package mutating func append(
    mapping fields: [FrontMatterValue.Entry], to key: String
  ) throws(FrontMatterEditError) {
    let mapping = FrontMatterValue.mapping(fields)
    guard let block, let document, let entry = entry(key) else {
      // Without front matter there is no style to keep: one line is written for all of it.
      guard block != nil else { return try set(key, to: .list([mapping])) }
      try set(key, to: .null)
      return try append(mapping: fields, to: key)
    }
    let node = document.nodes[entry.value]
    let old = FrontMatter.value(of: document, at: entry.value)
    if old == .null || old == .list([]) {
      guard let colon = afterColon(entry) else { throw .entangled(key: key) }
      let lines = lineEnd + Self.lines(fields, indent: Array("  ".utf8), lineEnd)
      let isWritten = node.range.end > node.range.start && node.range.start >= colon
      let range = ByteRange(colon, isWritten ? end(of: entry.value) : colon)
      // The rest of the line is a comment, after which no list can begin.
      let rest = source[Int(range.end)..<nextLine(after: Int(range.end))]
      guard rest.allSatisfy(\.isASCIISpace), Int(range.end) <= Int(block.content.end) else {
        return try set(key, to: .list([mapping]))
      }
      return try apply(
        [ByteEdit(range, lines.dropLast(lineEnd.count))], key: key,
        expecting: .value(.list([mapping])))
    }
    guard case .list(let values) = old, node.kind == .sequence,
      let last = items(of: entry.value).last
    else { throw .entangled(key: key) }
    let edit: ByteEdit
    if node.style != 0 {
      let place = end(of: last)
      edit = ByteEdit(ByteRange(place, place), ", " + YAMLWriter.flow(mapping, in: .flow))
    } else {
      guard let dash = dash(before: last) else { throw .entangled(key: key) }
      let place = nextLine(after: end(of: last))
      let lines = Self.lines(fields, indent: indent(before: dash), lineEnd)
      edit = ByteEdit(ByteRange(place, place), lines)
    }
    try apply([edit], key: key, expecting: .value(.list(values + [mapping])))
  }

  /// A mapping as a part of a list, a line for each key.
  private static func lines(
    _ fields: [FrontMatterValue.Entry], indent: [UInt8], _ lineEnd: [UInt8]
  ) -> [UInt8] {
    var lines: [UInt8] = []
    for (number, field) in fields.enumerated() {
      let value = YAMLWriter.flow(field.value)
      let key = YAMLWriter.scalar(field.key, style: 0, in: .block)
      lines += indent + Array((number == 0 ? "- " : "  ").utf8)
      lines += Array((value.isEmpty ? key + ":" : key + ": " + value).utf8) + lineEnd
    }
    return lines
  }

  /// The keys and values of a mapping.
  private func pairs(of mapping: Int) -> [EntryIndex] {
    let parts = items(of: mapping)
    return stride(from: 0, to: parts.count - 1, by: 2).map {
      EntryIndex(key: parts[$0], value: parts[$0 + 1])
    }
  }

  private func replacement(
    of pair: EntryIndex, with value: FrontMatterValue, in mapping: Int
  ) -> ByteEdit? {
    guard let document, let colon = afterColon(pair) else { return nil }
    let context: YAMLWriter.Context = document.nodes[mapping].style == 0 ? .block : .flow
    let text = YAMLWriter.flow(value, in: context)
    let node = document.nodes[pair.value]
    let start = Int(node.range.start)
    // For a null value libyaml gives a place that may be on another line.
    let isThere = Int(node.range.end) > start && start >= colon
    guard isThere else { return ByteEdit(ByteRange(colon, colon), " " + text) }
    return ByteEdit(ByteRange(start, end(of: pair.value)), text)
  }

  private func addition(
    of field: String, _ value: FrontMatterValue, to mapping: Int
  ) -> ByteEdit? {
    guard let document else { return nil }
    let isFlow = document.nodes[mapping].style != 0
    let context: YAMLWriter.Context = isFlow ? .flow : .block
    let text =
      YAMLWriter.scalar(field, style: 0, in: context) + ": " + YAMLWriter.flow(value, in: context)
    guard let last = pairs(of: mapping).last, let first = pairs(of: mapping).first else {
      let place = Int(document.nodes[mapping].range.start) + 1
      return isFlow ? ByteEdit(ByteRange(place, place), text) : nil
    }
    let end = max(self.end(of: last.value), afterColon(last) ?? 0)
    if isFlow { return ByteEdit(ByteRange(end, end), ", " + text) }
    // Under the first key, which may follow the dash of its item.
    let before = indent(before: Int(document.nodes[first.key].range.start))
    let indent = before.map { $0.isBlank ? $0 : UInt8.space }
    let place = nextLine(after: end)
    return ByteEdit(ByteRange(place, place), indent + Array(text.utf8) + lineEnd)
  }
}
