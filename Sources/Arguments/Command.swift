/// One command of a tool, declared once: parsing, help, manual page and completions follow.
///
/// ```swift
/// enum Search {
///   static let query = Positional("QUERY", each: .string, atLeast: 1, help: "What to look for.")
///   static let limit = Option("limit", short: "n", .int(in: 1...), default: 20, help: "…")
///
///   static let command = Command(
///     "search", aliases: ["s"], group: "Find", summary: "Find notes by what they say",
///     discussion: """
///       Words are looked for in titles, headings, tags and text.
///
///       A word that begins with a dash is left out of the hits.
///       """,
///     arguments: [query, limit],
///     unknownOptionsArePositional: true,
///     examples: ["zib search -n 5 rome": "The five best hits."]
///   ) { arguments in
///     try search(arguments[query], limit: arguments[limit])
///   }
/// }
/// ```
package struct Command: Sendable {
  /// The action of a command with its arguments; returns the exit status.
  package typealias Action = @Sendable (ParsedArguments) throws -> Int32

  /// The word that calls it.
  package let name: String
  /// Other words that call it.
  package let aliases: [String]
  /// The heading under which the help of its parent lists it.
  package let group: String?
  /// One line, without a full stop.
  package let summary: String
  /// Paragraphs, separated by empty lines; lines within one are joined and wrapped again.
  package let discussion: String
  /// Options, flags and positionals, in the order in which help lists them.
  package let arguments: [Declaration]
  /// Sets of options of which one line may hold only one.
  package let exclusive: [[Declaration]]
  /// True if a word such as `-draft`, which is no option, is a positional.
  package let unknownOptionsArePositional: Bool
  /// Further sections with a heading of their own.
  package let sections: [Section]
  /// Command lines with explanations.
  package let examples: KeyValuePairs<String, String>
  /// The meanings of the exit statuses.
  package let exitStatuses: KeyValuePairs<Int, String>
  /// Environment variables that it heeds.
  package let environment: KeyValuePairs<String, String>
  /// Other manual pages: `zib-list(1)`.
  package let seeAlso: [String]
  /// True if help, manual pages and completions leave it out.
  package let isHidden: Bool
  /// The commands below it.
  package let subcommands: [Command]
  /// The command's action; `nil` if it only groups its subcommands.
  package let run: Action?

  /// Declares a command.
  ///
  /// The arguments of the outermost command are global: they are accepted before and after the
  /// name of every command below it.
  package init(
    _ name: String, aliases: [String] = [], group: String? = nil, summary: String,
    discussion: String = "", arguments: [any ArgumentDeclaration] = [],
    exclusive: [[any ArgumentDeclaration]] = [], unknownOptionsArePositional: Bool = false,
    sections: [Section] = [], examples: KeyValuePairs<String, String> = [:],
    exitStatuses: KeyValuePairs<Int, String> = [:],
    environment: KeyValuePairs<String, String> = [:], seeAlso: [String] = [],
    hidden: Bool = false, subcommands: [Command] = [], run: Action? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments.map(\.declaration)
    self.exclusive = exclusive.map { $0.map(\.declaration) }
    self.unknownOptionsArePositional = unknownOptionsArePositional
    self.sections = sections
    self.examples = examples
    self.exitStatuses = exitStatuses
    self.environment = environment
    self.seeAlso = seeAlso
    self.isHidden = hidden
    self.subcommands = subcommands
    self.run = run
  }

  /// The subcommand of that name or alias.
  package func subcommand(named word: String) -> Command? {
    subcommands.first { $0.isCalled(word) }
  }

  func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }

  /// True if it or a command below it has an option of that long name: then such a word is meant as the option.
  func hasOption(named name: String) -> Bool {
    options.contains { option in
      option.name == name || option.aliases.contains(name)
        || option.isInvertible && name == "no-" + option.name
    } || subcommands.contains { $0.hasOption(named: name) }
  }

  /// True if it or a command below it has an option of that letter.
  func hasOption(_ letter: Character) -> Bool {
    options.contains { $0.short == letter } || subcommands.contains { $0.hasOption(letter) }
  }

  var options: [Declaration] { arguments.filter { !$0.isPositional } }
  var positionals: [Declaration] { arguments.filter(\.isPositional) }
}

/// A part of a help text and manual page with a heading of its own, such as a query language.
package struct Section: Sendable {
  /// The heading: `Query language`.
  package let title: String
  /// Paragraphs, separated by empty lines.
  package let text: String
  /// The terms and their explanations.
  package let items: [(key: String, value: String)]

  /// A section of paragraphs, of explained items, or of both.
  package init(_ title: String, _ text: String = "", items: KeyValuePairs<String, String> = [:]) {
    self.init(title, text, items: Array(items))
  }

  /// A section whose items are known elsewhere.
  package init(_ title: String, _ text: String = "", items: [(key: String, value: String)]) {
    self.title = title
    self.text = text
    self.items = items
  }
}
