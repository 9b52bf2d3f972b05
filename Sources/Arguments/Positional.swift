/// A word in its place: the `NOTE` of `zib show NOTE`.
///
/// ```swift
/// static let note = Positional("NOTE", .string, help: "The note to show.")
/// static let shell = Positional("SHELL", optional: .oneOf(Shell.self), help: "…")
/// static let query = Positional("QUERY", each: .string, help: "Words to look for.")
///
/// arguments[note]    // String
/// arguments[shell]   // Shell?
/// arguments[query]   // [String]
/// ```
///
/// `-` alone is an ordinary word (standard input by convention); after `--` every word is one.
package struct Positional<Value: Sendable>: ArgumentDeclaration {
  /// The declaration, whatever the type of the value.
  package let declaration: Declaration
  /// Makes the value from the texts that were given, in order.
  let read: @Sendable ([String]) -> Value

  /// A word that has to be given.
  package init(_ name: String, _ kind: ValueKind<Value>, hidden: Bool = false, help: String) {
    declaration = Declaration(
      role: .positional(minimum: 1, maximum: 1), name: name, placeholder: name, help: help,
      isHidden: hidden, accepts: { kind.parse($0) != nil }, facts: kind.facts)
    read = { texts in
      guard let value = texts.last.flatMap(kind.parse) else {
        // Parsing refuses a line without a valid word here, so this is a command that looks up
        // a positional which it does not declare.
        preconditionFailure("\(name) is not an argument of this command")
      }
      return value
    }
  }

  /// A word with a default.
  package init(
    _ name: String, _ kind: ValueKind<Value>, default fallback: Value, hidden: Bool = false,
    help: String
  ) {
    declaration = Declaration(
      role: .positional(minimum: 0, maximum: 1), name: name, placeholder: name, help: help,
      isHidden: hidden, accepts: { kind.parse($0) != nil },
      facts: { kind.facts(default: fallback) })
    read = { texts in texts.last.flatMap(kind.parse) ?? fallback }
  }

  /// A word that may be left out.
  package init<Parsed>(
    _ name: String, optional kind: ValueKind<Parsed>, hidden: Bool = false, help: String
  ) where Value == Parsed? {
    declaration = Declaration(
      role: .positional(minimum: 0, maximum: 1), name: name, placeholder: name, help: help,
      isHidden: hidden, accepts: { kind.parse($0) != nil }, facts: kind.facts)
    read = { texts in texts.last.flatMap(kind.parse) }
  }

  /// Any number of words, or at least a given number.
  package init<Parsed>(
    _ name: String, each kind: ValueKind<Parsed>, atLeast minimum: Int = 0, hidden: Bool = false,
    help: String
  ) where Value == [Parsed] {
    declaration = Declaration(
      role: .positional(minimum: minimum, maximum: nil), name: name, placeholder: name, help: help,
      isHidden: hidden, isRepeating: true, accepts: { kind.parse($0) != nil }, facts: kind.facts)
    read = { texts in texts.compactMap(kind.parse) }
  }
}
