/// The list of the live segments, in a file that is replaced as a whole by rename, so that a reader
/// sees one state or the next and never a mixture.
///
/// ```
/// manifest := magic: 8 bytes "ZIBIDX\0\0", version: u32, segmentCount: u32, fingerprint: u64,
///             generation: u64, averageLength: f64 bits, clientLength: u64, segment*,
///             client bytes, padding to 8, checksum of all before it: u64
/// segment  := id: u64, length of its file: u64, headerChecksum: u64, documents: u32, deleted: u32,
///             [a bit for each document, padded to 8 bytes]   when any is deleted
/// ```
/// Checksums are those of `Checksum`.
struct Manifest {
  static let name = "manifest"
  private static let magic: [UInt8] = Array("ZIBIDX\0\0".utf8)
  private static let headerSize = 48

  struct SegmentEntry {
    let id: UInt64
    let length: Int
    let headerChecksum: UInt64
    let documents: Int
    let deleted: DocumentSet
  }

  let generation: UInt64
  let averageLength: Double
  let segments: [SegmentEntry]
  /// The range of the client's bytes in the file.
  let client: Range<Int>

  /// Reads a manifest, every byte of it verified.
  /// - Throws: `IndexError.damaged` if it is not a whole one, `.outdated` if it is not
  ///   `fingerprint`'s.
  init(_ view: ByteView, fingerprint: UInt64) throws(IndexError) {
    guard view.count >= Self.headerSize + 8, view.count % 8 == 0,
      view.uint64(at: view.count - 8) == Checksum.of(view.slice(0..<(view.count - 8))),
      view.slice(0..<8).bytes == Self.magic
    else { throw .damaged("manifest") }
    guard view.uint32(at: 8) == SegmentFormat.version, view.uint64(at: 16) == fingerprint else {
      throw .outdated
    }
    generation = view.uint64(at: 24)
    averageLength = Double(bitPattern: view.uint64(at: 32))
    let clientLength = Int(truncatingIfNeeded: view.uint64(at: 40))
    var offset = Self.headerSize
    var segments: [SegmentEntry] = []
    for _ in 0..<view.uint32(at: 12) {
      guard offset + 32 <= view.count else { throw .damaged("manifest") }
      let documents = Int(view.uint32(at: offset + 24))
      let hasDeleted = view.uint32(at: offset + 28) > 0
      let words = hasDeleted ? (documents + 63) / 64 : 0
      guard offset + 32 + 8 * words <= view.count else { throw .damaged("manifest") }
      let deleted =
        hasDeleted
        ? DocumentSet(
          words: (0..<words).map { view.uint64(at: offset + 32 + 8 * $0) }, capacity: documents)
        : DocumentSet(capacity: documents)
      segments.append(
        SegmentEntry(
          id: view.uint64(at: offset),
          length: Int(truncatingIfNeeded: view.uint64(at: offset + 8)),
          headerChecksum: view.uint64(at: offset + 16), documents: documents, deleted: deleted))
      offset += 32 + 8 * words
    }
    guard clientLength >= 0, clientLength <= view.count - 8 - offset else {
      throw .damaged("manifest")
    }
    self.segments = segments
    client = offset..<(offset + clientLength)
  }

  static func bytes(of index: Index, generation: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.reserve(index.client.count + 4096)
    writer.append(contentsOf: magic)
    writer.append(SegmentFormat.version)
    writer.append(UInt32(index.segments.count))
    writer.append(index.schema.fingerprint)
    writer.append(generation)
    writer.append(index.averageLength.bitPattern)
    writer.append(UInt64(index.client.count))
    for live in index.segments {
      writer.append(live.segment.id)
      writer.append(UInt64(live.segment.file.count))
      writer.append(live.segment.headerChecksum)
      writer.append(UInt32(live.segment.documentCount))
      writer.append(UInt32(live.deletedCount))
      if live.deletedCount > 0 { for word in live.deleted.words { writer.append(word) } }
    }
    writer.append(contentsOf: index.client)
    writer.pad(to: 8)
    writer.append(writer.bytes.withByteView { Checksum.of($0) })
    return writer.bytes
  }
}
