/// A word of a text, a number, or a sign that carries meaning: `<=`, `+`, `--soft`.
///
/// Scripts that are written without spaces (Han, kana, Thai and their like) have a word for each character.
struct TextWord {
  /// Folded as fingerprints are.
  let folded: [UInt8]
  /// True if it names one thing among many: a number, a sign, or a word with a capital that does not begin a
  /// sentence.
  let isName: Bool
  let hasDigit: Bool
  private let scalars: [Unicode.Scalar]

  private init(_ scalars: [Unicode.Scalar], isSign: Bool, beginsSentence: Bool) {
    self.scalars = scalars
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    folded = TextFolding.fold(String(text))
    hasDigit = scalars.contains { $0.properties.numericType != nil }
    let capitals = scalars.count { $0.properties.isUppercase }
    isName =
      isSign || hasDigit || capitals > 1
      || (!beginsSentence && scalars.first?.properties.isUppercase == true)
  }

  /// The words of a text; of a long one those at its beginning.
  static func words(of text: String) -> [TextWord] {
    var words: [TextWord] = []
    var word: [Unicode.Scalar] = []
    var isSign = false
    var beginsSentence = true
    func end() {
      guard !word.isEmpty else { return }
      words.append(TextWord(word, isSign: isSign, beginsSentence: beginsSentence))
      word = []
      isSign = false
      beginsSentence = false
    }
    let scalars = Array(text.unicodeScalars.prefix(limit))
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      switch kind(of: scalar) {
      case .letter: word.append(scalar)
      case .ideograph:
        end()
        word = [scalar]
        end()
      case .sign:
        end()
        var next = index
        while next < scalars.count, kind(of: scalars[next]) == .sign { next += 1 }
        word = Array(scalars[index..<next])
        isSign = true
        end()
        index = next - 1
      case .hyphen:
        var next = index
        while next < scalars.count, kind(of: scalars[next]) == .hyphen { next += 1 }
        let isBehind = index > 0 && kind(of: scalars[index - 1]) == .letter
        let isBefore = next < scalars.count && kind(of: scalars[next]) == .letter
        end()
        if isBefore, !isBehind {
          // `-5` and `--soft` are words of their own.
          word = Array(scalars[index..<next])
          isSign = true
        } else if isBehind, !isBefore, next - index == 2 {
          word = Array(scalars[index..<next])
          isSign = true
          end()
        }
        index = next - 1
      case .joiner: break
      case .other:
        end()
        if ".?!:;\n\u{3002}\u{FF1F}".unicodeScalars.contains(scalar) { beginsSentence = true }
      }
      index += 1
    }
    end()
    return words
  }

  /// True if the other word is this one with a letter missing, doubled, changed or in the wrong
  /// place: a correction, not a replacement.
  func isSlip(of other: TextWord) -> Bool {
    guard folded != other.folded else { return true }
    guard !hasDigit, !other.hasDigit else { return false }
    let left = Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
    let right = Array(String(decoding: other.folded, as: UTF8.self).unicodeScalars)
    guard min(left.count, right.count) >= 4, abs(left.count - right.count) <= 1,
      left[0] == right[0]
    else { return false }
    var start = 0
    while start < left.count, start < right.count, left[start] == right[start] { start += 1 }
    var end = 0
    while end < left.count - start, end < right.count - start,
      left[left.count - 1 - end] == right[right.count - 1 - end]
    {
      end += 1
    }
    let (old, new) = (left[start..<(left.count - end)], right[start..<(right.count - end)])
    if old.count <= 1, new.count <= 1 { return true }
    return old.count == 2 && new.count == 2 && old.first == new.last && old.last == new.first
  }

  /// True of a name, an ideograph, and a word of four letters or more: few words that only join others are as long.
  var carriesSense: Bool {
    isName || scalars.count >= 4 || scalars.contains { Self.kind(of: $0) == .ideograph }
  }

  /// True if both begin alike, with at least four letters, and differ by an ending at most: *beach*
  /// and *beaches*.
  func isForm(of other: TextWord) -> Bool {
    let common = zip(folded, other.folded).prefix { $0 == $1 }.count
    return !hasDigit && common >= 4 && max(folded.count, other.folded.count) - common <= 4
  }

  private enum Kind { case letter, ideograph, sign, hyphen, joiner, other }

  private static let limit = 4096

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x2D, 0x2212: return .hyphen
    case 0x27, 0x2019: return .joiner
    case 0x5F, 0xFFFC: return .letter
    case 0x23, 0x24, 0x25, 0x26, 0x2A, 0x2B, 0x2F, 0x3C...0x3E, 0x40, 0x5C, 0x5E, 0x7C, 0x7E:
      return .sign
    case ..<0x80:
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        ? .letter : .other
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007,
      0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      return .ideograph
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      return .letter
    case .mathSymbol, .currencySymbol, .otherSymbol: return .sign
    default: return .other
    }
  }
}
