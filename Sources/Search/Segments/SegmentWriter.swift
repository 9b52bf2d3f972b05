/// The facts of one document in a new segment, besides its words.
struct DocumentRecord: Sendable {
  var key: [UInt8]
  var title: [UInt8]
  var columns: [Int64]
  var language: String
  /// Words in all fields.
  var length: Int
}

/// The source of a new segment's terms: threads' tables, or older segments.
///
/// Terms are in order of their keys; `load` may be called for different terms from two threads.
protocol TermSource: Sendable {
  var termCount: Int { get }
  func key(_ term: Int) -> [UInt8]
  /// Occurrences, near enough to share the work out.
  func weight(_ term: Int) -> Int
  /// Appends the term's postings, documents ascending; none if all its documents are gone.
  func load(_ term: Int, into buffer: PostingBuffer) throws(IndexError)
}

/// Writes the bytes of a segment.
struct SegmentWriter {
  let fingerprint: UInt64
  let id: UInt64
  let columnCount: Int
  /// The length used for impacts; the index keeps it until everything is merged.
  let averageLength: Double
  let threads: Int

  /// - Parameter documents: in order of their keys; a term's document numbers are indices here.
  /// - Returns: the file, in memory.
  func write(
    _ documents: [DocumentRecord], _ source: some TermSource
  ) throws(IndexError) -> MappedFile {
    let lengths = documents.map { LengthByte.encode($0.length) }
    var languageNames: [String] = []
    let languages: [UInt8] = documents.map { document in
      if let known = languageNames.firstIndex(of: document.language) { return UInt8(known) }
      // A 256th language is indexed as none.
      guard languageNames.count < 255 else { return 255 }
      languageNames.append(document.language)
      return UInt8(languageNames.count - 1)
    }
    let encoding = TermEncoding(
      lengths: lengths, languages: languages, languageNames: languageNames,
      averageLength: averageLength, threads: threads)
    let terms = try encoding.encode(source)
    let (keys, keyBlocks) = keySections(documents)
    let (titles, titleEnds) = titleSections(documents)
    let sections: [[[UInt8]]] = [
      [keys], [keyBlocks], [titles], [titleEnds], [lengths], [languages],
      [nameSection(languageNames)], [columnSection(documents)], [terms.dictionary],
      [terms.termPrefixes], [terms.termBlocks], terms.postings, terms.positions,
    ]
    return assemble(documents, sections)
  }

  private func keySections(_ documents: [DocumentRecord]) -> (keys: [UInt8], blocks: [UInt8]) {
    var keys = ByteWriter()
    var blocks = ByteWriter()
    var previous: [UInt8] = []
    for (index, document) in documents.enumerated() {
      var shared = 0
      if index % SegmentFormat.keysPerBlock == 0 {
        blocks.append(UInt32(keys.count))
      } else {
        let limit = min(previous.count, document.key.count)
        while shared < limit, previous[shared] == document.key[shared] { shared += 1 }
      }
      keys.append(varint: shared)
      keys.append(varint: document.key.count - shared)
      for position in shared..<document.key.count { keys.append(document.key[position]) }
      previous = document.key
    }
    return (keys.bytes, blocks.bytes)
  }

  private func titleSections(_ documents: [DocumentRecord]) -> (titles: [UInt8], ends: [UInt8]) {
    var titles = ByteWriter()
    var ends = ByteWriter()
    for (index, document) in documents.enumerated() {
      if index % SegmentFormat.titlesPerBlock == 0 { ends.append(UInt32(titles.count)) }
      titles.append(varint: document.title.count)
      titles.append(contentsOf: document.title)
    }
    return (titles.bytes, ends.bytes)
  }

  private func nameSection(_ names: [String]) -> [UInt8] {
    var writer = ByteWriter()
    for name in names {
      writer.append(UInt8(min(255, name.utf8.count)))
      writer.append(contentsOf: Array(name.utf8.prefix(255)))
    }
    return writer.bytes
  }

  /// Each column relative to its least value; 0 means none if any document has none.
  private func columnSection(_ documents: [DocumentRecord]) -> [UInt8] {
    var writer = ByteWriter()
    for column in 0..<columnCount {
      var minimum = Int64.max
      var hasMissing = false
      for document in documents {
        let value = document.columns[column]
        if value == .min { hasMissing = true } else { minimum = min(minimum, value) }
      }
      if minimum == .max { minimum = 0 }
      let offset: UInt64 = hasMissing ? 1 : 0
      func packed(_ value: Int64) -> UInt64 {
        value == .min ? 0 : UInt64(bitPattern: value &- minimum) &+ offset
      }
      let all = documents.reduce(UInt64(0)) { $0 | packed($1.columns[column]) }
      let width = 64 - all.leadingZeroBitCount
      writer.append(UInt64(bitPattern: minimum))
      writer.append(UInt32(width))
      writer.append(UInt32(offset))
      let bits = BitWriter()
      for document in documents {
        let value = packed(document.columns[column])
        bits.append(UInt32(truncatingIfNeeded: value), width: min(32, width))
        if width > 32 { bits.append(UInt32(truncatingIfNeeded: value >> 32), width: width - 32) }
      }
      bits.align()
      writer.append(contentsOf: bits.view)
      let padded = (documents.count * width + 63) / 64 * 8
      for _ in bits.byteCount..<padded { writer.append(0 as UInt8) }
    }
    return writer.bytes
  }

  private func assemble(
    _ documents: [DocumentRecord], _ sections: [[[UInt8]]]
  ) -> MappedFile {
    var end = SegmentFormat.headerSize
    var ranges: [Range<Int>] = []
    for section in sections {
      let length = section.reduce(0) { $0 + $1.count }
      ranges.append(end..<(end + length))
      end = (end + length + 7) / 8 * 8
    }
    let pages =
      (end - SegmentFormat.headerSize + SegmentFormat.pageSize - 1) / SegmentFormat.pageSize
    let sectionEnd = end
    return MappedFile(count: end + 4 * pages + SegmentFormat.slack) { file in
      for (section, range) in zip(sections, ranges) {
        var offset = range.lowerBound
        for part in section {
          file.store(part, at: offset)
          offset += part.count
        }
      }
      var checksums = ByteWriter()
      for page in 0..<pages {
        let start = SegmentFormat.headerSize + page * SegmentFormat.pageSize
        let bytes = file.view(start..<min(sectionEnd, start + SegmentFormat.pageSize))
        checksums.append(UInt32(truncatingIfNeeded: Checksum.of(bytes)))
      }
      file.store(checksums.bytes, at: sectionEnd)
      file.store(header(documents, ranges, end: sectionEnd, checksums.bytes), at: 0)
    }
  }

  private func header(
    _ documents: [DocumentRecord], _ ranges: [Range<Int>], end: Int, _ checksums: [UInt8]
  ) -> [UInt8] {
    var header = ByteWriter()
    header.append(contentsOf: SegmentFormat.magic)
    header.append(SegmentFormat.version)
    header.append(UInt32(documents.count))
    header.append(fingerprint)
    header.append(UInt64(end))
    header.append(id)
    header.append(
      UInt64(documents.reduce(0) { $0 + LengthByte.kept(of: $1.length) }))
    header.append(averageLength.bitPattern)
    header.append(checksums.withByteView { Checksum.of($0) })
    for range in ranges {
      header.append(UInt64(range.lowerBound))
      header.append(UInt64(range.count))
    }
    header.append(header.bytes.withByteView { Checksum.of($0) })
    return header.bytes
  }
}
