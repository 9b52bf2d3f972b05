import Layout

/// The titles of days whose notes give themselves none: Logseq calls the page of `2026_11_26.md` `Nov 26th, 2026`, and
/// links call it that as well.
package struct DayTitles: Hashable, Sendable {
  private let file: DatePattern
  private let title: DatePattern

  /// - Parameters:
  ///   - path: the pattern of a day's path without extension; its last name counts.
  ///   - title: the pattern of a day's title.
  package init(path: String, title: String) {
    file = DatePattern(path.split(separator: "/").last.map(String.init) ?? "")
    self.title = DatePattern(title)
  }

  /// The title of the day that a file's name without extension stands for; nil where it is no day's name.
  func title(ofFile name: String) -> String? {
    // Most names have no figures, and a pattern is slow to try.
    guard name.utf8.contains(where: \.isASCIIDigit), let day = file.day(of: name) else {
      return nil
    }
    return title.string(of: CivilDateTime(day))
  }
}
