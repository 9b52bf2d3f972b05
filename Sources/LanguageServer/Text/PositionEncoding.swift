/// The unit in which a client counts the characters of a line.
package enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The one to use of those that a client offers, the cheapest for bytes first; UTF-16 without an offer.
  package init(offered: [String]) {
    let known: [PositionEncoding] = [.utf8, .utf32, .utf16]
    self = known.first { offered.contains($0.rawValue) } ?? .utf16
  }

  /// The units of a scalar that takes so many bytes of UTF-8.
  func units(ofBytes count: Int) -> Int {
    switch self {
    case .utf8: count
    case .utf16: count == 4 ? 2 : 1
    case .utf32: 1
    }
  }
}
