#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lets git ignore the files that `zib` has beside notes for a moment, so that no `git add -A` commits them.
///
/// The rules are in `info/exclude` of the repository, which all its work trees share and which is not committed.
enum TemporaryExclusion {
  private static let patterns = [HiddenName.prefix, TemporaryName.prefix].map {
    Array("\($0)*".utf8)
  }

  /// Adds the rules that are missing.
  ///
  /// A repository where they cannot be written is worked with all the same: they only help plain git.
  static func ensure(in place: RepositoryPlace) {
    let path = place.excludeFile
    var text: [UInt8] = []
    if let file = try? Descriptor.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK),
      let status = try? file.status(of: path)
    {
      guard status.kind == .file,
        let read = try? file.readAll(
          expecting: Int(status.size), limit: 1 << 20, path: path.bytes)
      else { return }
      text = read
    }
    let lines = Set(text.split(separator: 0x0A).map { Array($0.prefix { $0 != 0x0D }) })
    let missing = patterns.filter { !lines.contains($0) }
    if missing.isEmpty { return }
    var added: [UInt8] = text.isEmpty || text.last == 0x0A ? [] : [0x0A]
    added += "# Temporary files of zib\n".utf8
    for pattern in missing { added += pattern + [0x0A] }
    try? path.folder.makeFolders()
    guard
      let file = try? Descriptor.open(
        path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode: 0o666)
    else { return }
    try? file.writeAll(added, path: path.bytes)
  }
}
