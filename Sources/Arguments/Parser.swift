/// Reads one command line, word by word, from the left.
///
/// The rules, where conventions differ:
/// - An option takes the next word as its value, whatever that word looks like, if it is one of
///   the option's values; a script can rely on it. Only a word that is no value and is an option
///   of the command means that the value was forgotten.
/// - A word after a command that has subcommands is a subcommand, if there is one of that name.
/// - If free words may follow as well, a single word that is nearly the name of a subcommand is
///   reported as a slip; after `--` it is a free word.
/// - `--help` shows help even when the rest of the line is wrong.
struct Parser {
  let tool: Tool
  private(set) var words: [String]
  /// True once a word was replaced by those that it means; these are commands, and never such words again.
  private var isExpanded = false
  let globals: [Declaration]
  private(set) var index = 0
  private(set) var command: Command
  private(set) var path: [String] = []
  private(set) var positionals: [String] = []
  private var given: [ParsedArguments.Occurrence] = []
  private var optionsAreOver = false
  /// True if the first positional comes before any `--`, where a subcommand could be.
  private var mayBeSlip = false

  init(tool: Tool, words: [String]) {
    self.tool = tool
    self.words = words
    globals = tool.globals
    command = tool.root
  }

  mutating func parse() throws(ArgumentError) -> Invocation {
    do throws(ArgumentError) {
      while index < words.count {
        let word = words[index]
        index += 1
        if optionsAreOver || word == "-" || !word.utf8.starts(with: "-".utf8) {
          if let invocation = try readWord(word) { return invocation }
        } else if word == "--" {
          optionsAreOver = true
        } else if word.utf8.starts(with: "--".utf8) {
          try readLong(word)
        } else {
          try readShorts(word)
        }
      }
    } catch {
      if case .unknownCommand = error.kind { throw error }
      guard isGiven(tool.helpFlag) || helpFollows else { throw error }
      return .help(path)
    }
    if isGiven(tool.helpFlag) { return .help(path) }
    if isGiven(tool.versionFlag) { return .version }
    guard let action = command.run else { throw error(.missingCommand, "a command is missing") }
    try checkSlip()
    try assignPositionals()
    try checkExclusive()
    return .run(ParsedArguments(command: command, path: path, given: given), action)
  }

  // MARK: - Words

  private mutating func readWord(_ word: String) throws(ArgumentError) -> Invocation? {
    if !optionsAreOver, positionals.isEmpty {
      if let next = command.subcommand(named: word) {
        command = next
        path.append(next.name)
        return nil
      }
      if !command.subcommands.isEmpty {
        if word == "help", path.isEmpty || command.positionals.isEmpty { return try readHelp() }
        if expand(word) { return nil }
        if command.positionals.isEmpty { throw unknownCommand(word) }
      }
    }
    if positionals.isEmpty { mayBeSlip = !optionsAreOver }
    positionals.append(word)
    return nil
  }

  /// Replaces a word of the person's own, in the place of a command, by what it means.
  private mutating func expand(_ word: String) -> Bool {
    guard path.isEmpty, !isExpanded, let meaning = tool.expansion?(word), !meaning.isEmpty else {
      return false
    }
    isExpanded = true
    words.replaceSubrange((index - 1)..<index, with: meaning)
    index -= 1
    return true
  }

  /// `zib help tag rename`; options are passed over.
  private mutating func readHelp() throws(ArgumentError) -> Invocation {
    for word in words[index...] where !word.utf8.starts(with: "-".utf8) {
      if path.isEmpty, word == "help" { return .help([word]) }
      let meant = path.isEmpty ? tool.expansion?(word)?.first : nil
      guard let next = command.subcommand(named: word) ?? meant.flatMap(command.subcommand) else {
        throw unknownCommand(word)
      }
      command = next
      path.append(next.name)
    }
    return .help(path)
  }

