import Exchange
import Notes

/// A note that an import adds to, with every other byte as it was.
struct NoteText {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The line end that the note uses: its first.
  private var lineEnd: [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    if bytes[first] == 0x0A { return [0x0A] }
    return bytes.dropFirst(first + 1).first == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }

  private func withLineEnds(_ text: String) -> [UInt8] {
    let end = lineEnd
    return Array(
      text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: end))
  }

  /// The offset of a block as an import writes it, between empty lines; nil unless it is there once.
  func place(of block: String) -> Int? { range(of: block).map { Int($0.start) } }

  /// The range of a block as an import writes it, between empty lines; nil unless it is there once.
  func range(of block: String) -> ByteRange? {
    let (end, lines) = (lineEnd, withLineEnds(block))
    let places = bytes.ranges(of: lines).filter { range in
      bytes[..<range.lowerBound].suffix(end.count * 2).elementsEqual(end + end)
        && (range.upperBound == bytes.count || bytes[range.upperBound...].starts(with: end))
    }
    return places.count == 1 ? ByteRange(places[0].lowerBound, places[0].upperBound) : nil
  }

  /// Adds a block at the end, after a blank line.
  ///
  /// - Throws: `.noteIsOpen` if the text before would swallow it.
  mutating func append(_ block: String) throws(ImportError) {
    let end = lineEnd
    var text: [UInt8] = []
    let tail = bytes.suffix(end.count * 2)
    if !bytes.isEmpty, !tail.elementsEqual(end + end) {
      text += bytes.suffix(end.count).elementsEqual(end) ? end : end + end
    }
    text += withLineEnds(block) + end
    try insert(text, at: bytes.count)
  }

  /// Puts a block below the text that ends at `offset`, after a blank line.
  mutating func insert(_ block: String, below offset: Int) throws(ImportError) {
    var place = offset
    while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
    try insert(lineEnd + lineEnd + withLineEnds(block), at: place)
  }

  /// Replaces a section by a block.
  ///
  /// - Parameter range: up to a heading or the end of the note.
  /// - Throws: `.noteIsOpen` if the block would swallow the text after it.
  mutating func replace(section range: ByteRange, with block: String) throws(ImportError) {
    let (start, end) = (Int(range.start), Int(range.end))
    let (lineEnd, isLast) = (lineEnd, end == bytes.count)
    let tail = Array(bytes[end...])
    bytes.removeSubrange(start...)
    try insert(withLineEnds(block) + lineEnd + (isLast ? [] : lineEnd), at: start)
    bytes += tail
  }

  /// Replaces a part of a section, and leaves what is around it.
  ///
  /// - Throws: `.noteIsOpen` if the text before would swallow it.
  mutating func replace(part range: ByteRange, with text: String) throws(ImportError) {
    let tail = Array(bytes[Int(range.end)...])
    bytes.removeSubrange(Int(range.start)...)
    try insert(withLineEnds(text), at: Int(range.start))
    bytes += tail
  }

  /// Puts a text in the place of a block quote, or of a heading's text.
  mutating func replace(_ range: ByteRange, with block: String) {
    let start = Int(range.start)
    var end = Int(range.end)
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    bytes.replaceSubrange(start..<end, with: withLineEnds(block))
  }

  private mutating func insert(_ text: [UInt8], at place: Int) throws(ImportError) {
    // A heading after it is one, unless a fence or comment before it is open.
    let probe = Array(bytes[..<place]) + lineEnd + lineEnd + Array("# x".utf8)
    let read = Note(parsing: probe)
    guard let last = read.headings.last, Int(last.range.end) == probe.count else {
      throw .noteIsOpen
    }
    bytes.insert(contentsOf: text, at: place)
  }
}
