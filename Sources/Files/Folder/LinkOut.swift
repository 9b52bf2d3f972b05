import Layout

/// A symbolic link in a vault that leads to what is no part of it.
///
/// Links come with a vault, from any device. A file that a person names inside of it is therefore not read through one:
/// its content would go to all devices under another name.
package struct LinkOut: Error, Equatable, Sendable {
  package let link: NotePath
  /// The file that a path leads to through it.
  package let target: DiskPath

  /// - Parameters:
  ///   - path: absolute, as a person named it; it may have `.` and `..`.
  ///   - root: the vault's folder.
  /// - Returns: nil where the path passes no such link, or leads nowhere.
  package init?(on path: DiskPath, in root: DiskPath) {
    guard let top = DiskPath.real(root), let target = DiskPath.real(path) else { return nil }
    if let inside = top.relative(target), !PrivateFolder.holds(inside) { return nil }
    var folder = DiskPath("/")
    var found: NotePath?
    for component in path.bytes.split(separator: 0x2F) {
      let next = folder.appending(bytes: component)
      guard let real = DiskPath.real(next) else { return nil }
      // A link in the folder of git or zib is one that the person named there.
      if found == nil, FileStatus.at(next, following: false)?.kind == .link,
        let below = top.relative(next), !PrivateFolder.holds(below),
        top.relative(real).map(PrivateFolder.holds) ?? true
      {
        found = NotePath(bytes: Array(below))
      }
      folder = real
    }
    guard let found else { return nil }
    link = found
    self.target = target
  }
}
