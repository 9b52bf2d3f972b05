import Search
import Settings

extension VaultSearch {
  /// The language that most notes seem to be in, where it is not the one that the vault is set to: a
  /// value of the setting `language`. Nil of a vault without such a language, or of few notes.
  ///
  /// It goes by the frequent words of each language, of which the index knows how many notes have them.
  /// - Complexity: some hundred words are looked up.
  package func otherLanguage() throws(IndexError) -> String? {
    let total = index.index.documentCount
    guard total >= 20 else { return nil }
    var shares: [String: Double] = [:]
    for (language, words) in Self.frequentWords {
      var count = 0
      for word in words.split(separator: " ") {
        let phrase = QueryNode.phrase(String(word), lastIsPrefix: false, in: .any)
        count += try searcher.documents(of: phrase).reduce(0) { $0 + $1.count }
      }
      shares[language] = Double(count) / Double(6 * total)
    }
    let own = vault.configuration.language.map { shares[$0] ?? 0 } ?? 0
    let best = shares.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let best, best.key != vault.configuration.language, best.value >= 0.2,
      best.value >= 2 * own
    else { return nil }
    return best.key
  }

  /// Six words that most longer texts of a language have and few of others, without accents, as the
  /// index folds them.
  private static let frequentWords = [
    "ca": "els amb una dels aquest tambe", "da": "og ikke det af til som",
    "de": "und der nicht ist mit das", "el": "και την του για που απο",
    "en": "the and of with that this", "es": "los las del una para con",
    "fi": "ja on ei etta oli mutta", "fr": "les des une dans est pour",
    "ga": "agus an na ar is go", "hu": "es hogy nem egy az volt",
    "id": "yang dan dengan untuk ini tidak", "it": "che della per sono una gli",
    "lt": "ir kad yra bet tai kaip", "nl": "het een van niet zijn voor",
    "no": "og ikke det av til som", "pt": "nao uma com dos para mais",
    "ro": "si este care pentru din sunt", "ru": "не что как это для на",
    "sr": "и је да се на за", "sv": "och inte det att som ar",
    "tr": "ve bir bu icin ile olarak",
  ]
}
