/// The two languages that patterns are written in.
extension DatePattern {
  static func momentParts(_ scalars: [Unicode.Scalar]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < scalars.count {
      if scalars[index] == "[", let end = scalars[index...].firstIndex(of: "]") {
        append(scalars[index + 1..<end], to: &parts)
        index = end + 1
      } else if scalars[index] == "\\", index + 1 < scalars.count {
        append(scalars[index + 1...index + 1], to: &parts)
        index += 2
      } else if let (part, length) = momentPart(scalars[index...]) {
        parts.append(part)
        index += length
      } else {
        append(scalars[index...index], to: &parts)
        index += 1
      }
    }
    return parts
  }

  private static func append(_ text: ArraySlice<Unicode.Scalar>, to parts: inout [Part]) {
    var literal = String.UnicodeScalarView()
    if case .literal(let before)? = parts.last {
      literal.append(contentsOf: before.unicodeScalars)
      parts.removeLast()
    }
    literal.append(contentsOf: text)
    if !literal.isEmpty { parts.append(.literal(String(literal))) }
  }

  /// The longest token that `text` begins with: a run of one letter, or one letter and `o`.
  private static func momentPart(_ text: ArraySlice<Unicode.Scalar>) -> (Part, length: Int)? {
    guard let first = text.first else { return nil }
    if text.dropFirst().first == "o", let number = ordinals[first] { return (.ordinal(number), 2) }
    let run = text.prefix { $0 == first }.count
    for length in stride(from: min(run, 4), through: 1, by: -1) {
      if let part = moment[String(repeating: String(first), count: length)] {
        return (part, length)
      }
    }
    return nil
  }

  private static let ordinals: [Unicode.Scalar: Number] = [
    "M": .month, "D": .day, "d": .weekdayFromSunday, "Q": .quarter, "w": .americanWeek,
    "W": .isoWeek,
  ]

  private static let moment: [String: Part] = [
    "YYYY": .number(.year, width: 4), "YY": .number(.shortYear, width: 2),
    "Y": .number(.year, width: 1),
    "MMMM": .monthName(isShort: false), "MMM": .monthName(isShort: true),
    "MM": .number(.month, width: 2), "M": .number(.month, width: 1),
    "DDDD": .number(.dayOfYear, width: 3), "DDD": .number(.dayOfYear, width: 1),
    "DD": .number(.day, width: 2), "D": .number(.day, width: 1),
    "dddd": .weekdayName(letters: nil), "ddd": .weekdayName(letters: 3),
    "dd": .weekdayName(letters: 2), "d": .number(.weekdayFromSunday, width: 1),
    "e": .number(.weekdayFromSunday, width: 1), "E": .number(.weekdayFromMonday, width: 1),
    "Q": .number(.quarter, width: 1),
    "gggg": .number(.americanYear, width: 4), "gg": .number(.shortAmericanYear, width: 2),
    "ww": .number(.americanWeek, width: 2), "w": .number(.americanWeek, width: 1),
    "GGGG": .number(.isoYear, width: 4), "GG": .number(.shortISOYear, width: 2),
    "WW": .number(.isoWeek, width: 2), "W": .number(.isoWeek, width: 1),
    "HH": .number(.hour, width: 2), "H": .number(.hour, width: 1),
    "hh": .number(.hourOfHalf, width: 2), "h": .number(.hourOfHalf, width: 1),
    "kk": .number(.hourFromOne, width: 2), "k": .number(.hourFromOne, width: 1),
    "mm": .number(.minute, width: 2), "m": .number(.minute, width: 1),
    "ss": .number(.second, width: 2), "s": .number(.second, width: 1),
    "SSS": .number(.millisecond, width: 3), "a": .half(isUpper: false), "A": .half(isUpper: true),
    "Z": .zone(separator: ":"), "ZZ": .zone(separator: ""),
    "X": .number(.epochSeconds, width: 1), "x": .number(.epochMilliseconds, width: 1),
  ]

