import Notes

extension ConfigurationKey {
  /// The settings of the notes of weeks, months, quarters and years, and of the calendar.
  static let calendar: [ConfigurationKey] = [
    pattern(
      "week", "GGGG/GGGG-[W]WW", " GGGG and WW count as ISO 8601 does, gggg and ww from Sunday."),
    pattern("month", "YYYY/YYYY-MM", ""),
    pattern("quarter", "YYYY/YYYY-[Q]Q", ""),
    pattern("year", "YYYY/YYYY", ""),
    template("week"), template("month"), template("quarter"), template("year"),
    ConfigurationKey(
      "journal.week-start", .choice(["auto"] + Weekday.allCases.map { $0.name.lowercased() }),
      .text("auto"),
      "The day with which weeks begin in `zib cal`; auto for what is usual where your locale is."),
  ]

  private static func pattern(_ name: String, _ path: String, _ more: String) -> ConfigurationKey {
    ConfigurationKey(
      "journal.\(name)", .text, .text(path),
      "The path of a \(name)'s note below journal.folder, without .md; with a slash before it from the vault's "
        + "root." + more)
  }

  private static func template(_ name: String) -> ConfigurationKey {
    ConfigurationKey(
      "journal.\(name)-template", .text, .text(name), "The template of a new \(name)'s note.")
  }
}

extension Configuration {
  /// The day with which weeks begin, as the settings or a locale such as `en_US.UTF-8` have it.
  package func weekStart(locale: String?) -> Weekday {
    let configuration = self
    let name = configuration.text("journal.week-start")
    if let day = Weekday.allCases.first(where: { $0.name.lowercased() == name }) { return day }
    let place = (locale ?? "").split { $0 == "." || $0 == "@" }.first ?? ""
    let territory = place.split(separator: "_").dropFirst().first.map(String.init) ?? ""
    if Self.saturdays.contains(territory) { return .saturday }
    return Self.sundays.contains(territory) ? .sunday : .monday
  }

  /// The territories whose weeks begin on Sunday, and on Saturday (CLDR 44, `weekData`).
  private static let sundays: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK",
    "HN", "ID", "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ",
    "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM",
    "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
  ]
  private static let saturdays: Set<String> = [
    "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
  ]
}
