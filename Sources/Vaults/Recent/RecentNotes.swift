import Files
import Notes
import OperatingSystem

/// A place in a note that a command has listed.
package struct ListedPlace: Equatable, Sendable {
  package let path: NotePath
  /// The line, counted from 1; nil for the note as a whole.
  package let line: Int?

  package init(_ path: NotePath, line: Int? = nil) {
    self.path = path
    self.line = line
  }
}

/// The notes a person worked with last: `@` is the note that zib touched last in a vault, and `@3` the third of what was
/// listed last in a terminal.
///
/// It is kept outside of all vaults, in `$XDG_STATE_HOME/zib/recent`: a vault may come from anywhere, and none may
/// decide which note `zib rm @` means. It holds names and no text. A file that is missing, torn or of another form
/// counts as none.
///
///     touched := path                           the file "touched-" and the vault's 16 digits
///     listed  := root NUL (path NUL line NUL)*  the file "listed-" and the terminal's 16 digits
///     line    := decimal, or nothing for the note as a whole
package struct RecentNotes: Sendable {
  private let folder: DiskPath

  /// The most places that are kept of a list.
  private static let most = 10_000
  /// The time after which the list of a terminal goes: it was closed long ago.
  private static let days: Int64 = 30

  /// - Returns: nil where there is no home folder.
  package init?(_ environment: Environment) {
    guard let home = environment.stateHome else { return nil }
    folder = home.appending("zib/recent")
  }

  // MARK: The note touched last

  /// The note of a vault that was made, changed or opened last; it may be gone by now.
  package func touched(in vault: Vault) -> NotePath? {
    read(touchedFile(vault)).flatMap { NotePath(bytes: $0) }
  }

  /// Keeps which note was made, changed or opened.
  package func touch(_ path: NotePath, in vault: Vault) throws(SystemError) {
    let name = touchedFile(vault)
    if read(name) != path.bytes { try write(path.bytes, to: name) }
  }

  private func touchedFile(_ vault: Vault) -> String { "touched-\(Self.digits(vault.root.bytes))" }

  // MARK: The list shown last

  /// The places that were listed last in a terminal, with the vault's folder; nil if none were.
  package func listed(in terminal: String) -> (root: DiskPath, places: [ListedPlace])? {
    guard let bytes = read(listFile(terminal)) else { return nil }
    var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard parts.count % 2 == 0, parts.popLast()?.isEmpty == true, let root = parts.first else {
      return nil
    }
    var places: [ListedPlace] = []
    for index in stride(from: 1, to: parts.count - 1, by: 2) {
      guard let path = NotePath(bytes: Array(parts[index])) else { return nil }
      places.append(
        ListedPlace(path, line: Int(String(decoding: parts[index + 1], as: UTF8.self))))
    }
    return (DiskPath(bytes: Array(root)), places)
  }

  /// Keeps what was listed in a terminal.
  package func remember(
    _ places: some Collection<ListedPlace>, of vault: Vault, in terminal: String
  ) throws(SystemError) {
    var bytes = vault.root.bytes + [0]
    for place in places.prefix(Self.most) {
      bytes += place.path.bytes
      bytes.append(0)
      if let line = place.line { bytes += Array(String(line).utf8) }
      bytes.append(0)
    }
    let name = listFile(terminal)
    if FileStatus.at(folder.appending(name), following: false) == nil { removeOldLists() }
    try write(bytes, to: name)
  }

  private func listFile(_ terminal: String) -> String {
    "listed-\(Self.digits(Array(terminal.utf8)))"
  }

  private func removeOldLists() {
    guard let stream = DirectoryStream(folder) else { return }
    var names: [[UInt8]] = []
    while let entry = unsafe stream.next() {
      if unsafe entry.bytes.starts(with: "listed-".utf8) { unsafe names.append(entry.bytes) }
    }
    let oldest = Clock.now() - Self.days * 86_400 * 1_000_000_000
    for name in names {
      let path = folder.appending(bytes: name)
      guard let status = FileStatus.at(path, following: false), status.modified < oldest else {
        continue
      }
      _ = unsafe path.withCString { unsafe unlink($0) }
    }
  }

  // MARK: Files

  private static func digits(_ bytes: [UInt8]) -> String {
    var mixer = Mixer()
    mixer.add(bytes)
    let digits = String(mixer.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private func read(_ name: String) -> [UInt8]? {
    folder.appending(name).fileBytes(limit: 1 << 24)
  }

  /// Replaces a file; it is not forced to the disk, because it is worth nothing after the machine has started again.
  private func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    try folder.makeFolders()
    try folder.appending(name).replaceFile(with: bytes, mode: 0o600)
  }
}
