import Arguments
import Files
import Layout
import Notes
import Sessions
import Terminals
import Vaults
import Wording

/// The paths that are typed for a move.
extension CommandSession {
  /// The file or folder that two words of a command line ask to be moved, and its new place.
  ///
  /// - Throws: ``NoteNotFound``, `UsageError`.
  package func moveRequest(_ old: String, _ new: String) throws -> MoveRequest {
    let root = try vault().root
    var source: (path: NotePath, isFolder: Bool)?
    var typed: NotePath?
    if case .path(let path) = try place(of: old) { typed = path }
    for path in [typed, NotePath(old), typed.flatMap { NotePath($0.text + ".md") }] {
      guard let path, source == nil else { continue }
      switch FileStatus.at(root.appending(path), following: false)?.kind {
      case .folder
      where FileStatus.at(root.appending(path.text + ".md")) == nil || old.hasSuffix("/"):
        source = (path, true)
      case .file, .link: source = (path, false)
      default: break
      }
    }
    let isTyped = source?.path == typed || source?.path.text == typed.map { $0.text + ".md" }
    let (from, isFolder) = try source ?? (notePath(old), false)
    if source == nil, let to = try vault().pagePath(new, beside: from) {
      return MoveRequest(from: from, to: to, isFolder: false)
    }
    let to = try newPath(new, of: from, staysBeside: !isTyped)
    return MoveRequest(
      from: from, to: isFolder ? to : Self.withExtension(to, of: from), isFolder: isFolder)
  }

  /// The new path of a file that a word of a command line asks for, in a folder where it names one.
  ///
  /// - Parameter staysBeside: true where a name alone stays in the folder of the file.
  /// - Throws: `UsageError`.
  package func newPath(_ new: String, of from: NotePath, staysBeside: Bool) throws -> NotePath {
    let root = try vault().root
    let base = new == "." || new == ".." ? new + "/" : new
    var to: NotePath?
    switch try place(of: base) {
    case .outside: break
    case .root: to = NotePath(bytes: Array(from.name))
    case .path(let path):
      let isInto =
        base.hasSuffix("/")
        || FileStatus.at(root.appending(path))?.kind == .folder && path != from
      if isInto {
        to = path.appending(from.name)
      } else if base.contains("/") || !staysBeside {
        to = path
      } else {
        to = from.folder.map { $0.appending(base.utf8) } ?? NotePath(base)
      }
    }
    guard let to else {
      throw UsageError(message: "`\(new)` is not a path in the vault \(root)")
    }
    return to
  }

  /// The places to which a typed path leads.
  private enum PlaceInVault {
    case root, outside
    case path(NotePath)

    /// - Parameter spelling: from the vault's root; `.` is the folder itself.
    init(_ spelling: some StringProtocol) {
      let parts = spelling.split(separator: "/").filter { $0 != "." }
      if parts.isEmpty {
        self = .root
      } else if !parts.contains(".."), let path = NotePath(parts.joined(separator: "/")) {
        self = .path(path)
      } else {
        self = .outside
      }
    }
  }

  /// The place of a typed path, which need not be there.
  private func place(of word: String) throws -> PlaceInVault {
    if word.isEmpty { return .outside }
    guard word.hasPrefix("/") else { return PlaceInVault(try vaultSpelling(of: word)) }
    let root = try vault().root
    let names = word.split(separator: "/")
    // The last name is taken as it is, because a link is a file of its own; unless the link leads into the vault.
    for count in [max(names.count - 1, 0), names.count] {
      var missing = names[count...]
      var folder = DiskPath("/" + names[..<count].joined(separator: "/"))
      while DiskPath.real(folder) == nil {
        missing = names[(missing.startIndex - 1)...]
        folder = folder.folder
      }
      guard let real = DiskPath.real(folder) else { continue }
      let whole = real.appending(missing.joined(separator: "/"))
      guard let below = root.relative(whole) else { continue }
      return PlaceInVault(String(decoding: below, as: UTF8.self))
    }
    return .outside
  }

  /// A new path with the extension of the old one, where it was left out.
  package static func withExtension(_ to: NotePath, of from: NotePath) -> NotePath {
    let ending = from.name.dropFirst(from.stem.count)
    let isLeftOut =
      from.isMarkdown ? !to.isMarkdown : !to.name.contains(UInt8(ascii: ".")) && !ending.isEmpty
    return isLeftOut ? NotePath(bytes: to.bytes + ending) ?? to : to
  }
}
