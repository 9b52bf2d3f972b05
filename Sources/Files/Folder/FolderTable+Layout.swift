extension FolderTable {
  /// The offsets of a table's sections, checked once so that reading needs no further checks.
  struct Layout: Sendable {
    static let magic: UInt64 = 0x31646C6F_6662697A  // "zibfold1", little-endian
    static let headerSize = 64
    static let folderSize = 48
    static let ignoreFileSize = 24
    static let linkSize = 16
    static let problemSize = 12
    static let windowStartOffset = 8
    static let windowEndOffset = 16
    static let notesPerSample = 64

    let rulesOffset = 24
    let folders: Int
    let notes: Int
    let attachments: Int
    let links: Int
    let problems: Int
    let ignoreFiles: Int

    let folderRecords = Self.headerSize
    let modified: Int
    let marks: Int
    let ignoreRecords: Int
    let linkRecords: Int
    let problemRecords: Int
    let samples: Int
    let noteNames: Int
    let otherNames: Int
    let end: Int

    init(
      folders: Int, notes: Int, attachments: Int, links: Int, problems: Int, ignoreFiles: Int,
      noteNameBytes: Int, otherNameBytes: Int
    ) {
      self.folders = folders
      self.notes = notes
      self.attachments = attachments
      self.links = links
      self.problems = problems
      self.ignoreFiles = ignoreFiles
      modified = folderRecords + (folders + 1) * Self.folderSize
      marks = modified + notes * 8
      ignoreRecords = marks + notes * 8
      linkRecords = ignoreRecords + ignoreFiles * Self.ignoreFileSize
      problemRecords = linkRecords + links * Self.linkSize
      samples = problemRecords + problems * Self.problemSize
      let sampleCount = (notes + Self.notesPerSample - 1) / Self.notesPerSample
      noteNames = samples + sampleCount * 4
      otherNames = noteNames + noteNameBytes
      end = otherNames + otherNameBytes
    }

    /// Reads the header and proves that every number in the folders and samples points into the bytes.
    init(checking raw: UnsafeRawBufferPointer) throws(Damaged) {
      guard raw.count >= Self.headerSize,
        unsafe raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self) == Self.magic
      else { throw Damaged() }
      func count(_ index: Int) -> Int {
        Int(unsafe raw.loadUnaligned(fromByteOffset: 32 + index * 4, as: UInt32.self))
      }
      self.init(
        folders: count(0), notes: count(1), attachments: count(2), links: count(3),
        problems: count(4), ignoreFiles: count(5), noteNameBytes: count(6), otherNameBytes: count(7)
      )
      guard end == raw.count, folders > 0,
        unsafe noteNames == otherNames || raw[otherNames - 1] == 0,
        unsafe otherNames == end || raw[end - 1] == 0
      else { throw Damaged() }
      try unsafe checkFolders(raw)
      try unsafe checkOthers(raw)
    }

    private func checkFolders(_ raw: UnsafeRawBufferPointer) throws(Damaged) {
      let noteNameBytes = otherNames - noteNames
      let otherNameBytes = end - otherNames
      var last = FolderRecord()
      for folder in 0...folders {
        let record = unsafe FolderRecord(raw, at: folderRecords + folder * Self.folderSize)
        guard folder == folders || record.parent < max(1, folder),
          folder == folders || record.name < max(1, otherNameBytes),
          record.firstNote >= last.firstNote, record.firstNoteName >= last.firstNoteName,
          record.firstAttachment >= last.firstAttachment,
          record.firstAttachmentName <= otherNameBytes,
          record.firstLink >= last.firstLink, record.firstProblem >= last.firstProblem
        else { throw Damaged() }
        last = record
      }
      guard last.firstNote == notes, last.firstNoteName == noteNameBytes,
        last.firstAttachment == attachments, last.firstLink == links, last.firstProblem == problems
      else { throw Damaged() }
      let first = unsafe FolderRecord(raw, at: folderRecords)
      guard first.firstNote == 0, first.firstNoteName == 0, first.firstAttachment == 0,
        first.firstLink == 0, first.firstProblem == 0
      else { throw Damaged() }
    }

    private func checkOthers(_ raw: UnsafeRawBufferPointer) throws(Damaged) {
      func number(_ offset: Int) -> Int {
        Int(unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      let otherNameBytes = end - otherNames
      for index in 0..<ignoreFiles
      where number(ignoreRecords + index * Self.ignoreFileSize + 16) >= folders {
        throw Damaged()
      }
      for index in 0..<links
      where number(linkRecords + index * Self.linkSize + 8) >= otherNameBytes {
        throw Damaged()
      }
      for index in 0..<problems
      where number(problemRecords + index * Self.problemSize) >= otherNameBytes {
        throw Damaged()
      }
      for offset in stride(from: samples, to: noteNames, by: 4)
      where number(offset) >= otherNames - noteNames {
        throw Damaged()
      }
    }
  }

  /// One folder of the table.
  struct FolderRecord: Sendable {
    var modified: Int64 = 0
    var mark: UInt64 = 0
    var parent = 0
    var isLinked = false
    var name = 0
    var firstNote = 0
    var firstNoteName = 0
    var firstAttachment = 0
    var firstAttachmentName = 0
    var firstLink = 0
    var firstProblem = 0

    init() {}

    @inline(__always)
    init(_ raw: UnsafeRawBufferPointer, at offset: Int) {
      func word<Word: BitwiseCopyable>(_ at: Int) -> Word {
        unsafe raw.loadUnaligned(fromByteOffset: offset + at, as: Word.self)
      }
      func number(_ at: Int) -> Int { Int(word(at) as UInt32) }
      modified = word(0)
      mark = word(8)
      let parentBits: UInt32 = word(16)
      parent = Int(parentBits & 0x7FFF_FFFF)
      isLinked = parentBits >> 31 == 1
      name = number(20)
      firstNote = number(24)
      firstNoteName = number(28)
      firstAttachment = number(32)
      firstAttachmentName = number(36)
      firstLink = number(40)
      firstProblem = number(44)
    }

    var stamp: FileStamp { FileStamp(modified: modified, mark: mark) }
  }

  /// A symbolic link that the walk looked at, to notice when it leads elsewhere.
  package struct Link: Equatable, Sendable {
    /// The kind of target that the link had for the walk.
    package enum Kind: UInt32, Sendable { case nothing, folder, note, attachment }

    package let mark: UInt64
    package let name: [UInt8]
    package let kind: Kind
  }

  // MARK: Reading

  @inline(__always)
  func read<Word: BitwiseCopyable>(_ offset: Int) -> Word {
    // `Layout` proved at the start that every section lies within the bytes.
    unsafe bytes.start.loadUnaligned(fromByteOffset: offset, as: Word.self)
  }

  func number(_ offset: Int) -> Int { Int(read(offset) as UInt32) }

  @inline(__always)
  func record(_ folder: Int) -> FolderRecord {
    unsafe bytes.withBytes {
      unsafe FolderRecord($0, at: layout.folderRecords + folder * Layout.folderSize)
    }
  }

  /// The name at an offset from the start of the table, without its NUL.
  package func name(at offset: Int, end: Int) -> [UInt8] {
    unsafe bytes.withBytes { raw in
      var stop = offset
      while stop < end, unsafe raw[stop] != 0 { stop += 1 }
      return offset < stop ? unsafe Array(raw[offset..<stop]) : []
    }
  }

  /// The offset in the table at which a note's name begins.
  func nameOffset(ofNote number: Int, inFolder record: FolderRecord) -> Int {
    let sample = number / Layout.notesPerSample
    var index = sample * Layout.notesPerSample
    var offset = layout.noteNames
    if index <= record.firstNote {
      (index, offset) = (record.firstNote, offset + record.firstNoteName)
    } else {
      offset += self.number(layout.samples + sample * 4)
    }
    return unsafe bytes.withBytes { raw in
      while index < number, offset < layout.otherNames {
        while offset < layout.otherNames, unsafe raw[offset] != 0 { offset += 1 }
        offset += 1
        index += 1
      }
      return min(offset, layout.otherNames)
    }
  }

  func noteName(_ number: Int) -> [UInt8] {
    let record = record(folder(holdingNote: number))
    return name(at: nameOffset(ofNote: number, inFolder: record), end: layout.otherNames)
  }

  /// The last folder that begins at or before a note and is not empty.
  package func folder(holdingNote number: Int) -> Int {
    var low = 0
    var high = layout.folders
    while low < high {
      let middle = (low + high) / 2
      if record(middle + 1).firstNote > number { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func folderName(_ folder: Int) -> [UInt8] {
    folder == 0 ? [] : name(at: layout.otherNames + record(folder).name, end: layout.end)
  }

  /// A folder's path from the root, which is empty for the root itself.
  package func path(ofFolder folder: Int, endingWithSlash: Bool) -> [UInt8] {
    var names: [[UInt8]] = []
    var folder = folder
    while folder > 0 {
      names.append(folderName(folder))
      folder = record(folder).parent
    }
    var path: [UInt8] = []
    for name in names.reversed() { path += name + [0x2F] }
    if !endingWithSlash, !path.isEmpty { path.removeLast() }
    return path
  }

  func problem(_ index: Int, inFolder folder: Int) -> WalkProblem {
    let offset = layout.problemRecords + index * Layout.problemSize
    let name = name(at: layout.otherNames + number(offset), end: layout.end)
    let path =
      name.isEmpty
      ? path(ofFolder: folder, endingWithSlash: false)
      : path(ofFolder: folder, endingWithSlash: true) + name
    return WalkProblem(
      kind: WalkProblem.Kind(rawValue: UInt8(truncatingIfNeeded: number(offset + 4)))
        ?? .unreadable,
      path: path, code: read(offset + 8))
  }

  func links(inFolder folder: Int) -> [Link] {
    (record(folder).firstLink..<record(folder + 1).firstLink).map { index in
      let offset = layout.linkRecords + index * Layout.linkSize
      return Link(
        mark: read(offset),
        name: name(at: layout.otherNames + number(offset + 8), end: layout.end),
        kind: Link.Kind(rawValue: read(offset + 12)) ?? .nothing)
    }
  }

  /// The folders that hold a `.gitignore`, with its stamp.
  var ignoreFiles: [(folder: Int, stamp: FileStamp)] {
    (0..<layout.ignoreFiles).map { index in
      let offset = layout.ignoreRecords + index * Layout.ignoreFileSize
      return (
        number(offset + 16), FileStamp(modified: read(offset), mark: read(offset + 8))
      )
    }
  }
}
