import OperatingSystem
import Synchronization

/// Checks every folder and note of a table by name, without listing anything.
///
/// Every command waits for this, so it allocates nothing for a name: names in the table end with
/// NUL and go to the system as they are. Workers take runs of the table in its order; a large
/// folder is split into several runs.
struct KnownPass {
  /// A note whose stamp is not the one remembered, or cannot be trusted.
  struct Suspect: Sendable {
    let note: Int
    let status: FileStatus
    let isCertain: Bool
  }

  /// The findings of one worker.
  struct Findings: Sendable {
    var suspects: [Suspect] = []
    /// Folders that have to be listed again, in no order and possibly twice.
    var folders: [Int] = []
    /// True if a note or folder was not at its place in the table, so that others were not checked.
    var isIncomplete = false
  }

  /// The number of folders and notes of a run: some 200 microseconds of work.
  private static let runLength = 256

  let table: FolderTable
  let root: Int32
  let workers: Int

  /// The notes and folders that differ from the table, in order and each once.
  func run() -> Findings {
    let next = Counter()
    let results = Mutex<[Findings]>([])
    let (table, root) = (table, root)
    concurrently(workers) { _ in
      var worker = Worker(table: table, root: root)
      while true {
        let start = next.advance() * Self.runLength
        guard worker.look(at: start..<(start + Self.runLength)) else { break }
      }
      worker.close()
      results.withLock { $0.append(worker.findings) }
    }
    var all = Findings()
    for findings in results.withLock({ $0 }) {
      all.suspects += findings.suspects
      all.folders += findings.folders
      all.isIncomplete = all.isIncomplete || findings.isIncomplete
    }
    all.suspects.sort { $0.note < $1.note }
    all.folders = Set(all.folders).sorted()
    return all
  }

