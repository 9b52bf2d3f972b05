import Files
import OperatingSystem

/// The reason why no vault was found.
package enum VaultNotFound: Error, Equatable, Sendable {
  /// Neither the folder nor one above it is a vault.
  case noVault(from: DiskPath)
  /// The folder that was named cannot be opened.
  case unreachable(SystemError)
  /// The named path is no folder.
  case notAFolder(DiskPath)
}

extension VaultLocation {
  /// Finds the vault of a command.
  ///
  /// It is the nearest folder with a `.zib`, at or above the current one; otherwise the nearest
  /// vault of another tool; otherwise the person's `vault.default`; otherwise the folder itself, if
  /// it contains Markdown.
  /// - Parameters:
  ///   - current: the current folder.
  ///   - explicit: the path named on the command line; it takes precedence over `ZIB_VAULT`.
  package static func find(
    from current: DiskPath, explicit: DiskPath? = nil, environment: Environment
  ) throws(VaultNotFound) -> VaultLocation {
    let named = explicit ?? environment["ZIB_VAULT"].map { folder(named: $0, environment) }
    let start =
      named.map { $0.isAbsolute ? $0 : current.appending(bytes: $0.bytes) } ?? current
    guard let real = DiskPath.real(start) else {
      throw .unreachable(SystemError("open", start.bytes, code: errno))
    }
    guard FileStatus.at(real)?.kind == .folder else { throw .notAFolder(start) }
    for folder in ancestors(of: real) where isFolder(folder, ".zib") {
      return VaultLocation(root: folder, kind: .zib)
    }
    for folder in ancestors(of: real) {
      if let kind = foreignKind(of: folder) { return VaultLocation(root: folder, kind: kind) }
    }
    if named == nil, let other = usual(environment) {
      return try find(from: current, explicit: other, environment: environment)
    }
    // A person in their home folder who forgot where the notes are does not want all of it searched.
    let isTooWide = real.bytes == [0x2F] || real == environment.home.flatMap(DiskPath.real)
    if named != nil || !isTooWide, MarkdownSearch.holdsMarkdown(real) {
      return VaultLocation(root: real, kind: .markdown)
    }
    throw .noVault(from: start)
  }

  /// The vault wherever a person is in none: the setting `vault.default`, a folder or the name of a vault.
  private static func usual(_ environment: Environment) -> DiskPath? {
    let own = Configuration.own(environment)
    guard let text = own.member("default", of: "vault") else { return nil }
    let named = text.contains("/") ? nil : own.member(text, of: "vault")
    return folder(inSettings: named ?? text, environment)
  }

  /// The folder that a word names: that of `vault.NAME` in the person's own settings, else the path itself.
  ///
  /// `./work` is a path in any case.
  package static func folder(named word: String, _ environment: Environment) -> DiskPath {
    guard !word.contains("/"),
      let text = Configuration.own(environment).member(word, of: "vault")
    else { return DiskPath(word) }
    return folder(inSettings: text, environment)
  }

  /// The folder of a setting: `~/Work` and a relative path are in the person's home.
  private static func folder(inSettings text: String, _ environment: Environment) -> DiskPath {
    guard let home = environment.home, !text.hasPrefix("/") else { return DiskPath(text) }
    if text == "~" { return home }
    return home.appending(text.hasPrefix("~/") ? String(text.dropFirst(2)) : text)
  }

  /// The tool whose vault a folder is, by the files that the tool keeps there.
  static func foreignKind(of folder: DiskPath) -> Kind? {
    if isFolder(folder, ".obsidian") { return .obsidian }
    if isFolder(folder, ".zk") { return .zk }
    if isFolder(folder, ".foam") { return .foam }
    if isFile(folder, "dendron.yml") { return .dendron }
    return isFile(folder, "logseq/config.edn") ? .logseq : nil
  }

  /// The tool whose vault the folder is; a folder that became a vault of its own is still the other tool's as well.
  package var tool: Kind? { kind == .zib ? Self.foreignKind(of: root) : kind }

  /// A folder and those above it, nearest first.
  private static func ancestors(of folder: DiskPath) -> [DiskPath] {
    var result = [folder]
    while let last = result.last, last.bytes != [0x2F], last.bytes.contains(0x2F) {
      result.append(last.folder)
    }
    return result
  }

  private static func isFolder(_ folder: DiskPath, _ name: String) -> Bool {
    FileStatus.at(folder.appending(name))?.kind == .folder
  }

  private static func isFile(_ folder: DiskPath, _ name: String) -> Bool {
    FileStatus.at(folder.appending(name))?.kind == .file
  }
}

/// Searches for Markdown in a folder that nothing else marks as a vault.
enum MarkdownSearch {
  /// The number of names examined before the answer is no: the folder is something else.
  private static let limit = 20_000

  /// Looks through the folder, nearest names first.
  static func holdsMarkdown(_ folder: DiskPath) -> Bool {
    var queue = [folder]
    var next = 0
    var seen = 0
    while next < queue.count, seen < limit {
      let folder = queue[next]
      next += 1
      guard let listing = DirectoryStream(folder) else { continue }
      while let entry = unsafe listing.next() {
        seen += 1
        if unsafe entry.isHidden || seen > limit { continue }
        switch unsafe entry.kind {
        case .file where unsafe entry.isMarkdown: return true
        case .folder where unsafe entry.bytes != Array("node_modules".utf8):
          unsafe queue.append(folder.appending(bytes: entry.bytes))
        default: break
        }
      }
    }
    return false
  }
}
