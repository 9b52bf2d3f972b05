import OperatingSystem

/// The ignore rules from outside of the vault: those of its repository, and of the settings.
struct OuterRules {
  /// The path from the outermost folder with rules to the vault, with a slash at the end unless
  /// empty.
  let prefix: [UInt8]
  /// The repository's ignore rules, or nil if there are none.
  let scope: IgnoreScope?
  /// The settings' exclusions; they take precedence over every `.gitignore`.
  let excluded: IgnoreScope?
  /// A mix of all of it, to notice a change.
  let fingerprint: UInt64
  /// The files that were read.
  private let files: [FileStatus]

  init(root: DiskPath, excluded: [String]) {
    var mixer = Mixer()
    for pattern in excluded { mixer.add(pattern.utf8) }
    var files: [FileStatus] = []

    /// Reads a file of rules; if there is none, that is a state as well.
    func patterns(_ path: DiskPath) -> [IgnorePattern] {
      guard let contents = IgnoreFile.read(path) else {
        mixer.add(0)
        return []
      }
      files.append(contents.status)
      mixer.add(contents.status.stamp.mark)
      mixer.add(UInt64(bitPattern: contents.status.stamp.modified))
      return IgnorePattern.patterns(in: contents.text)
    }

    let repository = RepositoryPlace.holding(root)
    let top = repository?.root ?? root
    let inside = top.relative(root) ?? []
    prefix = inside.isEmpty ? [] : Array(inside) + [0x2F]
    var scope: IgnoreScope?
    if let repository {
      mixer.add(repository.root.bytes)
      func add(_ more: [IgnorePattern], baseLength: Int) {
        guard !more.isEmpty else { return }
        scope = IgnoreScope(parent: scope, patterns: more, baseLength: baseLength) ?? scope
      }
      add(patterns(repository.excludeFile), baseLength: 0)
      // The vault's own file is read by the walk; here are those of the folders above it.
      var folder = top
      var length = 0
      for component in inside.split(separator: 0x2F) {
        add(patterns(folder.appending(bytes: Array(".gitignore".utf8))), baseLength: length)
        folder = folder.appending(bytes: component)
        length += component.count + 1
        // A person who names an ignored folder wants it: rules that ignore all of it do not count.
        if scope?.verdict(Array(prefix.prefix(length - 1)), isFolder: true) == true {
          scope = nil
        }
      }
    }
    self.scope = scope
    self.files = files
    let own = excluded.compactMap { IgnorePattern(line: $0.utf8) }
    self.excluded =
      own.isEmpty ? nil : IgnoreScope(parent: nil, patterns: own, baseLength: prefix.count)
    fingerprint = mixer.value
  }

  /// True when one of the files could have changed without a new stamp.
  func isUncertain(in window: RacyWindow) -> Bool { files.contains { window.contains($0) } }
}

/// A file of ignore rules.
package enum IgnoreFile {
  /// The name of a file of rules.
  package static let name = Array(".gitignore".utf8)
  /// The size limit of a list of patterns in bytes.
  package static let sizeLimit = 1 << 20

  /// The text of a file of rules; git does not follow a link to one either.
  package static func read(_ path: DiskPath) -> (text: [UInt8], status: FileStatus)? {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW),
      let status = try? file.status(of: path), status.kind == .file,
      let text = try? file.readAll(
        expecting: Int(status.size), limit: sizeLimit, path: path.bytes)
    else { return nil }
    return (text, status)
  }

  /// The text of the rules in an open folder.
  package static func text(in folder: Int32) -> [UInt8]? {
    let number = unsafe withCString(name) { name in
      Descriptor.retrying {
        unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      }
    }
    guard number >= 0 else { return nil }
    let file = Descriptor(taking: number)
    guard let status = try? file.status(of: DiskPath(bytes: name)), status.kind == .file else {
      return nil
    }
    return try? file.readAll(expecting: Int(status.size), limit: sizeLimit, path: name)
  }
}
