extension TermTable {
  /// Reads one term's stream from its start.
  struct Reader {
    private let arena: Arena
    private var offset: UInt32
    private var chunkEnd: UInt32
    private var chunkSize: UInt32 = 16
    private let end: UInt32
    /// The document whose occurrences come next; `UInt32.max` when there is none.
    private(set) var document: UInt32

    init(_ table: TermTable, _ entry: Entry) {
      arena = table.arena
      offset = entry.head
      chunkEnd = entry.head + chunkSize - 4
      end = entry.tail
      document = .max
      // Every stream begins with a document mark.
      _ = next()
      document = document &+ next()
    }

    /// Appends this document's occurrences to `postings` and moves to the next document.
    @inline(__always)
    mutating func take(into postings: PostingBuffer, boosts: InlineArray<8, UInt32>) {
      var count: UInt32 = 0
      var boost: UInt32 = 0
      var position: UInt32 = 0
      let current = document
      document = .max
      while offset != end {
        let value = next()
        if value == 0 {
          document = current &+ next()
          break
        }
        let event = value &- 1
        position &+= event &>> 3
        boost &+= boosts[Int(event & 7)]
        count &+= 1
        postings.positions.append(position)
      }
      postings.append(document: current, count: count, boost: boost)
    }

    @inline(__always)
    private mutating func next() -> UInt32 {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      while true {
        if offset == chunkEnd {
          offset = arena.uint32(at: chunkEnd)
          chunkSize = min(1024, chunkSize &* 2)
          chunkEnd = offset &+ chunkSize &- 4
        }
        let byte = unsafe arena.base.load(fromByteOffset: Int(offset), as: UInt8.self)
        offset &+= 1
        value |= UInt32(byte & 0x7F) &<< shift
        if byte < 0x80 { return value }
        shift &+= 7
      }
    }
  }
}
