extension FolderWalk.Check {
  /// The changes found by listing all folders: there is no table, or its rules no longer hold.
  func listAll(comparedWith table: FolderTable?) throws(SystemError) -> FolderChanges {
    let family = table.map(FolderFamily.init)
    let run = ListingRun(self, comparedWith: table, family: family, keepsKnown: false)
    let root = run.reserve(1)
    run.run([
      FolderJob(
        number: root, path: [], known: table == nil ? nil : 0, scope: rules.scope, above: nil,
        isLinked: false)
    ])
    var listings = run.listings
    var resolution = LinkResolution(check: self, run: run, family: family)
    resolution.resolve(&listings)
    return try changes(listings, root: .listed(root), table, family, [])
  }

  /// The changes found by listing some folders, or nil if all have to be listed.
  func list(_ findings: KnownPass.Findings, of table: FolderTable) throws(SystemError)
    -> FolderChanges?
  {
    let family = FolderFamily(table)
    let run = ListingRun(self, comparedWith: table, family: family, keepsKnown: true)
    var scopes = KnownScopes(check: self, table: table)
    var identities = KnownIdentities(check: self, table: table)
    var jobs: [FolderJob] = []
    for folder in findings.folders {
      jobs.append(
        FolderJob(
          number: run.reserve(1), path: table.path(ofFolder: folder, endingWithSlash: false),
          known: folder, scope: folder == 0 ? rules.scope : scopes.scope(above: folder),
          above: identities.identity(above: folder), isLinked: table.record(folder).isLinked))
    }
    run.run(jobs)
    if run.mustListAll { return nil }
    let listings = run.listings
    if !findings.isIncomplete {
      // The usual save of an editor: another file took the note's name, and all names are as they were.
      let listed = listings.compactMap { $0 }
      if listed.allSatisfy({ table.hasNames(of: $0, family) }) {
        return changes(in: table, findings.suspects, listed)
      }
    }
    return try changes(listings, root: .known(0), table, family, findings.suspects)
  }

  private func changes(
    _ listings: [FolderListing?], root: FolderListing.Child, _ table: FolderTable?,
    _ family: FolderFamily?,
    _ suspects: [KnownPass.Suspect]
  ) throws(SystemError) -> FolderChanges {
    for case let listing? in listings where listing.job.path.isEmpty {
      if let problem = listing.problems.first, problem.kind == .unreadableFolder {
        throw SystemError("read the folder", self.root.bytes, code: problem.code)
      }
    }
    var assembly = TableAssembly(listings: listings, table: table, family: family)
    assembly.assemble(root: root)
    let pass = StatPass(root: descriptor, workers: workers, window: table?.window)
    let looks = pass.run(assembly.pieces, names: assembly.noteNames)
    var comparison = Comparison(assembly: consume assembly, table: table)
    comparison.compare(looks)
    comparison.compare(suspects)
    let builder = comparison.assembly.builder(rules: rules.fingerprint, windowStart: start)
    return comparison.finish(builder)
  }
}

extension FolderTable {
  /// True if a listed folder has the names of the table, and no problems or links.
  fileprivate func hasNames(of listing: FolderListing, _ family: FolderFamily) -> Bool {
    guard let folder = listing.job.known, listing.problems.isEmpty, listing.links.isEmpty else {
      return false
    }
    let record = record(folder)
    let next = self.record(folder + 1)
    guard record.firstProblem == next.firstProblem, record.firstLink == next.firstLink,
      next.firstNote - record.firstNote == listing.notes.count,
      next.firstAttachment - record.firstAttachment == listing.attachments.count
    else { return false }
    func known(_ children: [FolderListing.Child]) -> [Int] {
      children.compactMap { if case .known(let folder) = $0 { folder } else { nil } }
    }
    guard known(listing.children).count == listing.children.count,
      known(listing.children) == family.children(of: folder).map(\.folder),
      noteNames(record.firstNoteName..<next.firstNoteName) == listing.joined(listing.notes)
    else { return false }
    let attachments = listing.joined(listing.attachments)
    return otherNames(from: record.firstAttachmentName, count: attachments.count) == attachments
  }
}

/// The present identities of a table's folders; the table does not hold them, because inode numbers
/// are reused.
private struct KnownIdentities {
  let check: FolderWalk.Check
  let table: FolderTable
  private var identities: [Int: FolderIdentity] = [:]

  init(check: FolderWalk.Check, table: FolderTable) {
    self.check = check
    self.table = table
  }

  mutating func identity(above folder: Int) -> FolderIdentity? {
    folder == 0 ? nil : identity(of: table.record(folder).parent)
  }

  private mutating func identity(of folder: Int) -> FolderIdentity? {
    if let identity = identities[folder] { return identity }
    let path = table.path(ofFolder: folder, endingWithSlash: false)
    // A folder that was removed is no part of a loop.
    let status = FileStatus.at(check.root.appending(bytes: path))
    let identity = FolderIdentity(
      inode: status?.inode ?? 0, device: status?.device ?? 0, parent: identity(above: folder))
    identities[folder] = identity
    return identity
  }
}

/// The ignore rules above folders of a table, read again from their files.
private struct KnownScopes {
  let check: FolderWalk.Check
  let table: FolderTable
  private let ignoring: Set<Int>
  private var scopes: [Int: IgnoreScope?] = [:]

  init(check: FolderWalk.Check, table: FolderTable) {
    self.check = check
    self.table = table
    ignoring = Set(table.ignoreFiles.map(\.folder))
  }

  mutating func scope(above folder: Int) -> IgnoreScope? {
    let record = table.record(folder)
    // Rules of the folder that holds a link do not reach to where it leads.
    if folder == 0 || record.isLinked { return folder == 0 ? check.rules.scope : nil }
    return scope(in: record.parent)
  }

  private mutating func scope(in folder: Int) -> IgnoreScope? {
    if let scope = scopes[folder] { return scope }
    var scope = scope(above: folder)
    if ignoring.contains(folder) {
      let path = table.path(ofFolder: folder, endingWithSlash: true)
      let file = check.root.appending(bytes: path + IgnoreFile.name)
      let patterns = IgnorePattern.patterns(at: file)
      if !patterns.isEmpty {
        let own = IgnoreScope(
          parent: scope, patterns: patterns,
          baseLength: check.rules.prefix.count + path.count)
        scope = own ?? scope
      }
    }
    scopes[folder] = scope
    return scope
  }
}
