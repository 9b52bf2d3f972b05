import Exchange
import Files
import Git
import History
import Merge
import Notes
import ReviewStore
import Reviews
import Settings
import Steps

/// Makes the import of a library of Grail Diary ready: its notes, all that they said before by the time they said
/// it, the texts that it had kept beside them, its files, and its reviews.
///
/// A note that the vault has by its `id`, wherever it lies, gets what changed in the library (``GrailUpdate``).
struct GrailRun {
  /// The folder name of the imported reviews.
  static let device = "grail-diary"

  private let vault: Vault
  private let zone: Zone
  private let library: GrailLibrary
  private var folder: ImportFolder
  private(set) var plan = ImportPlan()
  /// The new notes with their files and paths; notes that were deleted there as well.
  private var made: [(note: GrailLibrary.Note, file: GrailNoteFile, path: NotePath)] = []
  /// The final contents of the folder.
  private var last: [NotePath: [UInt8]] = [:]
  private var moments: [ImportPlan.Moment] = []
  private let record: ImportRecord
  private let decide: (ImportPlan.Difference) -> ImportPlan.Decision
  /// False if the person named no folder.
  private let hasFolder: Bool
  /// The notes that get something.
  private var updated: [GrailLibrary.Note] = []

  init(_ library: GrailLibrary, of vault: Vault, _ options: ImportOptions) throws {
    self.vault = vault
    zone = options.zone
    decide = options.decide
    self.library = library
    hasFolder = options.folder != nil
    folder = try ImportFolder(options.folder ?? "", of: vault)
    record = try ImportRecord(of: GrailUpdate.source, in: vault)
    plan.device = "Grail Diary"
  }

  /// - Parameters:
  ///   - now: UTC milliseconds.
  ///   - progress: called with the number of the vault's notes read and of all.
  mutating func run(now: Int64, progress: (Int, Int) -> Void) throws {
    let known = try knownNotes(progress)
    if !hasFolder, let siblings = Self.folder(of: known) {
      folder = try ImportFolder(siblings, of: vault)
    }
    place(besides: known)
    for note in made.indices { add(note) }
    // Times that git can date, and none in the future, because they decide which of two edits is
    // the later.
    for index in moments.indices { moments[index].time = min(max(moments[index].time, 0), now) }
    moments.sort { $0.time < $1.time }
    try addAssets(isFirst: isFirst(known))
    for path in Array(last.keys) + plan.files.map(\.path) { try checkFolders(above: path) }
    for (path, bytes) in last.sorted(by: { $0.key < $1.key }) {
      plan.changes.append(.init(path: path, old: nil, new: bytes))
    }
    try addReviews(now: now)
    plan.past = ImportPlan.Moment.joined(moments)
  }

  // MARK: Notes

  private struct Known {
    /// The notes of the vault that have an id of the library.
    var notes: [String: (path: NotePath, contents: VaultFolder.Contents)] = [:]
    /// Their conflict copies.
    var copies: Set<[UInt8]> = []
  }

  private func knownNotes(_ progress: (Int, Int) -> Void) throws -> Known {
    let wanted = Set(library.notes.map(GrailNoteFile.id))
    var known = Known()
    let paths = try vault.walk.check().added.map(\.path)
    for (number, path) in paths.enumerated() {
      progress(number, paths.count)
      // `zib doctor` reports a note that cannot be read.
      guard let contents = try? vault.folder.read(path), case let bytes = contents.bytes,
        bytes.starts(with: [0x2D, 0x2D, 0x2D]) || bytes.starts(with: [0xEF, 0xBB, 0xBF])
      else { continue }
      let id = Note(parsing: bytes).frontMatter?["id"]?.string ?? ""
      guard wanted.contains(id) else { continue }
      if path.isConflictCopy {
        known.copies.insert(bytes)
      } else {
        known.notes[id] = (path, contents)
      }
    }
    progress(paths.count, paths.count)
    return known
  }

  /// The folder in which most notes of the library lie; nil if there are none.
  private static func folder(of known: Known) -> String? {
    Dictionary(grouping: known.notes.values) { $0.path.folder?.text ?? "" }
      .max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
  }

  /// True if nothing of the library came before, as far as the vault shows.
  private func isFirst(_ known: Known) -> Bool { known.notes.isEmpty && record.isEmpty }

