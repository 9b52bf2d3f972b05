/// Names for files that every system can hold and every link can reach.
package enum FileName {
  /// The longest stem that is made, in bytes: room is left for an extension and a conflict copy's suffix.
  private static let stemLimit = 200

  /// A name without extension for a title: close to it, and without flaws.
  ///
  /// Slashes and bars become dashes, a colon a dash; `* ? < > # ^ [ ]` and control characters are
  /// left out, because some systems or wikilinks cannot have them. A dash or dot at the beginning goes: programs take
  /// the name for an option, or hide the file. An empty result becomes `Untitled`.
  package static func stem(for title: String) -> String {
    var result = ""
    for character in title {
      switch character {
      case "/", "\\", "|": result.append("-")
      case ":": result += result.isEmpty || result.hasSuffix(" ") ? "-" : " -"
      case "\"": result.append("'")
      case "*", "?", "<", ">", "#", "^", "[", "]": continue
      case let other where other.isNewline || other == "\t": result.append(" ")
      case let other where other.unicodeScalars.contains(where: isUnwelcome): continue
      default: result.append(character)
      }
    }
    // "12:30" is better as "12-30" than as "12 -30".
    result = joinedColons(result)
    var words = String(collapsingSpaces(result).drop { ".- ".contains($0) })
    while words.utf8.count > stemLimit { words.removeLast() }
    while let last = words.last, last == "." || last == " " { words.removeLast() }
    if words.isEmpty { return "Untitled" }
    if PortableName.flaw(of: words.utf8) == .device {
      words.insert("_", at: words.firstIndex(of: ".") ?? words.endIndex)
    }
    return words
  }

  /// A name of lower-case words joined by dashes, with letters and digits of any script only.
  package static func slug(for title: String) -> String {
    var result = ""
    for scalar in title.lowercased().unicodeScalars {
      let properties = scalar.properties
      let isWord =
        properties.isAlphabetic || properties.numericType != nil
        || properties.generalCategory == .nonspacingMark || scalar.value == 0x200D
      if isWord {
        result.unicodeScalars.append(scalar)
      } else if scalar == "'" || scalar == "’" {
        continue  // "don't" is one word
      } else if !result.isEmpty, result.unicodeScalars.last != "-" {
        result += "-"
      }
      if result.utf8.count >= stemLimit { break }
    }
    while result.last == "-" { result.removeLast() }
    return result.isEmpty ? "untitled" : result
  }

  private static func isUnwelcome(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  private static func joinedColons(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let place = rest.firstRange(of: " -") {
      let next = rest[place.upperBound...].first
      result += rest[..<place.lowerBound]
      result += next == nil || next == " " || next == "-" ? " -" : "-"
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  private static func collapsingSpaces(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }
}
