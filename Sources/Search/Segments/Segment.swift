import Synchronization

/// One immutable part of the index, read in place.
///
/// Opening reads the header and the pages' checksums. Every other byte is verified, a page at a time,
/// before it is first used.
final class Segment: Sendable {
  let file: MappedFile
  let id: UInt64
  /// Tells this segment's file from any other's: every byte of it goes into it.
  let headerChecksum: UInt64
  let documentCount: Int
  /// Words in all its documents.
  let totalLength: Int
  /// The average that its impacts were computed with.
  let averageLength: Double
  let languages: [String]
  private let sections: [Range<Int>]
  private let sectionEnd: Int
  private let verified: VerifiedPages
  let columnLayout: [Column]

  /// The place of a column's packed values.
  struct Column: Sendable {
    let minimum: Int64
    let width: Int
    let hasMissing: Bool
    let offset: Int
  }

  /// - Throws: `IndexError.damaged` if the header is not one of `fingerprint`'s.
  init(_ file: MappedFile, fingerprint: UInt64, columnCount: Int) throws(IndexError) {
    let view = file.view
    guard view.count >= SegmentFormat.headerSize + SegmentFormat.slack else {
      throw .damaged("segment too short")
    }
    let checksumOffset = SegmentFormat.headerSize - 8
    guard view.uint64(at: checksumOffset) == Checksum.of(view.slice(0..<checksumOffset)),
      view.slice(0..<8).bytes == SegmentFormat.magic,
      view.uint32(at: 8) == SegmentFormat.version, view.uint64(at: 16) == fingerprint
    else { throw .damaged("segment header") }
    headerChecksum = view.uint64(at: checksumOffset)
    documentCount = Int(view.uint32(at: 12))
    let end = Int(truncatingIfNeeded: view.uint64(at: 24))
    id = view.uint64(at: 32)
    totalLength = Int(truncatingIfNeeded: view.uint64(at: 40))
    averageLength = Double(bitPattern: view.uint64(at: 48))
    guard end >= SegmentFormat.headerSize, end <= view.count else { throw .damaged("segment end") }
    var sections: [Range<Int>] = []
    for index in SegmentFormat.Section.allCases.indices {
      let entry = SegmentFormat.sectionTable + 16 * index
      let offset = Int(truncatingIfNeeded: view.uint64(at: entry))
      let length = Int(truncatingIfNeeded: view.uint64(at: entry + 8))
      guard offset >= SegmentFormat.headerSize, length >= 0, offset <= end, length <= end - offset
      else { throw .damaged("segment sections") }
      sections.append(offset..<(offset + length))
    }
    let pages =
      (end - SegmentFormat.headerSize + SegmentFormat.pageSize - 1) / SegmentFormat.pageSize
    let slack = end + 4 * pages
    guard slack + SegmentFormat.slack == view.count,
      view.uint64(at: slack) == 0, view.uint64(at: slack + 8) == 0,
      view.uint64(at: 56) == Checksum.of(view.slice(end..<slack))
    else { throw .damaged("segment length") }
    self.sections = sections
    self.file = file
    sectionEnd = end
    verified = VerifiedPages(count: pages)
    (languages, columnLayout) = try Self.readTables(
      file, sections, verified, end: end, columnCount: columnCount, documents: documentCount)
    guard self.count(of: .lengths) == documentCount, self.count(of: .languages) == documentCount,
      self.count(of: .titleBlocks)
        == (documentCount + SegmentFormat.titlesPerBlock - 1) / SegmentFormat.titlesPerBlock * 4
    else { throw .damaged("segment tables") }
  }

