import Layout

/// The reason why front matter was not changed.
package enum FrontMatterEditError: Error, Hashable, Sendable {
  /// The note is not valid UTF-8, and so never rewritten.
  case notUTF8
  /// The front matter does not parse: the parser's words, and where it stopped, in bytes.
  case invalid(message: String, offset: Int)
  /// The front matter has no end.
  case unterminated
  /// It is JSON, or YAML within braces, which has no line for each key.
  case notLines
  /// The key's value cannot be changed alone: an anchor that is used elsewhere, or a list in place
  /// of a mapping.
  case entangled(key: String)
}

/// Changes front matter in place: every byte that is not of the key stays as it is.
///
/// Each change is checked by parsing the result: the key must have the value, and all others their
/// earlier values.
package struct FrontMatterEditor: Sendable {
  /// The note as changed so far.
  package private(set) var source: [UInt8]
  var block: FrontMatterBlock?
  var document: YAMLDocument?

  /// Begins to edit the front matter of a note.
  ///
  /// - Throws: the reason why a change would be unsafe.
  package init(_ source: [UInt8]) throws(FrontMatterEditError) {
    guard WellFormedUTF8.holds(source) else { throw .notUTF8 }
    self.source = source
    switch FrontMatterBlock.find(in: source) {
    case .none: break
    case .unterminated: throw .unterminated
    case .block(let block):
      let document = YAMLDocument(parsing: source, content: block.content)
      if let failure = document.failure {
        if block.format == .json { throw .notLines }
        throw .invalid(message: failure.message, offset: failure.offset)
      }
      if let root = document.nodes.first {
        // Prose between two thematic breaks is no front matter: a block is inserted before it.
        guard root.kind == .mapping else { return }
        guard block.format == .yaml, root.style == 0 else { throw .notLines }
      } else if block.format == .json {
        throw .notLines
      }
      self.block = block
      self.document = document
    }
  }

  /// Gives a key a value, adding the key after the others if it is missing.
  ///
  /// - Throws: ``FrontMatterEditError/entangled(key:)``.
  package mutating func set(
    _ key: String, to value: FrontMatterValue
  ) throws(FrontMatterEditError) {
    guard let entry = entry(key) else {
      try add(key, value)
      return
    }
    if FrontMatter.value(of: document, at: entry.value) == value { return }
    try replace(entry, with: value, key: key)
  }

  /// Removes a key with its value; a missing key is no error.
  ///
  /// - Throws: ``FrontMatterEditError/entangled(key:)``.
  package mutating func unset(_ key: String) throws(FrontMatterEditError) {
    while let entry = entry(key) {
      let range = lines(of: entry)
      try apply([ByteEdit(range, [])], key: key, expecting: .removed)
    }
  }

  /// Takes out front matter in which nothing is left, with its markers, unless what follows would be front matter then.
  package mutating func removeEmptyBlock() {
    guard let block, block.format == .yaml, FrontMatter.entries(of: document).isEmpty,
      source[block.content.indices].allSatisfy(\.isASCIISpace)
    else { return }
    let rest = [ByteEdit(block.range, [])].applied(to: source)
    guard let next = try? FrontMatterEditor(rest), next.block == nil else { return }
    self = next
  }

  /// Adds a value to a list, unless it is in it.
  ///
  /// A missing key becomes a list of one, a single value a list of two, and a string of tags or
  /// aliases separated by commas a longer one.
  ///
  /// - Throws: ``FrontMatterEditError/entangled(key:)``.
  package mutating func append(
    _ value: FrontMatterValue, to key: String
  ) throws(FrontMatterEditError) {
    guard let entry = entry(key) else {
      try add(key, .list([value]))
      return
    }
    try append(value, to: entry, key: key)
  }

  /// Removes a value from a list; a missing value is no error.
  ///
  /// A single value that is equal is removed with its key.
  ///
  /// - Throws: ``FrontMatterEditError/entangled(key:)``.
  package mutating func remove(
    _ value: FrontMatterValue, from key: String
  ) throws(FrontMatterEditError) {
    guard let entry = entry(key) else { return }
    try remove(value, from: entry, key: key)
  }

  // MARK: Entries

  /// A key's node and its value's in the document.
  struct EntryIndex {
    var key: Int
    var value: Int
  }

  func entry(_ key: String) -> EntryIndex? {
    entry { $0.elementsEqual(key.utf8) }
  }

  private func entry(where isWanted: (ArraySlice<UInt8>) -> Bool) -> EntryIndex? {
    guard let document, !document.nodes.isEmpty else { return nil }
    var index = 1
    while index < document.nodes.count {
      let value = Int(document.nodes[index].next)
      if isWanted(document.texts[document.nodes[index].text.indices]) {
        return EntryIndex(key: index, value: value)
      }
      index = Int(document.nodes[value].next)
    }
    return nil
  }

  /// A key as the note writes it: `Status` for `status` if the note has the one and not the other.
  package func spelling(of key: String) -> String {
    guard entry(key) == nil else { return key }
    let folded = CaseFolding.fold(key)
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    guard let document, let entry = entry(where: { CaseFolding.fold(text($0)) == folded }) else {
      return key
    }
    return text(document.texts[document.nodes[entry.key].text.indices])
  }

  /// The first byte after the colon of a key.
  func afterColon(_ entry: EntryIndex) -> Int? {
    guard let document else { return nil }
    var index = Int(document.nodes[entry.key].range.end)
    while index < source.count, source[index].isBlank { index += 1 }
    guard index < source.count, source[index] == UInt8(ascii: ":") else { return nil }
    return index + 1
  }

  /// The end of a value's text: without the line ends that a block of text takes in.
  func end(of node: Int) -> Int {
    guard let document else { return 0 }
    let range = document.nodes[node].range
    var end = Int(range.end)
    while end > Int(range.start), source[end - 1].isASCIISpace { end -= 1 }
    return end
  }

  /// The lines that a key with its value takes, line end included.
  private func lines(of entry: EntryIndex) -> ByteRange {
    guard let document else { return ByteRange(0, 0) }
    var start = Int(document.nodes[entry.key].range.start)
    while start > 0, !source[start - 1].isLineEnd { start -= 1 }
    let last = max(end(of: entry.value), afterColon(entry) ?? 0)
    return ByteRange(start, nextLine(after: last))
  }

  func nextLine(after offset: Int) -> Int {
    var index = offset
    while index < source.count, !source[index].isLineEnd { index += 1 }
    if index < source.count {
      let isCarriageReturn = source[index] == .carriageReturn
      index += 1
      if isCarriageReturn, index < source.count, source[index] == .lineFeed { index += 1 }
    }
    return index
  }

  /// The line end that the note uses: its first.
  var lineEnd: [UInt8] {
    guard let first = source.firstIndex(where: \.isLineEnd) else { return [.lineFeed] }
    guard source[first] == .carriageReturn else { return [.lineFeed] }
    return first + 1 < source.count && source[first + 1] == .lineFeed
      ? [.carriageReturn, .lineFeed] : [.carriageReturn]
  }

  // MARK: Changing

  private mutating func add(
    _ key: String, _ value: FrontMatterValue
  ) throws(FrontMatterEditError) {
    let written = YAMLWriter.flow(value)
    let line =
      YAMLWriter.scalar(key, style: 0, in: .block) + (written.isEmpty ? ":" : ": " + written)
    let end = lineEnd
    guard let block else {
      let start = FrontMatterBlock.byteOrderMark(source)
      let marker = Array("---".utf8)
      let text = marker + end + Array(line.utf8) + end + marker + end
      try apply([ByteEdit(ByteRange(start, start), text)], key: key, expecting: .value(value))
      return
    }
    var indent: [UInt8] = []
    if let document, document.nodes.count > 1 {
      var start = Int(document.nodes[1].range.start)
      let keyStart = start
      while start > 0, !source[start - 1].isLineEnd { start -= 1 }
      indent = Array(source[start..<keyStart])
    }
    let place = Int(block.content.end)
    try apply(
      [ByteEdit(ByteRange(place, place), indent + Array(line.utf8) + end)], key: key,
      expecting: .value(value))
  }

  /// The expected result of a change.
  enum Expectation {
    case value(FrontMatterValue)
    case removed
  }

  /// Makes a change if parsing its result gives the expected one.
  mutating func apply(
    _ edits: [ByteEdit], key: String, expecting expectation: Expectation
  ) throws(FrontMatterEditError) {
    let changed = edits.applied(to: source)
    guard case .block(let newBlock) = FrontMatterBlock.find(in: changed) else {
      throw .entangled(key: key)
    }
    let newDocument = YAMLDocument(parsing: changed, content: newBlock.content)
    let old = FrontMatter.entries(of: document)
    let new = FrontMatter.entries(of: newDocument)
    guard newDocument.failure == nil, let expected = expected(old, key, expectation),
      new == expected
    else { throw .entangled(key: key) }
    source = changed
    block = newBlock
    document = newDocument
  }

  private func expected(
    _ old: [FrontMatterValue.Entry], _ key: String, _ expectation: Expectation
  ) -> [FrontMatterValue.Entry]? {
    var entries = old
    let index = entries.firstIndex { $0.key == key }
    switch expectation {
    case .removed:
      guard let index else { return nil }
      entries.remove(at: index)
    case .value(let value):
      let entry = FrontMatterValue.Entry(key: key, value: value)
      if let index { entries[index] = entry } else { entries.append(entry) }
    }
    return entries
  }
}

extension FrontMatter {
  /// The value of a node.
  static func value(of document: YAMLDocument?, at index: Int) -> FrontMatterValue {
    document.map { Node(document: $0, index: index).value } ?? .null
  }

  /// All keys with their values, free of their places.
  static func entries(of document: YAMLDocument?) -> [FrontMatterValue.Entry] {
    guard let document, !document.nodes.isEmpty,
      case .mapping(let entries) = Node(document: document, index: 0).value
    else { return [] }
    return entries
  }
}
