/// A table of a folder as it is now, to be written.
package struct FolderTableBuilder: Sendable {
  package private(set) var bytes: [UInt8]
  private let layout: FolderTable.Layout

  init(bytes: [UInt8], layout: FolderTable.Layout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// The number of notes.
  package var noteCount: Int { layout.notes }

  /// Makes the next check report a note as new, because it could not be read this time.
  package mutating func forget(note number: Int) {
    precondition(number >= 0 && number < layout.notes)
    setStamp(.gone, ofNote: number)
  }

  /// The finished table, to be written at once: changes after this moment will be seen.
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
