/// Ratings of half to five stars.
package enum Rating {
  /// The rating that a person types: `4`, `4.5`, `4,5`, `4½`, `9/10`, `★★★★½`; in half stars, 0 for
  /// none.
  ///
  /// - Returns: nil for text that is no rating, is more than five stars, or is finer than halves.
  package static func halfStars(_ text: String) -> Int? {
    var plain = String(text.trimmingBlanks.map { $0 == "," ? "." : $0 })
    if plain.hasSuffix("½"), let whole = plain.dropLast().last, whole.isASCII, whole.isNumber {
      plain = plain.dropLast() + ".5"
    } else if plain == "½" {
      return 1
    }
    if let value = Double(plain), value * 2 != (value * 2).rounded() { return nil }
    return BookValue.halfStars(plain)
  }

  /// The rating in half stars that is nearest to one in stars.
  static func halfStars(_ stars: Double) -> Int { Int((stars * 2).rounded()) }

  /// The rating as stars: `★★★★½`.
  package static func stars(_ halfStars: Int) -> String {
    String(repeating: "★", count: halfStars / 2) + (halfStars % 2 == 1 ? "½" : "")
  }

  /// The rating as a number: `4.5`.
  package static func number(_ halfStars: Int) -> String {
    "\(halfStars / 2)" + (halfStars % 2 == 1 ? ".5" : "")
  }

  /// The rating in the form of another: in stars, of ten, or as a number.
  static func value(_ halfStars: Int, like written: String) -> FrontMatterValue {
    if written.contains("★") { return .string(stars(halfStars)) }
    if written.hasSuffix("/10") { return .string("\(halfStars)/10") }
    if written.hasSuffix("/5") { return .string(number(halfStars) + "/5") }
    return halfStars % 2 == 0 ? .integer(halfStars / 2) : .number(Double(halfStars) / 2)
  }
}

extension Book {
  /// The rating as it is shown: `★★★★½`; where it is finer than half stars in figures, `4.75 ★`.
  package var shownRating: String? {
    finerStars.map { "\($0) ★" } ?? halfStars.map { Rating.stars($0) }
  }

  /// The rating in stars.
  package var stars: Double? { finerStars ?? halfStars.map { Double($0) / 2 } }
}
