import Layout

/// Writes JSON (RFC 8259) piece by piece, on one line, with keys in the order they are written.
///
/// Every document `zib` prints is one object that begins with `"version"`. The number grows when
/// a field changes its meaning or goes away; new fields may come at any time.
///
///     var json = JSONWriter()
///     json.object {
///       $0.field("version", 1)
///       $0.array("notes") { for note in notes { $0.object { $0.field("path", note.path) } } }
///     }
///
/// For long lists, `OutputStream.write(draining:)` sends the bytes written so far.
package struct JSONWriter: Sendable {
  private var bytes: [UInt8] = []
  private var needsComma = false

  /// A writer without content.
  package init() {}

  /// The bytes written and not yet taken.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// The bytes written and not yet taken, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of bytes to be taken.
  package var count: Int { bytes.count }

  // MARK: Containers

  /// Writes an object as the document or an array's element.
  package mutating func object(_ fields: (inout JSONWriter) throws -> Void) rethrows {
    try container("{", "}", fields)
  }

  /// Writes an array as the document or an array's element.
  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    try container("[", "]", elements)
  }

  /// Writes an object as a field of the object that is open.
  package mutating func object(
    _ key: String, _ fields: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.key(key)
    try container("{", "}", fields)
  }

  /// Writes an array as a field of the object that is open.
  package mutating func array(
    _ key: String, _ elements: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.key(key)
    try container("[", "]", elements)
  }

  // MARK: Fields

  /// Writes text as a field of the object that is open; nil is null.
  package mutating func field(_ key: String, _ value: String?) { self.key(key); element(value) }
  /// Writes a whole number as a field; nil is null.
  package mutating func field(_ key: String, _ value: Int?) { self.key(key); element(value) }
  /// Writes true or false as a field; nil is null.
  package mutating func field(_ key: String, _ value: Bool?) { self.key(key); element(value) }
  /// Writes a number as a field; nil is null.
  package mutating func field(_ key: String, _ value: Double?) { self.key(key); element(value) }

  /// Writes a list of strings as a field.
  package mutating func field(_ key: String, _ values: [String]) {
    array(key) { for value in values { $0.element(value) } }
  }

  /// Writes bytes that should be UTF-8 as a field; invalid bytes become U+FFFD.
  package mutating func field(_ key: String, utf8 value: some Collection<UInt8>) {
    self.key(key)
    element(utf8: value)
  }

  // MARK: Elements

  /// Writes text as an element of the array that is open; nil is null.
  package mutating func element(_ value: String?) {
    guard let value else { return literal("null") }
    separate()
    // A native String is valid UTF-8 already, so only escapes are left to do.
    string(value.utf8)
  }

  /// Writes a whole number as an element; nil is null.
  package mutating func element(_ value: Int?) {
    literal(value.map { String($0) } ?? "null")
  }

  /// Writes true or false as an element; nil is null.
  package mutating func element(_ value: Bool?) {
    literal(value.map { $0 ? "true" : "false" } ?? "null")
  }

  /// JSON has no way to write an infinity or NaN; they become null.
  package mutating func element(_ value: Double?) {
    guard let value, value.isFinite else { return literal("null") }
    literal("\(value)")
  }

  /// Writes bytes that should be UTF-8 as an element; invalid bytes become U+FFFD.
  package mutating func element(utf8 value: some Collection<UInt8>) {
    element(String(decoding: value, as: UTF8.self))
  }

  // MARK: Private

  private mutating func key(_ key: String) {
    separate()
    string(key.utf8)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func container(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func string(_ utf8: String.UTF8View) {
    bytes.append(UInt8(ascii: "\""))
    if utf8.contains(where: { $0 >= 0x80 && ControlCharacters.mayBegin($0) }) {
      for scalar in String(utf8).unicodeScalars { append(scalar) }
    } else {
      for byte in utf8 { append(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20, 0x7F: escape(UInt16(byte))
    default: bytes.append(byte)
    }
  }

  /// Escapes are plain text for every reader, so control characters are written as escapes.
  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(scalar.value))
    } else if ControlCharacters.kind(of: scalar) == nil {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    } else {
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { escape(unit) }
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let hex = String(unit, radix: 16)
    bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)".utf8)
  }
}
