import OperatingSystem

/// The check of a folder with which every command begins: finds the notes and the changes since
/// last time.
///
/// A folder with its remembered stamp is not listed again: its notes are checked by their known
/// names. Only changed folders are listed; after a change of the ignore rules, all are.
package struct FolderWalk: Sendable {
  package let root: DiskPath
  package let excluded: [String]
  package let workers: Int

  /// Folders below this depth are not entered: each level keeps a descriptor open in each thread, and the
  /// system may allow no more than 256 in all.
  static let maximumDepth = 100

  /// The flags that open a folder to look at names.
  static let lookFlags = openingForNames | O_DIRECTORY | O_CLOEXEC

  /// One thread a processor, up to four: beyond that they wait for one another in the kernel.
  package static var usualWorkers: Int {
    min(4, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// A walk of the folder at a path.
  ///
  /// - Parameters:
  ///   - excluded: patterns in the language of `.gitignore`, which is followed as well.
  ///   - workers: the number of threads that check files.
  package init(root: DiskPath, excluded: [String] = [], workers: Int = FolderWalk.usualWorkers) {
    self.root = root
    self.excluded = excluded
    self.workers = max(1, workers)
  }

  /// Compares the folder with a table of it, or finds all there is if there is none.
  ///
  /// - Throws: if the root itself cannot be opened; all else is among the problems.
  package func check(_ table: FolderTable? = nil) throws(SystemError) -> FolderChanges {
    let start = Clock.now()
    guard let real = DiskPath.real(root) else {
      throw SystemError("open", root.bytes, code: errno)
    }
    let descriptor = try Descriptor.open(real, Self.lookFlags)
    let rules = OuterRules(root: real, excluded: excluded)
    let check = Check(
      root: real, descriptor: descriptor.number, rules: rules, workers: workers, start: start)
    guard let table, check.rulesHold(for: table) else {
      return try check.listAll(comparedWith: table)
    }
    let findings = KnownPass(table: table, root: descriptor.number, workers: workers).run()
    if findings.folders.isEmpty {
      return check.changes(in: table, findings.suspects, [])
    }
    guard let changes = try check.list(findings, of: table) else {
      return try check.listAll(comparedWith: table)
    }
    return changes
  }

  /// The state that the steps of one check share.
  struct Check {
    /// Without links.
    let root: DiskPath
    let descriptor: Int32
    let rules: OuterRules
    let workers: Int
    /// The start of the check, in nanoseconds since 1970.
    let start: Int64
  }
}

extension FolderWalk.Check {
  /// True if the ignore rules and the targets of links are unchanged since the table was written.
  func rulesHold(for table: FolderTable) -> Bool {
    let window = table.window
    guard table.rules == rules.fingerprint, !rules.isUncertain(in: window) else { return false }
    for (folder, stamp) in table.ignoreFiles {
      let path = table.path(ofFolder: folder, endingWithSlash: true) + IgnoreFile.name
      guard let status = FileStatus.at(root.appending(bytes: path), following: false),
        status.stamp == stamp, !window.contains(status)
      else { return false }
    }
    if table.layout.links == 0 { return true }
    for folder in 0..<table.layout.folders {
      for link in table.links(inFolder: folder) {
        let path = table.path(ofFolder: folder, endingWithSlash: true) + link.name
        guard LinkTarget(root.appending(bytes: path)).mark == link.mark else { return false }
      }
    }
    return true
  }

  /// The changes if the table has all names: no folder was listed, or the listed ones have the same
  /// names.
  func changes(in table: FolderTable, _ suspects: [KnownPass.Suspect], _ listings: [FolderListing])
    -> FolderChanges
  {
    var changes = FolderChanges()
    changes.noteCount = table.noteCount
    changes.problems = table.problems
    if suspects.isEmpty, listings.isEmpty { return changes }
    var builder = FolderTableBuilder(copying: table, windowStart: start)
    for listing in listings {
      guard let folder = listing.job.known else { continue }
      builder.setStamp(listing.stamp, ofFolder: folder)
    }
    for suspect in suspects {
      builder.setStamp(suspect.status.stamp, ofNote: suspect.note)
      guard let path = table.path(ofNote: suspect.note) else { continue }
      if table.stamp(ofNote: suspect.note) == .gone {
        changes.added.append(
          FolderChanges.Added(
            path: path, number: suspect.note, stamp: suspect.status.stamp,
            size: suspect.status.size))
        continue
      }
      changes.changed.append(
        FolderChanges.Changed(
          path: path, number: suspect.note, stamp: suspect.status.stamp,
          size: suspect.status.size, isCertain: suspect.isCertain))
    }
    changes.newTable = builder
    return changes
  }
}

/// The target of a symbolic link.
struct LinkTarget {
  /// The target's path without links, or nil if the link is broken.
  let path: DiskPath?
  let status: FileStatus?

  init(_ link: DiskPath) {
    path = DiskPath.real(link)
    status = path.flatMap { FileStatus.at($0) }
  }

  /// A hash of the target's identity; of a file only the path, because each edit replaces the file.
  var mark: UInt64 {
    var mixer = Mixer()
    guard let path, let status else { return mixer.value }
    mixer.add(path.bytes)
    mixer.add(UInt64(status.kind.rawValue))
    if status.kind == .folder {
      mixer.add(status.inode)
      mixer.add(status.device)
    }
    return mixer.value
  }
}
