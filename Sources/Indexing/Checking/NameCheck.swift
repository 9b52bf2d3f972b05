import Files
import Layout

/// Finds what is wrong with the names of a vault's files and folders.
struct NameCheck {
  private(set) var findings: [CheckFinding] = []
  private let journal: JournalDays
  private var first: [PortableKey: NotePath] = [:]
  private var folders: Set<[UInt8]> = []
  /// Notes such as `Plan (1).md`, with the note without the number.
  private(set) var numbered: [(copy: NotePath, original: NotePath)] = []

  /// The longest name that eCryptfs can hold, in bytes, which encrypts names of up to 143 bytes to 255.
  static let longestEncrypted = 143

  init(_ table: FolderTable, _ journal: JournalDays) {
    self.journal = journal
    var paths: Set<NotePath> = []
    table.forEachNote { _, path in paths.insert(path) }
    table.forEachNote { _, path in
      add(path)
      if journal.isLikeDay(path) { findings.append(CheckFinding(.noSuchDay, at: path.bytes)) }
      if let original = Self.unnumbered(path), paths.contains(original) {
        numbered.append((path, original))
      }
    }
    table.forEachAttachment { add($0) }
  }

  private mutating func add(_ path: NotePath) {
    var folder = path.folder
    // A folder is named once, not for each file in it.
    while let current = folder, folders.insert(current.bytes).inserted {
      addFlaw(of: current)
      folder = current.folder
    }
    addFlaw(of: path)
    if ConflictName.original(of: path.name)?.maker == .anotherTool {
      findings.append(CheckFinding(.foreignConflict, at: path.bytes))
    }
    let key = PortableKey(path.bytes)
    if let other = first[key] {
      findings.append(CheckFinding(.sameName(as: other), at: path.bytes))
    } else {
      first[key] = path
    }
  }

  private mutating func addFlaw(of path: NotePath) {
    if let flaw = PortableName.flaw(of: path.name) {
      findings.append(CheckFinding(.name(flaw), at: path.bytes))
    } else if path.name.count > Self.longestEncrypted {
      findings.append(CheckFinding(.longName(path.name.count), at: path.bytes))
    }
  }

  /// The path of `Plan.md` for `Plan (1).md`; nil for other names.
  private static func unnumbered(_ path: NotePath) -> NotePath? {
    let stem = path.stem
    guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")),
      open > stem.startIndex + 1, stem[open - 1] == 0x20
    else { return nil }
    let digits = stem[(open + 1)...].dropLast()
    guard (1...2).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
    let name = Array(stem[..<(open - 1)]) + Array(path.name.dropFirst(stem.count))
    return path.folder.map { $0.appending(name) } ?? NotePath(bytes: name)
  }
}
