import Layout

/// A note's place among notes that a person has ordered: the `order` of its front matter, a decimal
/// number of any length.
///
/// Between any two there is another, so that a note is moved by changing its own key and no other
/// note's, and two devices that move different notes change different files.
///
/// ```
/// order := "-"? digit+ ("." digit+)?
/// ```
package struct OrderKey: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The largest whole number that is not above it.
  private let floor: Int
  /// The fraction, as digits after the point, the last of them not zero.
  private let fraction: [UInt8]

  private init(floor: Int, fraction: [UInt8] = []) {
    self.floor = floor
    var fraction = fraction
    while fraction.last == 0 { fraction.removeLast() }
    self.fraction = fraction
  }

  /// The key that a text is; nil if it is none, or larger than anybody counts.
  package init?(_ text: String) {
    var digits = Array(text.utf8)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ part in
        !part.isEmpty && part.allSatisfy(\.isASCIIDigit)
      }), parts[0].count <= 15, parts.count == 1 || parts[1].count <= 1000
    else { return nil }
    let whole = parts[0].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let fraction = parts.count == 2 ? parts[1].map { $0 - 0x30 } : []
    let key = OrderKey(floor: whole, fraction: fraction)
    self = isNegative ? key.negated : key
  }

  /// A whole number.
  package init(_ number: Int) { self.init(floor: number) }

  /// A short key between two others; nil if the first is not below the second.
  ///
  /// - Parameters:
  ///   - first: nil for a key before the second.
  ///   - second: nil for a key after the first.
  package static func between(_ first: OrderKey?, _ second: OrderKey?) -> OrderKey? {
    switch (first, second) {
    case (nil, nil): return OrderKey(1)
    case (nil, let second?):
      return OrderKey(second.fraction.isEmpty ? second.floor - 1 : second.floor)
    case (let first?, nil): return OrderKey(first.floor + 1)
    case (let first?, let second?):
      guard first < second else { return nil }
      let lowest = first.floor + 1
      let highest = second.fraction.isEmpty ? second.floor - 1 : second.floor
      if lowest <= highest { return OrderKey(lowest + (highest - lowest) / 2) }
      return OrderKey(
        floor: first.floor,
        fraction: middle(first.fraction, second.floor == first.floor ? second.fraction : nil))
    }
  }

  /// Digits between two fractions; the second is 1 if it is nil.
  private static func middle(_ first: [UInt8], _ second: [UInt8]?) -> [UInt8] {
    var digits: [UInt8] = []
    var isBounded = second != nil
    while true {
      let place = digits.count
      let low = place < first.count ? first[place] : 0
      var high: UInt8 = 10
      if isBounded, let second { high = place < second.count ? second[place] : 0 }
      if high > low + 1 { return digits + [(low + high) / 2] }
      digits.append(low)
      // From here on anything that is more than the first is less than the second.
      if high > low { isBounded = false }
    }
  }

  private var negated: OrderKey {
    guard !fraction.isEmpty else { return OrderKey(floor: -floor) }
    // 9 minus each digit, and 1 more at the end, which is not zero.
    var digits = fraction.map { 9 - $0 }
    digits[digits.count - 1] += 1
    return OrderKey(floor: -floor - 1, fraction: digits)
  }

  package static func < (left: OrderKey, right: OrderKey) -> Bool {
    if left.floor != right.floor { return left.floor < right.floor }
    return left.fraction.lexicographicallyPrecedes(right.fraction)
  }

  package var description: String {
    if floor < 0, !fraction.isEmpty { return "-" + negated.description }
    let digits = fraction.map { String($0) }.joined()
    return digits.isEmpty ? "\(floor)" : "\(floor).\(digits)"
  }

  /// The value for front matter: a number, or text if a number would be read as another.
  package var frontMatterValue: FrontMatterValue {
    let text = description
    if fraction.isEmpty { return .integer(floor) }
    if let number = Double(text), "\(number)" == text { return .number(number) }
    return .string(text)
  }
}

extension Note {
  /// The note's place among those that a person has ordered.
  package var order: OrderKey? { frontMatter?["order"]?.string.flatMap { OrderKey($0) } }
}
