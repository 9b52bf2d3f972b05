/// The arguments of a command line, read with the declarations as keys.
///
/// ```swift
/// let hits = try find(arguments[Search.query], limit: arguments[Search.limit])
/// if arguments[Global.quiet] { … }
/// ```
package struct ParsedArguments: Sendable {
  /// The command that was called.
  package let command: Command
  /// The names that lead to it, without the tool's own: `["tag", "rename"]`.
  package let path: [String]
  private let given: [Occurrence]

  /// One declared argument and its text, in order.
  struct Occurrence: Sendable {
    let declaration: Declaration
    var texts: [String]
  }

  init(command: Command, path: [String], given: [Occurrence]) {
    self.command = command
    self.path = path
    self.given = given
  }

  /// The value of an option: the one given last, or its default.
  package subscript<Value>(option: Option<Value>) -> Value {
    option.read(texts(of: option.declaration))
  }

  /// The word or words given for a positional.
  package subscript<Value>(positional: Positional<Value>) -> Value {
    positional.read(texts(of: positional.declaration))
  }

  /// True if a flag is on.
  package subscript(flag: Flag) -> Bool {
    guard let last = texts(of: flag.declaration).last else { return flag.defaultValue }
    return last == Occurrence.on
  }

  /// The number of times that a flag was given since the last `--no-…`.
  package func count(of flag: Flag) -> Int {
    texts(of: flag.declaration).reversed().prefix { $0 == Occurrence.on }.count
  }

  /// True if an argument was on the command line at all.
  package func isGiven(_ argument: any ArgumentDeclaration) -> Bool {
    !texts(of: argument.declaration).isEmpty
  }

  // A line holds a handful of arguments: a scan is cheaper than a table.
  private func texts(of declaration: Declaration) -> [String] {
    given.first { $0.declaration.isSame(as: declaration) }?.texts ?? []
  }
}

extension ParsedArguments.Occurrence {
  /// The text of each occurrence of a flag.
  static let on = "on"
  /// The text of `--no-…`.
  static let off = "off"
}
