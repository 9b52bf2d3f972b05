import Files
import Layout
import Notes

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

  /// The check of a vault's names, from the cache where no name changed.
  ///
  /// ```
  /// payload of "check-names" := names: u64, findings: u32, (path, finding)*, (path, path)*
  /// ```
  /// The pairs are ``numbered``; for a finding see `KeptFindings.swift`.
  static func kept(_ vault: VaultNotes) -> NameCheck {
    let cache = vault.cache("check-names", revision: KeptFindings.revision)
    let mark = Int64(bitPattern: vault.table.namesMark)
    if let payload = cache.earlierPayload(vault.table) {
      var reader = PayloadReader(payload)
      if reader.long() == mark, let check = NameCheck(&reader, vault.indexing.journal) {
        return check
      }
    }
    let check = NameCheck(vault.table, vault.indexing.journal)
    var writer = PayloadWriter()
    writer.add(long: mark)
    writer.add(UInt32(check.findings.count))
    for finding in check.findings {
      writer.add(finding.path)
      writer.add(finding)
    }
    for (copy, original) in check.numbered {
      writer.add(copy.bytes)
      writer.add(original.bytes)
    }
    cache.keep(writer.bytes, vault.index, vault.table)
    return check
  }

  private init?(_ reader: inout PayloadReader, _ journal: JournalDays) {
    self.journal = journal
    for _ in 0..<reader.count() {
      let path = reader.bytes()
      guard let finding = reader.finding(at: path) else { return nil }
      findings.append(finding)
    }
    while !reader.isAtEnd {
      guard let copy = NotePath(bytes: reader.bytes()),
        let original = NotePath(bytes: reader.bytes())
      else { return nil }
      numbered.append((copy, original))
    }
  }

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
    if path.isMarkdown, PortableName.flaw(of: path.name) == nil {
      let signs = LinkSpelling.unlinkable(String(decoding: path.stem, as: UTF8.self))
      if !signs.isEmpty { findings.append(CheckFinding(.unlinkableName(signs), at: path.bytes)) }
    }
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
