import Layout

/// The meaning of a plain scalar: YAML 1.2's core schema, in which `yes` and `on` are text.
enum FrontMatterScalar {
  /// True if a plain scalar is null.
  static func isNull(_ text: ArraySlice<UInt8>) -> Bool {
    switch text.count {
    case 0: true
    case 1: text.first == UInt8(ascii: "~")
    case 4: equals(text, "null") || equals(text, "Null") || equals(text, "NULL")
    default: false
    }
  }

  /// The value of a plain scalar.
  static func resolve(_ text: ArraySlice<UInt8>) -> FrontMatterValue {
    if isNull(text) { return .null }
    if equals(text, "true") || equals(text, "True") || equals(text, "TRUE") { return .bool(true) }
    if equals(text, "false") || equals(text, "False") || equals(text, "FALSE") {
      return .bool(false)
    }
    let string = String(decoding: text, as: Unicode.UTF8.self)
    if let first = text.first, first.isASCIIDigit || "+-.".utf8.contains(first) {
      if let number = integer(string) { return .integer(number) }
      if isDecimal(text), let number = Double(string) { return .number(number) }
      if let number = special[string] { return .number(number) }
    }
    return .string(string)
  }

  private static func integer(_ text: String) -> Int? {
    if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0o") { return Int(text.dropFirst(2), radix: 8) }
    return Int(text)
  }

  /// `[-+]? (\. digits | digits (\. digits*)?) ([eE] [-+]? digits)?`
  private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    func digits() -> Int {
      let start = index
      while index < text.endIndex, text[index].isASCIIDigit { index += 1 }
      return index - start
    }
    func accept(_ characters: StaticString) -> Bool {
      guard index < text.endIndex, characters.description.utf8.contains(text[index]) else {
        return false
      }
      index += 1
      return true
    }
    _ = accept("+-")
    let whole = digits()
    let fraction = accept(".") ? digits() : 0
    guard whole + fraction > 0 else { return false }
    if accept("eE") {
      _ = accept("+-")
      guard digits() > 0 else { return false }
    }
    return index == text.endIndex
  }

  private static let special: [String: Double] = [
    ".inf": .infinity, ".Inf": .infinity, ".INF": .infinity,
    "+.inf": .infinity, "+.Inf": .infinity, "+.INF": .infinity,
    "-.inf": -.infinity, "-.Inf": -.infinity, "-.INF": -.infinity,
    ".nan": .nan, ".NaN": .nan, ".NAN": .nan,
  ]

  private static func equals(_ text: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    text.count == word.utf8CodeUnitCount && text.elementsEqual(word.description.utf8)
  }
}
