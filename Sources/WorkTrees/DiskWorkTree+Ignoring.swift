import Files
import History
import OperatingSystem
import Sync

/// The paths that git ignores, by the rules on the disk and by those that are about to be.
extension DiskWorkTree {
  /// True if git's rules on this device leave `path` out.
  package func ignores(_ path: TreePath) -> Bool {
    var rules = FolderRules(of: self)
    return rules.ignore(path.bytes, isFolder: false)
  }

  /// Those of some files that git's rules name, whether or not they are tracked.
  package func named(among paths: [TreePath]) -> [TreePath] {
    var rules = FolderRules(of: self)
    return paths.filter { rules.ignore($0.bytes, isFolder: false) }
  }

  /// The ignored files of the vault, sorted; folders with a slash at the end.
  package func ignoredPaths(_ staged: [StagedEntry]) throws -> [TreePath] {
    try listing(since: staged, listsIgnored: true).ignored.sorted()
  }

  /// The ignored files that the last look for changes came across, and those in ignored folders, sorted; hidden files
  /// and repositories of their own are left out.
  ///
  /// - Parameter most: no more names are looked at.
  package func ignoredFiles(most: Int) throws -> [TreePath] {
    var open = seenIgnored
    var files: [TreePath] = []
    var count = 0
    while let path = open.popLast(), count < most {
      count += 1
      let isFolder = path.bytes.last == 0x2F
      let place = isFolder ? TreePath(bytes: path.bytes.dropLast()) : path
      if place.name.first == 0x2E { continue }
      guard isFolder else {
        files.append(place)
        continue
      }
      let inside = try children(of: place)
      let marks = [place.appending(".git".utf8), place.appending(".git/".utf8)]
      if !inside.contains(where: marks.contains) { open += inside }
    }
    return files.sorted()
  }

  package func noLongerIgnored(
    under rules: [TreePath: [UInt8]?], coming: [TreePath], since staged: [StagedEntry]
  ) throws -> [TreePath] {
    var next = FolderRules(of: self, replacing: rules)
    let folders = rules.keys.map(\.folder)
    let holders = Set(coming.flatMap { Self.folders(of: $0.bytes) })
    var open = try ignoredPaths(staged).filter { path in folders.contains { path.isInside($0) } }
    var found: [TreePath] = []
    while let path = open.popLast() {
      if next.ignore(listed: path) { continue }
      guard path.bytes.last == 0x2F else {
        found.append(path)
        continue
      }
      let folder = TreePath(bytes: path.bytes.dropLast())
      let content = try children(of: folder)
      let losing = content.filter { !next.ignore(listed: $0) }
      if holders.contains(folder.bytes) {
        open += losing
      } else if losing.count == content.count {
        // One rule for all that is in it, however much that is.
        if !content.isEmpty { found.append(path) }
      } else {
        found += losing
      }
    }
    return found.sorted()
  }

  /// The folders above a path.
  private static func folders(of path: some Collection<UInt8>) -> [[UInt8]] {
    let path = Array(path)
    return path.indices.filter { path[$0] == 0x2F }.map { Array(path[..<$0]) }
  }

  /// The names in a folder, but for the hidden files of a sync; folders with a slash at the end.
  private func children(of folder: TreePath) throws -> [TreePath] {
    guard let holder = try openFolder(of: folder.appending([0x2E])),
      let stream = DirectoryStream(holder)
    else { return [] }
    var children: [TreePath] = []
    while let entry = unsafe stream.next() {
      let name = unsafe Array(entry.name)
      if name.starts(with: TemporaryName.prefix.utf8) || name.starts(with: HiddenName.prefix.utf8) {
        continue
      }
      let child = folder.appending(name)
      let isFolder = unsafe entry.kind == .folder
      children.append(isFolder ? TreePath(bytes: child.bytes + [0x2F]) : child)
    }
    return children
  }

  package func exclude(_ path: TreePath) throws { try exclude([path]) }

  package func exclude(_ paths: [TreePath]) throws {
    guard let first = paths.first else { return }
    try step(.writeRecord, first)
    guard let place = RepositoryPlace.holding(root) else { return }
    ownRules = nil
    try LocalExclusion.add(paths.map(LocalExclusion.pattern), heading: nil, in: place)
  }

