import Layout

/// A task's line in its parts, each with the range of bytes where it stands.
///
/// The form is that of Obsidian Tasks:
/// ```
/// line   := indentation marker " [" mark "]" body [" ^" block id]
/// body   := description fact*
/// fact   := sign " "* value | "[" key "::" value "]" | "(" key "::" value ")"
/// ```
/// Facts in signs are read from the end of the line, in any order and with hashtags between them; after the first word
/// that is none, signs are text. Facts in brackets count anywhere in the line, as for Dataview. A line break ends a task,
/// whatever of its paragraph comes after it.
package struct TaskLine: Hashable, Sendable {
  /// The bytes from the start of the line to its end, without the line break.
  package let line: ByteRange
  /// The mark in the box.
  package let mark: ByteRange
  /// The text after the box, without blanks around it and without the block id.
  package let body: ByteRange
  /// The facts, in order.
  package let fields: [TaskField]
  /// The id of its block with its sign: `^id`.
  package let blockID: ByteRange?
  /// The mark as text.
  package let symbol: String
  /// The text without its facts.
  package let description: String
  private let values: [String]

  /// Reads the line of a task of a note.
  ///
  /// - Complexity: linear in the length of the line.
  package init(_ task: TaskItem, in source: [UInt8]) {
    var start = Int(task.mark.start)
    while start > 0, !source[start - 1].isLineEnd { start -= 1 }
    var end = Int(task.mark.end)
    while end < source.count, !source[end].isLineEnd { end += 1 }
    line = ByteRange(start, end)
    mark = task.mark
    symbol = String(decoding: source[task.mark.indices], as: UTF8.self)
    var reader = Reader(source, from: min(end, Int(task.mark.end) + 1), to: end)
    reader.read()
    body = reader.body
    fields = reader.fields
    blockID = reader.blockID
    values = fields.map { String(decoding: source[$0.value.indices], as: UTF8.self) }
    description = reader.description
  }

  /// The first fact of a kind.
  package func field(_ kind: TaskField.Kind) -> TaskField? { fields.first { $0.kind == kind } }

  /// The value of the first fact of a kind, as it is written.
  package func value(_ kind: TaskField.Kind) -> String? {
    fields.firstIndex { $0.kind == kind }.map { values[$0] }
  }

  /// The day that a fact names; nil without it, and for one that the calendar does not have.
  package func day(_ kind: TaskField.Kind) -> CivilDate? {
    guard kind.isDate, let value = value(kind) else { return nil }
    return Self.day(value)
  }

  /// The importance; normal where none is stated.
  package var priority: TaskPriority {
    guard let value = value(.priority) else { return .normal }
    return TaskPriority(named: value)
      ?? TaskPriority.allCases.first { $0.sign == value } ?? .normal
  }

  /// The rule of its recurrence, as it is written.
  package var recurrence: String? { value(.recurrence) }

  /// The way in which its facts are written; nil without any.
  package var style: TaskField.Style? { fields.last?.style }

  static func day(_ text: String) -> CivilDate? {
    let parts = text.utf8.prefix(10).split(separator: UInt8(ascii: "-"))
    guard parts.count == 3,
      let numbers = Optional(parts.compactMap { Int(String(Substring($0))) }), numbers.count == 3
    else { return nil }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}

/// Reads the text after a task's box.
private struct Reader {
  private let bytes: [UInt8]
  private(set) var body: ByteRange
  private(set) var fields: [TaskField] = []
  private(set) var blockID: ByteRange?

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    body = ByteRange(start, end)
  }

  mutating func read() {
    var (start, end) = (Int(body.start), Int(body.end))
    while start < end, bytes[start].isASCIISpace { start += 1 }
    end = trimmed(end, from: start)
    if let id = blockID(endingAt: end, from: start) {
      blockID = id
      end = trimmed(Int(id.start), from: start)
    }
    body = ByteRange(start, end)
    var found = bracketed()
    var inBrackets = found[...]
    while true {
      end = trimmed(end, from: start)
      while let last = inBrackets.last, Int(last.range.end) > end { inBrackets.removeLast() }
      let isComma = end > start && bytes[end - 1] == UInt8(ascii: ",")
      let last = isComma ? trimmed(end - 1, from: start) : end
      if let field = inBrackets.last, Int(field.range.end) == last {
        end = Int(field.range.start)
      } else if let field = signed(endingAt: end, from: start) {
        found.append(field)
        end = Int(field.range.start)
      } else if let tag = hashtag(endingAt: end, from: start) {
        end = tag
      } else {
        break
      }
    }
    fields = found.sorted { $0.range.start < $1.range.start }
  }

  /// The text without facts, with one space where one was.
  var description: String {
    var parts: [String] = []
    var start = Int(body.start)
    func add(_ range: Range<Int>) {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high, bytes[low].isASCIISpace { low += 1 }
      while low < high, bytes[high - 1].isASCIISpace { high -= 1 }
      if low < high { parts.append(String(decoding: bytes[low..<high], as: UTF8.self)) }
    }
    for field in fields {
      add(start..<max(start, Int(field.range.start)))
      start = max(start, Int(field.range.end))
    }
    add(start..<max(start, Int(body.end)))
    return parts.joined(separator: " ")
  }

  private func trimmed(_ end: Int, from start: Int) -> Int {
    var end = end
    while end > start, bytes[end - 1].isASCIISpace { end -= 1 }
    return end
  }

  private func blockID(endingAt end: Int, from start: Int) -> ByteRange? {
    var first = end
    while first > start, bytes[first - 1].isASCIIWord || bytes[first - 1] == UInt8(ascii: "-") {
      first -= 1
    }
    guard first < end, first - 2 >= start, bytes[first - 1] == UInt8(ascii: "^"),
      bytes[first - 2] == .space
    else { return nil }
    return ByteRange(first - 1, end)
  }

  // MARK: Brackets

  /// A longer value is no fact.
  private static let longestValue = 200

  /// The facts in brackets, in order.
  private func bracketed() -> [TaskField] {
    var found: [TaskField] = []
    var index = Int(body.start)
    while index < Int(body.end) {
      if bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "("),
        let field = bracketed(at: index)
      {
        found.append(field)
        index = Int(field.range.end)
      } else {
        index += 1
      }
    }
    return found
  }

  private func bracketed(at start: Int) -> TaskField? {
    let isSquare = bytes[start] == UInt8(ascii: "[")
    let end = Int(body.end)
    var index = start + 1
    while index < end, bytes[index] == .space { index += 1 }
    let keyStart = index
    while index < end, bytes[index].isASCIILetter, index - keyStart < 16 { index += 1 }
    guard
      let kind = TaskField.Kind(rawValue: String(decoding: bytes[keyStart..<index], as: UTF8.self)),
      index + 1 < end, bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == UInt8(ascii: ":")
    else { return nil }
    index += 2
    let close = UInt8(ascii: isSquare ? "]" : ")")
    let limit = min(end, index + Self.longestValue)
    while index < limit, bytes[index].isASCIISpace { index += 1 }
    var last = index
    while last < limit, bytes[last] != close { last += 1 }
    guard last < limit else { return nil }
    let value = ByteRange(index, trimmed(last, from: index))
    guard isValue(value, of: kind) else { return nil }
    return TaskField(
      kind: kind, style: isSquare ? .brackets : .parentheses, range: ByteRange(start, last + 1),
      value: value)
  }

  private func isValue(_ range: ByteRange, of kind: TaskField.Kind) -> Bool {
    let text = bytes[range.indices]
    if kind.isDate || kind == .reminder {
      let rest = text.dropFirst(10)
      return isDate(text.prefix(10))
        && (rest.isEmpty || rest.first == UInt8(ascii: "T") || rest.first == .space)
    }
    let value = String(decoding: text, as: UTF8.self)
    return switch kind {
    case .priority: TaskPriority(named: value).map { $0 != .normal } ?? false
    case .recurrence: !text.isEmpty && text.allSatisfy(isOfRule)
    case .id: !text.isEmpty && text.allSatisfy(isOfID)
    case .dependsOn:
      !text.isEmpty && text.allSatisfy { isOfID($0) || $0 == UInt8(ascii: ",") || $0 == .space }
    default: !text.isEmpty && text.allSatisfy(\.isASCIILetter)
    }
  }

  private func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 10
      && zip(text, "0000-00-00".utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "-") ? byte == form : byte.isASCIIDigit
      }
  }

  private func isOfRule(_ byte: UInt8) -> Bool {
    byte.isASCIIWord || byte == .space || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "!")
  }

  private func isOfID(_ byte: UInt8) -> Bool {
    byte.isASCIIWord || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  // MARK: Signs

  private static let signs: [(kind: TaskField.Kind, bytes: [UInt8])] =
    TaskField.Kind.allCases.flatMap { kind in kind.signs.map { (kind, Array($0.utf8)) } }
  /// The selector that has a sign drawn in colour.
  private static let selector: [UInt8] = [0xEF, 0xB8, 0x8F]

  /// The fact in signs that ends at `end`.
  private func signed(endingAt end: Int, from start: Int) -> TaskField? {
    func ends(_ end: Int, with text: [UInt8]) -> Bool {
      end - text.count >= start && bytes[(end - text.count)..<end].elementsEqual(text)
    }
    /// The sign that ends at a place, one of some kinds.
    func sign(
      endingAt place: Int, _ isWanted: (TaskField.Kind) -> Bool
    ) -> (kind: TaskField.Kind, range: Range<Int>)? {
      let last = ends(place, with: Self.selector) ? place - Self.selector.count : place
      for (kind, text) in Self.signs where isWanted(kind) && ends(last, with: text) {
        return (kind, (last - text.count)..<last)
      }
      return nil
    }
    func field(
      valueFrom value: Int, _ isWanted: (TaskField.Kind) -> Bool
    ) -> TaskField? {
      var place = value
      while place > start, bytes[place - 1] == .space { place -= 1 }
      guard let found = sign(endingAt: place, isWanted) else { return nil }
      return TaskField(
        kind: found.kind, style: .sign, range: ByteRange(found.range.lowerBound, end),
        value: ByteRange(value, end))
    }
    if let found = sign(endingAt: end, { $0 == .priority }) {
      return TaskField(
        kind: .priority, style: .sign, range: ByteRange(found.range.lowerBound, end),
        value: ByteRange(found.range.lowerBound, found.range.upperBound))
    }
    if end - 10 >= start, isDate(bytes[(end - 10)..<end]),
      let found = field(valueFrom: end - 10, { $0.isDate || $0 == .reminder })
    {
      return found
    }
    /// The first of the bytes before `end` that all are of a value.
    func run(_ isOfValue: (UInt8) -> Bool) -> Int {
      var first = end
      while first > start, end - first < Self.longestValue, isOfValue(bytes[first - 1]) {
        first -= 1
      }
      while first < end, bytes[first] == .space { first += 1 }
      return first
    }
    let rule = run(isOfRule)
    if rule < end, let found = field(valueFrom: rule, { $0 == .recurrence || $0 == .onCompletion })
    {
      if found.kind == .recurrence || isValue(found.value, of: .onCompletion) { return found }
    }
    let id = run(isOfID)
    if id < end, let found = field(valueFrom: id, { $0 == .id || $0 == .dependsOn }) {
      return found
    }
    let ids = run { isOfID($0) || $0 == UInt8(ascii: ",") || $0 == .space }
    return ids < end ? field(valueFrom: ids) { $0 == .dependsOn } : nil
  }

  /// The beginning of the hashtag that ends at `end`.
  private func hashtag(endingAt end: Int, from start: Int) -> Int? {
    var first = end
    let stops = Array(" \t!@#$%^&*(),.?\":{}|<>".utf8)
    while first > start, !stops.contains(bytes[first - 1]) { first -= 1 }
    guard first < end, first > start, bytes[first - 1] == UInt8(ascii: "#"),
      first - 1 == start || bytes[first - 2].isASCIISpace
    else { return nil }
    return first - 1
  }
}
