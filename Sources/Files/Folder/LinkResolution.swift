import Layout

/// Finds out where the symbolic links of a folder lead, and walks those that lead to folders of the vault
/// which are not walked by their own path.
///
/// Each real folder is walked once, so that there can be no loop. A link to a note that is walked anyway is
/// another name for it and no second note.
struct LinkResolution {
  private struct FolderKey: Hashable {
    let inode: UInt64
    let device: UInt64
  }

  let check: FolderWalk.Check
  let run: ListingRun
  let family: FolderFamily?
  private var visited: Set<FolderKey> = []
  private var numbers: [[UInt8]: Int] = [:]
  private var linkedNotes: Set<DiskPath> = []

  init(check: FolderWalk.Check, run: ListingRun, family: FolderFamily?) {
    self.check = check
    self.run = run
    self.family = family
  }

  /// Resolves all links, listing their target folders too.
  mutating func resolve(_ listings: inout [FolderListing?]) {
    guard listings.contains(where: { $0?.links.isEmpty == false }) else { return }
    var seen = 0
    while seen < listings.count {
      // Links in the order of their paths, so that the same folder gives the same notes each time.
      let fresh = seen..<listings.count
      seen = listings.count
      for number in fresh { remember(listings[number]) }
      var links: [(path: [UInt8], number: Int, index: Int)] = []
      for number in fresh {
        guard let listing = listings[number] else { continue }
        for (index, link) in listing.links.enumerated() {
          links.append((listing.path(of: link.name), number, index))
        }
      }
      links.sort { $0.path.lexicographicallyPrecedes($1.path) }
      for link in links { resolve(&listings, link.number, link.index, link.path) }
    }
    for number in listings.indices where listings[number]?.links.isEmpty == false {
      listings[number]?.sortLinks()
    }
  }

  private mutating func remember(_ listing: FolderListing?) {
    guard let listing else { return }
    visited.insert(FolderKey(inode: listing.inode, device: listing.device))
    numbers[listing.job.path] = listing.job.number
  }

  private mutating func resolve(
    _ listings: inout [FolderListing?], _ number: Int, _ index: Int, _ path: [UInt8]
  ) {
    guard var listing = listings[number] else { return }
    defer { listings[number] = listing }
    var link = listing.links[index]
    let target = LinkTarget(check.root.appending(bytes: path))
    link.mark = target.mark
    let isMarkdown = unsafe path.withUnsafeBytes { unsafe NoteName.matches($0) }
    guard let real = target.path, let status = target.status else {
      listing.problems.append(WalkProblem(kind: .brokenLink, path: path))
      listing.links[index] = link
      return
    }
    let inside = check.root.relative(real)
    switch status.kind {
    case .folder:
      if let inside, !PrivateFolder.holds(inside) {
        link.kind = .folder
        link.listing = walk(&listings, status, number, path)
      } else if inside == nil {
        listing.problems.append(WalkProblem(kind: .linkLeavesVault, path: path))
      }
    case .file where isMarkdown && inside == nil:
      listing.problems.append(WalkProblem(kind: .linkLeavesVault, path: path))
    case .file where isMarkdown:
      let isOther = isNote(inside ?? [], listings) || !linkedNotes.insert(real).inserted
      link.kind = isOther || PrivateFolder.holds(inside ?? []) ? .attachment : .note
      if link.kind == .note {
        listing.insertNote(link.name)
      } else {
        listing.insertAttachment(link.name)
      }
    case .file:
      link.kind = .attachment
      listing.insertAttachment(link.name)
    default:
      if isMarkdown { listing.problems.append(WalkProblem(kind: .notAFile, path: path)) }
    }
    listing.links[index] = link
  }

  /// Lists the folder that a link leads to unless it is walked already; the number of its listing.
  private mutating func walk(
    _ listings: inout [FolderListing?], _ status: FileStatus, _ number: Int, _ path: [UInt8]
  ) -> Int? {
    guard let listing = listings[number],
      visited.insert(FolderKey(inode: status.inode, device: status.device)).inserted
    else { return nil }
    let name = path.dropFirst(listing.job.pathWithSlash.count)
    let known = listing.job.known.flatMap { folder in
      family?.children(of: folder).first { $0.name[...] == name }?.folder
    }
    let first = run.reserve(1)
    run.run([
      FolderJob(
        number: first, path: path, known: known, scope: nil,
        above: FolderIdentity(
          inode: listing.inode, device: listing.device, parent: listing.job.above),
        isLinked: true)
    ])
    listings += run.listings[first...]
    for number in first..<listings.count { remember(listings[number]) }
    return first
  }

  /// True when a path is that of a note which is walked.
  private func isNote(_ path: ArraySlice<UInt8>, _ listings: [FolderListing?]) -> Bool {
    let slash = path.lastIndex(of: 0x2F)
    let folder = slash.map { Array(path[..<$0]) } ?? []
    let name = path[((slash ?? path.startIndex - 1) + 1)...]
    guard let number = numbers[folder], let listing = listings[number] else { return false }
    return listing.notes.contains { listing.bytes(of: $0) == name }
  }
}

extension FolderListing {
  mutating func sortLinks() {
    var sorted = links
    unsafe pool.withUnsafeBytes { pool in
      sorted.sort { unsafe Self.precedes($0.name, $1.name, in: pool) }
    }
    links = sorted
  }
}