  /// True if an import brought the note before and the vault no longer has it: a person removed it. That is told once.
  private mutating func leavesOut(_ file: GrailNoteFile) throws -> Bool {
    guard record.knows(file.id) else { return false }
    let path = try folder.formerPath(for: file.title)
    if case .take = decide(.init(path: path, key: "note", here: "", there: file.title)) {
      return false
    }
    plan.leftOut += 1
    if record.values(of: Self.removed, for: file.id) == ["true"] { return true }
    plan.remarks.append(
      Remark(.notCarried, "a note that you removed; `--update` brings it back", of: file.title))
    if let line = record.line(for: file.id, [(Self.removed, ["true"])]) {
      plan.remembered.append(.init(path: nil, source: GrailUpdate.source, line: line))
    }
    return true
  }

  private static let removed = "removed"

  /// Gives each new note a path, existing ones before deleted ones.
  ///
  /// Deleted ones are imported the first time only, because the vault does not show that they were
  /// imported.
  private mutating func place(besides known: Known) {
    var seen: Set<String> = []
    let deleted = isFirst(known) ? library.notes.filter { $0.text == nil } : []
    for note in library.notes.filter({ $0.text != nil }) + deleted {
      guard let text = note.versions.last(where: { $0.text != nil })?.text,
        seen.insert(GrailNoteFile.id(note)).inserted
      else { continue }
      let file = GrailNoteFile(note, saying: text, zone: zone)
      if let (path, contents) = known.notes[file.id] {
        do {
          try update(path, contents, with: note, file, besides: known.copies)
        } catch {
          plan.refusals.append(.init(item: file.title, path: path, reason: error))
        }
        continue
      }
      do {
        if try leavesOut(file) { continue }
        made.append((note, file, try folder.freePath(for: file.title)))
      } catch {
        plan.refusals.append(.init(item: file.title, path: nil, reason: error))
      }
    }
  }

  /// Brings the changes of the library into a note of the vault.
  private mutating func update(
    _ path: NotePath, _ old: VaultFolder.Contents, with note: GrailLibrary.Note,
    _ file: GrailNoteFile, besides copies: Set<[UInt8]>
  ) throws {
    if vault.folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    guard String(validating: old.bytes, as: UTF8.self) != nil else { throw ImportError.notUTF8 }
    let own = Note(
      parsing: old.bytes, named: String(decoding: path.stem, as: UTF8.self),
      options: vault.noteOptions)
    var update = GrailUpdate(note, file, in: own, at: path, record, deciding: decide)
    let bytes = try update.run(besides: copies)
    plan.differences += update.differences
    plan.remarks += update.remarks
    try remember(update.settled, of: file, at: path)
    try add(update.conflicts, of: file, at: path, besides: [bytes])
    if bytes == old.bytes {
      plan.known += note.text == nil ? 0 : 1
    } else {
      plan.changes.append(.init(path: path, old: old, new: bytes, items: 1))
    }
    if bytes != old.bytes || !update.conflicts.isEmpty { updated.append(note) }
  }

  private mutating func remember(
    _ values: [(key: String, values: [String])], of file: GrailNoteFile, at path: NotePath
  ) throws {
    guard let line = record.line(for: file.id, values) else { return }
    plan.remembered.append(.init(path: path, source: GrailUpdate.source, line: line))
  }

  /// Adds all versions of a note, and the other devices' texts.
  private mutating func add(_ index: Int) {
    let (note, file, path) = made[index]
    do {
      for version in note.versions {
        let bytes = try version.text.map { try file.bytes(saying: $0) }
        moments.append(.init(time: version.time, files: [path: bytes]))
        last[path] = bytes
      }
      guard note.text != nil, let bytes = last[path] else { return }
      var values = try GrailUpdate.values(of: note, file, bytes, at: path)
      if record.values(of: Self.removed, for: file.id) == ["true"] {
        values.append((Self.removed, []))
      }
      try remember(values, of: file, at: path)
      try add(note.conflicts, of: file, at: path, besides: [bytes])
    } catch {
      plan.refusals.append(.init(item: file.title, path: path, reason: error))
      moments.removeAll { $0.files[path] != nil }
      last[path] = nil
    }
  }

