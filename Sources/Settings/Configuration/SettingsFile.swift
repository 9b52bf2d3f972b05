import Notes

/// A file of settings: YAML (or JSON, which is nearly a part of it), read with the places of its values.
///
/// `version: 1` at the top gives the version of the settings; without it, 1 is assumed. A later
/// version is read as far as it is understood, and is not written.
package struct SettingsFile: Sendable {
  /// One value of the file, under its dotted name.
  package struct Entry: Sendable {
    package let name: String
    package let node: FrontMatter.Node
    /// Counted from 1.
    let line: Int
  }

  /// The size limit of a settings file in bytes.
  static let sizeLimit: Int64 = 1 << 20

  /// The version of the settings that are known here.
  static let knownVersion = 1
  /// The name of the entry that gives the version.
  package static let versionName = "version"

  package let text: [UInt8]
  /// The settings in the order of the file; mappings are taken apart into dotted names.
  package private(set) var entries: [Entry] = []
  /// The reason why it could not be read, in the parser's words, with the line.
  private(set) var failure: (message: String, line: Int)?

  /// The opening line that is put before the text for the front-matter parser.
  static let opening = Array("---\n".utf8)
  private static let jsonOpening = Array("---json\n".utf8)
  private static let closing = Array("\n---\n".utf8)

  package init(_ text: [UInt8], isJSON: Bool = false) {
    self.text = text
    let opening = isJSON ? Self.jsonOpening : Self.opening
    var body = text
    // A document marker at the top would end the front matter; it is blanked to keep all offsets.
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in 0..<start { body[index] = 0x20 }
    if text[start...].starts(with: "---\n".utf8) || text[start...].starts(with: "---\r".utf8) {
      for index in start..<(start + 3) { body[index] = 0x20 }
    }
    let note = Note(parsing: opening + body + Self.closing)
    guard let frontMatter = note.frontMatter else { return }
    let lines = note.lines
    if let failure = frontMatter.failure {
      // A bracket that is not closed is noticed after the last line.
      let last = max(
        1,
        text.split(separator: 0x0A, omittingEmptySubsequences: false).count
          - (text.last == 0x0A ? 1 : 0))
      self.failure = (failure.message, min(last, max(1, lines.line(at: failure.offset) - 1)))
      return
    }
    add(frontMatter.entries, prefix: "", lines, depth: 0)
  }

  private mutating func add(
    _ more: [FrontMatter.Entry], prefix: String, _ lines: LineIndex, depth: Int
  ) {
    for entry in more {
      guard let key = entry.key.text else { continue }
      let name = prefix + key
      if entry.value.kind == .mapping, depth < 4 {
        add(entry.value.entries, prefix: name + ".", lines, depth: depth + 1)
      } else {
        let line = lines.line(at: Int(entry.key.range.start))
        entries.append(Entry(name: name, node: entry.value, line: line - 1))
      }
    }
  }

  var versionEntry: Entry? { entries.last { $0.name == Self.versionName && !$0.node.isNull } }

  /// The version that the file states; nil unless it is a whole number from 1 on.
  var version: Int? {
    guard let entry = versionEntry else { return Self.knownVersion }
    return entry.node.text.flatMap { Int($0) }.flatMap { $0 >= 1 ? $0 : nil }
  }

  /// True if a newer zib has written the file.
  var isNewer: Bool { version.map { $0 > Self.knownVersion } ?? false }

  /// The last value of a name, which YAML readers take.
  package subscript(_ name: String) -> FrontMatter.Node? { entries.last { $0.name == name }?.node }
}

extension ConfigurationKey {
  /// The value of a settings file's node for this key, or nil if it does not fit.
  func value(of node: FrontMatter.Node) -> ConfigurationValue? {
    switch shape {
    case .list:
      let value = ConfigurationValue.list(node.strings)
      return node.kind != .mapping && fits(value) ? value : nil
    case .text, .flag, .number, .choice: return node.text.flatMap(value(of:))
    }
  }

  /// True if a value has the shape of the setting and is within its bounds.
  func fits(_ value: ConfigurationValue) -> Bool {
    let hasShape =
      switch (shape, value) {
      case (.text, .text), (.list, .list), (.flag, .flag): true
      case (.number(let range), .number(let number)): range.contains(number)
      case (.choice(let words), .text(let word)): words.contains(word)
      case (.text, _), (.list, _), (.flag, _), (.number, _), (.choice, _): false
      }
    return hasShape && bounds?.hold(value) ?? true
  }

  /// The value of a text for this key, as typed on the command line, or nil if it does not fit.
  package func value(of text: String) -> ConfigurationValue? {
    unbounded(text).flatMap { fits($0) ? $0 : nil }
  }

  private func unbounded(_ text: String) -> ConfigurationValue? {
    switch shape {
    case .text: return .text(text)
    case .list:
      let items = text.split(separator: ",").map { item in
        String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      return .list(items.filter { !$0.isEmpty })
    case .flag:
      switch text.lowercased() {
      case "true", "yes", "on", "1": return .flag(true)
      case "false", "no", "off", "0": return .flag(false)
      default: return nil
      }
    case .number:
      return Int(text).map { .number($0) }
    case .choice(let words):
      return words.first { $0 == text.lowercased() }.map { .text($0) }
    }
  }

  /// The accepted values, in words.
  package var expectation: String {
    if let bounds { return bounds.expectation }
    return switch shape {
    case .text: "a text"
    case .list: "a list"
    case .flag: "true or false"
    case .number(let range):
      switch (range.lowerBound, range.upperBound) {
      case (0, Int.max): "a whole number"
      case (let least, Int.max): "a whole number from \(least) on"
      case (let least, let most): "a whole number from \(least) to \(most)"
      }
    case .choice(let words): "one of " + words.joined(separator: ", ")
    }
  }

  /// The name that was probably meant.
  package static func suggestion(for name: String) -> String? {
    let candidates = all.map { ($0.name, distance(name, $0.name)) }
    guard let best = candidates.min(by: { $0.1 < $1.1 }) else { return nil }
    if best.1 <= max(2, name.utf8.count / 3) { return best.0 }
    return all.first { $0.name.hasSuffix("." + name) }?.name
  }

  /// The edit distance of Damerau and Levenshtein without the transposition of edited letters.
  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8.prefix(64))
    let right = Array(right.utf8)
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var next = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(next[j] + 1, row[j + 1] + 1, row[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, before[j - 1] + 1) }
        next.append(cost)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
