import Files
import Layout
import Notes
import Settings

/// The folder for the new notes of an import, and the names that are taken in it.
struct ImportFolder {
  /// The folder's path; nil for the vault's root.
  private let path: NotePath?
  private var taken: Set<PortableKey> = []

  /// - Parameter name: from the vault's root; empty for the root.
  /// - Throws: `ImportError.badFolder` if it leads out of the vault, or is hidden.
  init(_ name: String, of vault: Vault) throws(ImportError) {
    let parts = name.split(separator: "/")
    path = NotePath(parts.joined(separator: "/"))
    guard path != nil || parts.isEmpty, !name.hasPrefix("/"),
      !parts.contains(where: { $0.hasPrefix(".") })
    else { throw .badFolder(name) }
    let folder = path.map { vault.root.appending($0) } ?? vault.root
    guard let stream = DirectoryStream(folder) else { return }
    while let entry = unsafe stream.next() {
      taken.insert(PortableKey(unsafe entry.bytes))
    }
  }

  /// The path for a title, which a file may have; nil for one that leads out of the folder.
  func wantedPath(for title: String) -> NotePath? { path(of: stem(for: title) + ".md") }

  private func stem(for title: String) -> String {
    let stem = FileName.stem(for: title)
    return NotePath(stem + ".md")?.isConflictCopy == true ? stem + " (note)" : stem
  }

  /// A path for a title that no file has, nor will have.
  mutating func freePath(for title: String) throws(ImportError) -> NotePath {
    let stem = stem(for: title)
    var name = stem + ".md"
    var number = 2
    while !taken.insert(PortableKey(Array(name.utf8))).inserted {
      name = "\(stem) \(number).md"
      number += 1
    }
    guard let path = self.path(of: name) else { throw .badFolder(name) }
    return path
  }

  /// The path that the note of a title had, if it was the first of its name.
  func formerPath(for title: String) throws(ImportError) -> NotePath {
    let name = FileName.stem(for: title) + ".md"
    guard let path = self.path(of: name) else { throw .badFolder(name) }
    return path
  }

  /// The path of a name in the folder, or below it; nil for one that leads out of it or is hidden.
  func path(of name: String) -> NotePath? {
    guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
    return NotePath(bytes: (path.map { $0.bytes + [0x2F] } ?? []) + Array(name.utf8))
  }
}
