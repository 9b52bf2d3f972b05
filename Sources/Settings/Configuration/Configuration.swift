import Files

/// A vault's settings: its own, the person's, and the defaults of the rest.
package struct Configuration: Equatable, Sendable {
  /// The origin of a value; the first one takes precedence.
  package enum Source: Int, Comparable, Sendable {
    /// Given for this one command.
    case flag
    case environment
    /// The vault's `.zib/config.yml`.
    case vault
    /// Another tool's settings in the vault, such as `.obsidian/app.json`.
    case foreign
    /// The person's own `zib/config.yml`.
    case person
    case fallback

    package static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// A value and its origin.
  package struct Setting: Equatable, Sendable {
    package let value: ConfigurationValue
    package let source: Source
  }

  /// Something in a settings file that was not followed.
  package struct Problem: Equatable, Sendable {
    /// The file of the setting, or the folder whose tool has it; nil for the environment.
    package internal(set) var file: DiskPath?
    /// The number of the line, from 1; nil for the file as a whole.
    package let line: Int?
    package let message: String
    /// The name of the setting that was not followed; nil if the problem is about something else.
    package var setting: String?
    package var kind = Kind.name

    /// The part of a file that a problem is about.
    package enum Kind: Equatable, Sendable {
      /// A name, or a setting that this file may not hold.
      case name
      /// A value that does not fit.
      case unfit
      /// The file was written by a newer zib.
      case newer
      /// The whole file cannot be read.
      ///
      /// - Parameter hasStandIn: true where its last version in the history that can be read holds instead.
      case unread(hasStandIn: Bool)
    }
  }

  private(set) var settings: [String: Setting] = [:]
  package internal(set) var problems: [Problem] = []

  /// The files that cannot be read and for which no version of the history stands in: settings that a person made do
  /// not hold.
  package var unread: [Problem] { problems.filter { $0.kind == .unread(hasStandIn: false) } }

  /// The defaults.
  package init() {}

  /// The value of a setting and its origin.
  package func setting(_ key: ConfigurationKey) -> Setting {
    settings[key.name] ?? Setting(value: key.fallback, source: .fallback)
  }

  /// True if a setting has a value of its own and not the default.
  package func isSet(_ name: String) -> Bool {
    ConfigurationKey.named(name).map { setting($0).source != .fallback } ?? false
  }

  /// Sets a value that fits, unless there is one from a source that goes first.
  package mutating func set(
    _ key: ConfigurationKey, to value: ConfigurationValue, from source: Source
  ) {
    if let old = settings[key.name], old.source < source { return }
    guard key.fits(value) else { return }
    settings[key.name] = Setting(value: value, source: source)
  }

  /// The value of a setting, for the readers of its own shape.
  func value(_ name: String) -> ConfigurationValue? {
    ConfigurationKey.named(name).map { setting($0).value }
  }

  /// The text of a setting, empty if it holds something else.
  package func text(_ name: String) -> String {
    if case .text(let text)? = value(name) { text } else { "" }
  }

  /// The items of a setting.
  package func list(_ name: String) -> [String] {
    if case .list(let items)? = value(name) { items } else { [] }
  }

  /// The state of a setting.
  package func flag(_ name: String) -> Bool { value(name) == .flag(true) }

  /// The number of a setting, within its range.
  package func number(_ name: String) -> Int {
    if case .number(let number)? = value(name) { number } else { 0 }
  }

  /// The language of the notes' stems, or nil for none.
  package var language: String? { text("language") == "none" ? nil : text("language") }

  /// Patterns of files that are no notes.
  package var excluded: [String] { list("exclude") }
}
