/// An option without a value: `--json`, `-j`, and `--no-json` where that makes sense.
///
/// ```swift
/// static let json = Flag("json", short: "j", help: "Print JSON.")
/// static let pager = Flag("pager", invertible: true, default: true, help: "Use a pager.")
/// static let verbose = Flag("verbose", short: "v", help: "Say more; twice for everything.")
///
/// arguments[json]                // Bool
/// arguments.count(of: verbose)   // 2 for -vv
/// ```
package struct Flag: ArgumentDeclaration {
  /// The facts, as of any argument.
  package let declaration: Declaration
  /// The value of the flag if it is not given.
  package let defaultValue: Bool

  /// A flag.
  ///
  /// - Parameters:
  ///   - invertible: true if `--no-NAME` is accepted too; the last of the two counts.
  ///   - fallback: the value if it is not given. Only an invertible flag may default to true.
  package init(
    _ name: String, aliases: [String] = [], short: Character? = nil, invertible: Bool = false,
    default fallback: Bool = false, repeating: Bool = false, group: String? = nil,
    hidden: Bool = false, help: String
  ) {
    declaration = Declaration(
      role: .flag(invertible: invertible), name: name, short: short, aliases: aliases, help: help,
      group: group, isHidden: hidden, isRepeating: repeating,
      facts: { ValueFacts(defaultText: fallback ? "on" : nil) })
    defaultValue = fallback
  }
}
