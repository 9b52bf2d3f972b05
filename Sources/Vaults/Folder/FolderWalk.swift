import OperatingSystem

/// The look at a folder that every command begins with: what is a note now, and what changed since last time.
///
/// Folders whose stamp is the one remembered are not listed again: their notes are looked at by the names
/// that are known. Only where a folder changed is it listed; when a rule of what is ignored changed, all are.
package struct FolderWalk: Sendable {
  let root: DiskPath
  let excluded: [String]
  let workers: Int

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
  ///   - workers: how many threads look at files at the same time.
  package init(root: DiskPath, excluded: [String] = [], workers: Int = FolderWalk.usualWorkers) {
    self.root = root
    self.excluded = excluded
    self.workers = max(1, workers)
  }

  /// Compares the folder with a table of it, or finds all there is where there is none.
  ///
  /// - Throws: where the root itself cannot be opened; all else is among the problems.
  package func check(_ table: FolderTable? = nil) throws(SystemError) -> FolderChanges {
    let start = Clock.now()
    guard let real = DiskPath.real(root) else {
      throw SystemError("open", root.bytes, code: errno)
    }
    let descriptor = try Descriptor.open(real, Self.lookFlags)
    let rules = OuterRules(root: real, excluded: excluded)
    let session = Session(
      root: real, descriptor: descriptor.number, rules: rules, workers: workers, start: start)
    guard let table, session.rulesHold(for: table) else {
      return try session.listAll(comparedWith: table)
    }
    let findings = KnownPass(table: table, root: descriptor.number, workers: workers).run()
    if findings.folders.isEmpty {
      return session.changes(in: table, findings.suspects, [])
    }
    guard let changes = try session.list(findings, of: table) else {
      return try session.listAll(comparedWith: table)
    }
    return changes
  }

  /// What the steps of one check share.
  struct Session {
    /// Without links.
    let root: DiskPath
    let descriptor: Int32
    let rules: OuterRules
    let workers: Int
    /// When the check began, in nanoseconds since 1970.
    let start: Int64
  }
}

extension FolderWalk.Session {
  /// True when what is ignored, and where links lead, is as it was when the table was written.
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

  /// The changes where the table has all names: no folder was listed, or those that were hold what they held.
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

/// Where a symbolic link leads.
struct LinkTarget {
  /// Without links; nothing if there is nothing there.
  let path: DiskPath?
  let status: FileStatus?

  init(_ link: DiskPath) {
    path = DiskPath.real(link)
    status = path.flatMap { FileStatus.at($0) }
  }

  /// What would be different if the link led elsewhere; of a file only the path, since it is replaced by
  /// each edit.
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
