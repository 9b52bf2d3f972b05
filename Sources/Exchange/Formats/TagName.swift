/// Names of shelves, collections and tags as names of hashtags.
enum TagName {
  /// The nearest valid name of a hashtag; nil if no letter and no digit is left.
  ///
  /// White space becomes `-`; invalid characters are removed. A name of digits alone, which would
  /// be invalid, gets `prefix` before it.
  static func make(_ text: String, prefix: String) -> String? {
    var name = ""
    for scalar in text.trimmingWhitespace.unicodeScalars {
      if scalar.properties.isWhitespace || scalar == ":" {
        if name.unicodeScalars.last != "-" { name += "-" }
      } else if isKept(scalar) {
        name.unicodeScalars.append(scalar)
      }
    }
    let parts = name.split(separator: "/").map { $0.drop { $0 == "-" } }.filter { !$0.isEmpty }
    name = parts.joined(separator: "/")
    while name.last == "-" { name.removeLast() }
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    let isNumber = name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "/") }
    return isNumber ? prefix + name : name
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default:
      scalar == "_" || scalar == "-" || scalar == "/"
        || scalar.properties.isEmojiPresentation || scalar.value == 0x200D || scalar.value == 0xFE0F
    }
  }
}
