import Files
import History
import OperatingSystem
import Sync
import Synchronization

/// One look at all files of the vault, as `git status` takes it: tracked files are compared by their stamps, and
/// names that are not tracked are found.
///
/// Several threads list folders and look at files at the same time. No file is opened.
package final class WorkTreePass: Sendable {
  /// The findings of the pass.
  package struct Findings: Sendable {
    /// Tracked files whose stamps are inconclusive: their positions in the staged entries.
    package var suspects: [(entry: Int, status: FileStatus)] = []
    package var changes: [WorkChange] = []
    /// True if there are hidden files of a sync that git does not track.
    package var hasHiddenFiles = false
    /// The ignored files if they are listed; folders with a slash at the end.
    package var ignored: [TreePath] = []

    mutating func add(_ other: Findings) {
      hasHiddenFiles = hasHiddenFiles || other.hasHiddenFiles
      suspects += other.suspects
      changes += other.changes
      ignored += other.ignored
    }
  }

  let root: Int32
  let tracked: TrackedFolders
  let options: WorkTreeOptions
  private let comparison: StampComparison
  /// The ignore rules above the scope's folder; nil if all of it is ignored.
  private let outer: OuterScope
  private let findings = Mutex(Findings())
  let failure = Mutex<SystemError?>(nil)
  /// By number of the tracked folder.
  let isVisited: Mutex<[Bool]>

  /// More tracked files of a folder than these are shared between threads.
  static let pieceLength = 256

  init(
    root: borrowing Descriptor, tracked: TrackedFolders, outer: OuterScope, options: WorkTreeOptions
  ) {
    self.root = root.number
    self.tracked = tracked
    self.outer = outer
    self.options = options
    comparison = StampComparison(options)
    isVisited = Mutex(Array(repeating: false, count: tracked.folders.count))
  }

  /// The ignore rules above the first folder.
  struct OuterScope: Sendable {
    var rules: IgnoreScope?
    var isIgnored = false
  }

  enum Job: Sendable {
    case folder(path: [UInt8], tracked: Int?, rules: IgnoreScope?, isIgnored: Bool)
    case looks(OpenFolder, [Look])
  }

  /// A tracked file to look at: its place in the staged entries, and its name in the pool.
  struct Look: Sendable {
    let entry: Int32
    let offset: Int32
  }

  /// An open folder with the names in it, for several threads.
  final class OpenFolder: Sendable {
    let descriptor: Descriptor
    let pool: [UInt8]

    init(_ descriptor: consuming Descriptor, pool: [UInt8]) {
      self.descriptor = descriptor
      self.pool = pool
    }
  }

  /// Checks all files.
  ///
  /// - Throws: if the vault's own folder cannot be listed, because then nothing is known.
  func run() throws(SystemError) -> Findings {
    let scope = Array(tracked.folders[0].path)
    let queue = WorkQueue<Job>(
      [.folder(path: scope, tracked: 0, rules: outer.rules, isIgnored: outer.isIgnored)])
    concurrently(options.workers) { _ in
      queue.work { job in
        var found = Findings()
        switch job {
        case .folder(let path, let number, let rules, let isIgnored):
          var listing = FolderLook(self, path: path, number: number)
          listing.list(rules: rules, isIgnored: isIgnored, into: queue, &found)
        case .looks(let folder, let looks): self.look(looks, in: folder, &found)
        }
        if found.suspects.isEmpty, found.changes.isEmpty, found.ignored.isEmpty,
          !found.hasHiddenFiles
        {
          return
        }
        self.findings.withLock { $0.add(found) }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    var found = findings.withLock { $0 }
    // A folder that was not met is gone, or something else has its name.
    for (number, isVisited) in isVisited.withLock({ $0 }).enumerated() where !isVisited {
      for entry in tracked.folders[number].files { missing(entry, &found) }
    }
    return found
  }

  private func look(_ looks: [Look], in folder: OpenFolder, _ found: inout Findings) {
    unsafe folder.pool.withUnsafeBytes { pool in
      for look in looks {
        unsafe self.look(at: look, in: folder.descriptor.number, pool, &found)
      }
    }
  }

  @inline(__always)
  func look(
    at look: Look, in folder: Int32, _ pool: UnsafeRawBufferPointer, _ found: inout Findings
  ) {
    var status = stat()
    let name = unsafe (pool.baseAddress! + Int(look.offset)).assumingMemoryBound(to: CChar.self)
    if unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      compare(look.entry, FileStatus(status), &found)
    } else if errno == ENOENT || errno == ENOTDIR {
      missing(look.entry, &found)
    } else {
      found.changes.append(
        WorkChange(tracked.entries[Int(look.entry)].path, .refused(.unreadable(code: errno))))
    }
  }

  /// Judges a tracked file by its status.
  @inline(__always)
  func compare(_ entry: Int32, _ status: FileStatus, _ found: inout Findings) {
    let staged = tracked.entries[Int(entry)]
    if staged.version.mode == .submodule { return }
    switch status.kind {
    case .file, .link:
      let mode = options.mode(of: status, insteadOf: staged.version.mode)
      if mode == staged.version.mode, !staged.isIntent, let stamp = staged.stamp,
        comparison.areEqual(status, stamp)
      {
        return
      }
      if status.kind == .file, status.size > options.sizeLimit {
        found.changes.append(WorkChange(staged.path, .refused(.tooLarge(status.size))))
        return
      }
      if mode != staged.version.mode || staged.isIntent {
        found.changes.append(WorkChange(staged.path, .edited(status.workStamp, mode)))
        return
      }
      found.suspects.append((Int(entry), status))
    case .folder: missing(entry, &found)
    case .fifo, .socket, .device, .unknown:
      found.changes.append(WorkChange(staged.path, .refused(.special)))
    }
  }

  func missing(_ entry: Int32, _ found: inout Findings) {
    let staged = tracked.entries[Int(entry)]
    if staged.isSkipped || staged.version.mode == .submodule { return }
    found.changes.append(WorkChange(staged.path, .missing))
  }
}
