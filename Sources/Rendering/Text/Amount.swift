/// Sizes and times in the units that people read.
package enum Amount {
  /// Bytes with at most one decimal: `812 B`, `4.2 kB`, `58.8 MB`.
  package static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count) B" }
    var value = Double(count)
    var unit = ""
    for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 || unit.isEmpty {
      value /= 1000
      unit = next
    }
    return "\(decimal(value)) \(unit)"
  }

  /// Seconds: `8 ms`, `2.3 s`, `4 min 10 s`.
  package static func time(_ seconds: Double) -> String {
    if seconds < 0.9995 { return "\(Int((seconds * 1000).rounded())) ms" }
    if seconds < 99.95 { return "\(decimal(seconds)) s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 60) min \(whole % 60) s"
  }

  /// A number with thousands set apart: `44,916`.
  package static func count(_ value: Int) -> String {
    var digits = ""
    for (index, digit) in String(value.magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { digits.append(",") }
      digits.append(digit)
    }
    return (value < 0 ? "-" : "") + String(digits.reversed())
  }

  /// A number with its noun: `1 note`, `12 notes`.
  package static func count(_ value: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count(value)) \(value == 1 ? noun : plural ?? noun + "s")"
  }

  /// `first` to `tenth`, then `11th`.
  package static func ordinal(_ value: Int) -> String {
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    if (1...words.count).contains(value) { return words[value - 1] }
    let isTeen = (11...13).contains(value % 100)
    let endings = [1: "st", 2: "nd", 3: "rd"]
    return "\(value)" + (isTeen ? "th" : endings[value % 10] ?? "th")
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths >= 100 && tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
