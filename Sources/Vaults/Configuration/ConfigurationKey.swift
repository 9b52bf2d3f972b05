/// One setting: its name, what it may hold, what it holds if nobody says, and what it means.
package struct ConfigurationKey: Sendable {
  /// What a setting may hold.
  package enum Shape: Equatable, Sendable {
    case text
    /// A list of texts; a single text is a list of one.
    case list
    case flag
    /// A whole number not below 0.
    case number
    /// One of these words.
    case choice([String])
  }

  /// Whose settings may hold it.
  package enum Scope: Equatable, Sendable {
    /// The vault's and the person's; the vault's goes first.
    case vault
    /// The person's alone: it names a program, and a vault may come from anywhere.
    case person
  }

  /// Dotted, as `zib config` takes it: `journal.folder`.
  package let name: String
  package let shape: Shape
  package let fallback: ConfigurationValue
  package let scope: Scope
  /// The environment variable that goes before all files.
  package let variable: String?
  /// What it means, in one or two sentences.
  package let explanation: String

  init(
    _ name: String, _ shape: Shape, _ fallback: ConfigurationValue, scope: Scope = .vault,
    variable: String? = nil, _ explanation: String
  ) {
    self.name = name
    self.shape = shape
    self.fallback = fallback
    self.scope = scope
    self.variable = variable
    self.explanation = explanation
  }
}

/// What a setting holds.
package enum ConfigurationValue: Hashable, Sendable {
  case text(String)
  case list([String])
  case flag(Bool)
  case number(Int)

  /// The value as a person would type it.
  package var text: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.joined(separator: ", ")
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    }
  }
}

extension ConfigurationKey {
  /// Every setting there is.
  package static let all: [ConfigurationKey] = [
    ConfigurationKey(
      "language", .choice(languages), .text("en"), variable: "ZIB_LANGUAGE",
      "The language of the notes, by whose rules words are reduced to their stems. "
        + "A note's own `lang` goes first; `none` keeps words as they are."),
    ConfigurationKey(
      "exclude", .list, .list([]),
      "Files and folders that are no notes, in the language of .gitignore, from the vault's root."),
    ConfigurationKey(
      "new.folder", .text, .text(""),
      "The folder for new notes; empty for the vault's root."),
    ConfigurationKey(
      "new.filename", .text, .text("{{title}}"),
      "The file name of a new note, without .md: {{title}}, {{slug}}, {{date:YYYY-MM-DD}}, {{id}}."),
    ConfigurationKey(
      "templates.folder", .text, .text(".zib/templates"),
      "The folder of templates for new notes."),
    ConfigurationKey(
      "journal.folder", .text, .text("Journal"),
      "The folder of the days."),
    ConfigurationKey(
      "journal.pattern", .text, .text("YYYY/YYYY-MM-DD"),
      "The path of a day below that folder, without .md: YYYY year, MM month, DD day, WW week, dddd weekday."
    ),
    ConfigurationKey(
      "journal.template", .text, .text("journal"),
      "The template of a new day."),
    ConfigurationKey(
      "tags.multiword", .flag, .flag(false),
      "Read `#[[two words]]` as a hashtag, as Logseq does."),
    ConfigurationKey(
      "tags.colon", .flag, .flag(false),
      "Read `:a:b:` as hashtags, as zk does."),
    ConfigurationKey(
      "tags.bear", .flag, .flag(false),
      "Read `#two words#` as a hashtag, as Bear does."),
    ConfigurationKey(
      "links.style", .choice(["wiki", "markdown"]), .text("wiki"),
      "How new links are written: [[Note]] or [Note](Note.md)."),
    ConfigurationKey(
      "links.path", .choice(["shortest", "relative", "absolute"]), .text("shortest"),
      "The path that new links have: the shortest that is unambiguous, from the linking note, or from the root."
    ),
    ConfigurationKey(
      "links.text-first", .flag, .flag(false),
      "Read `[[text|note]]`, as Dendron does, and not `[[note|text]]`."),
    ConfigurationKey(
      "attachments.folder", .text, .text("Attachments"),
      "The folder for files that are attached to notes."),
    ConfigurationKey(
      "editor", .text, .text(""), scope: .person,
      "The program that opens notes, before $VISUAL and $EDITOR. Only your own configuration may name it."
    ),
    ConfigurationKey(
      "pager", .text, .text(""), scope: .person,
      "The program that shows long output, before $PAGER. Only your own configuration may name it."),
  ]

  /// The languages that stems are known for, and `none`.
  package static let languages = [
    "none", "ar", "ca", "da", "de", "el", "en", "es", "et", "eu", "fi", "fr", "ga", "hi", "hu",
    "hy", "id", "it", "lt", "ne", "nl", "no", "pl", "pt", "ro", "ru", "sr", "sv", "ta", "tr", "yi",
  ]

  /// The setting of a name.
  package static func named(_ name: String) -> ConfigurationKey? {
    all.first { $0.name == name }
  }
}
