extension Tool {
  /// The script that teaches a shell to complete this tool's command lines.
  ///
  /// It contains everything that is known when it is written: commands, options, fixed values. For
  /// values that only the tool knows (``Completion/values(of:)``) it runs `TOOL [-C DIR…]
  /// complete-values KIND -- PREFIX`, which answers with a candidate a line and, after a tab, a
  /// short description. The options passed to that command are those declared with
  /// `guidesCompletion`. A candidate that ends in `=`, `:` or `/` gets no space after it.
  package func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashScript
    case .zsh: zshScript
    case .fish: fishScript
    }
  }

  /// The options below the outermost command that a script has to know by name; hidden ones are
  /// left out throughout.
  func visibleOptions(of node: CommandNode) -> [Declaration] {
    node.path.isEmpty ? [] : node.command.options.filter { !$0.isHidden }
  }

  var visibleGlobals: [Declaration] { globals.filter { !$0.isHidden } }

  /// The positionals of a command by their place; the first that repeats is the last.
  func places(of node: CommandNode) -> [(index: Int, isRest: Bool, positional: Declaration)] {
    var places: [(Int, Bool, Declaration)] = []
    for positional in node.command.positionals where !positional.isHidden {
      places.append((places.count, positional.isRepeating, positional))
      if positional.isRepeating { break }
    }
    if let expansionKind, node.path.isEmpty, places.isEmpty {
      let word = Positional(
        "COMMAND", .string(completing: .values(of: expansionKind)),
        help: "A word that stands for a command.")
      places.append((0, false, word.declaration))
    }
    return places
  }
}

extension CommandNode {
  /// The path as one word of a script; empty for the tool itself.
  var key: String { path.joined(separator: " ") }
}

extension Declaration {
  /// Every way to write the option: `-n`, `--limit`, aliases and `--no-…`.
  var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + longSpellings + aliases.map { "--\($0)" }
  }

  /// The long names that are worth offering.
  var longSpellings: [String] {
    ["--\(name)"] + (isInvertible ? ["--no-\(name)"] : [])
  }

  /// The description that a shell shows beside one of the long names; that of `--no-pager` is
  /// negated.
  func description(of spelling: String) -> String {
    isInvertible && spelling == "--no-\(name)"
      ? "Do not \(help.lowercasedFirst)".asDescription : help.asDescription
  }
}

extension String {
  /// The text without markup, line breaks and the full stop at its end.
  var asDescription: String {
    var text = ""
    for character in self where character != "`" {
      text.append(character.isNewline || character == "\t" ? " " : character)
    }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// The text with a small first letter, unless it is part of an abbreviation.
  var lowercasedFirst: String {
    guard let second = dropFirst().first, !second.isUppercase else { return self }
    return prefix(1).lowercased() + dropFirst()
  }
}
