import Indexing
import Notes
import Search

/// Words of one kind that a vault's notes use, each with the number of notes that have it.
struct WordsInUse {
  struct Word {
    /// In the spelling that most notes have.
    let name: String
    var notes: Int
  }

  /// By their folded forms.
  private var words: [String: Word] = [:]

  /// The words that some note has.
  var inUse: [(folded: String, word: Word)] {
    words.compactMap { $1.notes > 0 ? ($0, $1) : nil }
  }

  mutating func add(_ name: String, folded: String, notes: Int = 1) {
    words[folded, default: Word(name: name, notes: 0)].notes += notes
  }

  /// The words with those of a text in place of those of its file.
  mutating func replace(
    _ old: Note?, by new: Note, _ kept: (Note) -> [String: String]
  ) {
    let before = old.map(kept) ?? [:]
    let after = kept(new)
    for (folded, name) in after where before[folded] == nil { add(name, folded: folded) }
    for (folded, name) in before where after[folded] == nil {
      add(name, folded: folded, notes: -1)
    }
  }

  // MARK: The words of a note

  /// The hashtags of a note and all above them: their names by their folded forms.
  static func hashtags(of note: Note) -> [String: String] {
    var words: [String: String] = [:]
    for tag in note.hashtags {
      var next: Hashtag? = note.hashtag(of: tag)
      while let hashtag = next {
        if words[hashtag.folded] == nil { words[hashtag.folded] = hashtag.name }
        next = hashtag.parent
      }
    }
    return words
  }

  /// The keys of a note's front matter.
  static func keys(of note: Note) -> [String: String] {
    let keys = (note.frontMatter?.entries ?? []).compactMap(\.key.text)
    return Dictionary(
      keys.map { (CaseFolding.fold($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The values that a note's front matter gives a key.
  static func values(of key: String) -> (Note) -> [String: String] {
    let wanted = CaseFolding.fold(key)
    return { note in
      var words: [String: String] = [:]
      for entry in note.frontMatter?.entries ?? []
      where CaseFolding.fold(entry.key.text ?? "") == wanted {
        for node in [entry.value] + entry.value.elements {
          if let text = node.string, !text.isEmpty { words[CaseFolding.fold(text)] = text }
        }
      }
      return words
    }
  }
}

/// The words of a vault's notes on the disk, counted once for each state of them.
struct CountedWords {
  let generation: Int
  private var hashtags: WordsInUse?
  private var keys: WordsInUse?
  private var values: [String: WordsInUse] = [:]

  init(generation: Int) { self.generation = generation }

  /// - Throws: `IndexError.damaged`
  mutating func hashtags(_ search: VaultSearch) throws -> WordsInUse {
    if let hashtags { return hashtags }
    var words = WordsInUse()
    for count in try search.hashtags(of: search.query("")) {
      words.add(count.hashtag.name, folded: count.hashtag.folded, notes: count.notes)
    }
    hashtags = words
    return words
  }

  /// - Throws: `IndexError.damaged`
  mutating func keys(_ search: VaultSearch) throws -> WordsInUse {
    if let keys { return keys }
    var words = WordsInUse()
    for (key, notes) in try search.propertyKeys() {
      words.add(key, folded: CaseFolding.fold(key), notes: notes)
    }
    keys = words
    return words
  }

  /// - Throws: `IndexError.damaged`
  mutating func values(of key: String, _ search: VaultSearch) throws -> WordsInUse {
    if let known = values[key] { return known }
    var words = WordsInUse()
    for value in try search.values(of: key, in: search.query("")).values {
      words.add(value.text, folded: CaseFolding.fold(value.text), notes: value.notes)
    }
    // A person writes few keys in one state of the folder; what is typed of a key counts as one too.
    if values.count >= 50 { values = [:] }
    values[key] = words
    return words
  }
}
