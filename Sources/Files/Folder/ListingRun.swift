import OperatingSystem
import Synchronization

/// The listing of some folders and of all that is new below them, several at a time.
final class ListingRun: Sendable {
  private struct State: Sendable {
    var listings: [FolderListing?] = []
    var mustListAll = false
  }

  private let check: FolderWalk.Check
  private let table: FolderTable?
  private let family: FolderFamily?
  /// True when folders that the table knows are left alone unless they are asked for.
  private let keepsKnown: Bool
  private let ignoring: Set<Int>
  private let state = Mutex(State())

  init(
    _ check: FolderWalk.Check, comparedWith table: FolderTable?, family: FolderFamily?,
    keepsKnown: Bool
  ) {
    self.check = check
    self.table = table
    self.family = family
    self.keepsKnown = keepsKnown
    ignoring = keepsKnown ? Set(table?.ignoreFiles.map(\.folder) ?? []) : []
  }

  /// The listings by number; complete when no worker runs, except for unused numbers.
  var listings: [FolderListing?] { state.withLock { $0.listings } }

  /// True once something came up that concerns folders which were not to be listed.
  var mustListAll: Bool { state.withLock { $0.mustListAll } }

  /// Gives out numbers for listings to come.
  func reserve(_ count: Int) -> Int {
    state.withLock { state in
      let first = state.listings.count
      state.listings += repeatElement(nil, count: count)
      return first
    }
  }

  /// Lists the folders and all folders below them.
  func run(_ jobs: [FolderJob]) {
    let queue = WorkQueue(jobs)
    concurrently(check.workers) { _ in
      queue.work { job in
        var listing = FolderListing(job, root: self.check.descriptor, rules: self.check.rules)
        queue.add(self.descend(&listing))
        self.finish(listing)
      }
    }
  }

  private func finish(_ listing: FolderListing) {
    let mustListAll = keepsKnown && concernsOthers(listing)
    state.withLock { state in
      state.listings[listing.job.number] = listing
      if mustListAll { state.mustListAll = true }
    }
  }

  /// True if a rule was added or removed, or there are links: other folders may depend on their
  /// targets.
  private func concernsOthers(_ listing: FolderListing) -> Bool {
    if !listing.links.isEmpty { return true }
    guard let known = listing.job.known, let table else { return false }
    return ignoring.contains(known) != (listing.ignoreFile != nil)
      || table.record(known).firstLink != table.record(known + 1).firstLink
  }

  /// Continues with the folder's own folders, and returns those to be listed.
  private func descend(_ listing: inout FolderListing) -> [FolderJob] {
    var known: [(name: [UInt8], folder: Int)] = []
    if let folder = listing.job.known, let family { known = family.children(of: folder) }
    let identity = FolderIdentity(
      inode: listing.inode, device: listing.device, parent: listing.job.above)
    var jobs: [FolderJob] = []
    var next = 0
    var number = reserve(listing.folders.count)
    for name in listing.folders {
      let bytes = Array(listing.bytes(of: name))
      while next < known.count, known[next].name.lexicographicallyPrecedes(bytes) { next += 1 }
      let same = next < known.count && known[next].name == bytes ? known[next].folder : nil
      if keepsKnown, let same {
        listing.children.append(.known(same))
        continue
      }
      listing.children.append(.listed(number))
      jobs.append(
        FolderJob(
          number: number, path: listing.job.pathWithSlash + bytes, known: same,
          scope: listing.scope, above: identity, isLinked: false))
      number += 1
    }
    return jobs
  }
}

/// The folders of a table by their parents.
struct FolderFamily: Sendable {
  private let table: FolderTable
  /// The first folder after all that are below a folder.
  private let ends: [Int]

  init(_ table: FolderTable) {
    self.table = table
    var ends = Array(repeating: table.folderCount, count: table.folderCount)
    var open: [Int] = []
    for folder in 0..<table.folderCount {
      while let last = open.last, folder > 0, last != table.record(folder).parent {
        ends[last] = folder
        open.removeLast()
      }
      open.append(folder)
    }
    self.ends = ends
  }

  /// The folders in a folder, by name, in order.
  func children(of folder: Int) -> [(name: [UInt8], folder: Int)] {
    var result: [(name: [UInt8], folder: Int)] = []
    var child = folder + 1
    while child < ends[folder] {
      result.append((table.folderName(child), child))
      child = ends[child]
    }
    return result
  }
}
