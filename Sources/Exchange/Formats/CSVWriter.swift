/// Writes a table of comma-separated values (RFC 4180), whose rows end in a line feed, as Unix programs expect it.
///
/// ```
/// table := row*
/// row   := field ("," field)* LF
/// field := '"' (any but '"' | '""')* '"' | (any but ',', '"', CR, LF)*
/// ```
/// A field is quoted where it has a separator, a quotation mark, a line end, or a space at an end, which some readers
/// drop. ``CSVTable`` reads it back as it was.
package struct CSVWriter: Sendable {
  private var bytes: [UInt8] = []
  private let columns: Int

  /// Begins a table with its header.
  package init(columns: [String]) {
    self.columns = columns.count
    row(columns)
  }

  /// Writes a row.
  ///
  /// - Parameter fields: one for each column; nil for an empty one.
  package mutating func row(_ fields: [String?]) {
    precondition(fields.count == columns, "a row has as many fields as the header")
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      add(field ?? "")
    }
    bytes.append(0x0A)
  }

  private mutating func add(_ field: String) {
    let needsQuotes =
      field.utf8.contains { ",\"\r\n".utf8.contains($0) } || field.first == " " || field.last == " "
    guard needsQuotes else {
      bytes.append(contentsOf: field.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The text written since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
