import Arguments
import Exchange
import Rendering
import Sessions
import Settings
import Terminals
import Views
import Wording

/// `zib config`: shows the settings and their origins, and changes them.
enum Config {
  static let key = Positional(
    "KEY",
    optional: .string(
      completing: .choices(
        ConfigurationKey.all.map { Candidate($0.name, $0.explanation) }
          + ConfigurationKey.families.map { Candidate($0.name + ".", $0.explanation) })),
    help: "The setting; by default all are listed.")
  static let value = Positional(
    "VALUE", optional: .string, help: "The new value; commas separate the items of a list.")
  static let unset = Flag("unset", help: "Remove the setting from the file.")
  static let user = Flag(
    "user", aliases: ["global"], help: "Change your own settings instead of the vault's.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "config", group: "Settings", summary: "Show and change settings",
    discussion: """
      Without words all settings are listed, with where each comes from; a name alone prints its
      value. What comes first holds: the environment, the vault's `.zib/config.yml`, another tool's
      settings in the vault, your own `~/.config/zib/config.yml`.

      `editor`, `pager`, `opener` and `clipboard` name programs, so they are read from your own settings
      alone, as `alias.NAME` and `vault.NAME` are: a vault may come from anywhere.
      """,
    arguments: [key, value, unset, user, json],
    sections: [
      settingsSection,
      Section(
        "JSON",
        """
        An object with `version` (1) and `settings`, each with `key`, `value`, `source` (`environment`,
        `vault`, `other-tool`, `user` or `default`) and `explanation`. With a KEY the object has
        `version` and the members of that setting.
        """),
      Section(
        "Versions",
        """
        A file of settings may have `version: 1` at its top, which is also what is taken without it.
        A later version is a newer zib's: each command says so, follows the settings that it knows,
        and does not write that file.
        """),
    ],
    examples: [
      "zib config": "List all settings.",
      "zib config journal.folder": "Print one.",
      "zib config language de": "The notes of this vault are in German.",
      "zib config editor 'code --wait'": "Your editor, in every vault.",
      "zib config new.folder --unset": "Go back to the default.",
    ],
    exitStatuses: [0: "Done.", 2: "There is no such setting, or it cannot hold that."],
    seeAlso: ["zib-init(1)", "zib-doctor(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if arguments[unset] || arguments[value] != nil {
        try change(arguments, session)
      } else if let name = arguments[key] {
        try printOne(try known(name), arguments[json], session)
      } else {
        try printAll(arguments[json], session)
      }
      return .done
    }
  }

  private static let settingsSection = Section(
    "Settings",
    (ConfigurationKey.all.map(words) + ConfigurationKey.families.map(words)).joined(
      separator: "\n\n"))

  private static func words(_ family: ConfigurationKey.Family) -> String {
    "`\(family.name).NAME`, such as `\(family.name).\(family.example)` (a text; none by default"
      + "\(family.scope == .person ? "; in your own settings alone" : "")): \(family.explanation)"
  }

  private static func words(_ key: ConfigurationKey) -> String {
    let fallback = key.fallback.text.isEmpty ? "empty" : "`\(key.fallback.text)`"
    let scope =
      switch key.scope {
      case .vault: ""
      case .vaultAlone: "; in the vault's settings alone"
      case .person: "; in your own settings alone"
      }
    return "`\(key.name)` (\(key.expectation); \(fallback) by default\(scope)): \(key.explanation)"
  }

  private static func known(_ name: String) throws -> ConfigurationKey {
    guard let key = ConfigurationKey.named(name) else {
      throw ConfigurationError.unknown(name, suggestion: ConfigurationKey.suggestion(for: name))
    }
    return key
  }

  private static func change(_ arguments: ParsedArguments, _ session: CommandSession) throws {
    guard let name = arguments[key] else {
      throw UsageError(message: "give a setting", hint: "`zib config` lists the settings")
    }
    let key = try known(name)
    if name.hasPrefix("alias."), !arguments[unset] { try checkAlias(name, arguments[value] ?? "") }
    if name == "screen.keys", let text = arguments[value] { try checkKeys(key.value(of: text)) }
    if arguments[unset], arguments[value] != nil {
      throw UsageError(message: "`--unset` takes a setting out, and so has no VALUE")
    }
    // The settings of a newer zib are not changed, and the refusal tells why.
    session.tellsSettings = false
    let isForPerson = arguments[user] || key.scope == .person
    let vault = try isForPerson ? session.vaultForOwnSettings() : session.vault()
    let file = try vault.configure(
      name, to: arguments[unset] ? nil : arguments[value], for: isForPerson ? .person : .vault)
    session.messages.detail("wrote \(file)")
  }

  /// Refuses a command of one's own that would never be run, or that is none.
  private static func checkAlias(_ name: String, _ value: String) throws {
    let word = String(name.dropFirst("alias.".count))
    if let command = Zib.tool.root.subcommand(named: word) {
      throw UsageError(
        message:
          "`\(word)` is a command of zib (`\(command.name)`), which goes before a word of your own",
        hint: "choose another word")
    }
    guard let words = shellWords(value), let first = words.first else {
      throw UsageError(message: "`\(value)` is no command line", hint: "close its quotation marks")
    }
    // Options for every command may come first.
    if !first.hasPrefix("-"), Zib.tool.root.subcommand(named: first) == nil {
      throw UsageError(
        message: "`\(first)` is no command of zib",
        hint: "such as `zib config \(name) 'review -n 10'`")
    }
  }

  /// Refuses keys that the finder would not follow.
  private static func checkKeys(_ value: ConfigurationValue?) throws {
    guard case .list(let settings)? = value, let problem = FinderKeys(settings).problems.first
    else { return }
    let name = String(problem.setting.prefix { $0 != "=" })
    let actions = FinderAction.allCases.map(\.rawValue)
    let isAction = actions.contains(name)
    let near = isAction ? nil : suggestion(for: name, among: actions)
    throw UsageError(
      message: "`\(problem.setting)`: \(problem.message)",
      hint: near.map { "did you mean `\($0)`?" }
        ?? (isAction
          ? "such as `zib config screen.keys 'quit=ctrl-x, new=alt-a f2'`"
          : "the actions are \(actions.joined(separator: ", "))"))
  }

  private static func printOne(
    _ key: ConfigurationKey, _ isJSON: Bool, _ session: CommandSession
  ) throws {
    let setting = try session.vaultForOwnSettings().configuration.setting(key)
    guard isJSON else {
      try session.output.write(untrusted: setting.value.text)
      return try session.output.writeLine()
    }
    try session.output.writeJSON { $0.setting(key, setting) }
  }

  private static func printAll(_ isJSON: Bool, _ session: CommandSession) throws {
    session.tellsSettings = isJSON
    let configuration = try session.vaultForOwnSettings().configuration
    if isJSON {
      return try session.output.writeJSON {
        $0.array("settings") {
          for key in ConfigurationKey.all + configuration.ownKeys {
            $0.object { $0.setting(key, configuration.setting(key)) }
          }
        }
      }
    }
    session.page()
    var columns = TextColumns([.left, .left, .left])
    for key in ConfigurationKey.all + configuration.ownKeys {
      let setting = configuration.setting(key)
      let text = setting.value.text
      columns.add([
        StyledText(key.name, .key), StyledText(text.isEmpty ? "\"\"" : text),
        StyledText(setting.source.words, .faint),
      ])
    }
    for line in columns.lines() { try session.output.writeLine(line) }
    for problem in configuration.problems {
      session.messages.warning(DoctorFinding(problem).text)
    }
  }
}

extension JSONWriter {
  /// Writes a setting as fields of the object that is open.
  fileprivate mutating func setting(
    _ key: ConfigurationKey, _ setting: Configuration.Setting
  ) {
    field("key", key.name)
    switch setting.value {
    case .text(let text): field("value", text)
    case .list(let items): field("value", items)
    case .flag(let flag): field("value", flag)
    case .number(let number): field("value", number)
    }
    field("source", setting.source.word)
    field("explanation", key.explanation)
  }
}

extension Configuration.Source {
  /// The source for programs.
  fileprivate var word: String {
    switch self {
    case .flag: "option"
    case .environment: "environment"
    case .vault: "vault"
    case .foreign: "other-tool"
    case .person: "user"
    case .fallback: "default"
    }
  }

  /// The source for people.
  fileprivate var words: String {
    switch self {
    case .flag: "from the command line"
    case .environment: "from the environment"
    case .vault: "from the vault"
    case .foreign: "from the other tool's settings"
    case .person: "from your own settings"
    case .fallback: "default"
    }
  }
}
