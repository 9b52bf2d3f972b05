/// The meanings of single characters in a query.
enum QuerySyntax {
  /// The ASCII character that `scalar` is read as: the full-width signs of Chinese, Japanese and
  /// Korean keyboards count as the plain ones.
  static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "（": "("
    case "）": ")"
    case "：": ":"
    case "＂": "\""
    case "＃": "#"
    case "＊": "*"
    case "－": "-"
    case "｜": "|"
    case "＝": "="
    case "＜": "<"
    case "＞": ">"
    case "～": "~"
    default: scalar
    }
  }

  /// The characters that end a quotation which `opener` begins, or nil if it begins none.
  static func closers(of opener: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch opener {
    case "\"", "＂": ["\"", "＂"]
    // Typesetters differ: “English”, „German“, ”Swedish”; a keyboard may close them all with ".
    case "“", "”", "„", "‟": ["”", "“", "‟", "\""]
    case "«": ["»"]
    case "»": ["«", "»"]
    case "「": ["」"]
    case "『": ["』"]
    case "〝": ["〞", "〟"]
    default: nil
    }
  }

  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "＂", "“", "”", "„", "‟", "«", "»", "「", "」", "『", "』", "〝", "〞", "〟": true
    default: false
    }
  }

  /// A byte order mark comes with pasted text, unseen.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || (9...13).contains(scalar.value) }
    return scalar == "\u{FEFF}" || scalar.properties.isWhitespace
  }

  /// True if a backslash escapes `scalar`; before others it is text, so that `C:\notes` needs no
  /// care.
  static func isEscapable(_ scalar: Unicode.Scalar) -> Bool {
    switch plain(scalar) {
    case "\\", "(", ")", "-", "#", "*", "~", ":", "/", "|", "=", "<", ">", "!", "[": true
    default: isQuote(scalar)
    }
  }

  /// True if a backslash escapes `scalar` inside quotation marks.
  static func isEscapableInQuotes(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\\" || plain(scalar) == "*" || isQuote(scalar)
  }

  /// True if a minus sign before `scalar` excludes the operand that begins there; `->`, `--flag`
  /// and a dash are text.
  static func isNegatable(_ scalar: Unicode.Scalar) -> Bool {
    switch plain(scalar) {
    case "(", "#", "/", "\\", "_", "@", "$", ".", "*", ":": true
    case let sign where sign.isASCII: isLetterOrDigit(sign) || isQuote(scalar)
    default: !isSpace(scalar)
    }
  }

  static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": true
      default: false
      }
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: false
    }
  }

  /// True if a word of the index may contain `scalar`, as the tokenizer sees it.
  static func isWordlike(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isLetterOrDigit(scalar) }
    return switch CharacterTable.shared.lookUp(scalar.value).kind {
    case .word, .pair, .symbol: true
    case .separator, .ignored: false
    }
  }

  /// True if a hashtag may contain `scalar` (DESIGN, hashtags).
  static func isTagScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "_", "-", "/", "\u{200D}", "\u{FE0F}": true
    default:
      isLetterOrDigit(scalar) || (!scalar.isASCII && scalar.properties.isEmoji)
    }
  }

  static func isKeyStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || (isLetterOrDigit(scalar) && !isDigit(scalar))
  }

  static func isKeyScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "-" || scalar == "." || isLetterOrDigit(scalar)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}
