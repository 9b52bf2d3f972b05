/// Spans of time as short as they can be said: `10m`, `3d`, `2.5mo`.
package enum IntervalText {
  /// Seconds in the largest unit that they fill, with one decimal for months and years.
  package static func short(_ seconds: Double) -> String {
    guard seconds >= 60 else { return seconds <= 0 ? "now" : "<1m" }
    let days = seconds / 86_400
    if seconds < 3_570 { return "\(Int((seconds / 60).rounded()))m" }
    if days < 0.98 { return "\(Int((seconds / 3_600).rounded()))h" }
    if days < 31 { return "\(Int(days.rounded()))d" }
    if days < 365 { return decimal(days / 30.4375) + "mo" }
    return decimal(days / 365.25) + "y"
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
