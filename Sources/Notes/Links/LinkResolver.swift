/// Finds the file that a link means, among all files of a vault.
///
/// The rules are those that Obsidian 1.13.7 was seen to follow, then aliases and titles:
/// 1. the exact path in the vault,
/// 2. the linking note's own folder,
/// 3. the shortest path that ends with the target,
/// 4. an alias or title, which other tools resolve and Obsidian does not.
///
/// Names compare without case and in one Unicode form; a name equal in case comes first. Notes
/// may leave out their extension, other files may not. `./` and `../` at the beginning are
/// relative to the linking note.
package struct LinkResolver: Sendable {
  /// The rules by which a link is resolved.
  package enum Rule: Sendable {
    /// By its path from the vault's root.
    case path
    /// By its path from the linking note's folder.
    case folder
    /// By being the end of a path.
    case shortest
    /// By an alias or title: worth a diagnostic, because not every tool resolves it.
    case alias
  }

  /// The target of a link.
  package enum Resolution: Hashable, Sendable {
    /// A place in the linking note itself.
    case sameNote
    /// A file, by its index in ``LinkResolver/paths``.
    case file(Int, Rule)
    /// An address outside the vault.
    case external
    /// No file.
    case unresolved
  }

  /// The files, with `/` between folders, from the vault's root.
  package let paths: [String]
  /// Files by folded path.
  private var byPath: [String: [Int32]] = [:]
  /// Files by folded name without folders, the shortest path first.
  private var byName: [String: [Int32]] = [:]
  private var byAlias: [String: Int32] = [:]

  /// A resolver for the files of a vault, notes and others.
  package init(paths: [String]) {
    self.paths = paths
    byPath.reserveCapacity(paths.count)
    byName.reserveCapacity(paths.count)
    for (index, path) in paths.enumerated() {
      let folded = CaseFolding.fold(path)
      byPath[folded, default: []].append(Int32(index))
      byName[Self.name(folded), default: []].append(Int32(index))
    }
    for (name, indices) in byName where indices.count > 1 {
      byName[name] = indices.sorted { Self.isShorter(paths[Int($0)], paths[Int($1)]) }
    }
  }

  /// Makes an alias or title a name of a file, unless an earlier file has it already.
  package mutating func add(alias: String, for index: Int) {
    let folded = CaseFolding.fold(alias)
    if byAlias[folded] == nil { byAlias[folded] = Int32(index) }
  }

  /// Finds the file that a link of a note means.
  package func resolve(_ link: Link, in note: Note, at path: String) -> Resolution {
    if link.isExternal { return .external }
    return resolve(note.target(of: link), from: path)
  }

  /// Finds the file that a decoded target means, linked to from the file at `path`.
  package func resolve(_ target: String, from path: String) -> Resolution {
    guard !target.isEmpty else { return .sameNote }
    let folder = Self.folder(path)
    if target.hasPrefix("./") || target.hasPrefix("../") {
      guard let whole = Self.join(folder, target) else { return .unresolved }
      return file(at: whole).map { .file($0, .folder) } ?? .unresolved
    }
    let target = target.hasPrefix("/") ? String(target.dropFirst()) : target
    guard !target.isEmpty else { return .unresolved }
    if let index = file(at: target) { return .file(index, .path) }
    if !folder.isEmpty, let index = file(at: folder + "/" + target) {
      return .file(index, .folder)
    }
    if let index = shortest(target) { return .file(index, .shortest) }
    if let index = byAlias[CaseFolding.fold(target)] { return .file(Int(index), .alias) }
    return .unresolved
  }

  /// Finds the file that a destination of Markdown means, as it is written between its parentheses.
  package func resolve(destination: String, from path: String) -> Resolution {
    let bytes = Array(destination.utf8)
    // `&#` begins a character, not an anchor.
    let end = bytes.indices.first { index in
      bytes[index] == UInt8(ascii: "#") && (index == 0 || bytes[index - 1] != UInt8(ascii: "&"))
    }
    return resolve(Spelling.destination(bytes[..<(end ?? bytes.count)]), from: path)
  }

  /// The files that a target could mean by the third rule, the one it does mean first: more than
  /// one is a duplicate name.
  package func candidates(for target: String) -> [Int] {
    let folded = CaseFolding.fold(target)
    return Self.endings.flatMap { ending in
      files(named: folded + ending).filter { ends($0, with: folded + ending) }
    }
  }

  // MARK: Looking up

  /// The endings that a target may leave out.
  private static let endings = ["", ".md", ".markdown"]

  private func file(at path: String) -> Int? {
    let folded = CaseFolding.fold(path)
    for ending in Self.endings {
      guard let indices = byPath[folded + ending], let first = indices.first else { continue }
      return Int(indices.first { paths[Int($0)] == path + ending } ?? first)
    }
    return nil
  }

  private func shortest(_ target: String) -> Int? {
    let folded = CaseFolding.fold(target)
    for ending in Self.endings {
      var shortest: Int?
      for index in files(named: folded + ending) where ends(index, with: folded + ending) {
        let path = paths[index]
        guard let first = shortest else {
          if path.hasSuffix(target + ending) { return index }
          shortest = index
          continue
        }
        // Of equally short paths, the one in the same case.
        if path.utf16.count > paths[first].utf16.count { break }
        if path.hasSuffix(target + ending) { return index }
      }
      if let shortest { return shortest }
    }
    return nil
  }

  /// The files whose name is the target's, the shortest path first.
  private func files(named target: String) -> some Sequence<Int> {
    (byName[Self.name(target)] ?? []).lazy.map { Int($0) }
  }

  private func ends(_ index: Int, with target: String) -> Bool {
    guard target.utf8.contains(UInt8(ascii: "/")) else { return true }
    let folded = CaseFolding.fold(paths[index])
    return folded == target || folded.hasSuffix("/" + target)
  }

  // MARK: Paths

  private static func isShorter(_ left: String, _ right: String) -> Bool {
    (left.utf16.count, left) < (right.utf16.count, right)
  }

  private static func name(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  private static func folder(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  /// A relative path from a folder; nil if it leaves the vault.
  private static func join(_ folder: String, _ path: String) -> String? {
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
