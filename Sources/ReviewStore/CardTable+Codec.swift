import Files
import Notes
import Reviews

extension CardTable {
  private static let magic = Array("zibcard2".utf8)
  private static let headerLength = 48
  private static let noteLength = 24
  private static let promptLength = 24

  /// The table as a file holds it.
  package var bytes: [UInt8] {
    var writer = LittleEndianBytes()
    writer.bytes.reserveCapacity(
      Self.headerLength + notes.count * (Self.noteLength + 48) + prompts.count * Self.promptLength)
    writer.bytes += Self.magic
    writer.add(basis.rules)
    writer.add(UInt64(bitPattern: basis.window.start))
    writer.add(UInt64(bitPattern: basis.window.end))
    writer.add(UInt32(truncatingIfNeeded: basis.notes))
    writer.add(UInt32(notes.count))
    writer.add(UInt32(prompts.count))
    writer.add(UInt32(notes.reduce(0) { $0 + $1.path.bytes.count }))
    var pathEnd = 0
    for note in notes {
      pathEnd += note.path.bytes.count
      writer.add(UInt64(bitPattern: note.stamp.modified))
      writer.add(note.stamp.mark)
      writer.add(UInt32(pathEnd))
      writer.add(UInt32(note.prompts.upperBound))
    }
    for prompt in prompts {
      writer.add(prompt.fingerprint.bits)
      writer.add(prompt.earlier.bits)
      writer.add(UInt32(truncatingIfNeeded: prompt.line))
      writer.add(
        UInt32(prompt.kind.rawValue) << 30 | (prompt.isRepeated ? 1 << 29 : 0)
          | UInt32(min(prompt.block, 1 << 29 - 1)))
    }
    for note in notes { writer.bytes += note.path.bytes }
    return writer.sealed()
  }

  /// Reads a file; nil if it is damaged or of another version.
  ///
  /// - Complexity: linear in the notes and the prompts.
  init?(bytes: MappedBytes) {
    guard var reader = LittleEndianReader(sealed: bytes, magic: Self.magic) else { return nil }
    let rules = reader.uint64()
    let window = RacyWindow(
      start: Int64(bitPattern: reader.uint64()), end: Int64(bitPattern: reader.uint64()))
    let walked = Int(reader.uint32())
    let noteCount = Int(reader.uint32())
    let promptCount = Int(reader.uint32())
    let pathBytes = Int(reader.uint32())
    guard
      reader.count == Self.headerLength + noteCount * Self.noteLength
        + promptCount * Self.promptLength + pathBytes
    else { return nil }
    self.init(Basis(rules: rules, window: window, notes: walked))
    let paths = reader.count - pathBytes
    var pathStart = 0
    var promptStart = 0
    notes.reserveCapacity(noteCount)
    for _ in 0..<noteCount {
      let modified = Int64(bitPattern: reader.uint64())
      let mark = reader.uint64()
      let pathEnd = Int(reader.uint32())
      let promptEnd = Int(reader.uint32())
      guard pathEnd >= pathStart, pathEnd <= pathBytes, promptEnd >= promptStart,
        promptEnd <= promptCount,
        let path = NotePath(bytes: reader.bytes(paths + pathStart..<paths + pathEnd))
      else { return nil }
      notes.append(
        Entry(
          path: path, stamp: FileStamp(modified: modified, mark: mark),
          prompts: promptStart..<promptEnd))
      pathStart = pathEnd
      promptStart = promptEnd
    }
    guard promptStart == promptCount else { return nil }
    prompts.reserveCapacity(promptCount)
    for _ in 0..<promptCount {
      let fingerprint = CardID(bits: reader.uint64())
      let earlier = CardID(bits: reader.uint64())
      let line = Int(reader.uint32())
      let block = reader.uint32()
      guard let kind = Prompt.Kind(rawValue: UInt8(block >> 30)) else { return nil }
      prompts.append(
        Place(
          fingerprint: fingerprint, earlier: earlier, kind: kind, line: line,
          block: Int(block & 0x1FFF_FFFF),
          isRepeated: block & 1 << 29 != 0))
    }
  }
}
