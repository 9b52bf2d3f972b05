/// Tells a parenthesis at the end of a quote that names its source (`Admiral George Dewey, May 1, 1898`)
/// from one that is a remark (`Italy in the spring`).
///
/// A source begins with a name or a title: up to the first comma each of its words has a capital, is in a
/// script without capitals, has a digit, or is one that stands between the words of names and titles
/// (`of`, `von`) or name what a text is (`Chinese proverb`, `Craig Mod newsletter`). A marked title (`*Walden*`) is
/// a source in any case, as is what begins with the kind of text: `Proverbe chinois`.
enum QuoteParenthesis {
  /// - Parameter text: at least two words.
  static func isSource(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    if text.contains(where: { "*\"“„«《".contains($0) }) { return true }
    if words.first.map({ kinds.contains(folded($0)) }) == true { return true }
    let head = words.prefix { !endsPart($0) }.count + 1
    let name = words.prefix(head)
    guard name.allSatisfy(isOfName) else { return false }
    if name.count <= 3, openings.contains(folded(words[0])) { return false }
    // `However, they did`
    let rest = words.dropFirst(head)
    return name.count > 1 || rest.count < 2 || rest.contains(where: isCapital)
  }

  private static func endsPart(_ word: Substring) -> Bool {
    word.last.map { ",;:，、：".contains($0) } ?? false
  }

  private static func folded(_ word: Substring) -> String {
    CaseFolding.fold(String(word.filter { $0.isLetter || $0 == "&" }))
  }

  private static func isOfName(_ word: Substring) -> Bool {
    let plain = folded(word)
    if isCapital(word) || between.contains(plain) || kinds.contains(plain) { return true }
    if word.contains("://") { return true }
    // `d'Alembert`, `al-Ghazali`
    guard let mark = word.firstIndex(where: { "'’-".contains($0) }) else { return false }
    return isCapital(word[word.index(after: mark)...])
  }

  /// True of a word that begins with a capital or a digit, is in a script without capitals, or has no letters.
  private static func isCapital(_ word: Substring) -> Bool {
    guard let first = word.first(where: { $0.isLetter || $0.isNumber }) else { return true }
    return !first.isLowercase
  }

  /// Words that stand between those of names and titles, in lower case.
  private static let between: Set<String> = [
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via",
    "with", "af", "al", "av", "aka", "abu", "ben", "bin", "ca", "da", "de", "dei", "del", "della",
    "delle", "den", "der", "des", "di", "do", "dos", "du", "e", "ed", "eds", "el", "en", "et",
    "ibn",
    "jr", "l", "la", "las", "le", "les", "los", "née", "och", "og", "te", "ten", "ter", "tr",
    "trans",
    "und", "v", "van", "vom", "von", "vs", "y", "zu", "zur",
  ]

  /// Words that begin a remark of two or three words, though the others have capitals: `In Italian`.
  private static let openings: Set<String> = [
    "at", "because", "but", "cf", "during", "here", "if", "in", "not", "on", "see", "since", "so",
    "then", "there", "though", "vgl", "siehe", "voir", "weil", "when", "where", "while", "with",
  ]

  /// Kinds of texts.
  private static let kinds: Set<String> = [
    "adage", "article", "ballad", "blessing", "blog", "diary", "dicton", "epitaph", "essay", "film",
    "haiku", "hymn", "inscription", "interview", "koan", "lecture", "letter", "letters", "lyrics",
    "maxim", "motto", "newsletter", "podcast", "poem", "prayer", "proverb", "proverbs", "proverbe",
    "proverbio", "provérbio", "przysłowie", "psalm", "refrán", "riddle", "saying", "sermon", "song",
    "speech", "sprichwort", "talk", "tweet", "поговорка", "пословица",
  ]
}
