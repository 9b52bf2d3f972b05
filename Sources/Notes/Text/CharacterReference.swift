/// Character references of HTML, as Markdown allows them.
package enum CharacterReference {
  /// The text of a reference such as `&mdash;` or `&#x2014;`; an unknown one is returned unchanged.
  package static func decoded(_ reference: String) -> String {
    guard reference.hasPrefix("&"), reference.hasSuffix(";") else { return reference }
    let name = reference.dropFirst().dropLast()
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
      let value =
        isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      guard let value else { return reference }
      return String(value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return named[String(name)] ?? reference
  }

  /// A text with every reference in it decoded.
  package static func decodedAll(in text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      rest = rest[start...]
      // The longest name has 31 letters.
      let name = rest.utf8.dropFirst().prefix(33).prefix { $0 != 0x3B && $0 != 0x26 && $0 != 0x20 }
      let end = name.endIndex
      guard end < rest.utf8.endIndex, rest.utf8[end] == UInt8(ascii: ";") else {
        result += "&"
        rest = rest.dropFirst(1)
        continue
      }
      result += decoded(String(rest[...end]))
      rest = rest[rest.utf8.index(after: end)...]
    }
    return result + rest
  }

  /// The references that people type; the other two thousand are left as they were typed.
  private static let named: [String: String] = signs.merging(
    zip(
      letters.split(separator: " ").map(String.init),
      (192...255).map { String(Character(Unicode.Scalar(UInt8($0)))) })
  ) { first, _ in first }

  /// Those of ISO 8859-1 from 192 on, in order.
  private static let letters =
    "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc "
    + "Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute "
    + "THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave "
    + "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc "
    + "uuml yacute thorn yuml"

  private static let signs: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "shy": "\u{AD}", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
    "zwnj": "\u{200C}", "zwj": "\u{200D}", "mdash": "—", "ndash": "–", "horbar": "―",
    "hellip": "…", "bull": "•", "middot": "·", "lsquo": "‘", "rsquo": "’", "sbquo": "‚",
    "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹",
    "rsaquo": "›", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "para": "¶", "sect": "§",
    "dagger": "†", "Dagger": "‡", "permil": "‰", "prime": "′", "Prime": "″", "plusmn": "±",
    "minus": "−", "frac12": "½", "frac14": "¼", "frac34": "¾", "sup1": "¹", "sup2": "²",
    "sup3": "³", "micro": "µ", "infin": "∞", "ne": "≠", "le": "≤", "ge": "≥", "asymp": "≈",
    "equiv": "≡", "radic": "√", "sum": "∑", "prod": "∏", "int": "∫", "part": "∂", "forall": "∀",
    "exist": "∃", "isin": "∈", "notin": "∉", "cap": "∩", "cup": "∪", "sub": "⊂", "sup": "⊃",
    "sube": "⊆", "supe": "⊇", "empty": "∅", "nabla": "∇", "and": "∧", "or": "∨", "not": "¬",
    "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "lArr": "⇐", "rArr": "⇒",
    "hArr": "⇔", "cent": "¢", "pound": "£", "yen": "¥", "euro": "€", "iexcl": "¡", "iquest": "¿",
    "ordf": "ª", "ordm": "º", "check": "✓", "cross": "✗", "star": "☆", "hearts": "♥",
    "spades": "♠", "clubs": "♣", "diams": "♦", "male": "♂", "female": "♀", "oelig": "œ",
    "OElig": "Œ", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "omicron": "ο", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "Scaron": "Š", "scaron": "š", "Zcaron": "Ž", "zcaron": "ž", "ccaron": "č",
    "Ccaron": "Č", "rcaron": "ř", "lstrok": "ł", "Lstrok": "Ł", "Yuml": "Ÿ",
  ]
}
