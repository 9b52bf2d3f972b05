import OperatingSystem
import Search
import TestSupport

/// Small documents, an index of them, and every answer that the index gives, as text to compare.
struct DamageSample: SearchClient {
  static let schema = schema(revision: 1)

  static func schema(revision: UInt32) -> IndexSchema {
    IndexSchema(
      fields: [
        IndexSchema.Field(name: "body", weight: 1, isSearchable: false),
        IndexSchema.Field(name: "title", weight: 8, isSearchable: true),
      ], columnCount: 2, tieBreakColumn: 0, revision: revision)
  }

  /// Multiplies the rounds of random tests.
  static let rounds =
    Fuzz.factor

  /// A document: its words, and what it carries besides.
  struct Document: Equatable {
    var words: [String]
    var time: Int64
    var language = "en"
  }

  static let words = [
    "sea", "seas", "stone", "stones", "letter", "letters", "walking", "walked", "garden", "night",
    "Énéide", "naïve", "東京都", "árbol", "x", "1984", "running", "winter", "wind", "window",
  ]

  /// Random words, mostly few.
  static func document(_ random: inout SeededRandom, longest: Int = 30) -> Document {
    let count = random.next() % 40 == 0 ? longest : Int(random.next() % UInt64(min(longest, 30)))
    return Document(
      words: (0..<count).map { _ in words[Int(random.next() % UInt64(words.count))] },
      time: Int64(truncatingIfNeeded: random.next() >> (random.next() % 50)),
      language: random.next() % 8 == 0 ? "de" : "en")
  }

  static func documents(_ count: Int, seed: UInt64, longest: Int = 30) -> [String: Document] {
    var random = SeededRandom(seed: seed)
    var result: [String: Document] = [:]
    for number in 0..<count {
      result["folder/note \(number)"] = document(&random, longest: longest)
    }
    return result
  }

  /// The index after the documents are put into `index`.
  static func updating(
    _ index: Index, put documents: [String: Document], remove removed: [String] = [],
    memoryBudget: Int = 64 << 20, directory: String? = nil,
    schema: IndexSchema = DamageSample.schema
  ) throws(IndexError) -> Index {
    let keys = documents.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return try index.updating(
      Index.Change(added: keys.map { Array($0.utf8) }, removed: removed.map { Array($0.utf8) }),
      using: IndexBuilder(
        schema: schema, threads: 2, memoryBudget: memoryBudget, directory: directory)
    ) { number, writer in
      guard let document = documents[keys[number]] else { return false }
      writer.title = Array(keys[number].utf8)
      writer.setLanguage(document.language)
      writer.columns = [document.time, Int64(document.words.count)]
      let title = Array((document.words.first ?? "empty").utf8)
      title.withByteView {
        writer.add($0, from: 0, to: $0.count, field: 1, startsBlock: true)
        writer.add(keyword: $0, space: 3)
      }
      let body = Array(document.words.joined(separator: " ").utf8)
      body.withByteView { writer.add($0, from: 0, to: $0.count, field: 0, startsBlock: true) }
      return true
    }
  }

  static func fresh(_ documents: [String: Document]) throws(IndexError) -> Index {
    try updating(Index(schema: schema), put: documents)
  }

  private static let queries = [
    "sea", "seas", "walk", "garden night", "\"sea stone\"", "stone OR letter OR winter", "wi*",
    "\"garden wi*\"", "lettre~", "sea NEAR/3 night", "title:sea", "-sea", "naive -stone", "東京",
    "nothing", "1984 x", "window wind wi*",
  ]

  /// Everything the index says, a line each; every byte of it is read on the way.
  ///
  /// - Parameter scored: with the scores; they depend on the history, through the average length.
  static func answers(_ index: Index, scored: Bool = false) throws(IndexError) -> [String] {
    var lines: [String] = []
    try index.forEachDocument { _, key in lines.append(String(decoding: key, as: UTF8.self)) }
    lines.sort()
    let searcher = Searcher(index, client: DamageSample())
    let vocabulary = QueryVocabulary(textFields: ["title": "title"], keys: [:])
    for query in queries {
      let root = Query(query, vocabulary: vocabulary).root
      var found: [String] = []
      for hit in try searcher.best(1000, of: root) {
        let key = String(decoding: try index.key(of: hit.id), as: UTF8.self)
        let values = [try index.value(0, of: hit.id), try index.value(1, of: hit.id)]
        let title = String(decoding: try index.title(of: hit.id), as: UTF8.self)
        let language = try index.language(of: hit.id)
        let score = scored ? "\((hit.score * 1000).rounded())" : ""
        found.append("\(key) \(title) \(values) \(language) \(score)")
      }
      let count = try searcher.documents(of: root).reduce(0) { $0 + $1.count }
      lines.append("\(query): \(count): \(found.sorted())")
    }
    try index.forEachKeyword(space: 3) { value, count in
      lines.append("\(String(decoding: value, as: UTF8.self)) \(count)")
    }
    return lines
  }

  func documents(
    matching predicate: Predicate, in index: Index
  ) throws(IndexError) -> [DocumentSet] { index.emptySets() }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  { nil }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? { nil }

  func gaveUp(
    on id: DocumentID, matching pattern: String, _ bound: MatchBound, _ index: Index
  ) throws(IndexError) {}
}
