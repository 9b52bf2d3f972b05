/// The reason why a command line is invalid.
///
/// ``description`` is ready to be printed on standard error; the tool exits with status 2.
package struct ArgumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of error.
  package enum Kind: Equatable, Sendable {
    /// No option of this name, as it was written.
    case unknownOption(String)
    /// The option is at the end, or before another option, without its value.
    case missingValue(option: String)
    /// A text that the argument does not take.
    case invalidValue(String, argument: String)
    /// A flag was given a value: `--json=yes`.
    case unexpectedValue(String, flag: String)
    /// One word more than the command takes.
    case unexpectedArgument(String)
    /// A word that the command needs is not there.
    case missingArgument(String)
    /// No command of this name.
    case unknownCommand(String)
    /// A free word that is nearly the name of a subcommand.
    case slip(String, subcommand: String)
    /// The command does nothing without one of its subcommands.
    case missingCommand
    /// Two options of which a line may hold only one.
    case conflict(String, String)
  }

  /// The kind of error.
  package let kind: Kind
  /// The same in words: one line without a full stop.
  package let message: String
  /// The command or option that was probably meant, as one would type it.
  package let suggestion: String?
  /// A sentence with other possible meanings.
  package let advice: String?
  /// The usage line of the command that was called.
  package let usage: String
  /// The names that lead to that command, the tool's own first.
  package let path: [String]

  init(
    kind: Kind, message: String, suggestion: String?, advice: String? = nil, usage: String,
    path: [String]
  ) {
    self.kind = kind
    self.message = message
    self.suggestion = suggestion
    self.advice = advice
    self.usage = usage
    self.path = path
  }

  /// The message, the suggestion, the usage line and where to read on: a line each.
  package var description: String {
    var lines = ["\(path.first ?? ""): \(message)"]
    if let suggestion { lines.append("Did you mean `\(suggestion)`?") }
    if let advice { lines.append(advice) }
    lines.append("Usage: \(usage)")
    lines.append("Try `\(path.joined(separator: " ")) --help` for more.")
    return lines.joined(separator: "\n")
  }
}
