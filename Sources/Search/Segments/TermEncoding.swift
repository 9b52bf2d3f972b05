import OperatingSystem

/// Encodes the terms of a new segment on several threads: lists first, then the stems that group
/// them, then the dictionary over both.
struct TermEncoding: Sendable {
  let lengths: [UInt8]
  let languages: [UInt8]
  let languageNames: [String]
  let averageLength: Double
  let threads: Int
  let spill: SpillPlace

  /// The sections that terms fill.
  struct Result {
    fileprivate let parts: [Part]
    fileprivate let stems: [StemGrouping.Encoded]

    /// Adds the sections `dictionary` to `positions`.
    func add(to assembly: SegmentAssembly) throws(IndexError) {
      try DictionaryWriter.add(
        parts.map { $0.dictionary } + stems.map { $0.dictionary }, to: assembly)
      try assembly.addSection { (section) throws(IndexError) in
        for part in parts { try part.encoder.postings.forEachPiece { section.append($0) } }
        for part in stems { try part.encoder.postings.forEachPiece { section.append($0) } }
      }
      try assembly.addSection { (section) throws(IndexError) in
        for part in parts { try part.encoder.positions.forEachPiece { section.append($0) } }
      }
    }
  }

  /// One thread's share.
  final class Part {
    let encoder: PostingsEncoder
    var dictionary: DictionaryWriter
    /// The words' postings, for their stems.
    var places: [WordPlace] = []
    var stems: [StemEntry] = []
    /// The keys of `stems`.
    let stemKeys = Arena(capacity: 1 << 16)

    init(_ encoder: PostingsEncoder, _ dictionary: DictionaryWriter) {
      self.encoder = encoder
      self.dictionary = dictionary
    }
  }

  func encode(_ source: some TermSource) throws(IndexError) -> Result {
    let shares = try source.shares(threads)
    let parts = try shares.concurrentMap { (share) throws(IndexError) in
      try encodeTerms(source, share)
    }
    return Result(parts: parts, stems: try encodeStems(parts))
  }

  private func newEncoder() -> PostingsEncoder {
    PostingsEncoder(
      lengths: lengths, averageLength: averageLength, spill: spill)
  }

  private func newDictionary() -> DictionaryWriter {
    DictionaryWriter(spill)
  }

  private func encodeTerms<Source: TermSource>(
    _ source: Source, _ share: Source.Share
  ) throws(IndexError) -> Part {
    let part = Part(newEncoder(), newDictionary())
    let buffer = PostingBuffer()
    let stemmers = languageNames.map { $0.isEmpty ? nil : Stemmer(language: $0) }
    try source.forEachTerm(in: share, into: buffer) { (key) throws(IndexError) in
      let hasPositions = KeySpace.hasPositions(key[0])
      let location = try part.encoder.encode(buffer, hasPositions: hasPositions)
      part.dictionary.add(key, location, inline: part.encoder.inline)
      if KeySpace.isWord(key[0]) { addStems(of: key, location, buffer, stemmers, to: part) }
    }
    part.sortStems()
    return part
  }

  private func addStems(
    of key: ByteView, _ location: PostingsEncoder.Location, _ buffer: PostingBuffer,
    _ stemmers: [Stemmer?], to part: Part
  ) {
    let word = key.slice(1..<key.count)
    if languageNames.count == 1 {
      if let stemmer = stemmers[0] {
        part.addStem(stemmer.stemInPlace(word), of: word, space: key[0], language: 0, isWhole: true)
        part.places.append(WordPlace(location, buffer))
      }
      return
    }
    var seen = InlineArray<4, UInt64>(repeating: 0)
    var count = 0
    for index in 0..<buffer.documents.count {
      let language = Int(languages[Int(buffer.documents[index])])
      let bit: UInt64 = 1 << UInt64(language & 63)
      if seen[language >> 6] & bit == 0 {
        seen[language >> 6] |= bit
        count += 1
      }
    }
    for language in languageNames.indices
    where seen[language >> 6] >> UInt64(language & 63) & 1 == 1 {
      let stem = stemmers[language]?.stemInPlace(word) ?? word
      part.addStem(
        stem, of: word, space: key[0], language: UInt8(language), isWhole: count == 1)
    }
    part.places.append(WordPlace(location, buffer))
  }

  private func encodeStems(_ parts: [Part]) throws(IndexError) -> [StemGrouping.Encoded] {
    let grouping = StemGrouping(
      parts, languages: languages, isSingleLanguage: languageNames.count == 1)
    return try grouping.shares(threads).concurrentMap { (share) throws(IndexError) in
      try grouping.encode(share, with: newEncoder(), newDictionary())
    }
  }
}

/// The postings of a word that was encoded.
struct WordPlace {
  /// The list's offset in its part's postings; of a word in one document, that document.
  private let offset: UInt32
  /// The list's length; of a word in one document, its count there in the low bits, then its boost.
  private let length: UInt32
  /// 0 for a word in one document, whose posting is in the dictionary.
  private let documents: UInt32

  private static let countBits: UInt32 = 5

  init(_ location: PostingsEncoder.Location, _ buffer: PostingBuffer) {
    if location.isInline {
      // At most `inlineOccurrences`, 16, so that five bits hold the count.
      offset = buffer.documents[0]
      length = buffer.boosts[0] << Self.countBits | buffer.counts[0]
      documents = 0
    } else {
      offset = UInt32(location.offset)
      length = UInt32(location.length)
      documents = UInt32(location.documents)
    }
  }

  var documentCount: Int { max(1, Int(documents)) }

  /// The one document, its count and its boost.
  var inline: (document: UInt32, count: UInt32, boost: UInt32)? {
    guard documents == 0 else { return nil }
    return (offset, length & (1 << Self.countBits - 1), length >> Self.countBits)
  }

  /// The list's bytes, for a word of several documents.
  var list: Range<Int> { Int(offset)..<(Int(offset) + Int(length)) }
}

/// A word's stem in one language: `space | stemBit, language, stem`, in its part's arena.
struct StemEntry {
  /// The key's first eight bytes, see `TermTable.prefix`.
  let prefix: UInt64
  let key: UInt32
  let keyLength: UInt16
  /// True if every document of the word is in that language.
  let isWhole: Bool
  /// True if the stem is the word.
  let isWord: Bool
  /// The index of the word's place in its part.
  let place: UInt32
}

extension TermEncoding.Part {
  /// Adds the stem of the word whose place comes next.
  fileprivate func addStem(
    _ stem: ByteView, of word: ByteView, space: UInt8, language: UInt8, isWhole: Bool
  ) {
    let length = stem.count + 2
    let offset = stemKeys.allocate(length)
    stemKeys.store(space | KeySpace.stemBit, at: offset)
    stemKeys.store(language, at: offset + 1)
    stemKeys.store(stem, at: offset + 2)
    stems.append(
      StemEntry(
        prefix: TermTable.prefix(stemKeys.view(at: offset, count: length)), key: offset,
        keyLength: UInt16(length), isWhole: isWhole, isWord: stem.equals(word),
        place: UInt32(places.count)))
  }

  func key(_ entry: StemEntry) -> ByteView {
    stemKeys.view(at: entry.key, count: Int(entry.keyLength))
  }

  fileprivate func sortStems() {
    stems.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      let order = key(left).compare(key(right))
      return order == 0 ? left.place < right.place : order < 0
    }
  }
}

/// The dictionary key of a stem.
enum StemKey {
  static func make(space: UInt8, language: UInt8, stem: [UInt8]) -> [UInt8] {
    [space | KeySpace.stemBit, language] + stem
  }
}
