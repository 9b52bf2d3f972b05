/// The stems that Snowball 2.2 gives the words of the generator, written down.
enum OracleStems {
  static func stem(_ word: String, language: String) -> String {
    switch language {
    case "en": english[word] ?? word
    case "de": german[word] ?? word
    case "ru": russian[word] ?? word
    default: word
    }
  }

  private static let english = [
    "runs": "run", "running": "run", "walks": "walk", "walked": "walk", "walking": "walk",
    "house": "hous", "houses": "hous", "hause": "haus", "hauses": "haus", "books": "book",
    "connected": "connect", "connection": "connect", "connections": "connect", "being": "be",
    "cafes": "cafe", "strasse": "strass", "notes": "note", "noted": "note", "notice": "notic",
    "naive": "naiv", "arts": "art",
  ]

  private static let german = [
    "runs": "run", "walks": "walk", "books": "book", "arts": "art",
    "runner": "runn", "house": "hous", "houses": "hous", "hause": "haus", "hauses": "haus",
    "bucher": "buch", "cafe": "caf", "cafes": "caf", "strasse": "strass", "strassen": "strass",
    "note": "not", "notes": "not", "notice": "notic", "laufen": "lauf", "naive": "naiv",
  ]

  private static let russian = ["книга": "книг", "книги": "книг"]
}