  /// Numbers the runs.
  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func advance() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }

  /// One thread's part of the look.
  private struct Worker: ~Copyable {
    let table: FolderTable
    let root: Int32
    let window: RacyWindow
    var findings = Findings()
    /// The folder that is open and those above it, from the root's child down.
    private var open: [(folder: Int, descriptor: Int32)] = []
    private var chain: [Int] = []

    init(table: FolderTable, root: Int32) {
      self.table = table
      self.root = root
      window = table.window
      open.reserveCapacity(FolderWalk.maximumDepth + 1)
      chain.reserveCapacity(FolderWalk.maximumDepth + 1)
    }

    mutating func close() {
      for (_, descriptor) in open { systemClose(descriptor) }
      open.removeAll()
    }

    /// Checks a run of the table, in which a folder is followed by its notes; false past the
    /// table's end.
    mutating func look(at run: Range<Int>) -> Bool {
      let total = table.layout.folders + table.layout.notes
      guard run.lowerBound < total else { return false }
      let end = min(run.upperBound, total)
      var folder = self.folder(atUnit: run.lowerBound)
      var record = table.record(folder)
      while true {
        let following = table.record(folder + 1)
        let unit = folder + record.firstNote
        let first = max(record.firstNote, run.lowerBound - folder - 1)
        let last = min(following.firstNote, end - folder - 1)
        if unit >= end { return true }
        if let descriptor = descriptor(of: folder, record) {
          if unit >= run.lowerBound { check(folder, record, descriptor) }
          if first < last { unsafe look(at: first..<last, in: folder, record, descriptor) }
        }
        folder += 1
        if folder >= table.layout.folders { return true }
        record = following
      }
    }

    /// The folder that a place in the run of folders and notes belongs to.
    private func folder(atUnit unit: Int) -> Int {
      var low = 0
      var high = table.layout.folders - 1
      while low < high {
        let middle = (low + high + 1) / 2
        if middle + table.record(middle).firstNote <= unit {
          low = middle
        } else {
          high = middle - 1
        }
      }
      return low
    }

    private mutating func check(
      _ folder: Int, _ record: FolderTable.FolderRecord, _ descriptor: Int32
    ) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return findings.folders.append(folder) }
      let now = FileStatus(status)
      if now.stamp != record.stamp || window.contains(now) { findings.folders.append(folder) }
    }

    @unsafe private mutating func look(
      at notes: Range<Int>, in folder: Int, _ record: FolderTable.FolderRecord,
      _ descriptor: Int32
    ) {
      let layout = table.layout
      let base = unsafe table.bytes.start
      var offset = table.nameOffset(ofNote: notes.lowerBound, inFolder: record)
      var status = stat()
      for note in notes {
        // A damaged table has too few names; the folder is listed again.
        guard offset < layout.otherNames else { return miss(folder) }
        let name = unsafe (base + offset).assumingMemoryBound(to: CChar.self)
        guard unsafe lookAt(descriptor, name, &status) else { return miss(folder) }
        let now = FileStatus(status)
        let stamp = now.stamp
        let modified = unsafe base.loadUnaligned(
          fromByteOffset: layout.modified + note * 8, as: Int64.self)
        let mark = unsafe base.loadUnaligned(
          fromByteOffset: layout.marks + note * 8, as: UInt64.self)
        if stamp.mark != mark || stamp.modified != modified {
          findings.suspects.append(Suspect(note: note, status: now, isCertain: true))
        } else if window.contains(now) {
          findings.suspects.append(Suspect(note: note, status: now, isCertain: false))
        }
        // The names end with a NUL, which `Layout` has checked, so this stays inside.
        offset += unsafe strlen(name) + 1
      }
    }

    private mutating func miss(_ folder: Int) {
      findings.folders.append(folder)
      findings.isIncomplete = true
    }

    /// The open folder, or nil if it cannot be opened, which is then a finding.
    private mutating func descriptor(of folder: Int, _ record: FolderTable.FolderRecord) -> Int32? {
      if folder == 0 { return root }
      if open.last?.folder == folder { return open.last?.descriptor }
      if record.parent == (open.last?.folder ?? 0) { return push(folder, record) }
      chain.removeAll(keepingCapacity: true)
      var ancestor = folder
      // A folder comes after its parent in the table, which `Layout` has checked, so this ends.
      while ancestor > 0 {
        chain.append(ancestor)
        ancestor = table.record(ancestor).parent
      }
      chain.reverse()
      var common = 0
      while common < min(open.count, chain.count), open[common].folder == chain[common] {
        common += 1
      }
      while open.count > common { systemClose(open.removeLast().descriptor) }
      for ancestor in chain[common...] where push(ancestor, table.record(ancestor)) == nil {
        return nil
      }
      return open.last?.descriptor
    }

    private mutating func push(_ folder: Int, _ record: FolderTable.FolderRecord) -> Int32? {
      guard open.count <= FolderWalk.maximumDepth else { return nil }
      let parent = open.last?.descriptor ?? root
      let name = unsafe (table.bytes.start + table.layout.otherNames + record.name)
        .assumingMemoryBound(to: CChar.self)
      let flags = FolderWalk.lookFlags | (record.isLinked ? 0 : O_NOFOLLOW)
      let descriptor = unsafe openat(parent, name, flags)
      guard descriptor >= 0 else {
        // It is gone or closed to us: its parent's list, or its own, will say.
        miss(folder)
        miss(record.parent)
        return nil
      }
      open.append((folder, descriptor))
      return descriptor
    }
  }
}

/// Reads the status of a name in a folder, of a link that of its target; true for a file.
@inline(__always)
func lookAt(_ folder: Int32, _ name: UnsafePointer<CChar>, _ status: inout stat) -> Bool {
  guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
  if status.st_mode & S_IFMT == S_IFREG { return true }
  guard status.st_mode & S_IFMT == S_IFLNK, unsafe fstatat(folder, name, &status, 0) == 0 else {
    return false
  }
  return status.st_mode & S_IFMT == S_IFREG
}
