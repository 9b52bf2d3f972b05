import CJansson

/// A value of JSON (RFC 8259), read by Jansson. The only importer of it.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Members in the order of the file; of two with one name the last.
  case object([Member])

  /// A name with its value.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a document.
  ///
  /// A byte order mark before it is no error. Nesting deeper than Jansson's limit (2,048) is.
  /// - Throws: `.format` with the line if the document is invalid.
  package init(parsing bytes: [UInt8]) throws(ExchangeError) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let flags = JSON_ALLOW_NUL | JSON_DECODE_ANY
    var error = json_error_t()
    func load(_ flags: Int32) -> UnsafeMutablePointer<json_t>? {
      // With a byte after them, because without bytes the address may be nil, which Jansson does
      // not accept.
      unsafe (bytes[start...] + [0]).withUnsafeBytes { buffer in
        // It is not empty.
        let text = unsafe buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
        return unsafe json_loadb(text, buffer.count - 1, Int(flags), &error)
      }
    }
    var root = unsafe load(flags)
    if unsafe root == nil, unsafe zib_json_reason(&error) == json_error_numeric_overflow {
      // A whole number of more than 64 bits is worth less than the rest of the document.
      unsafe root = unsafe load(flags | JSON_DECODE_INT_AS_REAL)
    }
    guard let root = unsafe root else {
      let words = unsafe String(cString: zib_json_words(&error))
      throw .format(
        operation: "read JSON", detail: "\(words) (line \(max(1, error.line)))")
    }
    defer { unsafe zib_json_free(root) }
    self = unsafe Self.value(of: root)
  }

  private static func value(of pointer: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe zib_json_type(pointer) {
    case JSON_OBJECT:
      var members: [Member] = []
      unsafe members.reserveCapacity(json_object_size(pointer))
      var place = unsafe json_object_iter(pointer)
      while unsafe place != nil {
        let name = unsafe String(cString: json_object_iter_key(place))
        if let value = unsafe json_object_iter_value(place) {
          members.append(Member(name: name, value: unsafe Self.value(of: value)))
        }
        unsafe place = unsafe json_object_iter_next(pointer, place)
      }
      return .object(members)
    case JSON_ARRAY:
      return .array(
        (0..<(unsafe json_array_size(pointer))).map { index in
          // The array has that many.
          unsafe Self.value(of: json_array_get(pointer, index)!)
        })
    case JSON_STRING:
      let bytes = unsafe UnsafeRawBufferPointer(
        start: json_string_value(pointer), count: json_string_length(pointer))
      return .string(unsafe String(decoding: bytes, as: UTF8.self))
    case JSON_INTEGER: return .integer(Int64(unsafe json_integer_value(pointer)))
    case JSON_REAL: return .number(unsafe json_real_value(pointer))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }
}

extension JSONValue {
  /// The value of a member; nil if there is none, it is `null`, or this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self,
      let value = members.first(where: { $0.name == name })?.value, value != .null
    else { return nil }
    return value
  }

  /// The text of a string.
  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value as a person would read it: of a string, a number or a Boolean.
  package var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// A number, of whichever kind.
  package var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The elements of an array.
  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object.
  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}
