/// A table of comma-separated values (RFC 4180), read as leniently as spreadsheets do.
///
/// ```
/// table := row (line-end row)*
/// row   := field (separator field)*
/// field := '"' (any but '"' | '""')* '"' rest? | rest
/// rest  := (any but separator and line-end)*
/// ```
/// The separator is the one of `,`, `;` and tab that the first row has most of. Any bytes are a table.
package struct CSVTable: Sendable {
  /// A row below the first.
  package struct Row: Sendable, Hashable {
    /// The number of its first line, from 1.
    package let line: Int
    package let fields: [String]
  }

  /// The fields of the first row.
  package let header: [String]
  /// The other rows that are whole; blank lines are none.
  package private(set) var rows: [Row] = []
  /// The last row where the file was cut off within it: a quotation mark is never closed, or fields are missing
  /// that every other row has, and its line has no end.
  package private(set) var cutRow: Row?
  /// The line of a quotation mark that is never closed: all to the end was taken for one field.
  package let unclosedLine: Int?

  /// - Complexity: linear.
  package init(parsing text: DecodedText) {
    var reader = Reader(bytes: text.bytes)
    header = reader.row()?.fields.map { String($0.trimmingWhitespace) } ?? []
    while let row = reader.row() {
      if row.fields != [""] { rows.append(row) }
    }
    unclosedLine = reader.unclosedLine
    guard let last = rows.last else { return }
    let isOpen = text.bytes.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
    let isShort =
      last.fields.count < header.count
      && rows.dropLast().allSatisfy { $0.fields.count > last.fields.count }
    if unclosedLine != nil || isOpen && isShort { cutRow = rows.removeLast() }
  }

  private struct Reader {
    let bytes: [UInt8]
    let separator: UInt8
    private var index = 0
    private var line = 1
    var unclosedLine: Int?

    init(bytes: [UInt8]) {
      self.bytes = bytes
      var counts: [UInt8: Int] = [:]
      var isQuoted = false
      for byte in bytes {
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if isQuoted { continue }
        if byte == 0x0A || byte == 0x0D { break }
        counts[byte, default: 0] += 1
      }
      let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
      // The first of those that are equal.
      separator =
        candidates.reversed().max { counts[$0, default: 0] < counts[$1, default: 0] } ?? 0x2C
    }

    mutating func row() -> Row? {
      guard index < bytes.count else { return nil }
      let start = line
      var fields = [field()]
      while index < bytes.count, bytes[index] == separator {
        index += 1
        fields.append(field())
      }
      endLine()
      return Row(line: start, fields: fields)
    }

    private mutating func endLine() {
      guard index < bytes.count else { return }
      let isReturn = bytes[index] == 0x0D
      index += 1
      if isReturn, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      line += 1
    }

    private mutating func field() -> String {
      var value: [UInt8] = []
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") { quoted(into: &value) }
      while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A,
        bytes[index] != 0x0D
      {
        value.append(bytes[index])
        index += 1
      }
      return String(decoding: value, as: UTF8.self)
    }

    private mutating func quoted(into value: inout [UInt8]) {
      let start = line
      index += 1
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") {
          guard index + 1 < bytes.count, bytes[index + 1] == byte else {
            index += 1
            return
          }
          index += 1
        } else if byte == 0x0A || byte == 0x0D && bytes.dropFirst(index + 1).first != 0x0A {
          line += 1
        }
        value.append(byte)
        index += 1
      }
      unclosedLine = start
    }
  }
}