  private static func readTables(
    _ file: MappedFile, _ sections: [Range<Int>], _ verified: borrowing VerifiedPages, end: Int,
    columnCount: Int, documents: Int
  ) throws(IndexError) -> ([String], [Column]) {
    let names = sections[SegmentFormat.Section.languageNames.rawValue]
    let columns = sections[SegmentFormat.Section.columns.rawValue]
    // Columns come after the names; checking their heads page by page follows below.
    try verified.verify(names, in: file.view, end: end)
    var languages: [String] = []
    var index = names.lowerBound
    while index < names.upperBound {
      let count = Int(file.view[index])
      guard index + 1 + count <= names.upperBound else { throw .damaged("languages") }
      languages.append(
        String(decoding: file.view.slice((index + 1)..<(index + 1 + count)).bytes, as: UTF8.self))
      index += 1 + count
    }
    var layout: [Column] = []
    index = columns.lowerBound
    for _ in 0..<columnCount {
      guard index + 16 <= columns.upperBound else { throw .damaged("columns") }
      try verified.verify(index..<(index + 16), in: file.view, end: end)
      let width = Int(file.view.uint32(at: index + 8))
      let bytes = (documents * width + 63) / 64 * 8
      guard width <= 64, index + 16 + bytes <= columns.upperBound else { throw .damaged("columns") }
      layout.append(
        Column(
          minimum: Int64(bitPattern: file.view.uint64(at: index)), width: width,
          hasMissing: file.view.uint32(at: index + 12) != 0, offset: index + 16)
      )
      index += 16 + bytes
    }
    return (languages, layout)
  }

  func count(of section: SegmentFormat.Section) -> Int { sections[section.rawValue].count }

  /// Bytes of a section, verified.
  /// - Throws: `IndexError.damaged` if they are not the bytes that were written.
  @inline(__always)
  func bytes(_ section: SegmentFormat.Section, _ range: Range<Int>) throws(IndexError) -> ByteView {
    let bounds = sections[section.rawValue]
    guard range.lowerBound >= 0, range.upperBound <= bounds.count else {
      throw .damaged("offset beyond its section")
    }
    let lower = bounds.lowerBound &+ range.lowerBound
    try verified.verify(lower..<(lower &+ range.count), in: file.view, end: sectionEnd)
    return file.view.slice(lower..<(lower &+ range.count))
  }

  /// A whole section, verified.
  func bytes(_ section: SegmentFormat.Section) throws(IndexError) -> ByteView {
    try bytes(section, 0..<sections[section.rawValue].count)
  }

  /// Verifies bytes of the file by their offset in it; a little beyond the sections is allowed.
  func verifyFile(_ range: Range<Int>) throws(IndexError) {
    try verified.verify(
      range.lowerBound..<min(range.upperBound, sectionEnd), in: file.view, end: sectionEnd)
  }

  /// Verifies every page: for `zib doctor` and the tests.
  func verifyAll() throws(IndexError) {
    try verified.verify(SegmentFormat.headerSize..<sectionEnd, in: file.view, end: sectionEnd)
  }
}

/// The pages that have passed their checksum in this process.
@safe struct VerifiedPages: ~Copyable, Sendable {
  // Bits are only ever set, and setting one twice does no harm, so relaxed order is enough.
  nonisolated(unsafe) private let bits: UnsafeMutablePointer<Atomic<UInt64>>
  private let count: Int

  init(count: Int) {
    self.count = count
    unsafe bits = .allocate(capacity: count / 64 + 1)
    for index in 0...(count / 64) { unsafe (bits + index).initialize(to: Atomic(0)) }
  }

  deinit { unsafe bits.deallocate() }

  /// - Throws: `IndexError.damaged` for the first page of `range` that has changed.
  @inline(__always)
  func verify(_ range: Range<Int>, in view: ByteView, end: Int) throws(IndexError) {
    guard !range.isEmpty else { return }
    let first = (range.lowerBound &- SegmentFormat.headerSize) / SegmentFormat.pageSize
    let last = (range.upperBound &- 1 &- SegmentFormat.headerSize) / SegmentFormat.pageSize
    var page = first
    while page <= last {
      let word = unsafe bits[page &>> 6].load(ordering: .relaxed)
      if word &>> UInt64(page & 63) & 1 == 0 { try check(page, in: view, end: end) }
      page &+= 1
    }
  }

  @inline(never)
  private func check(_ page: Int, in view: ByteView, end: Int) throws(IndexError) {
    let lower = SegmentFormat.headerSize + page * SegmentFormat.pageSize
    let upper = min(end, lower + SegmentFormat.pageSize)
    let expected = view.uint32(at: end + 4 * page)
    guard page < count,
      UInt32(truncatingIfNeeded: Checksum.of(view.slice(lower..<upper))) == expected
    else { throw .damaged("page \(page)") }
    unsafe bits[page >> 6].bitwiseOr(1 << UInt64(page & 63), ordering: .relaxed)
  }
}
