/// Puts a new table together from the listed folders and, for the rest, from the old table.
///
/// The stamps of listed notes come last: `notes` gives the notes to be checked, `take` receives
/// their stamps.
struct TableAssembly {
  /// A run of notes that was taken over from the old table.
  struct Kept {
    let old: Range<Int>
    let new: Int
  }

  let listings: [FolderListing?]
  let table: FolderTable?
  let family: FolderFamily?

  private var folders: [FolderTable.FolderRecord] = []
  private(set) var noteNames: [UInt8] = []
  private var otherNames: [UInt8] = [0]
  private var modified: [Int64] = []
  private var marks: [UInt64] = []
  private var attachmentCount = 0
  private var links: [FolderTable.Link] = []
  private var linkNames: [Int] = []
  private var problems: [(name: Int, problem: WalkProblem)] = []
  private var ignoreFiles: [(folder: Int, stamp: FileStamp)] = []

  /// The notes to look at, in order.
  private(set) var pieces: [StatPass.Piece] = []
  /// The place in the new table of each note to look at.
  private(set) var lookedAt: [Int] = []
  /// The place in the old table of each note to look at, or below 0.
  private(set) var origins: [Int] = []
  private(set) var kept: [Kept] = []
  /// Notes of the old table that are in no list any more.
  private(set) var removed: [Int] = []
  private(set) var hasNewNames = false
  private var isVisited: [Bool]

  init(listings: [FolderListing?], table: FolderTable?, family: FolderFamily?) {
    self.listings = listings
    self.table = table
    self.family = family
    isVisited = Array(repeating: false, count: table?.folderCount ?? 0)
    guard let table else { return }
    // Nearly all of it comes again.
    let notes = table.noteCount + table.noteCount / 8 + 64
    modified.reserveCapacity(notes)
    marks.reserveCapacity(notes)
    noteNames.reserveCapacity(table.layout.otherNames - table.layout.noteNames + notes)
    otherNames.reserveCapacity(table.layout.end - table.layout.otherNames + 4096)
    folders.reserveCapacity(table.folderCount + 16)
  }

  var noteCount: Int { modified.count }

  /// Goes through all folders, in the order of the table.
  mutating func assemble(root: FolderListing.Child) {
    add(root, name: [], parent: 0)
    addFolderEnd()
    guard let table else { return }
    for folder in isVisited.indices where !isVisited[folder] {
      removed += table.record(folder).firstNote..<table.record(folder + 1).firstNote
      hasNewNames = true
    }
    removed.sort()
  }

  // MARK: Folders

  private mutating func add(_ child: FolderListing.Child, name: [UInt8], parent: Int) {
    switch child {
    case .listed(let number):
      if let listing = listings[number] { add(listing, name: name, parent: parent) }
    case .known(let folder):
      // A folder that changed was listed under its own number.
      if let listing = changedFolders[folder] {
        add(listing, name: name, parent: parent)
      } else if let table {
        add(folder, of: table, name: name, parent: parent)
      }
    }
  }

  /// Listings of folders of the old table, by their number there.
  private lazy var changedFolders: [Int: FolderListing] = {
    var result: [Int: FolderListing] = [:]
    for case let listing? in listings {
      if let known = listing.job.known { result[known] = listing }
    }
    return result
  }()

  private mutating func beginFolder(
    _ name: [UInt8], parent: Int, stamp: FileStamp, isLinked: Bool
  ) {
    var record = FolderTable.FolderRecord()
    record.modified = stamp.modified
    record.mark = stamp.mark
    record.isLinked = isLinked
    record.parent = parent
    record.name = addOther(name)
    record.firstNote = modified.count
    record.firstNoteName = noteNames.count
    record.firstAttachment = attachmentCount
    record.firstAttachmentName = otherNames.count
    record.firstLink = links.count
    record.firstProblem = problems.count
    folders.append(record)
  }

  private mutating func addFolderEnd() {
    beginFolder(
      [], parent: 0, stamp: FileStamp(modified: 0, mark: 0), isLinked: false)
  }

  /// The offset of a name among those of other files than notes.
  private mutating func addOther(_ name: some Sequence<UInt8>) -> Int {
    let offset = otherNames.count
    otherNames += name
    if otherNames.count == offset { return 0 }  // the first byte is the NUL of the empty name
    otherNames.append(0)
    return offset
  }

  // MARK: Listed

