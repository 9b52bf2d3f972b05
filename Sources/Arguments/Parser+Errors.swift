/// The errors of a command line, each with its likely cause.
extension Parser {
  func error(
    _ kind: ArgumentError.Kind, _ message: String, suggestion: String? = nil
  ) -> ArgumentError {
    ArgumentError(
      kind: kind, message: message, suggestion: suggestion,
      usage: tool.usage(of: command, at: path), path: [tool.root.name] + path)
  }

  func missingValue(of declaration: Declaration, as written: String) -> ArgumentError {
    let expected = declaration.expectation
    return error(
      .missingValue(option: declaration.name),
      "`\(written)` needs a value: \(expected.isEmpty ? declaration.placeholder : expected)")
  }

  func invalidValue(_ text: String, for declaration: Declaration) -> ArgumentError {
    let name = declaration.isPositional ? declaration.name : "`--\(declaration.name)`"
    var likely: String?
    if case .choices(let candidates) = declaration.completion {
      likely = suggestion(for: text, among: candidates.map(\.word))
    }
    return error(
      .invalidValue(text, argument: declaration.name),
      "\(name) expects \(declaration.expectation), not \(quoted(text))", suggestion: likely)
  }

  private func unknownOption(_ written: String) -> ArgumentError {
    let visible = (command.options + globals).filter { !$0.isHidden }
    let names = visible.flatMap { $0.isInvertible ? [$0.name, "no-\($0.name)"] : [$0.name] }
    let likely = suggestion(for: String(written.drop { $0 == "-" }), among: names)
    return error(
      .unknownOption(written), "unknown option \(quoted(written))",
      suggestion: likely.map { "--\($0)" })
  }

  func unknownLong(_ name: String, in word: String) -> ArgumentError {
    let unknown = unknownOption("--\(name)")
    guard unknown.suggestion == nil, command.unknownOptionsArePositional,
      !tool.root.hasOption(named: name)
    else { return unknown }
    // If words may begin with a dash, this may have been meant for one.
    let line = [tool.root.name] + path + ["--", word]
    return error(
      unknown.kind, unknown.message,
      suggestion: shown(line.map(shellQuoted).joined(separator: " ")))
  }

  func unknownShort(_ letter: Character, in word: String) -> ArgumentError {
    let whole = unknownOption(word)
    if whole.suggestion == nil, command.unknownOptionsArePositional, index < words.count,
      !tool.root.hasOption(letter)
    {
      let line = [tool.root.name] + path + ["--", word, words[index]]
      return error(
        whole.kind, whole.message, suggestion: shown(line.map(shellQuoted).joined(separator: " ")))
    }
    if whole.suggestion != nil || word.count == 2 { return whole }
    return error(.unknownOption("-\(letter)"), "unknown option `-\(letter)` in \(quoted(word))")
  }

  func unknownCommand(_ word: String) -> ArgumentError {
    let likely = subcommandSuggestion(for: word)
    return error(
      .unknownCommand(word), "there is no command \(quoted(word))",
      suggestion: likely.map { ([tool.root.name] + path + [$0]).joined(separator: " ") })
  }

  func subcommandSuggestion(for word: String) -> String? {
    let names = command.subcommands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
    return suggestion(for: word, among: path.isEmpty ? names + ["help"] : names)
  }

  /// The words of a title that was not quoted are the likeliest reason for one word too many.
  func unexpectedArgument(_ word: String) -> ArgumentError {
    var likely: String?
    if command.positionals.count == 1, command.positionals[0].isFreeText {
      let words = [tool.root.name] + path + [positionals.joined(separator: " ")]
      likely = shown(words.map(shellQuoted).joined(separator: " "))
    }
    return error(
      .unexpectedArgument(word), "unexpected argument \(quoted(word))", suggestion: likely)
  }

  func quoted(_ word: String) -> String { "`\(shown(word))`" }

  /// A text of the person's, shortened and without control characters, so that an error stays one
  /// line and cannot control the terminal.
  private func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(80) {
      result.append(scalar.isControl ? "\u{FFFD}" : scalar)
    }
    return String(result) + (text.unicodeScalars.dropFirst(80).isEmpty ? "" : "…")
  }
}

extension Unicode.Scalar {
  /// True if it controls a terminal instead of being shown: by category, which covers more than any
  /// list in the program (the joiners of emoji and of Persian are the exception).
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: value != 0x200C && value != 0x200D
    case .unassigned: (0xE0000...0xE0FFF).contains(value)
    default: false
    }
  }
}
