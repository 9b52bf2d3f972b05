/// The errors in a `--format`.
package enum FormatTemplateError: Error, Equatable {
  /// A `{` without its `}`, at a character counted from 1.
  case unclosed(column: Int)
  /// A field that the command does not have, and those that it has.
  case unknownField(String, known: [String])
}

/// The template of `--format`, printed for each note or hit.
///
///     template := (text | escape | field)*
///     field    := "{" name (":" argument)? "}"
///     escape   := "\t" | "\n" | "\0" | "\e" | "\\" | "{{" | "}}"
///
/// An argument that is a number makes a column of that width, cut or padded by display width:
/// `{title:30}`, and `{line:>5}` for one that is aligned to the right. The field interprets any
/// other argument: `{date:YYYY-MM}`.
package struct FormatTemplate: Equatable, Sendable {
  /// A field as written in the template.
  package struct Field: Equatable, Sendable {
    /// The text before any colon.
    package let name: String
    /// The text after the colon, unless it is a width.
    package let argument: String?
    let column: Column?
  }

  struct Column: Equatable, Sendable {
    let width: Int
    let alignsRight: Bool
  }

  private enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  private var parts: [Part] = []

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - fields: the names that may be used.
  ///   - acceptsOthers: true if other names may be used too (front-matter keys).
  package init(
    _ template: String, fields: [String], acceptsOthers: Bool = false
  ) throws(FormatTemplateError) {
    var text = ""
    var rest = Substring(template)
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        text.append(Self.escape(rest.popFirst()))
      case "{" where rest.first == "{", "}" where rest.first == "}":
        text.append(character)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw .unclosed(column: template.count - rest.count)
        }
        let field = Self.field(rest[..<end])
        guard acceptsOthers && !field.name.isEmpty || fields.contains(field.name) else {
          throw .unknownField(field.name, known: fields)
        }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.field(field))
        rest = rest[rest.index(after: end)...]
      default: text.append(character)
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The fields in their order in the template.
  package var fields: [Field] {
    parts.compactMap { part in
      if case .field(let field) = part { field } else { nil }
    }
  }

  /// Fills the template.
  ///
  /// - Parameters:
  ///   - escapingControlCharacters: true to make those in the values visible, for a terminal.
  ///   - value: gives the text of a field, or nil if it has none.
  package func filled(
    escapingControlCharacters: Bool = false, _ value: (Field) throws -> String?
  ) rethrows -> String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .field(let field):
        var text = try value(field) ?? ""
        if escapingControlCharacters { text = text.escapingControlCharacters() }
        result += field.column.map { $0.apply(text) } ?? text
      }
    }
    return result
  }

  private static func field(_ inside: Substring) -> Field {
    let halves = inside.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])  // splitting always gives a first half
    guard halves.count == 2, !halves[1].isEmpty else {
      return Field(name: name, argument: nil, column: nil)
    }
    let argument = halves[1]
    let alignsRight = argument.hasPrefix(">")
    if let width = Int(alignsRight ? argument.dropFirst() : argument), (1...1000).contains(width) {
      return Field(
        name: name, argument: nil, column: Column(width: width, alignsRight: alignsRight))
    }
    return Field(name: name, argument: String(argument), column: nil)
  }

  private static func escape(_ character: Character?) -> String {
    switch character {
    case "t": "\t"
    case "n": "\n"
    case "r": "\r"
    case "0": "\0"
    case "e": "\u{1B}"
    case "\\", nil: "\\"
    case .some(let other): "\\\(other)"
    }
  }
}

extension FormatTemplate.Column {
  fileprivate func apply(_ text: String) -> String {
    let cut = text.truncated(toWidth: width)
    return alignsRight ? cut.leftPadded(toWidth: width) : cut.padded(toWidth: width)
  }
}
