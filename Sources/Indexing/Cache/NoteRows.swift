import Files
import Search

/// Bytes about each note of a vault, kept in the cache with the stamps of the notes that they were worked out from.
///
/// ```
/// payload := windowStart: i64, windowEnd: i64, names: u64, notes: u32, files: u32,
///            (modified: i64, mark: u64) of each note, end: u32 of each note's row, end: u32 of each file's path,
///            row*, path*
/// ```
/// The files are the notes and after them all others, as a folder table has them, and names are its `namesMark`. A row
/// begins where the one before it ends; what is in it is its user's business. A note that could not be read has the
/// stamp 0, 0, and its row is empty.
struct NoteRows: Sendable {
  /// The row of each present note as it was kept, by the note's number now; empty where none was.
  let rows: [ArraySlice<UInt8>]
  /// True for each present note whose text is the one that its row was worked out from.
  let isCurrent: [Bool]
  /// The rows of notes that are gone.
  private(set) var gone: [ArraySlice<UInt8>] = []
  /// The files that are here and were not, or were and are not.
  private(set) var otherFiles: [NotePath] = []
  /// The number that each file has now, by the one that it had; -1 if it is gone, and nil if all have the same.
  private(set) var renumbered: [Int]?
  private let window: RacyWindow

  /// The rows that were kept under the same rules, or nil if there are none or they are damaged.
  init?(_ cache: StateCache, _ table: FolderTable) {
    guard let kept = Kept(cache, table) else { return nil }
    window = kept.window
    let count = table.noteCount
    var rows = [ArraySlice<UInt8>](repeating: [], count: count)
    var isCurrent = [Bool](repeating: false, count: count)
    /// Takes over the row of a note that had one number and has another.
    func take(_ old: Int, as new: Int) -> Bool {
      guard let row = kept.row(old) else { return false }
      rows[new] = row
      let stamp = table.stamp(ofNote: new)
      // A file that was written at the moment of the look may have been written again.
      isCurrent[new] =
        stamp == kept.stamp(old) && stamp != .gone && !kept.window.contains(stamp.modified)
      return true
    }
    if kept.names == table.namesMark, kept.notes == count {
      for number in 0..<count {
        guard take(number, as: number) else { return nil }
      }
    } else {
      var absent: [[UInt8]: Int] = [:]
      absent.reserveCapacity(kept.files)
      VaultFiles.forEach(in: table) { absent[$1.bytes] = $0 }
      var renumbered = [Int](repeating: -1, count: kept.files)
      for old in 0..<kept.files {
        guard let bytes = kept.path(old), let path = NotePath(bytes: Array(bytes)) else {
          return nil
        }
        let new = absent.removeValue(forKey: path.bytes)
        if let new { renumbered[old] = new } else { otherFiles.append(path) }
        guard old < kept.notes else { continue }
        if let new, new < count {
          guard take(old, as: new) else { return nil }
        } else {
          guard let row = kept.row(old) else { return nil }
          gone.append(row)
        }
      }
      otherFiles += absent.keys.compactMap { NotePath(bytes: $0) }
      self.renumbered = renumbered
    }
    self.rows = rows
    self.isCurrent = isCurrent
  }

  /// The notes whose rows were not worked out from their present texts.
  var changed: [Int] { isCurrent.indices.filter { !isCurrent[$0] } }

  /// True if the rows were kept for the same files and the same look at them.
  func isKept(for table: FolderTable) -> Bool { renumbered == nil && window == table.window }

  /// Keeps a row for each note, nil for one that could not be read; a failure costs only time at the next start.
  static func keep(
    _ rows: [ArraySlice<UInt8>?], in cache: StateCache, _ index: Index, _ table: FolderTable
  ) {
    var paths = PayloadWriter()
    var pathEnds = PayloadWriter()
    paths.reserve(40 * rows.count)
    var files = 0
    VaultFiles.forEach(in: table) { _, path in
      paths.add(raw: path.bytes)
      pathEnds.add(UInt32(paths.bytes.count))
      files += 1
    }
    var writer = PayloadWriter()
    let rowBytes = rows.reduce(0) { $0 + ($1?.count ?? 0) }
    writer.reserve(32 + 24 * rows.count + rowBytes + paths.bytes.count)
    writer.add(long: table.window.start)
    writer.add(long: table.window.end)
    writer.add(long: Int64(bitPattern: table.namesMark))
    writer.add(UInt32(rows.count))
    writer.add(UInt32(files))
    for (number, row) in rows.enumerated() {
      let stamp = row == nil ? .gone : table.stamp(ofNote: number)
      writer.add(long: stamp.modified)
      writer.add(long: Int64(bitPattern: stamp.mark))
    }
    var end = 0
    for row in rows {
      end += row?.count ?? 0
      writer.add(UInt32(end))
    }
    writer.add(raw: pathEnds.bytes)
    for row in rows { if let row { writer.add(raw: row) } }
    writer.add(raw: paths.bytes)
    cache.keep(writer.bytes, index, table)
  }
}

