/// A query against one index: every word looked up, every predicate turned into documents.
indirect enum Clause {
  case all
  case none
  /// Documents with a term.
  case term(ScoredTerm)
  /// Documents with several terms in fixed places relative to one another.
  case phrase(PhraseClause)
  /// Documents with parts near one another.
  case near(NearClause)
  /// A set for each segment; does not count for the score.
  case filter([DocumentSet])
  /// Documents whose text has to be read; asked last, and does not count for the score.
  case text(TextClause)
  case and([Clause])
  case or([Clause])
  case not(Clause)

  /// A clause that all of `parts` have to satisfy, those of conjunctions among them as parts of their own.
  static func all(of parts: [Clause]) -> Clause {
    let flat = parts.flatMap { part in
      if case .and(let inner) = part { inner } else { [part] }
    }
    return flat.count == 1 ? flat[0] : .and(flat)
  }

  /// True if texts have to be read to decide it.
  var readsTexts: Bool {
    switch self {
    case .all, .none, .term, .phrase, .near, .filter: false
    case .text: true
    case .and(let parts), .or(let parts): parts.contains { $0.readsTexts }
    case .not(let part): part.readsTexts
    }
  }
}

/// A term or a union of terms, in every segment.
final class ScoredTerm {
  /// The term as people see it, for the explanation.
  let label: String
  /// Living documents that hold it.
  let documentCount: Int
  let idf: Float
  private let sources: [Source]

  /// The term's postings in one segment.
  enum Source {
    case absent
    case list(TermPostings)
    case memory(MemoryList)

    var documentCount: Int {
      switch self {
      case .absent: 0
      case .list(let postings): postings.documents
      case .memory(let list): list.postings.documents.count
      }
    }
  }

  /// - Parameters:
  ///   - living: the number of the sources' documents that are not deleted.
  ///   - total: the number of documents.
  init(label: String, sources: [Source], living: Int, total: Int) {
    self.label = label
    self.sources = sources
    documentCount = living
    idf = Scoring.idf(documents: documentCount, of: total)
  }

  func documentCount(in segment: Int) -> Int { sources[segment].documentCount }

  /// - Returns: nil if the segment does not have the term.
  func cursor(_ live: LiveSegment, _ segment: Int) throws(IndexError) -> PostingCursor? {
    switch sources[segment] {
    case .absent: nil
    case .list(let postings): try PostingCursor(live.segment, postings)
    case .memory(let list): PostingCursor(live.segment, list)
    }
  }
}

/// Terms in fixed places: a phrase, or a word that the tokenizer splits.
struct PhraseClause {
  struct Part {
    let term: ScoredTerm
    /// Its place, in words from the first's.
    let offset: Int
  }

  let parts: [Part]
  /// The sum of the parts': a phrase is at least as rare as its words together suggest.
  let idf: Float

  /// - Parameter weight: how much of the parts' sum it counts.
  init(_ parts: [Part], weight: Float = 1) {
    self.parts = parts
    idf = weight * parts.reduce(0) { $0 + $1.term.idf }
  }
}

/// Parts with at most `distance` other words between each and the next, in either order.
struct NearClause {
  let parts: [PhraseClause]
  let distance: Int

  /// The parts' terms.
  var terms: [ScoredTerm] { parts.flatMap { $0.parts.map { $0.term } } }
}
