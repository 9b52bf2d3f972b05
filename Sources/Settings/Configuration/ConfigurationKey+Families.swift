import Layout

/// Settings of which a person chooses the last word: `query.reading`, `vault.work`.
extension ConfigurationKey {
  /// The beginning that the names of some settings share, and what they are.
  package struct Family: Sendable {
    /// The beginning, without the dot: `query`.
    package let name: String
    /// An example of its last word.
    package let example: String
    package let scope: Scope
    package let explanation: String
  }

  /// Every family there is.
  package static let families: [Family] = [
    Family(
      name: "query", example: "reading", scope: .vault,
      explanation:
        "A saved search: `query.reading: status:reading` makes `@reading` stand for it in "
        + "every query."),
    Family(
      name: "alias", example: "r", scope: .person,
      explanation:
        "A command of your own: `alias.r: review tag:latin -n 10` makes `zib r` mean that. Only "
        + "your own configuration may have it: a vault chooses no command for you."),
    Family(
      name: "vault", example: "work", scope: .person,
      explanation:
        "The folder of a vault: `vault.work: ~/Work` makes `--vault work`. `vault.default`, a folder "
        + "or such a name, is the vault wherever you are in none. Only your own configuration may have it."
    ),
  ]

  /// The reason why only a person's own file may have a setting, in a few words.
  package static func reason(whyOnlyForPerson name: String) -> String {
    if name.hasPrefix("alias.") { return "it chooses a command" }
    if name.hasPrefix("books.") { return "it names a server that is asked" }
    return name.hasPrefix("vault.") ? "it names a folder of yours" : "it names a program"
  }

  /// The setting of a family that a name means; nil for any other name.
  static func member(_ name: String) -> ConfigurationKey? {
    guard let dot = name.firstIndex(of: "."),
      let family = families.first(where: { $0.name.utf8.elementsEqual(name[..<dot].utf8) }),
      isOwnName(name[name.index(after: dot)...])
    else { return nil }
    return ConfigurationKey(
      name, .text, .text(""), scope: family.scope,
      bounds: Bounds(expectation: "a text of one line") { value in
        !value.text.unicodeScalars.contains { ControlCharacters.kind(of: $0) != nil }
      }, family.explanation)
  }

  /// True for the last word of a setting that a person may choose: letters, digits, `-` and `_`.
  private static func isOwnName(_ name: Substring) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.first != "-"
      && name.unicodeScalars.allSatisfy { scalar in
        scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
          || scalar.properties.numericType != nil && scalar.properties.isIDContinue
      }
  }
}

extension Configuration {
  /// The settings of a family, each with its last word, in the order of these words.
  package func members(of family: String) -> [(name: String, text: String)] {
    let start = family + "."
    return settings.filter { $0.key.hasPrefix(start) && !$0.value.value.text.isEmpty }
      .map { (String($0.key.dropFirst(start.count)), $0.value.value.text) }
      .sorted { $0.0 < $1.0 }
  }

  /// The text of one setting of a family; nil where it is not set.
  package func member(_ name: String, of family: String) -> String? {
    members(of: family).first { $0.name == name }?.text
  }

  /// The settings of all families that are set, by name.
  package var ownKeys: [ConfigurationKey] {
    settings.keys.sorted().compactMap { ConfigurationKey.member($0) }
  }
}
