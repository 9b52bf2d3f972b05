import Files
import OperatingSystem

/// The place of a vault, and of the files derived from it.
package struct VaultLocation: Equatable, Sendable {
  /// The reasons why the folder is a vault.
  package enum Kind: String, CaseIterable, Sendable {
    /// It has a `.zib`.
    case zib
    /// Another tool's folder, used as it is.
    case obsidian, zk, logseq, foam, dendron
    /// There is Markdown in it.
    case markdown
  }

  /// The place of the index.
  package enum Cache: Equatable, Sendable {
    /// In the vault's `.zib/cache`.
    case vault(DiskPath)
    /// In the person's cache folder: the vault is another tool's, or cannot be written.
    case person(DiskPath)
    /// In memory only, and made again each time, because neither can be written.
    case memory

    /// The folder, if there is one.
    package var folder: DiskPath? {
      switch self {
      case .vault(let path), .person(let path): path
      case .memory: nil
      }
    }
  }

  /// The vault's folder, without links, from the root of the file system.
  package let root: DiskPath
  package let kind: Kind

  package init(root: DiskPath, kind: Kind) {
    self.root = root
    self.kind = kind
  }

  /// The vault's settings.
  package var configurationFile: DiskPath { root.appending(".zib/config.yml") }

  /// Finds a place for the index, and makes the folder.
  package func cache(_ environment: Environment) -> Cache {
    if kind == .zib {
      let folder = root.appending(".zib/cache")
      // A vault may come from anywhere: if these were links in it, zib would write to their
      // targets.
      if Self.isPlainFolder(folder.folder), Self.makeWritable(folder), Self.isPlainFolder(folder) {
        Self.write("*\n", toEmpty: folder.appending(".gitignore"))
        return .vault(folder)
      }
    }
    guard let home = environment.cacheHome else { return .memory }
    let parent = home.appending("zib")
    let folder = parent.appending(cacheName)
    // Other users must not read there what they cannot read in the notes.
    guard Self.makeWritable(home), Self.makeWritable(parent, mode: 0o700),
      Self.makeWritable(folder, mode: 0o700)
    else {
      return .memory
    }
    // For people who wonder about the folder's owner.
    Self.write(root.text + "\n", toEmpty: folder.appending("vault"))
    return .person(folder)
  }

  /// The name of this vault's folder in the person's cache: 16 hexadecimal digits of its path.
  var cacheName: String {
    var mixer = Mixer()
    mixer.add(root.bytes)
    let digits = String(mixer.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// True when there is, now at least, a folder that can be written.
  private static func makeWritable(_ folder: DiskPath, mode: mode_t = 0o777) -> Bool {
    let isMade = unsafe folder.withCString { unsafe mkdir($0, mode) == 0 || errno == EEXIST }
    guard isMade, FileStatus.at(folder)?.kind == .folder else { return false }
    return unsafe folder.withCString { unsafe access($0, W_OK | X_OK) == 0 }
  }

  private static func isPlainFolder(_ folder: DiskPath) -> Bool {
    FileStatus.at(folder, following: false)?.kind == .folder
  }

  /// Writes a small file that is missing, or that a killed run has left empty; a failure does no harm.
  private static func write(_ text: String, toEmpty path: DiskPath) {
    if let status = FileStatus.at(path, following: false) {
      guard status.kind == .file, status.size == 0 else { return }
    }
    // At no moment an empty rule shows the cache to git.
    do throws(SystemError) { try path.replaceFile(with: Array(text.utf8)) } catch {}
  }
}
