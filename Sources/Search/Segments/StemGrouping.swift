/// Groups words by stem, and gives each group one list.
struct StemGrouping: @unchecked Sendable {
  // The parts were filled by threads that have ended, and are only read from here on.
  private let parts: [TermEncoding.Part]
  /// The stems of all parts, in order of their keys; equal ones in the order of their words.
  private var entries: [Entry] = []
  /// The first entry of each group, and the number of entries.
  private var starts: [UInt32] = []
  /// The offset at which each part's postings begin in the section.
  private var bases: [Int] = []
  private let languages: [UInt8]
  private let isSingleLanguage: Bool

  /// A stem of one of the parts.
  private struct Entry {
    let part: UInt32
    let index: UInt32
  }

  /// One thread's share.
  final class Encoded {
    let encoder: PostingsEncoder
    var dictionary: DictionaryWriter
    fileprivate let scratch = SpillScratch()
    fileprivate var merged = PostingBuffer()
    fileprivate var spare = PostingBuffer()
    fileprivate let next = PostingBuffer()

    init(_ encoder: PostingsEncoder, _ dictionary: DictionaryWriter) {
      self.encoder = encoder
      self.dictionary = dictionary
    }
  }

  init(_ parts: [TermEncoding.Part], languages: [UInt8], isSingleLanguage: Bool) {
    self.parts = parts
    self.languages = languages
    self.isSingleLanguage = isSingleLanguage
    var base = 0
    for part in parts {
      bases.append(base)
      base += part.encoder.postings.count
    }
    mergeEntries()
  }

  private mutating func mergeEntries() {
    var next = Array(repeating: 0, count: parts.count)
    entries.reserveCapacity(parts.reduce(0) { $0 + $1.stems.count })
    var last: Entry?
    while true {
      var least: Entry?
      for part in parts.indices where next[part] < parts[part].stems.count {
        let entry = Entry(part: UInt32(part), index: UInt32(next[part]))
        // Of equal stems the earlier part's words come first.
        if least.map({ compare(entry, $0) < 0 }) ?? true { least = entry }
      }
      guard let least else { break }
      if last.map({ compare($0, least) != 0 }) ?? true { starts.append(UInt32(entries.count)) }
      entries.append(least)
      next[Int(least.part)] += 1
      last = least
    }
    starts.append(UInt32(entries.count))
  }

  private func stem(_ entry: Entry) -> StemEntry { parts[Int(entry.part)].stems[Int(entry.index)] }

  private func key(_ entry: Entry) -> ByteView { parts[Int(entry.part)].key(stem(entry)) }

  private func compare(_ left: Entry, _ right: Entry) -> Int32 {
    let (leftPrefix, rightPrefix) = (stem(left).prefix, stem(right).prefix)
    if leftPrefix != rightPrefix { return leftPrefix < rightPrefix ? -1 : 1 }
    return key(left).compare(key(right))
  }

  private func place(_ entry: Entry) -> WordPlace {
    parts[Int(entry.part)].places[Int(stem(entry).place)]
  }

  private var groupCount: Int { starts.count - 1 }

  private func members(_ group: Int) -> Range<Int> { Int(starts[group])..<Int(starts[group + 1]) }

  private func weight(_ group: Int) -> Int {
    let members = members(group)
    if members.count == 1 { return 8 }
    return members.reduce(8) { $0 + place(entries[$1]).documentCount }
  }

  /// Cuts the groups into at most `count` ranges of about the same weight.
  func shares(_ count: Int) -> [Range<Int>] { (0..<groupCount).cut(into: count) { weight($0) } }

  func encode(
    _ share: Range<Int>, with encoder: PostingsEncoder, _ dictionary: DictionaryWriter
  ) throws(IndexError) -> Encoded {
    let result = Encoded(encoder, dictionary)
    for group in share {
      let members = members(group)
      let first = entries[members.lowerBound]
      let key = key(first)
      if members.count == 1, stem(first).isWhole {
        // The word's own list is found without the stem.
        if isSingleLanguage, stem(first).isWord { continue }
        try addAlias(key, first, to: result)
      } else {
        try merge(members, language: key[1], result)
        guard result.merged.documents.count > 0 else { continue }
        let location = try encoder.encode(result.merged, hasPositions: false)
        result.dictionary.add(key, location, inline: encoder.inline)
      }
    }
    return result
  }

  /// A group of one word has that word's list.
  private func addAlias(
    _ key: ByteView, _ entry: Entry, to result: Encoded
  ) throws(IndexError) {
    let place = place(entry)
    if place.inline != nil {
      result.next.removeAll()
      try decode(entry, into: result.next, result.scratch)
      let location = try result.encoder.encode(result.next, hasPositions: false)
      result.dictionary.add(key, location, inline: result.encoder.inline)
    } else {
      result.dictionary.add(
        key, sharing: bases[Int(entry.part)] + place.list.lowerBound, length: place.list.count,
        documents: place.documentCount)
    }
  }

  private func decode(
    _ entry: Entry, into buffer: PostingBuffer, _ scratch: SpillScratch
  ) throws(IndexError) {
    let place = place(entry)
    if let inline = place.inline {
      buffer.append(document: inline.document, count: inline.count, boost: inline.boost)
      return
    }
    let postings = parts[Int(entry.part)].encoder.postings
    try PostingsDecoder.decode(
      try postings.view(place.list, using: scratch), documents: place.documentCount, into: buffer)
  }

  /// The union of the members' postings in documents of `language`, in `result.merged`.
  private func merge(
    _ members: Range<Int>, language: UInt8, _ result: Encoded
  ) throws(IndexError) {
    result.merged.removeAll()
    for member in members {
      let entry = entries[member]
      result.next.removeAll()
      try decode(entry, into: result.next, result.scratch)
      result.spare.removeAll()
      let filter = isSingleLanguage || stem(entry).isWhole ? nil : language
      union(result.merged, result.next, keeping: filter, into: result.spare)
      swap(&result.merged, &result.spare)
    }
  }

  private func union(
    _ left: PostingBuffer, _ right: PostingBuffer, keeping language: UInt8?,
    into output: PostingBuffer
  ) {
    var i = 0
    for j in 0..<right.documents.count {
      let document = right.documents[j]
      if let language, languages[Int(document)] != language { continue }
      while i < left.documents.count, left.documents[i] < document {
        output.append(document: left.documents[i], count: left.counts[i], boost: left.boosts[i])
        i += 1
      }
      var count = right.counts[j]
      var boost = right.boosts[j]
      if i < left.documents.count, left.documents[i] == document {
        count += left.counts[i]
        boost += left.boosts[i]
        i += 1
      }
      output.append(document: document, count: count, boost: boost)
    }
    while i < left.documents.count {
      output.append(document: left.documents[i], count: left.counts[i], boost: left.boosts[i])
      i += 1
    }
  }
}

extension Range<Int> {
  /// At most `count` ranges in a row of about the same weight; one where there is little to share.
  func cut(into count: Int, weight: (Int) -> Int) -> [Range<Int>] {
    guard count > 1, self.count > 1000 else { return [self] }
    let total = reduce(0) { $0 + weight($1) }
    var ranges: [Range<Int>] = []
    var start = lowerBound
    var sum = 0
    for index in self {
      sum += weight(index)
      if sum >= total * (ranges.count + 1) / count || index == upperBound - 1 {
        ranges.append(start..<(index + 1))
        start = index + 1
      }
    }
    return ranges
  }
}
