extension FolderWalk.Session {
  /// The changes where everything has to be listed: there is no table, or its rules no longer hold.
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
    var resolution = LinkResolution(session: self, run: run, family: family)
    resolution.resolve(&listings)
    return try changes(listings, root: .listed(root), table, family, [])
  }

  /// The changes where some folders have to be listed; nothing if all have.
  func list(_ findings: KnownPass.Findings, of table: FolderTable) throws(SystemError)
    -> FolderChanges?
  {
    let family = FolderFamily(table)
    let run = ListingRun(self, comparedWith: table, family: family, keepsKnown: true)
    var scopes = KnownScopes(session: self, table: table)
    var jobs: [FolderJob] = []
    for folder in findings.folders {
      jobs.append(
        FolderJob(
          number: run.reserve(1), path: table.path(ofFolder: folder, endingWithSlash: false),
          known: folder, scope: folder == 0 ? rules.scope : scopes.scope(above: folder),
          above: family.identity(above: folder), isLinked: table.record(folder).isLinked))
    }
    run.run(jobs)
    if run.mustListAll { return nil }
    return try changes(run.listings, root: .known(0), table, family, findings.suspects)
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
    var comparison = Comparison(assembly: assembly, table: table)
    comparison.compare(looks)
    comparison.compare(suspects)
    let builder = comparison.assembly.builder(rules: rules.fingerprint, windowStart: start)
    return comparison.finish(builder)
  }
}

/// The ignore rules above folders of a table, read again from their files.
private struct KnownScopes {
  let session: FolderWalk.Session
  let table: FolderTable
  private let ignoring: Set<Int>
  private var scopes: [Int: IgnoreScope?] = [:]

  init(session: FolderWalk.Session, table: FolderTable) {
    self.session = session
    self.table = table
    ignoring = Set(table.ignoreFiles.map(\.folder))
  }

  mutating func scope(above folder: Int) -> IgnoreScope? {
    let record = table.record(folder)
    // Rules of the folder that holds a link do not reach to where it leads.
    if folder == 0 || record.isLinked { return folder == 0 ? session.rules.scope : nil }
    return scope(in: record.parent)
  }

  private mutating func scope(in folder: Int) -> IgnoreScope? {
    if let scope = scopes[folder] { return scope }
    var scope = scope(above: folder)
    if ignoring.contains(folder) {
      let path = table.path(ofFolder: folder, endingWithSlash: true)
      let file = session.root.appending(bytes: path + IgnoreFile.name)
      let patterns = IgnorePattern.patterns(at: file)
      if !patterns.isEmpty {
        scope = IgnoreScope(
          parent: scope, patterns: patterns,
          baseLength: session.rules.prefix.count + path.count)
      }
    }
    scopes[folder] = scope
    return scope
  }
}
