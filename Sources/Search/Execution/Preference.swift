/// The rule by which a document scores more than its words do: they are in a row, in its title, or near one
/// another in a heading.
package struct Preference: Sendable {
  /// The query's words, in order.
  package let words: [String]
  /// The text fields of titles and of headings.
  package let titles: String
  package let headings: String

  package init(_ words: [String], titles: String, headings: String) {
    self.words = words
    self.titles = titles
    self.headings = headings
  }
}

/// The documents of an index that a preference lifts by their titles and headings, and by how much.
///
/// title(d) = titleWeight * form * idf * (k1 + 1) / (1 + k1 * (1 - b + b * length / titleLength))
/// form = 1 + formWeight * same / words
/// heading(d) = headingWeight * idf
///
/// `idf` is the sum of the query's; `length` counts the title's words, and is at least theirs. `same` counts those of
/// the query's words that are in the title as they were typed but for capitals and accents, and not by their stems
/// alone. The weights were found with Tests/Benchmarks/ranking.py.
struct PreferredDocuments {
  /// The weight of a row of the words, in what it would count if it were asked for.
  static let rowWeight: Float = 0.5
  private static let titleWeight: Float = 1.5
  private static let headingWeight: Float = 0.5
  /// What a title gains that has all words as they were typed, in parts of what it gains by stems.
  private static let formWeight: Float = 2
  /// The words of an average title.
  private static let titleLength: Float = 5
  /// The most other words between two in a heading.
  private static let headingDistance = 8

  private let index: Index
  /// How rare the query's words are, together.
  let idf: Float
  private let words: [[UInt8]]
  let inTitle: QueryNode
  let inHeading: QueryNode?
  let titled: [DocumentSet]
  /// True if texts are read to know which documents those are.
  let readsTexts: Bool
  private let headed: [DocumentSet]
  /// All of them, a set for each segment.
  let documents: [DocumentSet]

  /// - Parameter idf: of the query.
  init(_ preference: Preference, idf: Float, _ compiler: QueryCompiler) throws(IndexError) {
    index = compiler.index
    self.idf = idf
    func words(in field: String) -> [QueryNode] {
      preference.words.map { .word($0, in: .field(field)) }
    }
    let read = preference.words.map { QueryWords($0) }
    self.words = read.flatMap { $0.words.map(\.text) }
    readsTexts = read.contains { $0.areAboutText }
    inTitle = .all(of: words(in: preference.titles))
    inHeading =
      preference.words.count < 2
      ? nil
      : .near(
        words(in: preference.headings), distance: Self.headingDistance,
        in: .field(preference.headings))
    titled = try index.documents(of: compiler.compile(inTitle))
    headed =
      try inHeading.map { (node) throws(IndexError) in
        try compiler.index.documents(of: compiler.compile(node))
      } ?? index.emptySets()
    documents = zip(titled, headed).map { titled, headed in
      var all = titled
      all.formUnion(headed)
      return all
    }
  }

  /// The numbers of documents with the words in the title, and in a heading.
  var counts: (titled: Int, headed: Int) {
    (titled.reduce(0) { $0 + $1.count }, headed.reduce(0) { $0 + $1.count })
  }

  /// The most that any document gains.
  var mostGain: Float {
    let title = titleGain(length: Float(words.count), same: words.count)
    return (title + Scoring.quantized(Self.headingWeight * idf)) * 1.00001 + 0x1p-12
  }

  /// The scores that a document gains by its title, and by a heading.
  func gains(of id: DocumentID) throws(IndexError) -> (title: Float, heading: Float) {
    let heading =
      headed[id.segment].contains(id.document) ? Scoring.quantized(Self.headingWeight * idf) : 0
    guard titled[id.segment].contains(id.document) else { return (0, heading) }
    let count = QueryWords.count(of: try index.title(of: id), words)
    let length = Float(max(words.count, count.all))
    return (titleGain(length: length, same: count.same), heading)
  }

  private func titleGain(length: Float, same: Int) -> Float {
    let (k1, b) = (Scoring.k1, Scoring.b)
    let part = (k1 + 1) / (1 + k1 * (1 - b + b * length / Self.titleLength))
    let form = 1 + Self.formWeight * Float(same) / Float(words.count)
    return Scoring.quantized(Self.titleWeight * form * idf * part)
  }
}

extension Clause {
  /// How rare its words are, together.
  var idf: Float {
    switch self {
    case .term(let term): term.idf
    case .phrase(let phrase): phrase.idf
    case .and(let parts): parts.reduce(0) { $0 + $1.idf }
    default: 0
    }
  }
}
