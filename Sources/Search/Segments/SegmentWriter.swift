/// What a new segment says of one document besides its words.
struct DocumentRecord: Sendable {
  var key: [UInt8]
  var title: [UInt8]
  var columns: [Int64]
  var language: String
  /// Words in all fields.
  var length: Int
}

/// Where the terms of a new segment come from: threads' tables, or older segments.
///
/// Terms are in order of their keys; `load` may be called for different terms from two threads.
protocol TermSource: Sendable {
  var termCount: Int { get }
  func key(_ term: Int) -> [UInt8]
  /// Occurrences, near enough to share the work out.
  func weight(_ term: Int) -> Int
  /// Appends the term's postings, documents ascending; none where all its documents are gone.
  func load(_ term: Int, into buffer: PostingBuffer) throws(IndexError)
}

/// Writes the bytes of a segment.
struct SegmentWriter {
  let fingerprint: UInt64
  let id: UInt64
  let columnCount: Int
  /// What impacts are computed with; the index keeps it until everything is merged.
  let averageLength: Double
  let threads: Int

  /// - Parameter documents: in order of their keys; a term's document numbers are indices here.
  func write(
    _ documents: [DocumentRecord], _ source: some TermSource
  ) throws(IndexError) -> [UInt8] {
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
    return assemble(documents, lengths, languages, languageNames, terms)
  }

  private func assemble(
    _ documents: [DocumentRecord], _ lengths: [UInt8], _ languages: [UInt8],
    _ languageNames: [String], _ terms: TermEncoding.Result
  ) -> [UInt8] {
    var file = ByteWriter()
    file.reserve(terms.size + documents.count * 80 + 1 << 16)
    for _ in 0..<SegmentFormat.headerSize { file.append(0 as UInt8) }
    var ranges: [Range<Int>] = []
    func section(_ write: (inout ByteWriter) -> Void) {
      file.pad(to: 8)
      let start = file.count
      write(&file)
      ranges.append(start..<file.count)
    }
    var keyBlocks = ByteWriter()
    section { writeKeys(documents, into: &$0, blocks: &keyBlocks) }
    section { $0.append(contentsOf: keyBlocks.bytes) }
    section { for document in documents { $0.append(contentsOf: document.title) } }
    section {
      var end = 0
      for document in documents {
        end += document.title.count
        $0.append(UInt32(truncatingIfNeeded: end))
      }
    }
    section { $0.append(contentsOf: lengths) }
    section { $0.append(contentsOf: languages) }
    section {
      for name in languageNames {
        $0.append(UInt8(min(255, name.utf8.count)))
        $0.append(contentsOf: Array(name.utf8.prefix(255)))
      }
    }
    section { writeColumns(documents, into: &$0) }
    section { $0.append(contentsOf: terms.dictionary) }
    section { $0.append(contentsOf: terms.termPrefixes) }
    section { $0.append(contentsOf: terms.termBlocks) }
    section { for part in terms.postings { $0.append(contentsOf: part) } }
    section { for part in terms.positions { $0.append(contentsOf: part) } }
    file.pad(to: 8)
    return finish(file, documents, ranges)
  }

  private func writeKeys(
    _ documents: [DocumentRecord], into keys: inout ByteWriter, blocks: inout ByteWriter
  ) {
    let base = keys.count
    var previous: [UInt8] = []
    for (index, document) in documents.enumerated() {
      var shared = 0
      if index % SegmentFormat.keysPerBlock == 0 {
        blocks.append(UInt32(keys.count - base))
      } else {
        shared = zip(previous, document.key).prefix { $0 == $1 }.count
      }
      keys.append(varint: shared)
      keys.append(varint: document.key.count - shared)
      keys.append(contentsOf: Array(document.key[shared...]))
      previous = document.key
    }
  }

  private func writeColumns(_ documents: [DocumentRecord], into writer: inout ByteWriter) {
    for column in 0..<columnCount {
      let minimum = documents.reduce(Int64.max) { min($0, $1.columns[column]) }
      var all: UInt64 = 0
      for document in documents {
        all |= UInt64(bitPattern: document.columns[column] &- minimum)
      }
      let width = 64 - all.leadingZeroBitCount
      writer.append(UInt64(bitPattern: documents.isEmpty ? 0 : minimum))
      writer.append(UInt64(width))
      var bits = BitWriter()
      for document in documents {
        let value = UInt64(bitPattern: document.columns[column] &- minimum)
        bits.append(UInt32(truncatingIfNeeded: value), width: min(32, width))
        if width > 32 { bits.append(UInt32(truncatingIfNeeded: value >> 32), width: width - 32) }
      }
      bits.align()
      writer.append(contentsOf: bits.bytes)
      let padded = (documents.count * width + 63) / 64 * 8
      for _ in bits.bytes.count..<padded { writer.append(0 as UInt8) }
    }
  }

  private func finish(
    _ contents: ByteWriter, _ documents: [DocumentRecord], _ ranges: [Range<Int>]
  ) -> [UInt8] {
    var file = contents
    let end = file.count
    var checksums = ByteWriter()
    file.bytes.withByteView { view in
      for start in stride(from: SegmentFormat.headerSize, to: end, by: SegmentFormat.pageSize) {
        let page = view.slice(start..<min(end, start + SegmentFormat.pageSize))
        checksums.append(UInt32(truncatingIfNeeded: Checksum.of(page)))
      }
    }
    var header = ByteWriter()
    header.append(contentsOf: SegmentFormat.magic)
    header.append(SegmentFormat.version)
    header.append(UInt32(documents.count))
    header.append(fingerprint)
    header.append(UInt64(end))
    header.append(id)
    header.append(UInt64(documents.reduce(0) { $0 + $1.length }))
    header.append(averageLength.bitPattern)
    header.append(checksums.bytes.withByteView { Checksum.of($0) })
    for range in ranges {
      header.append(UInt64(range.lowerBound))
      header.append(UInt64(range.count))
    }
    header.append(header.bytes.withByteView { Checksum.of($0) })
    file.replace(at: 0, with: header.bytes)
    file.append(contentsOf: checksums.bytes)
    for _ in 0..<SegmentFormat.slack { file.append(0 as UInt8) }
    return file.bytes
  }
}