  /// Adds other devices' texts as conflict copies.
  ///
  /// - Parameter texts: those that are there.
  private mutating func add(
    _ conflicts: [GrailLibrary.Conflict], of file: GrailNoteFile, at path: NotePath,
    besides texts: Set<[UInt8]>
  ) throws {
    var texts = texts
    for conflict in conflicts {
      let bytes = try file.bytes(of: conflict)
      guard texts.insert(bytes).inserted else { continue }
      let blob = try Git.Repository.id(ofBlob: bytes)
      let copy = ConflictCopyName.path(for: TreePath(bytes: path.bytes), blob: blob) { copy in
        NotePath(bytes: copy.bytes).map { last[$0] != nil || stands(at: $0) } ?? true
      }
      guard let copy = NotePath(bytes: copy.bytes) else { continue }
      moments.append(
        .init(
          time: conflict.time,
          subject: conflict.author.isEmpty ? nil : "\(file.title), as \(conflict.author) had it",
          device: conflict.author.isEmpty ? nil : conflict.author, files: [copy: bytes]))
      last[copy] = bytes
      plan.copies += 1
    }
  }

  /// Refuses a file or a link of the person's in place of a needed folder.
  private func checkFolders(above path: NotePath) throws {
    var next = path.folder
    while let folder = next {
      if let status = FileStatus.at(vault.root.appending(folder), following: false),
        status.kind != .folder
      {
        throw ImportError.noFolder(folder.text)
      }
      next = folder.folder
    }
  }

  private func stands(at path: NotePath) -> Bool {
    FileStatus.at(vault.root.appending(path), following: false) != nil
  }

  // MARK: Assets

  /// Adds the files of the library before the first note, later only those that a new or changed note shows.
  private mutating func addAssets(isFirst: Bool) throws {
    var wanted: Set<String> = []
    let notes = made.map(\.note) + updated
    for note in notes {
      wanted.formUnion([note.cover].compactMap(\.self) + note.conflicts.compactMap(\.cover))
    }
    let texts = notes.flatMap(\.versions).compactMap(\.text)
    var files: [NotePath: [UInt8]?] = [:]
    for asset in library.assets {
      guard
        isFirst || wanted.contains(asset.name)
          || texts.contains(where: { $0.contains(asset.name) }),
        let path = folder.path(of: asset.name)
      else { continue }
      if stands(at: path) {
        // Most names identify the file's content.
        let here = try? vault.folder.read(path).bytes
        if here != asset.bytes {
          plan.remarks.append(Remark(.notCarried, "files whose name is taken", of: asset.name))
        }
        continue
      }
      files[path] = .some(asset.bytes)
      plan.files.append(.init(path: path, size: asset.bytes.count) { asset.bytes })
    }
    guard !files.isEmpty else { return }
    let time = moments.first?.time ?? 0
    moments.insert(.init(time: time, subject: "Pictures and covers", files: files), at: 0)
  }

  // MARK: Reviews

  /// Adds the reviews that the vault's logs do not have.
  private mutating func addReviews(now: Int64) throws {
    let cards = GrailCards(library)
    plan.remarks += cards.remarks
    let events = EarlierReviews(cards.reviews, destinations: cards.destinations, zone: zone).events
    let logs = ReviewLogFolder(folder: vault.folder)
    var known: Set<ReviewEvent.ID> = []
    for file in try logs.files() {
      for event in ReviewLog.events(in: try logs.bytes(of: file)) { known.insert(event.id) }
    }
    var years: [Int: [UInt8]] = [:]
    for event in events where !known.contains(event.id) {
      let year = CivilDateTime(milliseconds: event.time, in: .utc).date.year
      years[year, default: []] += ReviewLog.line(for: event)
      if case .review = event.action { plan.reviews += 1 }
    }
    if years.isEmpty { return }
    var files: [NotePath: [UInt8]?] = [:]
    let root = ReviewLogFolder.root
    for (name, text) in ReviewLogWriter.rules {
      if let path = NotePath("\(root)/\(name)"), !stands(at: path) {
        files[path] = Array(text.utf8)
      }
    }
    for (year, lines) in years {
      var (name, number) = ("\(root)/\(Self.device)/\(year)", 2)
      while let path = NotePath(name + ".log"), stands(at: path) {
        name = "\(root)/\(Self.device)/\(year)-\(number)"
        number += 1
      }
      if let path = NotePath(name + ".log") { files[path] = lines }
    }
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if let bytes { plan.files.append(.init(path: path, size: bytes.count) { bytes }) }
    }
    moments.append(.init(time: now, subject: "Reviews of Grail Diary", files: files))
  }
}
