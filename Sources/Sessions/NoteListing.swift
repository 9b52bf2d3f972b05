import Arguments

/// The options that commands over many notes share.
package enum NoteListing {
  /// `--reverse`.
  package static let reverse = Flag("reverse", short: "r", help: "Reverse the order.")
  /// `--offset N`.
  package static let offset = Option(
    "offset", value: "N", .int(in: 0...), default: 0, help: "Skip the first `N`.")
  /// `-0`: paths alone, each ended by a NUL.
  package static let null = Flag(
    "null", short: "0", help: "Print paths alone, each ended by a NUL, as `xargs -0` reads them.")
  /// `--csv`.
  package static let csv = Flag("csv", help: "Print comma-separated values, with a header.")
  /// `--format TEMPLATE`; see `formatSection`.
  package static let format = Option(
    "format", value: "TEMPLATE", .string, help: "Print a line of your own for each; see Format.")

  /// `--at REV|DATE`: the notes as they were.
  package static let at = Option(
    "at", value: "REV|DATE", .string,
    help: "Use the notes as they were then: `2026-10`, `yesterday 18:00`, `HEAD~3`.")
  /// `--deleted`: the notes that are gone.
  package static let deleted = Flag(
    "deleted", help: "Use deleted notes, each in its last version.")

  /// The help on `--format`.
  package static func formatSection(_ fields: KeyValuePairs<String, String>) -> Section {
    Section(
      "Format",
      """
      The template's `{field}` stands for what the note has; any key of front matter is a field \
      too. `{title:30}` makes a column, `{words:>6}` one that is aligned to the right. `\\t`, \
      `\\n`, `\\0` and `\\e` are tab, line end, NUL and escape; `{{` is a brace.
      """, items: fields)
  }
}
