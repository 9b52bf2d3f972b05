/// Anything a command can declare: an ``Option``, a ``Flag`` or a ``Positional``.
package protocol ArgumentDeclaration: Sendable {
  /// The facts that parsing, help, manual pages and completions are made from.
  var declaration: Declaration { get }
}

/// The declaration of an argument, whatever the type of its value.
///
/// A class, so that the typed wrappers stay three words wide: a tool declares hundreds of them
/// each time it starts, and most of them are never looked at.
package final class Declaration: Sendable {
  /// The form of an argument on the command line.
  package enum Role: Sendable, Equatable {
    /// `--name`, and `--no-name` if it is invertible.
    case flag(invertible: Bool)
    /// `--name VALUE`.
    case option
    /// A word in its place; at least `minimum` and at most `maximum` of them (`nil`: any number).
    case positional(minimum: Int, maximum: Int?)
  }

  /// The form of the argument.
  package let role: Role
  /// The long name without dashes, or the placeholder of a positional; the key of its values.
  package let name: String
  /// The letter of the short form.
  package let short: Character?
  /// Further long names that are accepted and not shown in help.
  package let aliases: [String]
  /// One sentence of help; `` `code` `` is set in bold where there is bold.
  package let help: String
  /// The heading under which help lists it.
  package let group: String?
  /// True if help, manual pages and completions leave it out.
  package let isHidden: Bool
  /// True if each occurrence adds a value, instead of replacing the one before.
  package let isRepeating: Bool
  /// True if completion scripts pass this option to the tool when they ask it for values.
  package let guidesCompletion: Bool
  /// True for a text that is a value of this argument.
  let accepts: @Sendable (String) -> Bool

  private let givenPlaceholder: String?
  private let facts: @Sendable () -> ValueFacts

  init(
    role: Role, name: String, short: Character? = nil, aliases: [String] = [],
    placeholder: String? = nil, help: String, group: String? = nil, isHidden: Bool = false,
    isRepeating: Bool = false, guidesCompletion: Bool = false,
    accepts: @escaping @Sendable (String) -> Bool = { _ in true },
    facts: @escaping @Sendable () -> ValueFacts
  ) {
    self.role = role
    self.name = name
    self.short = short
    self.aliases = aliases
    self.help = help
    self.group = group
    self.isHidden = isHidden
    self.isRepeating = isRepeating
    self.guidesCompletion = guidesCompletion
    self.accepts = accepts
    self.facts = facts
    givenPlaceholder = placeholder
  }

  /// The word for the value in help: `N`, `DIR`, `WORD`.
  package var placeholder: String {
    if let givenPlaceholder { return givenPlaceholder }
    let usual = facts().placeholder
    return usual.isEmpty ? name.uppercased() : usual
  }

  /// The values it takes, in words that follow "expects": `a number`; empty for any text.
  package var expectation: String { facts().expectation }

  /// The candidates for its value in a shell.
  package var completion: Completion { facts().completion }

  /// The default as help shows it.
  package var defaultText: String? { facts().defaultText }

  var isPositional: Bool {
    if case .positional = role { true } else { false }
  }

  var takesValue: Bool {
    if case .flag = role { false } else { true }
  }

  /// True if two declarations are keys of the same value: several commands may share one, or
  /// declare it twice.
  func isSame(as other: Declaration) -> Bool {
    self === other || (name == other.name && isPositional == other.isPositional)
  }

  var isInvertible: Bool { role == .flag(invertible: true) }
}