  /// A pattern in the letters of Unicode (TR 35), as Java, Clojure and Luxon have them, in those of moment.js: of
  /// `yyyy_MM_dd` it is `YYYY_MM_DD`. Nil for a letter that dates do not have.
  package static func moment(ofLetters text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var index = 0
    while index < scalars.count {
      let first = scalars[index]
      let run = scalars[index...].prefix { $0 == first }.count
      if first == "'" {
        // `''` is an apostrophe; else up to the next one all is text.
        guard let end = scalars[(index + 1)...].firstIndex(of: "'") else { return nil }
        let literal = String(String.UnicodeScalarView(scalars[(index + 1)..<end]))
        result += literal.isEmpty ? "'" : "[\(literal)]"
        index = end + 1
        continue
      }
      guard first.isASCII, first.properties.isAlphabetic else {
        result.unicodeScalars.append(first)
        index += 1
        continue
      }
      if first == "d", run == 1, index + 1 < scalars.count, scalars[index + 1] == "o" {
        result += "Do"
        index += 2
        continue
      }
      switch first {
      case "y", "u": result += run == 2 ? "YY" : "YYYY"
      case "M", "L": result += String(repeating: "M", count: min(run, 4))
      case "d": result += run == 1 ? "D" : "DD"
      case "D": result += run == 1 ? "DDD" : "DDDD"
      case "E", "c", "e": result += run > 3 ? "dddd" : "ddd"
      default: return nil
      }
      index += run
    }
    return result
  }

  static func percentParts(_ scalars: [Unicode.Scalar]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < scalars.count {
      let isUnpadded = index + 2 < scalars.count && scalars[index + 1] == "-"
      let letter = index + (isUnpadded ? 2 : 1)
      guard scalars[index] == "%", letter < scalars.count,
        let expanded = percent[scalars[letter]]
      else {
        append(scalars[index...index], to: &parts)
        index += 1
        continue
      }
      for part in expanded {
        switch part {
        case .literal(let text): append(Array(text.unicodeScalars)[...], to: &parts)
        case .number(let number, _) where isUnpadded: parts.append(.number(number, width: 1))
        default: parts.append(part)
        }
      }
      index = letter + 1
    }
    return parts
  }

  private static let percent: [Unicode.Scalar: [Part]] = [
    "Y": [.number(.year, width: 4)], "y": [.number(.shortYear, width: 2)],
    "m": [.number(.month, width: 2)], "d": [.number(.day, width: 2)],
    "e": [.number(.day, width: 1)], "j": [.number(.dayOfYear, width: 3)],
    "B": [.monthName(isShort: false)], "b": [.monthName(isShort: true)],
    "h": [.monthName(isShort: true)], "A": [.weekdayName(letters: nil)],
    "a": [.weekdayName(letters: 3)], "u": [.number(.weekdayFromMonday, width: 1)],
    "w": [.number(.weekdayFromSunday, width: 1)], "V": [.number(.isoWeek, width: 2)],
    "G": [.number(.isoYear, width: 4)], "g": [.number(.shortISOYear, width: 2)],
    "H": [.number(.hour, width: 2)], "I": [.number(.hourOfHalf, width: 2)],
    "M": [.number(.minute, width: 2)], "S": [.number(.second, width: 2)],
    "p": [.half(isUpper: true)], "s": [.number(.epochSeconds, width: 1)],
    "z": [.zone(separator: "")], "%": [.literal("%")], "n": [.literal("\n")], "t": [.literal("\t")],
    "F": [
      .number(.year, width: 4), .literal("-"), .number(.month, width: 2), .literal("-"),
      .number(.day, width: 2),
    ],
    "D": [
      .number(.month, width: 2), .literal("/"), .number(.day, width: 2), .literal("/"),
      .number(.shortYear, width: 2),
    ],
    "R": [.number(.hour, width: 2), .literal(":"), .number(.minute, width: 2)],
    "T": [
      .number(.hour, width: 2), .literal(":"), .number(.minute, width: 2), .literal(":"),
      .number(.second, width: 2),
    ],
  ]
}
