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

  /// Adds a block at the end, a blank line before it.
  ///
  /// - Throws: `.noteIsOpen` where what stands before would swallow it.
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

  /// Puts a block below what ends at `offset`, a blank line between them.
  mutating func insert(_ block: String, below offset: Int) throws(ImportError) {
    var place = offset
    while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
    try insert(lineEnd + lineEnd + withLineEnds(block), at: place)
  }

  private mutating func insert(_ text: [UInt8], at place: Int) throws(ImportError) {
    // A heading behind it is one, unless a fence or comment before it is open.
    let probe = Array(bytes[..<place]) + lineEnd + lineEnd + Array("# x".utf8)
    let read = Note(parsing: probe)
    guard let last = read.headings.last, Int(last.range.end) == probe.count else {
      throw .noteIsOpen
    }
    bytes.insert(contentsOf: text, at: place)
  }
}
