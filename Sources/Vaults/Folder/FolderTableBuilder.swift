/// A table that is complete but for what its owner keeps in it.
package struct FolderTableBuilder: Sendable {
  private(set) var bytes: [UInt8]
  private let layout: FolderTable.Layout

  init(bytes: [UInt8], layout: FolderTable.Layout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// How many notes it numbers.
  package var noteCount: Int { layout.notes }

  /// What is kept for a note.
  package func payload(ofNote number: Int) -> UInt64 {
    precondition(number >= 0 && number < layout.notes)
    return unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: layout.payloads + number * 8, as: UInt64.self)
    }
  }

  /// Keeps something for a note, such as the index's number for it.
  package mutating func setPayload(_ payload: UInt64, ofNote number: Int) {
    precondition(number >= 0 && number < layout.notes)
    store(payload, at: layout.payloads + number * 8)
  }

  /// The finished table, to be written at once: what changes after this moment will be seen.
  package consuming func finish(at now: Int64 = Clock.now()) -> [UInt8] {
    store(now, at: FolderTable.Layout.windowEndOffset)
    return bytes
  }

  mutating func setStamp(_ stamp: FileStamp, ofNote number: Int) {
    store(stamp.modified, at: layout.modified + number * 8)
    store(stamp.mark, at: layout.marks + number * 8)
  }

  mutating func setStamp(_ stamp: FileStamp, ofFolder folder: Int) {
    let record = layout.folderRecords + folder * FolderTable.Layout.folderSize
    store(stamp.modified, at: record)
    store(stamp.mark, at: record + 8)
  }

  mutating func setWindowStart(_ start: Int64) {
    store(start, at: FolderTable.Layout.windowStartOffset)
  }

  private mutating func store<Word: BitwiseCopyable>(_ word: Word, at offset: Int) {
    unsafe bytes.withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    }
  }
}
