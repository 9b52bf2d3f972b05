/// Puts the sections of a segment one after the other, with the checksums of their pages, into a file
/// or into memory.
final class SegmentAssembly {
  private let output: SpilledBytes
  private var ranges: [Range<Int>] = []
  private var checksums = ByteWriter()
  /// The page that is being filled.
  private let page = ScratchBytes(capacity: SegmentFormat.pageSize + SegmentFormat.slack)
  private var pageCount = 0

  init(_ spill: SpillPlace) {
    output = SpilledBytes(spill)
    output.append(Array(repeating: 0, count: SegmentFormat.headerSize))
  }

  private var position: Int { output.count + pageCount }

  /// Adds the next section, in the order of `SegmentFormat.Section`, from the parts that `write`
  /// adds.
  func addSection(
    _ write: (borrowing SegmentAssembly) throws(IndexError) -> Void
  ) throws(IndexError) {
    let start = position
    try write(self)
    ranges.append(start..<position)
    while position % 8 != 0 { append([0]) }
  }

  func append(_ bytes: [UInt8]) { bytes.withByteView { append($0) } }

  func append(_ view: ByteView) {
    var offset = 0
    while offset < view.count {
      let end = min(view.count, offset + SegmentFormat.pageSize - pageCount)
      page.view.store(view.slice(offset..<end), at: pageCount)
      pageCount += end - offset
      offset = end
      if pageCount == SegmentFormat.pageSize { endPage() }
    }
  }

  private func endPage() {
    let bytes = page.view.view(0..<pageCount)
    checksums.append(UInt32(truncatingIfNeeded: Checksum.of(bytes)))
    output.append(bytes)
    pageCount = 0
  }

  /// - Parameter header: makes the header from the places of the sections, their end, and the
  ///   checksum of the pages' checksums.
  func finish(
    header: (_ ranges: [Range<Int>], _ end: Int, _ checksum: UInt64) -> [UInt8]
  ) throws(IndexError) -> MappedFile {
    precondition(ranges.count == SegmentFormat.Section.allCases.count)
    if pageCount > 0 { endPage() }
    let end = output.count
    output.append(checksums.bytes)
    output.append(Array(repeating: 0, count: SegmentFormat.slack))
    let checksum = checksums.bytes.withByteView { Checksum.of($0) }
    try output.replaceBeginning(with: header(ranges, end, checksum))
    return try output.mapped()
  }
}
