import Files
import Search
import Settings

extension VaultSearch {
  /// The language that most notes seem to be in, where it is not the one that the vault is set to: a
  /// value of the setting `language`. Nil of a vault without such a language, or of few notes.
  ///
  /// It goes by the frequent words of each language, of which the index knows how many notes have them.
  /// - Complexity: some hundred words are looked up.
  package func otherLanguage() throws(IndexError) -> String? {
    let total = index.notes.documentCount
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

  /// The notes that are clearly in another language than the one the vault is set to and do not say so, by their
  /// language; the order is that of languages, then of paths. Empty of a vault set to a language without frequent
  /// words, or to none.
  ///
  /// Clearly: they have four of the six frequent words of that language, and at most one of the vault's.
  /// - Complexity: some hundred words are looked up, and as many sets of notes walked through.
  package func unnamedLanguages() throws(IndexError) -> [(language: String, notes: [NotePath])] {
    guard let own = vault.configuration.language, let ownWords = Self.frequentWords[own] else {
      return []
    }
    let open = try notesWithoutLanguage(fewOf: ownWords, own)
    var found: [(language: String, notes: [NotePath])] = []
    var best: [DocumentID: (language: String, count: Int)] = [:]
    for (language, words) in Self.frequentWords.sorted(by: { $0.key < $1.key })
    where language != own {
      let counts = try counts(of: words, in: open)
      for (id, count) in counts where count >= 4 && count > best[id]?.count ?? 0 {
        best[id] = (language, count)
      }
    }
    for (language, ids) in Dictionary(grouping: best.keys, by: { best[$0]?.language ?? "" }) {
      var notes: [NotePath] = []
      for id in ids {
        if let path = NotePath(bytes: try index.notes.key(of: id)) { notes.append(path) }
      }
      found.append((language, notes.sorted()))
    }
    return found.sorted { $0.language < $1.language }
  }

  /// The notes that name no language and have at most one of the words of the vault's.
  private func notesWithoutLanguage(
    fewOf words: String, _ own: String
  ) throws(IndexError) -> Set<DocumentID> {
    guard var sets = try index.notes.documents(language: own) else { return [] }
    for key in ["lang", "language"] {
      let naming = try index.notes.documents(
        space: VaultSchema.Space.property.rawValue, prefix: Array(key.utf8) + [0]
      ) { _ in true }
      for number in sets.indices { sets[number].subtract(naming[number]) }
    }
    var open: Set<DocumentID> = []
    for (segment, set) in sets.enumerated() {
      for document in 0..<set.capacity where set.contains(document) {
        open.insert(DocumentID(segment: segment, document: document))
      }
    }
    let counts = try counts(of: words, in: open)
    return open.filter { counts[$0] ?? 0 <= 1 }
  }

  /// How many of the words each of some notes has; those with none are left out.
  private func counts(
    of words: String, in notes: Set<DocumentID>
  ) throws(IndexError) -> [DocumentID: Int] {
    var counts: [DocumentID: Int] = [:]
    for word in words.split(separator: " ") {
      let phrase = QueryNode.phrase(String(word), lastIsPrefix: false, in: .any)
      let sets = try searcher.documents(of: phrase)
      for id in notes where sets[id.segment].contains(id.document) { counts[id, default: 0] += 1 }
    }
    return counts
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
