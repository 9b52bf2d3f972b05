import Layout

/// Writes values as YAML that every common parser reads the same way.
enum YAMLWriter {
  /// The context of a scalar: inside brackets more characters need quotation marks.
  enum Context { case block, flow }

  /// The text of a value in flow style, on one line.
  static func flow(_ value: FrontMatterValue, in context: Context = .block) -> String {
    switch value {
    case .null: context == .block ? "" : "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): self.number(number)
    case .string(let text): scalar(text, style: 0, in: context)
    case .list(let values):
      "[" + values.map { flow($0, in: .flow) }.joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{"
        + entries.map { scalar($0.key, style: 0, in: .flow) + ": " + flow($0.value, in: .flow) }
        .joined(separator: ", ") + "}"
    }
  }

  private static func number(_ number: Double) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.inf" : ".inf" }
    return "\(number)"
  }

  /// The text of a string: plain where that is safe, else in quotation marks.
  ///
  /// - Parameter style: the mark it should have if it may (`'` or `"`), or 0.
  static func scalar(_ text: String, style: UInt8, in context: Context) -> String {
    let hasControl = text.unicodeScalars.contains { needsEscape($0) }
    if hasControl { return doubleQuoted(text) }
    switch style {
    case UInt8(ascii: "'"): return singleQuoted(text)
    case UInt8(ascii: "\""): return doubleQuoted(text)
    default: break
    }
    if isSafePlain(text, in: context) { return text }
    let hasMark = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == .backslash }
    return hasMark && !text.utf8.contains(UInt8(ascii: "'"))
      ? singleQuoted(text) : doubleQuoted(text)
  }

  private static func singleQuoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar)
      if scalar == "'" { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
  }

  private static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      case let scalar where needsEscape(scalar): result += "\\u" + hex(scalar.value)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// True if a text needs no quotation marks, for parsers of YAML 1.1 and 1.2 alike.
  private static func isSafePlain(_ text: String, in context: Context) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, !first.isBlank, !last.isBlank,
      last != UInt8(ascii: ":")
    else { return false }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      guard bytes.count > 1, !bytes[1].isBlank, context == .block else { return false }
      if text.hasPrefix("---") { return false }
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"),
      UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "'"),
      UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
      return false
    default: break
    }
    for index in bytes.indices.dropFirst() {
      switch bytes[index] {
      case UInt8(ascii: "#") where bytes[index - 1].isBlank: return false
      case UInt8(ascii: ":") where bytes[index + 1].isBlank || context == .flow: return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        if context == .flow { return false }
      default: break
      }
    }
    if case .string = FrontMatterScalar.resolve(bytes[...]) {
      return !reserved.contains(text.lowercased()) && !isSexagesimal(bytes) && text != "..."
        && text != "="
    }
    return false
  }

  /// Truth values of YAML 1.1.
  private static let reserved: Set<String> = ["yes", "no", "on", "off", "y", "n", "<<"]

  /// `12:30` is 750 in YAML 1.1.
  private static func isSexagesimal(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: ":"))
      && bytes.allSatisfy {
        $0.isASCIIDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "_")
      }
  }
}
