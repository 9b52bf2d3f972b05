import OperatingSystem

/// Writes the sections of a table, whose grammar is at the top of `FolderTable`.
struct TableWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func write(_ buffer: UnsafeRawBufferPointer) {
    unsafe bytes.append(contentsOf: buffer)
  }

  private mutating func write<Word: FixedWidthInteger>(_ word: Word) {
    unsafe withUnsafeBytes(of: word.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func write(number: Int) { write(UInt32(truncatingIfNeeded: number)) }

  mutating func writeHeader(_ layout: FolderTable.Layout, rules: UInt64, windowStart: Int64) {
    write(FolderTable.Layout.magic)
    write(windowStart)
    write(windowStart)
    write(rules)
    write(number: layout.folders)
    write(number: layout.notes)
    write(number: layout.attachments)
    write(number: layout.links)
    write(number: layout.problems)
    write(number: layout.ignoreFiles)
    write(number: layout.otherNames - layout.noteNames)
    write(number: layout.end - layout.otherNames)
  }

  mutating func write(_ folder: FolderTable.FolderRecord) {
    write(folder.modified)
    write(folder.mark)
    write(number: folder.parent | (folder.isLinked ? 1 << 31 : 0))
    write(number: folder.name)
    write(number: folder.firstNote)
    write(number: folder.firstNoteName)
    write(number: folder.firstAttachment)
    write(number: folder.firstAttachmentName)
    write(number: folder.firstLink)
    write(number: folder.firstProblem)
  }

  mutating func write(ignoreFile stamp: FileStamp, folder: Int) {
    write(stamp.modified)
    write(stamp.mark)
    write(number: folder)
    write(number: 0)
  }

  mutating func write(_ link: FolderTable.Link, name: Int) {
    write(link.mark)
    write(number: name)
    write(link.kind.rawValue)
  }

  mutating func write(_ problem: WalkProblem, name: Int) {
    write(number: name)
    write(number: Int(problem.kind.rawValue))
    write(problem.code)
  }

  /// Writes the offset of each 64th name.
  mutating func writeSamples(of names: [UInt8]) {
    unsafe names.withUnsafeBytes { buffer in
      var offset = 0
      var index = 0
      while offset < buffer.count {
        if index % FolderTable.Layout.notesPerSample == 0 { write(number: offset) }
        // Every name ends in a NUL inside the buffer.
        offset +=
          unsafe strlen((buffer.baseAddress! + offset).assumingMemoryBound(to: CChar.self)) + 1
        index += 1
      }
    }
  }
}

/// The names of a folder's notes in a table, one after the other.
struct TableNames {
  /// A note and the offset of its name.
  struct Position {
    let note: Int
    let offset: Int
  }

  private let table: FolderTable?
  private let end: Int
  let first: Position?

  init(_ table: FolderTable?, folder: Int?) {
    self.table = table
    guard let table, let folder else {
      (end, first) = (0, nil)
      return
    }
    let record = table.record(folder)
    end = table.record(folder + 1).firstNote
    first =
      record.firstNote < end
      ? Position(note: record.firstNote, offset: table.layout.noteNames + record.firstNoteName)
      : nil
  }

  func next(_ position: Position) -> Position? {
    guard let table, position.note + 1 < end else { return nil }
    let length = table.length(ofNameAt: position.offset)
    return Position(note: position.note + 1, offset: position.offset + length + 1)
  }

  /// Below, equal to or above 0 if the table's name sorts before, with or after the other.
  func compare(_ position: Position, with name: ArraySlice<UInt8>) -> Int {
    guard let table else { return 1 }
    let length = table.length(ofNameAt: position.offset)
    return unsafe table.bytes.withBytes { raw in
      unsafe name.withUnsafeBytes { name in
        let own = unsafe UnsafeRawBufferPointer(
          rebasing: raw[position.offset..<(position.offset + length)])
        // Names are not empty, so both have a base address.
        let order = unsafe memcmp(own.baseAddress!, name.baseAddress!, min(length, name.count))
        return order != 0 ? Int(order) : length - name.count
      }
    }
  }
}

extension FolderTable {
  /// The length of a note's name in bytes, or 0 after the last.
  package func length(ofNameAt offset: Int) -> Int {
    guard offset < layout.otherNames else { return 0 }
    // The names end with a NUL, which `Layout` has checked.
    return unsafe strlen((bytes.start + offset).assumingMemoryBound(to: CChar.self))
  }

  func otherNames(from offset: Int, count: Int) -> [UInt8] {
    unsafe bytes.withBytes { raw in
      let start = min(layout.otherNames + offset, layout.end)
      return unsafe Array(raw[start..<min(start + count, layout.end)])
    }
  }

  /// The bytes of notes' names, each with its NUL.
  func noteNames(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    appendNoteNames(range, &result)
    return result
  }

  /// The bytes of this number of names, each with its NUL.
  func otherNames(from offset: Int, names: Int) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<names {
      result += name(at: layout.otherNames + offset + result.count, end: layout.end) + [0]
    }
    return result
  }

  func appendNotes(
    _ notes: Range<Int>, _ modified: inout [Int64], _ marks: inout [UInt64]
  ) {
    for note in notes {
      modified.append(read(layout.modified + note * 8))
      marks.append(read(layout.marks + note * 8))
    }
  }

  func appendNoteNames(_ range: Range<Int>, _ names: inout [UInt8]) {
    unsafe bytes.withBytes { raw in
      unsafe names.append(
        contentsOf: raw[
          (layout.noteNames + range.lowerBound)..<(layout.noteNames + range.upperBound)])
    }
  }
}

extension FolderTableBuilder {
  /// The same table, with another time at which its walk began.
  init(copying table: FolderTable, windowStart: Int64) {
    self.init(bytes: unsafe table.bytes.withBytes { unsafe Array($0) }, layout: table.layout)
    setWindowStart(windowStart)
  }
}
