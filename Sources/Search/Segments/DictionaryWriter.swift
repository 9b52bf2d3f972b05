/// Writes the sorted dictionary: front-coded blocks of terms, and the index of their first terms.
///
/// dictionary, termPrefixes, termBlocks: see `SegmentFormat`.
struct DictionaryWriter {
  private let dictionary: SpilledBytes
  private var entry = ByteWriter()
  private var prefixes = ByteWriter()
  private var blocks = ByteWriter()
  private var previous: [UInt8] = []
  private var count = 0
  private var postingsOffset = 0
  private var positionsOffset = 0

  init(_ spill: SpillPlace) { dictionary = SpilledBytes(spill) }

  /// Adds a term whose list follows the last one's.
  ///
  /// - Parameter inline: the payload of a term that has no list.
  mutating func add(_ key: ByteView, _ location: PostingsEncoder.Location, inline: ByteWriter) {
    addKey(key)
    if location.isInline {
      entry.append(contentsOf: inline.bytes)
    } else {
      entry.append(varint: location.documents << 1)
      entry.append(varint: location.length)
      postingsOffset += location.length
      if KeySpace.hasPositions(key[0]) {
        entry.append(varint: location.positionsLength)
        positionsOffset += location.positionsLength
      }
    }
    dictionary.append(entry.bytes)
  }

  /// Adds a term that another term's list serves.
  mutating func add(_ key: ByteView, sharing offset: Int, length: Int, documents: Int) {
    addKey(key)
    entry.append(varint: 0)
    entry.append(varint: documents)
    entry.append(varint: offset)
    entry.append(varint: length)
    dictionary.append(entry.bytes)
  }

  private mutating func addKey(_ key: ByteView) {
    entry.removeAll()
    var shared = 0
    if count % SegmentFormat.termsPerBlock == 0 {
      prefixes.append(TermTable.prefix(key))
      blocks.append(UInt32(dictionary.count))
      blocks.append(UInt32(postingsOffset))
      blocks.append(UInt32(positionsOffset))
    } else {
      let limit = min(previous.count, key.count)
      while shared < limit, previous[shared] == key[shared] { shared += 1 }
    }
    let rest = key.slice(shared..<key.count)
    entry.append(varint: shared)
    entry.append(varint: rest.count)
    entry.append(contentsOf: rest)
    previous.removeLast(previous.count - shared)
    unsafe previous.append(contentsOf: UnsafeRawBufferPointer(start: rest.base, count: rest.count))
    count += 1
  }

  /// Adds the sections `dictionary`, `termPrefixes` and `termBlocks` of writers whose terms follow one
  /// another.
  static func add(
    _ writers: [DictionaryWriter], to assembly: SegmentAssembly
  ) throws(IndexError) {
    try assembly.addSection { (section) throws(IndexError) in
      for writer in writers { try writer.dictionary.forEachPiece { section.append($0) } }
    }
    try assembly.addSection { section in
      for writer in writers { section.append(writer.prefixes.bytes) }
    }
    var bases = (dictionary: 0, postings: 0, positions: 0)
    try assembly.addSection { section in
      for writer in writers {
        var blocks = ByteWriter()
        writer.blocks.bytes.withByteView { view in
          for offset in stride(from: 0, to: view.count, by: 12) {
            blocks.append(view.uint32(at: offset) + UInt32(bases.dictionary))
            blocks.append(view.uint32(at: offset + 4) + UInt32(bases.postings))
            blocks.append(view.uint32(at: offset + 8) + UInt32(bases.positions))
          }
        }
        section.append(blocks.bytes)
        bases.dictionary += writer.dictionary.count
        bases.postings += writer.postingsOffset
        bases.positions += writer.positionsOffset
      }
    }
  }
}
