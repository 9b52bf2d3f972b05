import Reviews

/// Moments as the old applications wrote them down, in UTC milliseconds.
enum GrailTime {
  /// Seconds from 1970 to 2001, from which Apple's systems count.
  private static let reference: Double = 978_307_200

  /// `2021-09-21 05:31:07.347` of a database, in UTC, or `2021-09-21T05:31:07Z` of JSON.
  static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    return
      (Instant(bytes) ?? Instant(bytes + Array("Z".utf8))
      ?? Instant(bytes + Array(" 00:00:00Z".utf8)))?.milliseconds
  }

  /// Seconds since 1970.
  static func milliseconds(since1970 seconds: Double) -> Int64? {
    // To the year 9999.
    guard abs(seconds) < 253_402_300_800 else { return nil }
    return Int64((seconds * 1000).rounded())
  }

  /// A moment of JSON: text, or seconds since 2001.
  static func milliseconds(_ value: JSONValue?) -> Int64? {
    switch value {
    case .string(let text): milliseconds(text)
    case .integer, .number: value?.double.flatMap { milliseconds(since1970: $0 + reference) }
    default: nil
    }
  }
}
