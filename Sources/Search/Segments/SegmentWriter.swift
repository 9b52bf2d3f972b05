/// Writes the bytes of a segment.
struct SegmentWriter {
  let fingerprint: UInt64
  let id: UInt64
  let columnCount: Int
  /// The length used for impacts; the index keeps it until everything is merged.
  let averageLength: Double
  let threads: Int
  let spill: SpillPlace

  /// - Parameter documents: in order of their keys; a term's document numbers are indices here.
  /// - Returns: the file, mapped or in memory.
  func write(
    _ documents: some DocumentSource, _ source: some TermSource
  ) throws(IndexError) -> MappedFile {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(documents.count)
    for document in 0..<documents.count {
      lengths.append(LengthByte.encode(try documents.length(document)))
    }
    let (languages, languageNames) = try languages(documents)
    let encoding = TermEncoding(
      lengths: lengths, languages: languages, languageNames: languageNames,
      averageLength: averageLength, threads: threads, spill: spill)
    let terms = try encoding.encode(source)
    let assembly = SegmentAssembly(spill)
    try addKeys(documents, to: assembly)
    try addTitles(documents, to: assembly)
    try assembly.addSection { $0.append(lengths) }
    try assembly.addSection { $0.append(languages) }
    try assembly.addSection { $0.append(nameSection(languageNames)) }
    try assembly.addSection { (section) throws(IndexError) in
      for column in 0..<columnCount { section.append(try packed(column, documents)) }
    }
    try terms.add(to: assembly)
    let total = lengths.reduce(0) { $0 + LengthByte.decode($1) }
    return try assembly.finish { ranges, end, checksum in
      header(documents.count, total, ranges, end: end, checksum)
    }
  }

  private func languages(
    _ documents: some DocumentSource
  ) throws(IndexError) -> (codes: [UInt8], names: [String]) {
    var names: [String] = []
    var codes: [UInt8] = []
    codes.reserveCapacity(documents.count)
    for document in 0..<documents.count {
      let language = try documents.language(document)
      if let known = names.firstIndex(of: language) {
        codes.append(UInt8(known))
      } else if names.count < 255 {
        names.append(language)
        codes.append(UInt8(names.count - 1))
      } else {
        // A 256th language is indexed as none.
        codes.append(255)
      }
    }
    return (codes, names)
  }

  private func addKeys(
    _ documents: some DocumentSource, to assembly: SegmentAssembly
  ) throws(IndexError) {
    var blocks = ByteWriter()
    try assembly.addSection { (section) throws(IndexError) in
      var keys = ByteWriter()
      var previous: [UInt8] = []
      var index = 0
      var written = 0
      try documents.forEachKey { key in
        var shared = 0
        if index % SegmentFormat.keysPerBlock == 0 {
          section.append(keys.bytes)
          written += keys.count
          keys.removeAll()
          blocks.append(UInt32(written))
        } else {
          let limit = min(previous.count, key.count)
          while shared < limit, previous[shared] == key[shared] { shared += 1 }
        }
        keys.append(varint: shared)
        keys.append(varint: key.count - shared)
        for position in shared..<key.count { keys.append(key[position]) }
        previous = key
        index += 1
      }
      section.append(keys.bytes)
    }
    try assembly.addSection { $0.append(blocks.bytes) }
  }

  private func addTitles(
    _ documents: some DocumentSource, to assembly: SegmentAssembly
  ) throws(IndexError) {
    var ends = ByteWriter()
    try assembly.addSection { (section) throws(IndexError) in
      var titles = ByteWriter()
      var index = 0
      var written = 0
      try documents.forEachTitle { title in
        if index % SegmentFormat.titlesPerBlock == 0 {
          section.append(titles.bytes)
          written += titles.count
          titles.removeAll()
          ends.append(UInt32(written))
        }
        titles.append(varint: title.count)
        titles.append(contentsOf: title)
        index += 1
      }
      section.append(titles.bytes)
    }
    try assembly.addSection { $0.append(ends.bytes) }
  }

  private func nameSection(_ names: [String]) -> [UInt8] {
    var writer = ByteWriter()
    for name in names {
      writer.append(UInt8(min(255, name.utf8.count)))
      writer.append(contentsOf: Array(name.utf8.prefix(255)))
    }
    return writer.bytes
  }

  /// A column relative to its least value; 0 means none if any document has none.
  private func packed(
    _ column: Int, _ documents: some DocumentSource
  ) throws(IndexError) -> [UInt8] {
    var values: [Int64] = []
    values.reserveCapacity(documents.count)
    for document in 0..<documents.count { values.append(try documents.value(column, document)) }
    let hasMissing = values.contains(.min)
    let minimum = values.reduce(Int64.max) { $1 == .min ? $0 : min($0, $1) }
    let base = minimum == .max ? 0 : minimum
    let offset: UInt64 = hasMissing ? 1 : 0
    func packed(_ value: Int64) -> UInt64 {
      value == .min ? 0 : UInt64(bitPattern: value &- base) &+ offset
    }
    let all = values.reduce(UInt64(0)) { $0 | packed($1) }
    let width = 64 - all.leadingZeroBitCount
    var writer = ByteWriter()
    writer.append(UInt64(bitPattern: base))
    writer.append(UInt32(width))
    writer.append(UInt32(offset))
    let bits = BitWriter()
    for value in values {
      let value = packed(value)
      bits.append(UInt32(truncatingIfNeeded: value), width: min(32, width))
      if width > 32 { bits.append(UInt32(truncatingIfNeeded: value >> 32), width: width - 32) }
    }
    bits.align()
    writer.append(contentsOf: bits.view)
    let padded = (values.count * width + 63) / 64 * 8
    for _ in bits.byteCount..<padded { writer.append(0 as UInt8) }
    return writer.bytes
  }

  private func header(
    _ documentCount: Int, _ totalLength: Int, _ ranges: [Range<Int>], end: Int, _ checksum: UInt64
  ) -> [UInt8] {
    var header = ByteWriter()
    header.append(contentsOf: SegmentFormat.magic)
    header.append(SegmentFormat.version)
    header.append(UInt32(documentCount))
    header.append(fingerprint)
    header.append(UInt64(end))
    header.append(id)
    header.append(UInt64(totalLength))
    header.append(averageLength.bitPattern)
    header.append(checksum)
    for range in ranges {
      header.append(UInt64(range.lowerBound))
      header.append(UInt64(range.count))
    }
    header.append(header.bytes.withByteView { Checksum.of($0) })
    return header.bytes
  }
}
