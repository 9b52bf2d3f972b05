import Synchronization

/// The occurrences of several terms in each document of a segment, while they are added up.
///
/// The memory is kept for the next query, because the pages of new memory, which the system clears one by one, took two
/// thirds of the time of a prefix.
final class OccurrenceSums: Sendable {
  typealias Sum = (count: UInt32, boost: UInt32)

  static let none: Sum = (0, 0)

  /// Each is ``none``.
  private let kept = Mutex<[Sum]>([])

  /// At least `count` sums, each ``none``.
  func take(_ count: Int) -> [Sum] {
    let sums = kept.withLock { kept in
      let sums = kept
      kept = []
      return sums
    }
    return sums.count >= count ? sums : Array(repeating: Self.none, count: count)
  }

  /// Keeps sums that are all ``none`` again.
  func giveBack(_ sums: [Sum]) {
    kept.withLock { $0 = sums }
  }
}

/// Collects the terms that one word of a query matches, and makes them one scored term.
///
/// A prefix, a misspelt word or a stem in several languages counts as one word whose occurrences
/// are all of theirs.
struct TermExpansion {
  let index: Index
  let norms: [Float]
  let sums: OccurrenceSums

  private func scored(
    _ sources: [ScoredTerm.Source], label: String
  ) throws(IndexError) -> ScoredTerm {
    var living = 0
    for (live, source) in zip(index.segments, sources) {
      living += source.documentCount
      if live.deletedCount > 0 { living -= try deletedCount(of: source, live) }
    }
    return ScoredTerm(
      label: label, sources: sources, living: living, total: index.documentCount)
  }

  /// The number of deleted documents of a term in a segment.
  private func deletedCount(
    of source: ScoredTerm.Source, _ live: LiveSegment
  ) throws(IndexError) -> Int {
    let cursor: PostingCursor
    switch source {
    case .absent: return 0
    case .list(let postings): cursor = try PostingCursor(live.segment, postings)
    case .memory(let list): cursor = PostingCursor(live.segment, list)
    }
    var count = 0
    if live.deletedCount < cursor.documentCount {
      live.deleted.forEach { document in
        cursor.advance(to: document)
        if cursor.document == document { count += 1 }
      }
    } else {
      while cursor.document != PostingCursor.end {
        if live.deleted.contains(cursor.document) { count += 1 }
        cursor.next()
      }
    }
    if cursor.isDamaged { throw .damaged("postings") }
    return count
  }

  /// The one term `key`, in every segment.
  func exact(_ key: [UInt8], label: String) throws(IndexError) -> ScoredTerm {
    var sources: [ScoredTerm.Source] = []
    for live in index.segments {
      if let postings = try live.segment.find(key) {
        sources.append(.list(postings))
      } else {
        sources.append(.absent)
      }
    }
    return try scored(sources, label: label)
  }

  /// Every document whose language gives one of its words the stem that it gives `word`.
  func stemmed(_ word: [UInt8], space: UInt8, label: String) throws(IndexError) -> ScoredTerm {
    var sources: [ScoredTerm.Source] = []
    for live in index.segments {
      sources.append(try stemSource(word, space: space, live))
    }
    return try scored(sources, label: label)
  }

  private func stemSource(
    _ word: [UInt8], space: UInt8, _ live: LiveSegment
  ) throws(IndexError) -> ScoredTerm.Source {
    let segment = live.segment
    if segment.languages.count == 1 {
      let postings: TermPostings?
      if let stemmer = Stemmer(language: segment.languages[0]) {
        postings = try singleLanguage(word, space: space, stemmer, segment)
      } else {
        postings = try segment.find([space] + word)
      }
      guard let postings else { return .absent }
      return .list(postings)
    }
    var found: [TermPostings] = []
    for (code, language) in segment.languages.enumerated() {
      let stem = word.withByteView { Stemmer(language: language)?.stem($0) ?? word }
      let key = StemKey.make(space: space, language: UInt8(code), stem: stem)
      if let postings = try segment.find(key) { found.append(postings) }
    }
    return try union(found, live, withPositions: false)
  }

  /// A segment of one language keeps no stem for a word that is its own stem and alone in its group.
  private func singleLanguage(
    _ word: [UInt8], space: UInt8, _ stemmer: Stemmer, _ segment: Segment
  ) throws(IndexError) -> TermPostings? {
    let stem = word.withByteView { stemmer.stem($0) }
    let key = StemKey.make(space: space, language: 0, stem: stem)
    if let postings = try segment.find(key) { return postings }
    guard stem.withByteView({ stemmer.stem($0) }) == stem else { return nil }
    return try segment.find([space] + stem)
  }

