/// The marks with which help sets off headings, words to type and placeholders.
package struct TextStyle: Sendable {
  /// Around headings.
  package let heading: (start: String, end: String)
  /// Around names of commands and options, and `` `code` ``.
  package let literal: (start: String, end: String)
  /// Around placeholders such as `DIR`.
  package let placeholder: (start: String, end: String)

  /// A style from three pairs of control sequences.
  package init(
    heading: (start: String, end: String), literal: (start: String, end: String),
    placeholder: (start: String, end: String)
  ) {
    self.heading = heading
    self.literal = literal
    self.placeholder = placeholder
  }

  /// No control sequences at all.
  package static let plain = TextStyle(heading: ("", ""), literal: ("", ""), placeholder: ("", ""))
  /// Bold headings and names, underlined placeholders, as terminals show manual pages.
  package static let terminal = TextStyle(
    heading: ("\u{1B}[1m", "\u{1B}[0m"), literal: ("\u{1B}[1m", "\u{1B}[0m"),
    placeholder: ("\u{1B}[4m", "\u{1B}[0m"))
}