  /// True if the rules of this device alone, in `info/exclude`, ignore a path.
  package func excludes(_ path: TreePath) -> Bool {
    let rules = ownRules ?? OwnRules(in: root)
    ownRules = rules
    return rules.exclude(path.bytes)
  }
}

/// The rules of `info/exclude`, which are of this device alone.
struct OwnRules {
  private let scope: IgnoreScope?

  init(in root: DiskPath) {
    let patterns =
      RepositoryPlace.holding(root).map { IgnorePattern.patterns(at: $0.excludeFile) } ?? []
    scope = patterns.isEmpty ? nil : IgnoreScope(parent: nil, patterns: patterns, baseLength: 0)
  }

  /// True if these rules alone leave a file out, or a folder above it.
  func exclude(_ path: [UInt8]) -> Bool {
    guard let scope else { return false }
    for (place, byte) in path.enumerated() where byte == 0x2F {
      if scope.verdict(Array(path[..<place]), isFolder: true) == true { return true }
    }
    return scope.verdict(path, isFolder: false) == true
  }
}

/// The ignore rules of a repository by folder; each `.gitignore` is read once.
struct FolderRules {
  /// The ignore rules for the contents of a folder, and whether the folder itself is ignored.
  typealias Scope = WorkTreePass.OuterScope

  private let root: DiskPath
  private let replaced: [TreePath: [UInt8]?]
  /// The rules that hold before any `.gitignore` is read.
  private let outermost: Scope
  private var scopes: [ArraySlice<UInt8>: Scope] = [:]

  /// - Parameter replaced: bytes that some `.gitignore` files are about to have; nil for one that goes.
  init(of workTree: DiskWorkTree, replacing replaced: [TreePath: [UInt8]?] = [:]) {
    root = workTree.root
    self.replaced = replaced
    var top = Scope()
    if let excludesFile = workTree.options.excludesFile {
      Self.add(IgnorePattern.patterns(at: excludesFile), 0, to: &top)
    }
    if let exclude = RepositoryPlace.holding(root)?.excludeFile {
      Self.add(IgnorePattern.patterns(at: exclude), 0, to: &top)
    }
    outermost = top
  }

  /// True if git ignores a listed path: a file, or a folder with a slash at the end.
  mutating func ignore(listed path: TreePath) -> Bool {
    let isFolder = path.bytes.last == 0x2F
    return ignore(isFolder ? Array(path.bytes.dropLast()) : path.bytes, isFolder: isFolder)
  }

  /// True if git leaves a path out, or a folder above it.
  mutating func ignore(_ path: [UInt8], isFolder: Bool) -> Bool {
    let end = path.lastIndex(of: 0x2F) ?? 0
    let scope = inside(path[..<end])
    return scope.isIgnored || scope.rules?.verdict(path, isFolder: isFolder) == true
  }

  /// The rules that a folder inherits from those above it; its own `.gitignore` is not read.
  mutating func above(_ folder: TreePath) -> Scope {
    if folder == .root { return outermost }
    var scope = inside(folder.folder.bytes[...])
    if scope.rules?.verdict(folder.bytes, isFolder: true) == true { scope.isIgnored = true }
    return scope
  }

  private mutating func inside(_ folder: ArraySlice<UInt8>) -> Scope {
    if let known = scopes[folder] { return known }
    let path = TreePath(bytes: folder)
    var scope = above(path)
    let file = path.appending(IgnoreFile.name)
    let patterns: [IgnorePattern] =
      switch replaced[file] {
      case .some(let text): text.map { IgnorePattern.patterns(in: $0) } ?? []
      case nil: IgnorePattern.patterns(at: root.appending(bytes: file.bytes))
      }
    Self.add(patterns, folder.isEmpty ? 0 : folder.count + 1, to: &scope)
    scopes[folder] = scope
    return scope
  }

  private static func add(_ patterns: [IgnorePattern], _ baseLength: Int, to scope: inout Scope) {
    if patterns.isEmpty { return }
    scope.rules =
      IgnoreScope(parent: scope.rules, patterns: patterns, baseLength: baseLength) ?? scope.rules
  }
}
