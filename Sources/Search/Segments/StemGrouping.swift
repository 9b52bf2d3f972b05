/// Groups words by stem, and gives each group one list.
struct StemGrouping: @unchecked Sendable {
  // Its parts were filled by threads that have ended, and are only read from here on.
  let entries: [TermEncoding.StemEntry]
  let groups: [Range<Int>]
  let parts: [TermEncoding.Part]
  let ranges: [Range<Int>]
  /// The offset at which each part's postings begin in the section.
  let bases: [Int]
  let languages: [UInt8]
  let isSingleLanguage: Bool

  /// One thread's share.
  final class Encoded {
    let encoder: PostingsEncoder
    var dictionary = DictionaryWriter()

    init(_ encoder: PostingsEncoder) { self.encoder = encoder }
  }

  func weight(_ group: Int, _ source: some TermSource) -> Int {
    groups[group].count == 1
      ? 0 : groups[group].reduce(0) { $0 + source.weight(entries[$1].term) / 4 }
  }

  func encode(
    _ share: Range<Int>, with encoder: PostingsEncoder, _ source: some TermSource
  ) throws(IndexError) -> Encoded {
    let result = Encoded(encoder)
    let scratch = (PostingBuffer(), PostingBuffer(), PostingBuffer())
    for group in share {
      let members = groups[group]
      let key = entries[members.lowerBound].key
      if members.count == 1, entries[members.lowerBound].isWhole {
        let entry = entries[members.lowerBound]
        if isSingleLanguage, source.key(entry.term).dropFirst() == key.dropFirst(2) { continue }
        try addAlias(key, entry, to: result, scratch.0)
      } else {
        let merged = try merge(members, language: key[1], scratch)
        guard merged.documents.count > 0 else { continue }
        result.dictionary.add(key, encoder.encode(merged, hasPositions: false))
      }
    }
    return result
  }

  private func place(of term: Int) -> (part: Int, location: PostingsEncoder.Location) {
    // There are as many parts as threads.
    let part = ranges.firstIndex { $0.contains(term) } ?? 0
    return (part, parts[part].locations[term - ranges[part].lowerBound])
  }

  /// A group of one word has that word's list.
  private func addAlias(
    _ key: [UInt8], _ entry: TermEncoding.StemEntry, to result: Encoded, _ buffer: PostingBuffer
  ) throws(IndexError) {
    let (part, location) = place(of: entry.term)
    if location.inline != nil {
      buffer.removeAll()
      try decode(entry.term, into: buffer)
      result.dictionary.add(key, result.encoder.encode(buffer, hasPositions: false))
    } else {
      result.dictionary.add(
        key, sharing: bases[part] + location.offset, length: location.length,
        documents: location.documents)
    }
  }

  private func decode(_ term: Int, into buffer: PostingBuffer) throws(IndexError) {
    let (part, location) = place(of: term)
    if let inline = location.inline {
      inline.withByteView { view in
        var offset = 1
        let document = view.varint(at: &offset)
        let head = view.varint(at: &offset)
        let boost = head & 1 == 1 ? view.varint(at: &offset) : 0
        buffer.append(document: UInt32(document), count: UInt32(head >> 1), boost: UInt32(boost))
      }
      return
    }
    try parts[part].encoder.postings.bytes.withByteView { (view) throws(IndexError) in
      try PostingsDecoder.decode(
        view.slice(location.offset..<(location.offset + location.length)),
        documents: location.documents, into: buffer)
    }
  }

  /// The union of the members' postings in documents of `language`.
  private func merge(
    _ members: Range<Int>, language: UInt8,
    _ scratch: (PostingBuffer, PostingBuffer, PostingBuffer)
  ) throws(IndexError) -> PostingBuffer {
    var merged = scratch.0
    var spare = scratch.1
    let next = scratch.2
    merged.removeAll()
    for member in members {
      next.removeAll()
      try decode(entries[member].term, into: next)
      spare.removeAll()
      let filter = isSingleLanguage || entries[member].isWhole ? nil : language
      union(merged, next, keeping: filter, into: spare)
      swap(&merged, &spare)
    }
    return merged
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