  /// Every term of `space` that begins with `prefix`.
  func prefixed(
    _ prefix: [UInt8], space: UInt8, label: String, withPositions: Bool
  ) throws(IndexError) -> ScoredTerm {
    var sources: [ScoredTerm.Source] = []
    for live in index.segments {
      var found: [TermPostings] = []
      try live.segment.forEachTerm(prefix: [space] + prefix) { _, postings in
        found.append(postings)
        return true
      }
      sources.append(try union(found, live, withPositions: withPositions))
    }
    return try scored(sources, label: label)
  }

  /// Every term of `space` that has the pieces of `pattern`.
  func like(
    _ pattern: WordPattern, space: UInt8, label: String, withPositions: Bool
  ) throws(IndexError) -> ScoredTerm {
    try matching(
      space: space, label: label, beginning: pattern.beginning, withPositions: withPositions
    ) { pattern.matches($0) }
  }

  /// Every term of `space` that `matches` accepts; the word is given without its key space.
  ///
  /// - Parameter beginning: the common prefix of all of them.
  /// - Complexity: linear in the terms with that beginning.
  func matching(
    space: UInt8, label: String, beginning: [UInt8] = [], withPositions: Bool = false,
    _ matches: (ArraySlice<UInt8>) -> Bool
  ) throws(IndexError) -> ScoredTerm {
    var sources: [ScoredTerm.Source] = []
    for live in index.segments {
      var found: [TermPostings] = []
      try live.segment.forEachTerm(prefix: [space] + beginning) { key, postings in
        if matches(key[1...]) { found.append(postings) }
        return true
      }
      sources.append(try union(found, live, withPositions: withPositions))
    }
    return try scored(sources, label: label)
  }

  /// One list of all documents of `found`, their occurrences added up.
  private func union(
    _ found: [TermPostings], _ live: LiveSegment, withPositions: Bool
  ) throws(IndexError) -> ScoredTerm.Source {
    if found.isEmpty { return .absent }
    if found.count == 1 { return .list(found[0]) }
    let segment = live.segment
    let merged =
      withPositions
      ? try mergePositions(found, segment) : try mergeCounts(found, segment)
    return .memory(MemoryList(merged, lengths: try segment.lengthBytes(), norms: norms))
  }

  /// Adds up counts in arrays over all documents: a prefix may have thousands of terms.
  private func mergeCounts(
    _ found: [TermPostings], _ segment: Segment
  ) throws(IndexError) -> PostingBuffer {
    let documentCount = segment.documentCount
    var sums = sums.take(documentCount)
    var set = DocumentSet(capacity: documentCount)
    let buffer = PostingBuffer()
    for postings in found {
      if let inline = postings.inline {
        buffer.append(document: inline.document, count: inline.count, boost: inline.boost)
      } else {
        try PostingsDecoder.decode(
          try segment.bytes(.postings, postings.list), documents: postings.documents, into: buffer)
      }
      for index in 0..<buffer.documents.count {
        let document = Int(buffer.documents[index])
        guard document < documentCount else { throw .damaged("document") }
        set.insert(document)
        sums[document].count &+= buffer.counts[index]
        sums[document].boost &+= buffer.boosts[index]
      }
      buffer.removeAll()
    }
    set.forEach { document in
      buffer.append(
        document: UInt32(document), count: sums[document].count, boost: sums[document].boost)
      sums[document] = OccurrenceSums.none
    }
    self.sums.giveBack(sums)
    return buffer
  }

  /// The same with positions, for the last word of a phrase.
  private func mergePositions(
    _ found: [TermPostings], _ segment: Segment
  ) throws(IndexError) -> PostingBuffer {
    var entries: [(document: UInt32, position: UInt32)] = []
    var boosts: [UInt32: UInt32] = [:]
    let buffer = PostingBuffer()
    for postings in found {
      buffer.removeAll()
      if let inline = postings.inline {
        buffer.append(document: inline.document, count: inline.count, boost: inline.boost)
      } else {
        try PostingsDecoder.decode(
          try segment.bytes(.postings, postings.list), documents: postings.documents, into: buffer)
      }
      try PositionsDecoder.decode(segment, postings, into: buffer, from: 0)
      var position = 0
      for index in 0..<buffer.documents.count {
        boosts[buffer.documents[index], default: 0] += buffer.boosts[index]
        for _ in 0..<buffer.counts[index] {
          entries.append((buffer.documents[index], buffer.positions[position]))
          position += 1
        }
      }
    }
    entries.sort { ($0.document, $0.position) < ($1.document, $1.position) }
    let merged = PostingBuffer()
    var start = 0
    for index in entries.indices {
      merged.positions.append(entries[index].position)
      if index + 1 == entries.count || entries[index + 1].document != entries[index].document {
        let document = entries[index].document
        merged.append(
          document: document, count: UInt32(index + 1 - start), boost: boosts[document] ?? 0)
        start = index + 1
      }
    }
    return merged
  }
}
