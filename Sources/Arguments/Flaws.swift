extension Tool {
  /// The flaws of the declarations themselves, a sentence each.
  ///
  /// The compiler cannot see that two options share a letter, or that an example no longer
  /// parses. A tool's own tests expect this list to be empty.
  package var flaws: [String] {
    var flaws = spellingFlaws(of: globals, at: root.name)
    for node in allNodes {
      let place = ([root.name] + node.path).joined(separator: " ")
      let command = node.command
      flaws += nameFlaws(of: command, at: place)
      flaws += textFlaws(of: command, at: place)
      flaws += positionalFlaws(of: command, at: place)
      if !node.path.isEmpty {
        flaws += spellingFlaws(of: command.options + globals, at: place)
      }
      for (line, _) in command.examples {
        if let flaw = exampleFlaw(line) { flaws.append("\(place): `\(line)` \(flaw)") }
      }
    }
    return flaws
  }

  /// Names are unquoted in completion scripts and in the names of files and functions.
  private func nameFlaws(of command: Command, at place: String) -> [String] {
    var flaws: [String] = []
    var seen: Set<String> = []
    for child in command.subcommands {
      for name in [child.name] + child.aliases where !seen.insert(name).inserted {
        flaws.append("\(place): two commands are called `\(name)`")
      }
    }
    let options = command.options.flatMap { [$0.name] + $0.aliases }
    for name in [command.name] + command.aliases + options where !name.isPlainName {
      flaws.append("\(place): the name `\(name)` has other characters than a-z, 0-9 and `-`")
    }
    if command.run == nil, command.subcommands.isEmpty {
      flaws.append("\(place): does nothing and has no subcommands")
    }
    return flaws
  }

  private func spellingFlaws(of options: [Declaration], at place: String) -> [String] {
    var seen: Set<String> = []
    return options.flatMap(\.spellings).filter { !seen.insert($0).inserted }
      .map { "\(place): two options are written `\($0)`" }
  }

  private func textFlaws(of command: Command, at place: String) -> [String] {
    var flaws: [String] = []
    if command.summary.isEmpty || command.summary.hasSuffix(".") || command.summary.contains("\n") {
      flaws.append("\(place): the summary has to be one line without a full stop")
    }
    for argument in command.arguments where !argument.help.hasSuffix(".") {
      flaws.append("\(place): the help of \(argument.name) has to be a sentence")
    }
    for argument in command.arguments
    where !argument.takesValue && argument.defaultText != nil && !argument.isInvertible {
      flaws.append("\(place): nothing turns off the flag \(argument.name)")
    }
    return flaws
  }

  private func positionalFlaws(of command: Command, at place: String) -> [String] {
    var flaws: [String] = []
    var isOptional = false
    var repeating = 0
    for positional in command.positionals {
      guard case .positional(let minimum, let maximum) = positional.role else { continue }
      if isOptional, minimum > 0 {
        flaws.append("\(place): \(positional.name) is required, but follows one that is not")
      }
      isOptional = isOptional || minimum == 0
      repeating += maximum == nil ? 1 : 0
    }
    if repeating > 1 { flaws.append("\(place): two positionals take any number of words") }
    return flaws
  }

  /// The reason why an example is not a line that runs this tool.
  private func exampleFlaw(_ line: String) -> String? {
    guard let words = shellCommands(line).first(where: { $0.first == root.name }) else {
      return "does not call `\(root.name)`"
    }
    do throws(ArgumentError) {
      _ = try parse(Array(words.dropFirst()))
      return nil
    } catch {
      return "does not parse: \(error.message)"
    }
  }
}

extension String {
  fileprivate var isPlainName: Bool {
    !isEmpty && first != "-"
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

/// The commands of a line and their words, as a shell splits them; redirections are left out.
private func shellCommands(_ line: String) -> [[String]] {
  var commands: [[String]] = [[]]
  var isRedirected = false
  for token in ShellScanner(line, signs: "|&;<>").tokens {
    switch token {
    case .word(let word): if !isRedirected { commands[commands.count - 1].append(word) }
    case .sign("<"), .sign(">"): isRedirected = true
    case .sign:
      commands.append([])
      isRedirected = false
    }
  }
  return commands
}
