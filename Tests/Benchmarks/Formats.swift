import Git
import History
import OperatingSystem
import Sync

/// The files of a repository that `Git` reads and writes by hand, for the comparison with libgit2 that `formats.py`
/// makes. Each run prints its seconds and opens the repository anew, as a command does.
struct Formats {
  let repository: String

  /// Reads all entries of the staging index.
  func read(runs: Int) throws {
    try measure(runs) { _ in
      let entries = try Repository.open(at: repository).stagedEntries()
      guard !entries.isEmpty else { fail("the staging index is empty") }
    }
  }

  /// Sets one entry of the staging index, which reads and writes the whole of it.
  func write(runs: Int) throws {
    try measure(runs) { run in
      let repository = try Repository.open(at: repository)
      guard let first = try repository.stagedEntries().first else {
        fail("the staging index is empty")
      }
      let path = TreePath("zzz.md")
      try repository.setStaged([
        path: StagedEntry(
          path: path, version: first.version,
          stamp: WorkStamp(modified: 0, changed: 0, size: UInt64(run), inode: 0))
      ])
    }
  }

  /// Writes blobs of 2 kB, new in each process, and flushes them to the disk.
  func objects(_ count: Int, runs: Int) throws {
    try measure(runs) { run in
      let repository = try Repository.open(at: repository)
      for number in 0..<count {
        var seed = UInt32(truncatingIfNeeded: (Int(getpid()) + run) * 1_000_003 + number)
        let text = (0..<2048).map { place -> UInt8 in
          seed = seed &* 1_664_525 &+ 1_013_904_223
          return place % 6 == 5 ? 0x20 : 0x61 + UInt8((seed >> 24) % 26)
        }
        _ = try repository.write(blob: text)
      }
      try repository.flush()
    }
  }

  private func measure(_ runs: Int, _ work: (Int) throws -> Void) rethrows {
    for run in 0..<runs {
      let start = seconds()
      try work(run)
      print(seconds() - start)
    }
  }
}
