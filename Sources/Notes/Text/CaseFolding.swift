import Layout

/// Comparing names as people do: without regard to case and to how accents are encoded.
package enum CaseFolding {
  /// A form that two texts share when they differ only in case or in Unicode form (NFC, NFD).
  ///
  /// Strings compare by canonical equivalence in the standard library, so the form itself need
  /// not be normalised: equality and hashing are.
  package static func fold(_ text: String) -> String {
    var isASCII = true
    var hasUpper = false
    for byte in text.utf8 {
      if byte >= 0x80 {
        isASCII = false
        break
      }
      hasUpper = hasUpper || byte &- 0x41 < 26
    }
    if isASCII {
      guard hasUpper else { return text }
      return String(decoding: text.utf8.lazy.map(\.asciiLowercased), as: Unicode.UTF8.self)
    }
    // Lower case of upper case joins what only one of them does: "ß" and "ẞ", "ς" and "σ".
    return text.uppercased().lowercased()
  }

  /// A folded form without the accents of Latin letters: `cafe` for `Café`.
  package static func foldWithoutAccents(_ text: String) -> String {
    let folded = fold(text)
    if folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded }
    var result = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      if scalar.isASCII {
        result.append(scalar)
      } else if scalar.properties.generalCategory == .nonspacingMark, result.last?.isASCII ?? false
      {
        continue
      } else if let base = CollationKey.base(of: scalar) {
        result.append(contentsOf: base.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
