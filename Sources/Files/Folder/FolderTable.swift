/// The remembered state of a folder of notes: the files and their stamps, in one flat run of bytes.
///
/// It is mapped from a file and used in place: opening it reads the header and the folders, and
/// copies nothing. Folders are in the order of their paths, and notes folder by folder, in each by
/// their names: `Home.md` comes before `Books/Walden.md`.
/// All numbers are little-endian; sections follow one another in this order and every section but
/// the names is a multiple of 4:
///
///     folderTable  := header, folder*, modified*, mark*, ignoreFile*, link*, problem*, sample*,
///                     noteNames, otherNames
///     header       := magic "zibfold1", windowStart: i64, windowEnd: i64, rules: u64,
///                     folders: u32, notes: u32, attachments: u32, links: u32, problems: u32, ignoreFiles: u32,
///                     noteNameBytes: u32, otherNameBytes: u32
///     folder       := modified: i64, mark: u64,
///                     parent: u32, name: u32, firstNote: u32, firstNoteName: u32,
///                     firstAttachment: u32, firstAttachmentName: u32, firstLink: u32, firstProblem: u32
///     modified     := i64             of a note, nanoseconds since 1970
///     mark         := u64             of a note, see `FileStamp`; 0 with modified 0: could not be looked at or read
///     ignoreFile   := modified: i64, mark: u64, folder: u32, 0: u32
///     link         := mark: u64, name: u32, kind: u32
///     problem      := name: u32, kind: u32, code: i32
///     sample       := u32             where in noteNames each 64th note's name begins
///     noteNames    := (byte+, 0)*     of the notes, in their order
///     otherNames   := (byte+, 0)*     of folders, attachments, links and problems
///
/// There is one folder more than `folders` says: the last only closes the ranges of the one before it. A
/// folder's parent has its top bit set where the folder is reached by a symbolic link. Offsets count from the
/// start of their names. A note costs 16 bytes, its name and a NUL.
package struct FolderTable: Sendable {
  /// The bytes are no table that this version can use; it is built again.
  package struct Damaged: Error, Equatable, Sendable {
    package init() {}
  }

  package let bytes: MappedBytes
  let layout: Layout
  /// Notes that are not on the disk yet, past all others.
  private(set) var unsaved: [NotePath] = []

  /// Takes bytes that hold a table; whether they were damaged on the disk is for the caller's checksum to say.
  ///
  /// - Throws: `Damaged` if a number in them points outside of them.
  /// - Complexity: linear in the folders, not in the notes.
  package init(_ bytes: MappedBytes) throws(Damaged) {
    self.bytes = bytes
    layout = try unsafe bytes.withBytes { (raw) throws(Damaged) in try unsafe Layout(checking: raw)
    }
  }

  /// Maps a file that holds a table.
  package init(file: DiskPath) throws {
    try self.init(MappedBytes(file: file))
  }

  /// The table with more notes, which no file has yet; they come after all others.
  package func adding(unsaved: [NotePath]) -> FolderTable {
    var table = self
    table.unsaved += unsaved
    return table
  }

  /// The number of notes.
  package var noteCount: Int { layout.notes + unsaved.count }

  /// The number of folders, with the root.
  package var folderCount: Int { layout.folders }

  /// The number of files that are not notes.
  package var attachmentCount: Int { layout.attachments }

  /// The fingerprint of the rules under which the folder was walked.
  package var rules: UInt64 { read(layout.rulesOffset) }

  /// The time in which the files were looked at and read.
  package var window: RacyWindow {
    RacyWindow(start: read(Layout.windowStartOffset), end: read(Layout.windowEndOffset))
  }

  /// The state of a note when the table was made.
  package func stamp(ofNote number: Int) -> FileStamp {
    precondition(number >= 0 && number < noteCount)
    if number >= layout.notes { return .gone }
    return FileStamp(
      modified: read(layout.modified + number * 8), mark: read(layout.marks + number * 8))
  }

  /// The path of a note, or nil if the table is damaged.
  ///
  /// - Complexity: logarithmic in the folders. To go through all notes, `forEachNote` is faster.
  package func path(ofNote number: Int) -> NotePath? {
    precondition(number >= 0 && number < noteCount)
    if number >= layout.notes { return unsaved[number - layout.notes] }
    let folder = folder(holdingNote: number)
    return NotePath(bytes: path(ofFolder: folder, endingWithSlash: true) + noteName(number))
  }

  /// Calls the closure with the path of each note in order; those that the table names wrongly are left out.
  package func forEachNote(_ body: (_ number: Int, _ path: NotePath) throws -> Void) rethrows {
    for folder in 0..<layout.folders {
      let record = record(folder)
      let end = self.record(folder + 1).firstNote
      if record.firstNote == end { continue }
      let prefix = path(ofFolder: folder, endingWithSlash: true)
      var offset = record.firstNoteName
      for number in record.firstNote..<end {
        let name = name(at: layout.noteNames + offset, end: layout.otherNames)
        offset += name.count + 1
        if let path = NotePath(bytes: prefix + name) { try body(number, path) }
      }
    }
    for (place, path) in unsaved.enumerated() { try body(layout.notes + place, path) }
  }

  /// Calls the closure with the path of each file that is not a note, in order.
  package func forEachAttachment(_ body: (NotePath) throws -> Void) rethrows {
    for folder in 0..<layout.folders {
      let record = record(folder)
      let end = self.record(folder + 1).firstAttachment
      if record.firstAttachment == end { continue }
      let prefix = path(ofFolder: folder, endingWithSlash: true)
      var offset = record.firstAttachmentName
      for _ in record.firstAttachment..<end {
        let name = name(at: layout.otherNames + offset, end: layout.end)
        offset += name.count + 1
        if let path = NotePath(bytes: prefix + name) { try body(path) }
      }
    }
  }

  /// The paths of all folders but the root, in order.
  package var folders: [NotePath] {
    (1..<max(1, layout.folders)).compactMap {
      NotePath(bytes: path(ofFolder: $0, endingWithSlash: false))
    }
  }

  /// All that was wrong in the folder.
  package var problems: [WalkProblem] {
    var result: [WalkProblem] = []
    for folder in 0..<layout.folders {
      for index in record(folder).firstProblem..<record(folder + 1).firstProblem {
        result.append(problem(index, inFolder: folder))
      }
    }
    return result
  }
}
