/// As much of JSON as the vectors need: no escapes in strings.
indirect enum JSON {
  case null
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    self.init(&rest)
  }

  var array: [JSON] { if case .array(let values) = self { values } else { [] } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }

  subscript(key: String) -> JSON {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  private init(_ rest: inout ArraySlice<UInt8>) {
    Self.skipSpace(&rest)
    switch rest.first.map({ Character(UnicodeScalar($0)) }) {
    case "{":
      var members: [String: JSON] = [:]
      Self.readItems(&rest, until: "}") { rest in
        guard case .string(let key) = JSON(&rest) else { return }
        Self.skipSpace(&rest)
        rest.removeFirst()
        members[key] = JSON(&rest)
      }
      self = .object(members)
    case "[":
      var values: [JSON] = []
      Self.readItems(&rest, until: "]") { rest in values.append(JSON(&rest)) }
      self = .array(values)
    case "\"":
      let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
      rest = rest[(text.endIndex + 1)...]
      self = .string(String(decoding: text, as: UTF8.self))
    default:
      let word = rest.prefix { !",]} \n".utf8.contains($0) }
      rest = rest[word.endIndex...]
      self = Double(String(decoding: word, as: UTF8.self)).map(JSON.number) ?? .null
    }
  }

  private static func readItems(
    _ rest: inout ArraySlice<UInt8>, until end: Unicode.Scalar,
    read: (inout ArraySlice<UInt8>) -> Void
  ) {
    repeat {
      rest.removeFirst()
      skipSpace(&rest)
      if rest.first == UInt8(ascii: end) { break }
      read(&rest)
      skipSpace(&rest)
    } while rest.first == UInt8(ascii: ",")
    rest.removeFirst()
  }

  private static func skipSpace(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
  }
}
