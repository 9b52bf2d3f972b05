/// Encodes the terms of a new segment on several threads: lists first, then the stems that group
/// them, then the dictionary over both.
struct TermEncoding: Sendable {
  let lengths: [UInt8]
  let languages: [UInt8]
  let languageNames: [String]
  let averageLength: Double
  let threads: Int

  /// The sections that terms fill.
  struct Result {
    var dictionary: [UInt8] = []
    var termPrefixes: [UInt8] = []
    var termBlocks: [UInt8] = []
    var postings: [[UInt8]] = []
    var positions: [[UInt8]] = []
  }

  /// A word's stem in one language.
  struct StemEntry: Sendable {
    let key: [UInt8]
    let term: Int
    /// True if every document of the word is in that language.
    let isWhole: Bool
  }

  /// One thread's share.
  final class Part {
    let encoder: PostingsEncoder
    var dictionary = DictionaryWriter()
    var locations: [PostingsEncoder.Location] = []
    var stems: [StemEntry] = []

    init(_ encoder: PostingsEncoder) { self.encoder = encoder }
  }

  func encode(_ source: some TermSource) throws(IndexError) -> Result {
    let ranges = shares(of: source.termCount) { source.weight($0) }
    let parts = try ranges.concurrentMap { (range) throws(IndexError) in
      try encodeTerms(source, range)
    }
    var dictionary = DictionaryWriter()
    var postingsBases: [Int] = []
    var base = 0
    for part in parts {
      postingsBases.append(base)
      base += part.encoder.postings.count
      dictionary.append(part.dictionary)
    }
    let stems = try encodeStems(source, parts, ranges, postingsBases)
    for part in stems { dictionary.append(part.dictionary) }
    let sections = dictionary.sections
    return Result(
      dictionary: sections.dictionary, termPrefixes: sections.prefixes,
      termBlocks: sections.blocks,
      postings: parts.map { $0.encoder.postings.bytes } + stems.map { $0.encoder.postings.bytes },
      positions: parts.map { $0.encoder.positions.bytes })
  }

  /// Cuts terms into ranges of about the same weight.
  private func shares(of count: Int, weight: (Int) -> Int) -> [Range<Int>] {
    guard threads > 1, count > 1000 else { return [0..<count] }
    let total = (0..<count).reduce(0) { $0 + weight($1) + 8 }
    var ranges: [Range<Int>] = []
    var start = 0
    var sum = 0
    for index in 0..<count {
      sum += weight(index) + 8
      if sum >= total * (ranges.count + 1) / threads || index == count - 1 {
        ranges.append(start..<(index + 1))
        start = index + 1
      }
    }
    return ranges
  }

  private func encodeTerms(
    _ source: some TermSource, _ range: Range<Int>
  ) throws(IndexError) -> Part {
    let part = Part(PostingsEncoder(lengths: lengths, averageLength: averageLength))
    part.locations.reserveCapacity(range.count)
    let buffer = PostingBuffer()
    let stemmers = languageNames.map { $0.isEmpty ? nil : Stemmer(language: $0) }
    for term in range {
      buffer.removeAll()
      try source.load(term, into: buffer)
      guard buffer.documents.count > 0 else {
        part.locations.append(
          PostingsEncoder.Location(
            documents: 0, offset: 0, length: 0, positionsLength: 0, inline: nil))
        continue
      }
      let key = source.key(term)
      let hasPositions = KeySpace.hasPositions(key[0])
      let location = part.encoder.encode(buffer, hasPositions: hasPositions)
      part.locations.append(location)
      part.dictionary.add(key, location)
      if KeySpace.isWord(key[0]) { addStems(of: key, term, buffer, stemmers, to: part) }
    }
    return part
  }

  private func addStems(
    of key: [UInt8], _ term: Int, _ buffer: PostingBuffer, _ stemmers: [Stemmer?], to part: Part
  ) {
    func entry(_ language: Int, isWhole: Bool) {
      let stem = key.withByteView { view in
        let word = view.slice(1..<view.count)
        return stemmers[language]?.stem(word) ?? word.bytes
      }
      let stemKey = StemKey.make(space: key[0], language: UInt8(language), stem: stem)
      part.stems.append(StemEntry(key: stemKey, term: term, isWhole: isWhole))
    }
    if languageNames.count == 1 {
      if stemmers[0] != nil { entry(0, isWhole: true) }
      return
    }
    // 256 bits: the languages among the word's documents.
    var seen: [Bool] = Array(repeating: false, count: 256)
    var count = 0
    for index in 0..<buffer.documents.count {
      let language = Int(languages[Int(buffer.documents[index])])
      if !seen[language] {
        seen[language] = true
        count += 1
      }
    }
    for language in languageNames.indices where seen[language] {
      entry(language, isWhole: count == 1)
    }
  }

  private func encodeStems(
    _ source: some TermSource, _ parts: [Part], _ ranges: [Range<Int>], _ bases: [Int]
  ) throws(IndexError) -> [StemGrouping.Encoded] {
    var entries = parts.flatMap { $0.stems }
    entries.sort { left, right in
      let order = left.key.withByteView { left in right.key.withByteView { left.compare($0) } }
      return order == 0 ? left.term < right.term : order < 0
    }
    var groups: [Range<Int>] = []
    var start = 0
    for index in entries.indices {
      if index + 1 == entries.count || entries[index + 1].key != entries[start].key {
        groups.append(start..<(index + 1))
        start = index + 1
      }
    }
    let grouping = StemGrouping(
      entries: entries, groups: groups, parts: parts, ranges: ranges, bases: bases,
      languages: languages, isSingleLanguage: languageNames.count == 1)
    let shares = shares(of: groups.count) { grouping.weight($0, source) }
    for part in parts { part.encoder.pad() }
    defer { for part in parts { part.encoder.unpad() } }
    return try shares.concurrentMap { (share) throws(IndexError) in
      try grouping.encode(
        share, with: PostingsEncoder(lengths: lengths, averageLength: averageLength), source)
    }
  }
}

/// The dictionary key of a stem.
enum StemKey {
  static func make(space: UInt8, language: UInt8, stem: [UInt8]) -> [UInt8] {
    [space | KeySpace.stemBit, language] + stem
  }
}
