import Files
import History
import OperatingSystem

/// Rules in `info/exclude` of a repository, which all its work trees share and which is not committed.
package enum LocalExclusion {
  /// The rule that ignores this path only.
  package static func pattern(_ path: TreePath) -> [UInt8] {
    var pattern: [UInt8] = [0x2F]
    for byte in path.bytes {
      switch byte {
      // Git has no escape for a line end; this matches any byte.
      case 0x0A, 0x0D: pattern.append(0x3F)
      case 0x2A, 0x3F, 0x5B, 0x5C: pattern += [0x5C, byte]
      default: pattern.append(byte)
      }
    }
    if pattern.last == 0x20 { pattern.insert(0x5C, at: pattern.count - 1) }
    return pattern
  }

  /// Takes out the rules that are there, in one write that is on the disk when this returns.
  package static func remove(_ patterns: [[UInt8]], in place: RepositoryPlace) throws(SystemError) {
    let path = place.excludeFile
    guard let contents = IgnoreFile.read(path) else { return }
    let lines = contents.text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let kept = lines.filter { !patterns.contains(Array($0.prefix { $0 != 0x0D })) }
    if kept.count == lines.count { return }
    let folder = try Descriptor.open(path.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try folder.replaceFile(path.name, with: Array(kept.joined(separator: [0x0A])), path: path)
  }

  /// Adds the rules that are missing, in one write that is on the disk when this returns.
  ///
  /// - Parameter heading: a comment above them.
  package static func add(
    _ patterns: [[UInt8]], heading: String?, in place: RepositoryPlace
  ) throws(SystemError) {
    let path = place.excludeFile
    try path.folder.makeFolders()
    let file = try Descriptor.open(
      path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, mode: 0o666)
    let status = try file.status(of: path)
    guard status.kind == .file else { throw SystemError("write", path.bytes, code: EINVAL) }
    let text = try file.readAll(
      expecting: Int(status.size), limit: IgnoreFile.sizeLimit, path: path.bytes)
    let lines = Set(text.split(separator: 0x0A).map { Array($0.prefix { $0 != 0x0D }) })
    let missing = patterns.filter { !lines.contains($0) }
    if missing.isEmpty { return }
    var added: [UInt8] = text.isEmpty || text.last == 0x0A ? [] : [0x0A]
    if let heading { added += "# \(heading)\n".utf8 }
    for pattern in missing { added += pattern + [0x0A] }
    try file.writeAll(added, path: path.bytes)
    try file.synchronise(path: path.bytes)
    try Descriptor.open(path.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      .synchroniseFolder(path: path.folder.bytes)
  }
}