  private mutating func add(_ listing: FolderListing, name: [UInt8], parent: Int) {
    let folder = folders.count
    let known = listing.job.known
    if let known { isVisited[known] = true } else { hasNewNames = true }
    beginFolder(
      name, parent: parent, stamp: listing.stamp, isLinked: listing.job.isLinked)
    for name in listing.attachments { _ = addOther(listing.bytes(of: name)) }
    attachmentCount += listing.attachments.count
    compareAttachments(of: folder, withKnown: known)
    addNotes(listing, known: known)
    let linked = addLinks(listing)
    for problem in listing.problems {
      problems.append((addOther(problem.path.dropFirst(listing.job.pathWithSlash.count)), problem))
    }
    if let stamp = listing.ignoreFile { ignoreFiles.append((folder, stamp)) }
    let children =
      zip(listing.folders, listing.children).map { (Array(listing.bytes(of: $0)), $1) } + linked
    for (name, child) in children.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      add(child, name: name, parent: folder)
    }
  }

  private mutating func compareAttachments(of folder: Int, withKnown known: Int?) {
    guard let known, let table, !hasNewNames else { return }
    let old = table.record(known)
    let start = folders[folder].firstAttachmentName
    hasNewNames =
      table.record(known + 1).firstAttachment - old.firstAttachment
      != attachmentCount - folders[folder].firstAttachment
      || !table.otherNames(from: old.firstAttachmentName, count: otherNames.count - start)
        .elementsEqual(otherNames[start...])
  }

  private mutating func addNotes(_ listing: FolderListing, known: Int?) {
    if listing.notes.isEmpty, known == nil { return }
    let names = TableNames(table, folder: known)
    var old = names.first
    let first = lookedAt.count
    for (index, name) in listing.notes.enumerated() {
      if index % StatPass.pieceLength == 0 {
        pieces.append(
          StatPass.Piece(
            folder: listing.job.path, firstName: noteNames.count, first: first + index,
            count: min(StatPass.pieceLength, listing.notes.count - index)))
      }
      let bytes = listing.bytes(of: name)
      var origin = -1
      while let known = old {
        let order = names.compare(known, with: bytes)
        if order > 0 { break }
        old = names.next(known)
        if order == 0 {
          origin = known.note
          break
        }
        removed.append(known.note)
      }
      lookedAt.append(modified.count)
      origins.append(origin)
      noteNames += bytes
      noteNames.append(0)
      modified.append(0)
      marks.append(0)
    }
    while let known = old {
      removed.append(known.note)
      old = names.next(known)
    }
  }

  /// Adds the links and returns the folders that are walked by one of them.
  private mutating func addLinks(_ listing: FolderListing)
    -> [([UInt8], FolderListing.Child)]
  {
    var children: [([UInt8], FolderListing.Child)] = []
    for link in listing.links {
      let name = Array(listing.bytes(of: link.name))
      add(FolderTable.Link(mark: link.mark, name: name, kind: link.kind))
      if let number = link.listing { children.append((name, .listed(number))) }
    }
    return children
  }

  private mutating func add(_ link: FolderTable.Link) {
    linkNames.append(addOther(link.name))
    links.append(link)
  }

  // MARK: Taken over

  private mutating func add(_ known: Int, of table: FolderTable, name: [UInt8], parent: Int) {
    let folder = folders.count
    let old = table.record(known)
    let end = table.record(known + 1)
    isVisited[known] = true
    beginFolder(
      name, parent: parent, stamp: old.stamp, isLinked: old.isLinked)
    let count = end.firstAttachment - old.firstAttachment
    otherNames += table.otherNames(from: old.firstAttachmentName, names: count)
    attachmentCount += count
    let notes = old.firstNote..<end.firstNote
    if !notes.isEmpty {
      kept.append(Kept(old: notes, new: modified.count))
      table.appendNotes(notes, &modified, &marks)
      table.appendNoteNames(old.firstNoteName..<end.firstNoteName, &noteNames)
    }
    for link in table.links(inFolder: known) { add(link) }
    for index in old.firstProblem..<end.firstProblem {
      let problem = table.problem(index, inFolder: known)
      let prefix = table.path(ofFolder: known, endingWithSlash: true).count
      problems.append((addOther(problem.path.dropFirst(prefix)), problem))
    }
    if let stamp = ignoreStamps[known] { ignoreFiles.append((folder, stamp)) }
    for child in family?.children(of: known) ?? [] {
      add(.known(child.folder), name: child.name, parent: folder)
    }
  }

  private lazy var ignoreStamps: [Int: FileStamp] = {
    var result: [Int: FileStamp] = [:]
    for (folder, stamp) in table?.ignoreFiles ?? [] { result[folder] = stamp }
    return result
  }()

  // MARK: The end

  /// All problems, those of folders taken over among them.
  var allProblems: [WalkProblem] { problems.map(\.problem) }

  mutating func setStamp(_ stamp: FileStamp, ofNote note: Int) {
    modified[note] = stamp.modified
    marks[note] = stamp.mark
  }

  /// The table.
  func builder(rules: UInt64, windowStart: Int64) -> FolderTableBuilder {
    let layout = FolderTable.Layout(
      folders: folders.count - 1, notes: modified.count, attachments: attachmentCount,
      links: links.count, problems: problems.count, ignoreFiles: ignoreFiles.count,
      noteNameBytes: noteNames.count, otherNameBytes: otherNames.count)
    var writer = TableWriter(capacity: layout.end)
    writer.writeHeader(layout, rules: rules, windowStart: windowStart)
    for folder in folders { writer.write(folder) }
    unsafe modified.withUnsafeBytes { unsafe writer.write($0) }
    unsafe marks.withUnsafeBytes { unsafe writer.write($0) }
    for (folder, stamp) in ignoreFiles { writer.write(ignoreFile: stamp, folder: folder) }
    for (link, name) in zip(links, linkNames) { writer.write(link, name: name) }
    for (name, problem) in problems { writer.write(problem, name: name) }
    writer.writeSamples(of: noteNames)
    unsafe noteNames.withUnsafeBytes { unsafe writer.write($0) }
    unsafe otherNames.withUnsafeBytes { unsafe writer.write($0) }
    return FolderTableBuilder(bytes: writer.bytes, layout: layout)
  }
}