/// A payload of rows, read where it lies.
private struct Kept {
  let window: RacyWindow
  let names: UInt64
  let notes: Int
  let files: Int
  private let bytes: ArraySlice<UInt8>
  private let rowStart: Int
  private let pathStart: Int

  private static let stamps = 32
  private var rowEnds: Int { Self.stamps + 16 * notes }
  private var pathEnds: Int { rowEnds + 4 * notes }

  init?(_ cache: StateCache, _ table: FolderTable) {
    guard let payload = cache.earlierPayload(table), payload.count >= Self.stamps else {
      return nil
    }
    func number(_ offset: Int) -> Int { Int(Self.read(payload, offset) as UInt32) }
    bytes = payload
    window = RacyWindow(start: Self.read(payload, 0), end: Self.read(payload, 8))
    names = Self.read(payload, 16)
    notes = number(24)
    files = number(28)
    rowStart = Self.stamps + 20 * notes + 4 * files
    guard notes <= files, rowStart <= payload.count else { return nil }
    pathStart = rowStart + (notes == 0 ? 0 : number(Self.stamps + 20 * notes - 4))
    guard pathStart <= payload.count else { return nil }
  }

  private static func read<Word: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: ArraySlice<UInt8>, _ offset: Int
  ) -> Word {
    precondition(offset >= 0 && offset + MemoryLayout<Word>.size <= bytes.count)
    return unsafe bytes.withUnsafeBytes {
      Word(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: offset, as: Word.self))
    }
  }

  func stamp(_ note: Int) -> FileStamp {
    let offset = Self.stamps + 16 * note
    return FileStamp(modified: Self.read(bytes, offset), mark: Self.read(bytes, offset + 8))
  }

  /// The row of a note, or nil if the payload is damaged.
  func row(_ note: Int) -> ArraySlice<UInt8>? { part(note, ends: rowEnds, from: rowStart) }

  /// The path of a file, or nil if the payload is damaged.
  func path(_ file: Int) -> ArraySlice<UInt8>? { part(file, ends: pathEnds, from: pathStart) }

  private func part(_ number: Int, ends: Int, from start: Int) -> ArraySlice<UInt8>? {
    let begin = number == 0 ? 0 : Int(Self.read(bytes, ends + 4 * number - 4) as UInt32)
    let end = Int(Self.read(bytes, ends + 4 * number) as UInt32)
    guard begin <= end, start + end <= bytes.count else { return nil }
    let base = bytes.startIndex + start
    return bytes[(base + begin)..<(base + end)]
  }
}

/// The files of a vault by number: its notes, and after them all others, as a ``LinkResolver`` of all counts them.
struct VaultFiles: Sendable {
  let paths: [NotePath]
  let noteCount: Int
  private let numbers: [[UInt8]: Int]

  init(_ table: FolderTable) {
    var paths: [NotePath] = []
    var numbers: [[UInt8]: Int] = [:]
    numbers.reserveCapacity(table.noteCount + table.attachmentCount)
    Self.forEach(in: table) { number, path in
      paths.append(path)
      numbers[path.bytes] = number
    }
    self.paths = paths
    self.numbers = numbers
    noteCount = table.noteCount
  }

  /// The number of the file at a path.
  func number(_ path: [UInt8]) -> Int? { numbers[path] }

  /// Calls the closure with each file in order.
  static func forEach(in table: FolderTable, _ body: (_ number: Int, _ path: NotePath) -> Void) {
    var number = 0
    table.forEachNote { _, path in
      body(number, path)
      number += 1
    }
    table.forEachAttachment { path in
      body(number, path)
      number += 1
    }
  }
}
