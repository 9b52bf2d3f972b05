/// Finds the changes in an assembled table.
struct Comparison {
  private(set) var assembly: TableAssembly
  private let table: FolderTable?
  private var changes = FolderChanges()
  private var removed: [Int] = []
  private var gone = 0

  init(assembly: consuming TableAssembly, table: FolderTable?) {
    removed = assembly.removed
    self.assembly = assembly
    self.table = table
  }

  /// Takes the notes that were listed.
  mutating func compare(_ looks: [StatPass.Look]) {
    for piece in assembly.pieces {
      var name = piece.firstName
      for index in piece.first..<(piece.first + piece.count) {
        let end = assembly.noteNames[name...].firstIndex(of: 0) ?? name
        compare(looks[index], index, in: piece.folder, name: name..<end)
        name = end + 1
      }
    }
  }

  private mutating func compare(
    _ look: StatPass.Look, _ index: Int, in folder: [UInt8], name: Range<Int>
  ) {
    let origin = assembly.origins[index]
    let number = assembly.lookedAt[index]
    assembly.setStamp(look.stamp, ofNote: number)
    guard look.size >= 0 else {
      gone += 1
      if origin >= 0 { removed.append(origin) }
      return
    }
    let old = origin >= 0 ? table?.stamp(ofNote: origin) : nil
    if old == look.stamp, !look.isUncertain { return }
    let prefix = folder.isEmpty ? [] : folder + [0x2F]
    guard let path = NotePath(bytes: prefix + assembly.noteNames[name]) else { return }
    if let old, old != .gone {
      changes.changed.append(
        FolderChanges.Changed(
          path: path, number: number, stamp: look.stamp, size: look.size,
          isCertain: old != look.stamp))
    } else {
      changes.added.append(
        FolderChanges.Added(path: path, number: number, stamp: look.stamp, size: look.size))
    }
  }

  /// Takes the notes of folders that were not listed.
  mutating func compare(_ suspects: [KnownPass.Suspect]) {
    guard let table else { return }
    var next = 0
    let runs = assembly.kept.sorted { $0.old.lowerBound < $1.old.lowerBound }
    for suspect in suspects {
      while next < runs.count, runs[next].old.upperBound <= suspect.note { next += 1 }
      guard next < runs.count, runs[next].old.contains(suspect.note),
        let path = table.path(ofNote: suspect.note)
      else { continue }
      let number = runs[next].new + suspect.note - runs[next].old.lowerBound
      let stamp = suspect.status.stamp
      assembly.setStamp(stamp, ofNote: number)
      changes.changed.append(
        FolderChanges.Changed(
          path: path, number: number, stamp: stamp, size: suspect.status.size,
          isCertain: suspect.isCertain))
    }
    changes.changed.sort { $0.number < $1.number }
  }

  /// All changes; the builder is the new table.
  consuming func finish(_ builder: FolderTableBuilder) -> FolderChanges {
    changes.noteCount = assembly.noteCount - gone
    changes.problems = assembly.allProblems
    changes.hasNewNames = assembly.hasNewNames
    changes.newTable = builder
    for note in removed.sorted() {
      guard let table, let path = table.path(ofNote: note) else { continue }
      changes.removed.append(FolderChanges.Removed(path: path))
    }
    return changes
  }
}

extension FileStamp {
  /// Of a note that went away between the listing and the look.
  package static let gone = FileStamp(modified: 0, mark: 0)
}
