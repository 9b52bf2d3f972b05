/// A value of JSON (RFC 8259), as far as a test has to know it.
enum JSONValue: Equatable {
  case null
  case flag(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  case list([JSONValue])
  /// In the order of the members.
  case object([(key: String, value: JSONValue)])

  /// Reads a document; nil where it is none.
  init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    guard let value = reader.value(), reader.isAtEnd else { return nil }
    self = value
  }

  /// The type as the article on JSON calls it.
  var type: String {
    switch self {
    case .null: "null"
    case .flag: "true or false"
    case .number: "number"
    case .text: "text"
    case .list: "list"
    case .object: "object"
    }
  }

  static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.flag(let left), .flag(let right)): left == right
    case (.number(let left), .number(let right)), (.text(let left), .text(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)):
      left.map(\.key) == right.map(\.key) && left.map(\.value) == right.map(\.value)
    default: false
    }
  }

  /// Calls `body` with the path of every member and element, and its value: `hits[].path`.
  func walk(_ path: String = "", _ body: (String, JSONValue) -> Void) {
    switch self {
    case .object(let members):
      for (key, value) in members {
        let path = path.isEmpty ? key : path + "." + key
        body(path, value)
        value.walk(path, body)
      }
    case .list(let values):
      for value in values {
        body(path + "[]", value)
        value.walk(path + "[]", body)
      }
    case .null, .flag, .number, .text: break
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    private mutating func skip(_ word: String) -> Bool {
      guard bytes[index...].starts(with: word.utf8) else { return false }
      index += word.utf8.count
      return true
    }

    mutating func value() -> JSONValue? {
      if skip("null") { return .null }
      if skip("true") { return .flag(true) }
      if skip("false") { return .flag(false) }
      if skip("{") { return members() }
      if skip("[") { return elements() }
      if skip("\"") { return text().map { .text($0) } }
      let start = index
      while index < bytes.count, "+-.0123456789eE".utf8.contains(bytes[index]) { index += 1 }
      return start == index ? nil : .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func members() -> JSONValue? {
      var members: [(key: String, value: JSONValue)] = []
      if skip("}") { return .object([]) }
      repeat {
        guard skip("\""), let key = text(), skip(":"), let value = value() else { return nil }
        members.append((key, value))
      } while skip(",")
      return skip("}") ? .object(members) : nil
    }

    private mutating func elements() -> JSONValue? {
      var values: [JSONValue] = []
      if skip("]") { return .list([]) }
      repeat {
        guard let value = value() else { return nil }
        values.append(value)
      } while skip(",")
      return skip("]") ? .list(values) : nil
    }

    /// The text up to its closing quote; `\u` stands for itself, as no test asks for it.
    private mutating func text() -> String? {
      var text: [UInt8] = []
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\"), index < bytes.count else {
          text.append(byte)
          continue
        }
        switch bytes[index] {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "u"): text += Array("\\u".utf8)
        default: text.append(bytes[index])
        }
        index += 1
      }
      return nil
    }
  }
}
