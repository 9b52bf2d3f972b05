/// Writes the sorted dictionary: front-coded blocks of terms, and the index of their first terms.
struct DictionaryWriter {
  private var dictionary = ByteWriter()
  private var prefixes = ByteWriter()
  private var blocks = ByteWriter()
  private var previous: [UInt8] = []
  private var count = 0
  private var postingsOffset = 0
  private var positionsOffset = 0

  /// Adds a term whose list follows the last one's.
  mutating func add(_ key: [UInt8], _ location: PostingsEncoder.Location) {
    addKey(key)
    if let inline = location.inline {
      dictionary.append(contentsOf: inline)
      return
    }
    dictionary.append(varint: location.documents << 1)
    dictionary.append(varint: location.length)
    postingsOffset += location.length
    if KeySpace.hasPositions(key[0]) {
      dictionary.append(varint: location.positionsLength)
      positionsOffset += location.positionsLength
    }
  }

  /// Adds a term that another term's list serves.
  mutating func add(_ key: [UInt8], sharing offset: Int, length: Int, documents: Int) {
    addKey(key)
    dictionary.append(varint: 0)
    dictionary.append(varint: documents)
    dictionary.append(varint: offset)
    dictionary.append(varint: length)
  }

  private mutating func addKey(_ key: [UInt8]) {
    var shared = 0
    if count % SegmentFormat.termsPerBlock == 0 {
      prefixes.append(key.withByteView { TermTable.prefix($0) })
      blocks.append(UInt32(dictionary.count))
      blocks.append(UInt32(postingsOffset))
      blocks.append(UInt32(positionsOffset))
    } else {
      let limit = min(previous.count, key.count)
      while shared < limit, previous[shared] == key[shared] { shared += 1 }
    }
    dictionary.append(varint: shared)
    dictionary.append(varint: key.count - shared)
    for index in shared..<key.count { dictionary.append(key[index]) }
    previous = key
    count += 1
  }

  /// Appends another writer's terms, which all follow this one's.
  mutating func append(_ other: DictionaryWriter) {
    let base = dictionary.count
    dictionary.append(contentsOf: other.dictionary.bytes)
    prefixes.append(contentsOf: other.prefixes.bytes)
    other.blocks.bytes.withByteView { view in
      for offset in stride(from: 0, to: view.count, by: 12) {
        blocks.append(view.uint32(at: offset) + UInt32(base))
        blocks.append(view.uint32(at: offset + 4) + UInt32(postingsOffset))
        blocks.append(view.uint32(at: offset + 8) + UInt32(positionsOffset))
      }
    }
    postingsOffset += other.postingsOffset
    positionsOffset += other.positionsOffset
  }

  /// The sections `dictionary`, `termPrefixes` and `termBlocks`.
  var sections: (dictionary: [UInt8], prefixes: [UInt8], blocks: [UInt8]) {
    (dictionary.bytes, prefixes.bytes, blocks.bytes)
  }
}
