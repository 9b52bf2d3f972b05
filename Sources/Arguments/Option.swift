/// An option with a value: `--limit 20`, `--limit=20`, `-n 20`, `-n20`.
///
/// The declaration is the key under which the value is found again, with its type:
///
/// ```swift
/// static let limit = Option("limit", short: "n", .int, default: 20, help: "Show at most `N` hits.")
/// static let since = Option("since", value: "DATE", .string, help: "Leave out what is older.")
/// static let exclude = Option("exclude", value: "GLOB", each: .string, help: "Leave out …")
///
/// arguments[limit]    // Int
/// arguments[since]    // String?
/// arguments[exclude]  // [String]
/// ```
///
/// Given several times, the last one counts, except for a repeating option (`each:`).
package struct Option<Value: Sendable>: ArgumentDeclaration {
  /// The declaration, whatever the type of the value.
  package let declaration: Declaration
  /// Makes the value from the texts that were given, in order.
  let read: @Sendable ([String]) -> Value

  /// An option with a default.
  package init(
    _ name: String, aliases: [String] = [], short: Character? = nil,
    value placeholder: String? = nil,
    _ kind: ValueKind<Value>, default fallback: Value, group: String? = nil, hidden: Bool = false,
    guidesCompletion: Bool = false, help: String
  ) {
    declaration = Declaration(
      role: .option, name: name, short: short, aliases: aliases,
      placeholder: placeholder, help: help, group: group, isHidden: hidden,
      guidesCompletion: guidesCompletion, accepts: { kind.parse($0) != nil },
      facts: { kind.facts(default: fallback) })
    read = { texts in texts.last.flatMap(kind.parse) ?? fallback }
  }

  /// An option that may be absent.
  package init<Parsed>(
    _ name: String, aliases: [String] = [], short: Character? = nil,
    value placeholder: String? = nil,
    _ kind: ValueKind<Parsed>, group: String? = nil, hidden: Bool = false,
    guidesCompletion: Bool = false, help: String
  ) where Value == Parsed? {
    declaration = Declaration(
      role: .option, name: name, short: short, aliases: aliases,
      placeholder: placeholder, help: help, group: group, isHidden: hidden,
      guidesCompletion: guidesCompletion, accepts: { kind.parse($0) != nil }, facts: kind.facts)
    read = { texts in texts.last.flatMap(kind.parse) }
  }

  /// An option that may be given any number of times.
  package init<Parsed>(
    _ name: String, aliases: [String] = [], short: Character? = nil,
    value placeholder: String? = nil,
    each kind: ValueKind<Parsed>, group: String? = nil, hidden: Bool = false,
    guidesCompletion: Bool = false, help: String
  ) where Value == [Parsed] {
    declaration = Declaration(
      role: .option, name: name, short: short, aliases: aliases,
      placeholder: placeholder, help: help, group: group, isHidden: hidden,
      isRepeating: true, guidesCompletion: guidesCompletion, accepts: { kind.parse($0) != nil },
      facts: kind.facts)
    read = { texts in texts.compactMap(kind.parse) }
  }
}
