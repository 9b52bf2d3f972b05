import Exchange

/// JSON is written in the source as it goes over the line: `["range": range.json, "kind": 1]`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(name: $0, value: $1) })
  }
}

extension JSONValue {
  /// A whole number.
  static func int(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  /// The whole number of a value; nil for anything else, and for one that no `Int` holds.
  var int: Int? {
    switch self {
    case .integer(let number): Int(exactly: number)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The value of a Boolean.
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// The value at a path of members.
  func at(_ names: String...) -> JSONValue? {
    var value: JSONValue? = self
    for name in names { value = value?[name] }
    return value
  }

  /// The object with one more member, or another value of it; nil leaves it as it is.
  func with(_ name: String, _ value: JSONValue?) -> JSONValue {
    guard let value, case .object(var members) = self else { return self }
    members.removeAll { $0.name == name }
    members.append(Member(name: name, value: value))
    return .object(members)
  }

  /// The value as JSON on one line.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.take()
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.element(nil as String?)
    case .bool(let flag): writer.element(flag)
    case .integer(let number): writer.element(Int(number))
    case .number(let number): writer.element(number)
    case .string(let text): writer.element(text)
    case .array(let elements): writer.array { for element in elements { element.write(to: &$0) } }
    case .object(let members):
      writer.object { for member in members { member.write(to: &$0) } }
    }
  }
}

extension JSONValue.Member {
  fileprivate func write(to writer: inout JSONWriter) {
    switch value {
    case .null: writer.field(name, nil as String?)
    case .bool(let flag): writer.field(name, flag)
    case .integer(let number): writer.field(name, Int(number))
    case .number(let number): writer.field(name, number)
    case .string(let text): writer.field(name, text)
    case .array(let elements):
      writer.array(name) { for element in elements { element.append(to: &$0) } }
    case .object(let members):
      writer.object(name) { for member in members { member.write(to: &$0) } }
    }
  }
}

extension JSONValue {
  fileprivate func append(to writer: inout JSONWriter) { write(to: &writer) }
}
