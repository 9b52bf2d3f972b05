/// The query as text that is read as this very tree again.
extension QueryNode: CustomStringConvertible {
  package var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .all: text += "*"
    case .none: text += "-*"
    case .word(let word, let scope):
      text += scope.prefix + QueryText.word(word)
    case .prefix(let word, let scope):
      text += scope.prefix + QueryText.escaped(word) + "*"
    case .fuzzy(let word, let edits, let scope):
      text += scope.prefix + QueryText.escaped(word) + (edits == 1 ? "~" : "~\(edits)")
    case .phrase(let phrase, let lastIsPrefix, let scope):
      text += scope.prefix + QueryText.quoted(phrase, suffix: lastIsPrefix ? "*" : "")
    case .wildcard(let pieces, let scope):
      text += scope.prefix + QueryText.wildcard(pieces)
    case .exact(let words, .any): text += QueryText.exact(words)
    case .exact(let words, let scope): text += scope.prefix + "(" + QueryText.exact(words) + ")"
    case .regex(let pattern, let options, let scope):
      text += scope.prefix + QueryText.regex(pattern, options)
    case .within(let part, let node):
      text += QueryText.key(part) + ":"
      node.writeGrouped(to: &text)
    case .predicate(let predicate): text += predicate.description
    case .near(let parts, let distance, _): write(parts, between: " NEAR/\(distance) ", to: &text)
    case .and(let parts): write(parts, between: " ", to: &text)
    case .or(let parts): write(parts, between: " OR ", to: &text)
    case .not(let part):
      var negated = ""
      switch part {
      case .and, .or, .near: part.writeGrouped(to: &negated)
      default: part.write(to: &negated)
      }
      let takesMinus = negated.unicodeScalars.first.map(QuerySyntax.isNegatable) == true
      text += (takesMinus ? "-" : "NOT ") + negated
    }
  }

  private func write(_ parts: [QueryNode], between separator: String, to text: inout String) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      switch part {
      case .or, .and: part.writeGrouped(to: &text)
      default: part.write(to: &text)
      }
    }
  }

  private func writeGrouped(to text: inout String) {
    text += "("
    write(to: &text)
    text += ")"
  }
}

extension Query: CustomStringConvertible {
  /// The query in canonical form.
  package var description: String { root.description }
}

extension Predicate: CustomStringConvertible {
  package var description: String {
    let key = QueryText.key(key)
    switch test {
    case .exists: return key + ":*"
    case .matches(let value): return key + ":" + QueryText.value(value)
    case .equals(let value): return key + "=" + QueryText.value(value)
    case .compares(let relation, let value):
      return key + relation.rawValue + QueryText.value(value)
    case .between(let from, let through):
      let ends = (from.map(QueryText.escaped) ?? "", through.map(QueryText.escaped) ?? "")
      return key + ":" + ends.0 + ".." + ends.1
    case .like(let pieces):
      if pieces.allSatisfy({ $0.isEmpty || QueryText.isSimple($0) }) {
        return key + ":" + pieces.joined(separator: "*")
      }
      return key + ":\"" + pieces.map(QueryText.escapedInQuotes).joined(separator: "*") + "\""
    }
  }
}

extension FieldScope {
  fileprivate var prefix: String {
    switch self {
    case .any: ""
    case .field(let name): QueryText.key(name) + ":"
    }
  }
}

/// Writes pieces of text in a query so that they are read back unchanged.
enum QueryText {
  static func word(_ text: String) -> String {
    let escaped = escaped(text)
    return isOperator(escaped) ? "\\" + escaped : escaped
  }

  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    // True as long as the text so far would be read as a key before a sign.
    var isKey = true
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch QuerySyntax.plain(scalar) {
      case "\\", "(", ")", "*", "~": result.append("\\")
      case ":", "=", "<", ">", "!":
        if isKey, result.last != "-", result.last != "." { result.append("\\") }
      case "-", "#", "/", "|", "[":
        if index == 0 { result.append("\\") }
      default:
        if index == 0, QuerySyntax.isQuote(scalar) { result.append("\\") }
      }
      isKey =
        isKey && (index == 0 ? QuerySyntax.isKeyStart(scalar) : QuerySyntax.isKeyScalar(scalar))
      result.append(scalar)
    }
    return String(result)
  }

  /// Words with stars, in quotation marks where there are spaces.
  static func wildcard(_ pieces: [String]) -> String {
    if pieces.contains(where: { $0.unicodeScalars.contains(where: QuerySyntax.isSpace) }) {
      return "\"" + pieces.map(escapedInQuotes).joined(separator: "*") + "\""
    }
    return pieces.map(escaped).joined(separator: "*")
  }

  /// Words with an equals sign before them, in quotation marks where there are spaces.
  static func exact(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isWord = scalars.first.map { QuerySyntax.isWordlike($0) || $0 == "." } == true
    return "="
      + (isWord && !scalars.contains(where: QuerySyntax.isSpace) ? escaped(text) : quoted(text))
  }

  static func quoted(_ text: String, suffix: String = "") -> String {
    "\"" + escapedInQuotes(text) + suffix + "\""
  }

  static func escapedInQuotes(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // The quotation is written with plain marks; other marks in it are text.
      if scalar == "\\" || QuerySyntax.plain(scalar) == "\"" || QuerySyntax.plain(scalar) == "*" {
        result.append("\\")
      }
      result.append(scalar)
    }
    return String(result)
  }

  static func key(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let isPlain =
      scalars.first.map(QuerySyntax.isKeyStart) == true
      && scalars.allSatisfy(QuerySyntax.isKeyScalar)
      && scalars.last != "-" && scalars.last != "."
    return isPlain ? name : quoted(name)
  }

  static func value(_ text: String) -> String { isSimple(text) ? text : quoted(text) }

  /// True if `text` can be a value without quotation marks.
  static func isSimple(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, QuerySyntax.isLetterOrDigit(first) else { return false }
    var last: Unicode.Scalar = " "
    for scalar in scalars {
      let isPlain =
        QuerySyntax.isLetterOrDigit(scalar) || "-_./+@%&,;':".unicodeScalars.contains(scalar)
      if !isPlain || (scalar == "." && last == ".") { return false }
      last = scalar
    }
    return true
  }

  static func regex(_ pattern: String, _ options: RegexOptions) -> String {
    var body = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if scalar == "/", !isEscaped { body.append("\\") }
      isEscaped = scalar == "\\" && !isEscaped
      body.append(scalar)
    }
    let flags =
      (options.contains(.ignoresCase) ? "i" : "")
      + (options.contains(.dotMatchesLineEnds) ? "s" : "")
    return "/\(String(body))/\(flags)"
  }

  private static func isOperator(_ text: String) -> Bool {
    switch text {
    case "AND", "OR", "NOT", "NEAR": return true
    default:
      let digits = text.utf8.dropFirst(5)
      return text.hasPrefix("NEAR/") && !digits.isEmpty
        && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
  }
}