  private var helpFollows: Bool {
    words[index...].prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// Deals the words out to the declared positionals, from the left; each leaves enough for those
  /// after it, so that `SOURCE... TARGET` works.
  private mutating func assignPositionals() throws(ArgumentError) {
    let declared = command.positionals
    var needed = 0
    for declaration in declared {
      needed += declaration.bounds.minimum
      guard needed <= positionals.count else {
        throw error(
          .missingArgument(declaration.name),
          "missing argument " + declaration.nameInWords)
      }
    }
    var rest = positionals[...]
    for declaration in declared {
      let (minimum, maximum) = declaration.bounds
      needed -= minimum
      let count = min(maximum ?? .max, rest.count - needed)
      let texts = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      for text in texts where !declaration.accepts(text) {
        throw invalidValue(text, for: declaration)
      }
      if !texts.isEmpty { given.append(.init(declaration: declaration, texts: texts)) }
    }
    if let extra = rest.first {
      throw unexpectedArgument(extra)
    }
  }

  /// Refuses a first free word that is nearly the name of a subcommand: a person who types `zib review stat` or
  /// `zib review suspnd Walden` does not mean the cards with these words.
  private func checkSlip() throws(ArgumentError) {
    guard mayBeSlip, let word = positionals.first, !command.subcommands.isEmpty,
      word.utf8.count >= 3, word.utf8.allSatisfy(\.isLetterOrDash)
    else { return }
    guard let likely = subcommandSuggestion(for: word) else { return }
    let line = [tool.root.name] + path
    throw ArgumentError(
      kind: .slip(word, subcommand: likely),
      message: "there is no subcommand \(quoted(word))",
      suggestion: (line + [likely]).joined(separator: " "),
      advice:
        "If you mean the word itself: `\((line + ["--"] + positionals).joined(separator: " "))`",
      usage: tool.usage(of: command, at: path), path: line)
  }

  /// The options of every command, as far as they can be read when the rest of the line is wrong.
  ///
  /// Errors and help are shown by it: with `--color never`, and not in a pager with `--no-pager`.
  mutating func readGlobals() -> ParsedArguments {
    while index < words.count {
      let word = words[index]
      index += 1
      if optionsAreOver { break }
      do throws(ArgumentError) {
        if word == "--" {
          optionsAreOver = true
        } else if word.utf8.starts(with: "--".utf8) {
          try readLong(word)
        } else if word != "-", word.utf8.starts(with: "-".utf8) {
          try readShorts(word)
        } else if positionals.isEmpty, let next = command.subcommand(named: word) {
          command = next
          path.append(next.name)
        } else if positionals.isEmpty, !command.subcommands.isEmpty, expand(word) {
          continue
        } else {
          positionals.append(word)
        }
      } catch {
        // An option that is not understood does not affect the others.
      }
    }
    return ParsedArguments(command: command, path: path, given: given)
  }

  // MARK: - Options

  private mutating func readLong(_ word: String) throws(ArgumentError) {
    let body = word.dropFirst(2)
    let sign = body.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = String(sign.map { body[..<$0] } ?? body)
    let attached = sign.map { String(body[body.utf8.index(after: $0)...]) }

    guard let (declaration, isOn) = long(name) else { throw unknownLong(name, in: word) }
    if declaration.takesValue {
      let text =
        if let attached {
          try check(attached, for: declaration)
        } else {
          try nextValue(for: declaration, as: "--\(name)")
        }
      add(text, to: declaration)
    } else if let attached {
      throw error(
        .unexpectedValue(attached, flag: name),
        "`--\(name)` takes no value, but has \(quoted(attached))")
    } else {
      add(isOn ? ParsedArguments.Occurrence.on : ParsedArguments.Occurrence.off, to: declaration)
    }
  }

  /// `-q`, `-qv`, `-n5`, `-qn5`, `-n 5`.
  private mutating func readShorts(_ word: String) throws(ArgumentError) {
    if isPositionalDespiteDash(word) {
      positionals.append(word)
      return
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let declaration = short(letter) else { throw unknownShort(letter, in: word) }
      guard declaration.takesValue else {
        add(ParsedArguments.Occurrence.on, to: declaration)
        continue
      }
      guard !letters.isEmpty else {
        add(try nextValue(for: declaration, as: "-\(letter)"), to: declaration)
        return
      }
      add(try check(attachedValue(letters), for: declaration), to: declaration)
      return
    }
  }

  /// The `5` of `-n5` and of `-n=5`.
  private func attachedValue(_ letters: Substring) -> String {
    String(letters.first == "=" ? letters.dropFirst() : letters)
  }

  /// True if a word with one dash is a negative number or a free word, and no option.
  private func isPositionalDespiteDash(_ word: String) -> Bool {
    let body = word.dropFirst()
    guard let first = body.first else { return true }
    // An item of a list, such as `- [ ] call Anna`: no option has a space for its letter.
    if first == " " { return true }
    if "0123456789.".contains(first), short(first) == nil, Double(word) != nil { return true }
    guard command.unknownOptionsArePositional else { return false }
    // `-n 5` is a limit that other commands have, and no search for 5 without n.
    if body.count == 1, short(first) == nil, index < words.count, Int(words[index]) != nil {
      return false
    }
    var letters = body
    while let letter = letters.popFirst() {
      guard let declaration = short(letter) else { return true }
      if declaration.takesValue {
        // `-note` must stay a word where `-n` takes a number, and `-Cats` one where `-C` takes a
        // folder: a text of any kind would swallow it.
        if letters.isEmpty { return false }
        return declaration.isFreeText || !declaration.accepts(attachedValue(letters))
      }
    }
    return false
  }

  private mutating func nextValue(
    for declaration: Declaration, as written: String
  ) throws(ArgumentError) -> String {
    guard index < words.count else { throw missingValue(of: declaration, as: written) }
    let text = words[index]
    if !declaration.accepts(text), text == "--" || isDeclaredOption(text) {
      throw missingValue(of: declaration, as: written)
    }
    index += 1
    return try check(text, for: declaration)
  }

  private func isDeclaredOption(_ word: String) -> Bool {
    if word.utf8.starts(with: "--".utf8) {
      return long(String(word.dropFirst(2).prefix { $0 != "=" })) != nil
    }
    guard word.utf8.starts(with: "-".utf8), let letter = word.dropFirst().first else {
      return false
    }
    return short(letter) != nil
  }

  private func check(
    _ text: String, for declaration: Declaration
  ) throws(ArgumentError) -> String {
    guard declaration.accepts(text) else { throw invalidValue(text, for: declaration) }
    return text
  }

  private func long(_ name: String) -> (Declaration, isOn: Bool)? {
    for scope in [command.arguments, globals] {
      for declaration in scope where !declaration.isPositional {
        if declaration.name == name || declaration.aliases.contains(name) {
          return (declaration, true)
        }
        if declaration.isInvertible, name == "no-\(declaration.name)" {
          return (declaration, false)
        }
      }
    }
    return nil
  }

  private func short(_ letter: Character) -> Declaration? {
    command.arguments.first { $0.short == letter } ?? globals.first { $0.short == letter }
  }

  private mutating func add(_ text: String, to declaration: Declaration) {
    if let place = given.firstIndex(where: { $0.declaration.isSame(as: declaration) }) {
      given[place].texts.append(text)
    } else {
      given.append(.init(declaration: declaration, texts: [text]))
    }
  }

  private func isGiven(_ flag: Flag) -> Bool {
    given.contains { $0.declaration === flag.declaration }
  }

  private func checkExclusive() throws(ArgumentError) {
    for group in command.exclusive {
      let present = group.filter { declaration in
        given.contains { $0.declaration.isSame(as: declaration) }
      }
      guard present.count > 1 else { continue }
      let (first, second) = (present[0], present[1])
      func written(_ declaration: Declaration) -> String {
        declaration.isPositional ? declaration.name : "`--\(declaration.name)`"
      }
      throw error(
        .conflict(first.name, second.name),
        "\(written(first)) and \(written(second)) exclude each other")
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDash: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension Declaration {
  fileprivate var bounds: (minimum: Int, maximum: Int?) {
    if case .positional(let minimum, let maximum) = role { (minimum, maximum) } else { (0, 0) }
  }

  /// The name with its expectation; of two names (`FORMAT|FILE`) each has another, and none is given.
  fileprivate var nameInWords: String {
    let names = name.split(separator: "|")
    return names.count > 1 ? names.joined(separator: " or ") : name + expectationAfterColon
  }

  fileprivate var expectationAfterColon: String { expectation.isEmpty ? "" : ": " + expectation }

  /// True if it takes any text, so that a word and text attached to its letter look the same.
  var isFreeText: Bool { accepts("\u{1}") }
}
