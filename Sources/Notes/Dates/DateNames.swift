/// English names, which dates are read and written with.
enum DateNames {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The month of a name or its first three or more letters, in lower case.
  static func month(_ text: some StringProtocol) -> Int? { index(of: text, in: months) }

  /// The weekday of a name or its first three or more letters, in lower case.
  static func weekday(_ text: some StringProtocol) -> Weekday? {
    index(of: text, in: weekdays).flatMap(Weekday.init(rawValue:))
  }

  private static func index(of text: some StringProtocol, in names: [String]) -> Int? {
    guard text.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.lowercased().hasPrefix(text) }.map { $0 + 1 }
  }
}
