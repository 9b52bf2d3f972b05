import Exchange
import Notes
import Steps

/// The paragraphs below a passage, among which a note on it is looked for that was rewritten, on the device or here.
struct StandingNotes {
  /// One or several paragraphs.
  struct Paragraphs {
    let range: ByteRange
    let text: String
    let key: String
    /// True if they are as an import writes a note of that text, without marks that a person gave it.
    let isWritten: Bool
  }

  /// The paragraphs, singly and in runs, in the order of their beginnings.
  private var all: [Paragraphs] = []

  /// - Parameters:
  ///   - passage: the quote.
  ///   - others: the texts of the book that are not free: those that the file has.
  init(below passage: ByteRange, in note: Note, without others: Set<String>) {
    let blocks = Self.blocks(below: Int(passage.end), in: note.source)
    for first in blocks.indices.prefix(16) {
      for last in first..<min(first + 4, blocks.count) {
        let run = blocks[first...last]
        let text = run.map { note.plainText(in: $0) }.joined(separator: "\n\n")
        let key = ImportText.key(text)
        if key.isEmpty || others.contains(key) { continue }
        let written = run.map { note.text($0).replacing("\r\n", with: "\n") }
          .joined(separator: "\n\n")
        all.append(
          Paragraphs(
            range: ByteRange(Int(blocks[first].start), Int(blocks[last].end)), text: text, key: key,
            isWritten: QuoteText.notes([text]) == written))
      }
    }
  }

  /// The paragraphs that a note takes the place of, because an import wrote them and the file no longer has them; no
  /// other note takes their place.
  ///
  /// - Parameters:
  ///   - earlier: the texts that the device had for the note before.
  ///   - isOnly: true if the passage gets no other note.
  ///   - isKnown: true of a text that an import brought.
  mutating func takeForm(
    of text: String, earlier: [String], isOnly: Bool, isKnown: (String) throws -> Bool
  ) rethrows -> Paragraphs? {
    let written = try all.indices.filter { try all[$0].isWritten && isKnown(all[$0].text) }
    let forms = earlier.map(ImportText.key)
    let found =
      written.last { forms.contains(all[$0].key) }
      ?? (isOnly && written.count == 1 ? written[0] : nil)
      ?? written.first { Self.areAlike(all[$0].key, ImportText.key(text)) }
    return found.map { take($0) }
  }

  /// The paragraphs that a person made of a note; no other note takes their place.
  mutating func takeEdit(of text: String, earlier: [String]) -> Paragraphs? {
    let forms = ([text] + earlier).map(ImportText.key)
    return all.indices.first { index in
      forms.contains { Self.areAlike($0, all[index].key) }
    }.map { take($0) }
  }

  private mutating func take(_ index: Int) -> Paragraphs {
    let taken = all[index]
    all.removeAll { $0.range.start < taken.range.end && taken.range.start < $0.range.end }
    return taken
  }

  private static func areAlike(_ left: String, _ right: String) -> Bool {
    let (short, long) = left.utf8.count < right.utf8.count ? (left, right) : (right, left)
    return long.hasPrefix(short + " ") && short.contains(" ") || ImportText.areSimilar(left, right)
  }

  /// The blocks of lines after an offset, up to a quote or a heading.
  private static func blocks(below offset: Int, in source: [UInt8]) -> [ByteRange] {
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    var blocks: [ByteRange] = []
    var block: (start: Int, end: Int)?
    var start = source[offset...].firstIndex(where: isEnd) ?? source.count
    while start < source.count {
      start += source[start...].starts(with: [0x0D, 0x0A]) ? 2 : 1
      let end = source[start...].firstIndex(where: isEnd) ?? source.count
      let first = source[start..<end].first { $0 != 0x20 && $0 != 0x09 }
      if first == UInt8(ascii: ">") || first == UInt8(ascii: "#") { break }
      if first != nil {
        block = (block?.start ?? start, end)
      } else if let ended = block {
        blocks.append(ByteRange(ended.start, ended.end))
        block = nil
      }
      start = end
    }
    if let ended = block { blocks.append(ByteRange(ended.start, ended.end)) }
    return blocks
  }
}
