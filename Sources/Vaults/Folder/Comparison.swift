/// Tells what is new in an assembled table.
struct Comparison {
  private struct Finding {
    let note: Int
    let origin: Int
    let stamp: FileStamp
    let size: Int64
    let isCertain: Bool
  }

  private(set) var stamped: TableAssembly
  private let table: FolderTable?
  private var added: [Finding] = []
  private var changed: [Finding] = []
  private var removed: [Int] = []
  private var gone = 0

  init(assembly: TableAssembly, table: FolderTable?) {
    stamped = assembly
    self.table = table
    removed = assembly.removed
  }

  /// Takes the notes that were listed.
  mutating func compare(_ looks: [StatPass.Look]) {
    for (index, look) in looks.enumerated() {
      let origin = stamped.origins[index]
      let note = stamped.lookedAt[index]
      guard look.size >= 0 else {
        gone += 1
        if origin >= 0 { removed.append(origin) }
        continue
      }
      let isSame = origin >= 0 && table?.stamp(ofNote: origin) == look.stamp
      if isSame, !look.isUncertain { continue }
      let finding = Finding(
        note: note, origin: origin, stamp: look.stamp, size: look.size, isCertain: !isSame)
      if origin >= 0, !isGone(origin) { changed.append(finding) } else { added.append(finding) }
    }
  }

  /// True for a note that was gone already when the old table was made.
  private func isGone(_ origin: Int) -> Bool {
    table?.stamp(ofNote: origin) == FileStamp(modified: 0, mark: 0)
  }

  /// Takes the notes of folders that were not listed.
  mutating func compare(_ suspects: [KnownPass.Suspect]) {
    var next = 0
    let runs = stamped.kept.sorted { $0.old.lowerBound < $1.old.lowerBound }
    for suspect in suspects {
      while next < runs.count, runs[next].old.upperBound <= suspect.note { next += 1 }
      guard next < runs.count, runs[next].old.contains(suspect.note) else { continue }
      let note = runs[next].new + suspect.note - runs[next].old.lowerBound
      stamped.setStamp(suspect.status.stamp, ofNote: note)
      changed.append(
        Finding(
          note: note, origin: suspect.note, stamp: suspect.status.stamp,
          size: suspect.status.size, isCertain: suspect.isCertain))
    }
  }

  /// The changes, with paths; the builder is the new table.
  func changes(_ builder: FolderTableBuilder, root: DiskPath) throws(SystemError) -> FolderChanges {
    let new: FolderTable
    do {
      new = try FolderTable(MappedBytes(builder.bytes))
    } catch {
      // Only a vault whose names exceed four gigabytes could do this.
      throw SystemError("list", root.bytes, code: SystemError.tooLarge)
    }
    var changes = FolderChanges()
    changes.noteCount = stamped.noteCount - gone
    changes.problems = stamped.allProblems
    changes.hasNewNames = stamped.hasNewNames
    changes.newTable = builder
    var paths = NotePaths(new)
    for finding in added {
      guard let path = paths.path(finding.note) else { continue }
      changes.added.append(
        FolderChanges.Added(
          path: path, number: finding.note, stamp: finding.stamp, size: finding.size))
    }
    paths = NotePaths(new)
    for finding in changed.sorted(by: { $0.note < $1.note }) {
      guard let path = paths.path(finding.note), let table else { continue }
      changes.changed.append(
        FolderChanges.Changed(
          path: path, number: finding.note, stamp: finding.stamp, size: finding.size,
          payload: table.payload(ofNote: finding.origin), isCertain: finding.isCertain))
    }
    if let table {
      var paths = NotePaths(table)
      for note in removed.sorted() where !isGone(note) {
        guard let path = paths.path(note) else { continue }
        changes.removed.append(
          FolderChanges.Removed(path: path, payload: table.payload(ofNote: note)))
      }
    }
    return changes
  }
}

/// The paths of many notes of a table, asked for in order.
struct NotePaths {
  private let table: FolderTable
  private var folder = -1
  private var notes = 0..<0
  private var prefix: [UInt8] = []
  private var position: NoteNames.Position?
  private var names: NoteNames?

  init(_ table: FolderTable) { self.table = table }

  /// The path of a note that is not before the last one asked for.
  mutating func path(_ note: Int) -> NotePath? {
    if !notes.contains(note) {
      folder = table.folder(holdingNote: note)
      notes = table.record(folder).firstNote..<table.record(folder + 1).firstNote
      prefix = table.path(ofFolder: folder, endingWithSlash: true)
      names = NoteNames(table, folder: folder)
      position = names?.first
    }
    while let here = position, here.note < note { position = names?.next(here) }
    guard let here = position, here.note == note else { return nil }
    return NotePath(bytes: prefix + table.name(at: here.offset, end: table.layout.otherNames))
  }
}
