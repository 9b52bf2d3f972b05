import Layout

/// The first line of an item of a list, as new items beside it are written.
struct ListLine: Equatable {
  /// The marker: `-`, `*`, `+`, or a number with its `.` or `)`.
  let marker: [UInt8]
  /// The spaces before it.
  let indent: Int
  /// True if a blank line parts it from the item before it.
  var isLoose = false

  /// Reads a line; nil if it begins no item.
  init?(_ line: ArraySlice<UInt8>) {
    indent = line.prefix { $0.isBlank }.count
    let rest = line.dropFirst(indent).prefix { !$0.isLineEnd }
    guard let first = rest.first else { return nil }
    var marker = rest.prefix { $0.isASCIIDigit }
    if marker.isEmpty {
      guard "-*+".utf8.contains(first) else { return nil }
      marker = rest.prefix(1)
    } else {
      guard marker.count < 10, let sign = rest.dropFirst(marker.count).first,
        ".)".utf8.contains(sign)
      else { return nil }
      marker = rest.prefix(marker.count + 1)
    }
    guard let next = rest.dropFirst(marker.count).first, next.isBlank else { return nil }
    // `* * *` and `- - -` are rules.
    let signs = rest.filter { !$0.isBlank }
    if signs.count > 2, signs.allSatisfy({ $0 == first }) { return nil }
    self.marker = Array(marker)
  }

  init?(_ line: Substring) { self.init(Array(line.utf8)[...]) }

  /// The item that the last block of some lines ends with, of the outermost list; nil if that is no list.
  init?(lastIn lines: ArraySlice<UInt8>) {
    let lines = Self.split(lines)
    var index = lines.count - 1
    while index >= 0 {
      let line = lines[index]
      if let item = ListLine(line), item.indent < 2 {
        self = item
        isLoose =
          index > 1 && Self.isBlank(lines[index - 1]) && Self.continues(lines[..<(index - 1)])
        return
      }
      // Only lines that are indented can belong to the item above them.
      guard Self.isBlank(line) || line.first?.isBlank == true else { return nil }
      index -= 1
    }
    return nil
  }

  /// The item that some lines begin with; nil if their first block is no list.
  init?(firstIn lines: ArraySlice<UInt8>) {
    let lines = Self.split(lines)
    guard let first = lines.first, let item = ListLine(first), item.indent < 2 else { return nil }
    self = item
    let next = lines.dropFirst().drop { !Self.isBlank($0) && ListLine($0) == nil }
    isLoose =
      next.first.map(Self.isBlank) == true && next.dropFirst().first.flatMap { ListLine($0) } != nil
  }

  /// True if the last of some lines, which are not blank, is part of a list.
  private static func continues(_ lines: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    guard let last = lines.last else { return false }
    return ListLine(last) != nil || last.first?.isBlank == true
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy(\.isASCIISpace) }

  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(where: \.isLineEnd) ?? bytes.endIndex
      lines.append(bytes[start..<end])
      let isPair =
        end + 1 < bytes.endIndex && bytes[end] == .carriageReturn && bytes[end + 1] == .lineFeed
      start = end + (isPair ? 2 : 1)
    }
    return lines
  }

  /// The lines of a text in a form, as an item beside another where it is one.
  ///
  /// - Parameter isBefore: true if it comes before that other item.
  static func lines(
    _ text: String, as form: NoteInsertion.Form, beside neighbour: ListLine?, isBefore: Bool
  ) -> [String] {
    let lines = JournalLayout.lines(of: text)
    guard form != .asIs, var first = lines.first else { return lines }
    if let own = ListLine(first[...]) {
      first = String(
        first.dropFirst(own.indent + own.marker.count).drop { $0 == " " || $0 == "\t" })
    }
    let hasBox = ["[ ] ", "[x] ", "[X] "].contains(where: first.hasPrefix)
    let marker = neighbour?.next(isBefore: isBefore) ?? "-"
    let rest = String(repeating: " ", count: marker.utf8.count + 1)
    let box = form == .task && !hasBox ? "[ ] " : ""
    return ["\(marker) \(box)\(first)"]
      + lines.dropFirst().map { $0.utf8.allSatisfy(\.isASCIISpace) ? "" : rest + $0 }
  }

  /// The marker of an item after or before this one.
  private func next(isBefore: Bool) -> String {
    let text = String(decoding: marker, as: UTF8.self)
    guard !isBefore, let number = Int(text.dropLast()), number < 999_999_999 else { return text }
    return "\(number + 1)\(text.suffix(1))"
  }
}
