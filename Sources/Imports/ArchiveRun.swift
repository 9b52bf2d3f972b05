import Exchange
import Files
import Indexing
import Layout
import Merge
import Notes
import Reviews
import Settings
import Vaults

/// Plans the import of a vault's archive: missing files are added, existing ones stay.
struct ArchiveRun {
  private let vault: Vault
  private let archive: ZipArchive
  private let folder: ImportFolder
  private let decide: (ImportPlan.Difference) -> ImportPlan.Decision
  private(set) var plan = ImportPlan()
  /// True if the vault has no notes: then its initial settings give way.
  private let isNew: Bool

  /// The folder of the options is for all but the vault's own files.
  ///
  /// - Throws: `ImportError.badFolder`, `SystemError`.
  init(_ archive: ZipArchive, of vault: Vault, _ options: ImportOptions) throws {
    self.vault = vault
    self.archive = archive
    decide = options.decide
    folder = try ImportFolder(options.folder ?? "", of: vault)
    isNew = try vault.walk.check().added.isEmpty
  }

  mutating func run(progress: (Int, Int) -> Void) throws {
    var planned: Set<NotePath> = []
    for (number, entry) in archive.entries.enumerated() {
      progress(number, archive.entries.count)
      guard let path = path(of: entry.name) else {
        if isThere(entry) { continue }
        plan.remarks.append(
          Remark(.notCarried, "files that have no place in this vault", of: entry.name))
        continue
      }
      guard planned.insert(path).inserted else {
        plan.remarks.append(Remark(.notCarried, "files that are there twice", of: entry.name))
        continue
      }
      do { try add(entry, at: path) } catch {
        plan.refusals.append(.init(item: entry.name, path: path, reason: error))
      }
    }
    if archive.encrypted > 0 {
      plan.remarks.append(
        Remark(.unreadable, "files with a password", value: String(archive.encrypted)))
    }
    progress(archive.entries.count, archive.entries.count)
  }

  /// The path for a file, or nil for a name that would leave the vault, belongs to git, or is a
  /// cache.
  private func path(of name: String) -> NotePath? {
    guard let path = NotePath(name), !name.contains("\\"), !name.utf8.contains(where: { $0 < 32 })
    else { return nil }
    let parts = name.split(separator: "/")
    if parts[0] == ".zib" { return parts.count > 1 && parts[1] != "cache" ? path : nil }
    // Rules of git for all of the vault come with a whole vault, and into no other.
    if name == ".gitignore" || name == ".gitattributes" { return isNew ? path : nil }
    return folder.path(of: name)
  }

  /// True for rules of git that the vault has as they are in the archive.
  private func isThere(_ entry: ZipArchive.Entry) -> Bool {
    guard entry.name == ".gitignore" || entry.name == ".gitattributes",
      let path = NotePath(entry.name), let here = try? vault.folder.read(path).bytes,
      let there = try? archive.contents(of: entry, limit: Self.largestFile)
    else { return false }
    return here == there
  }

  private mutating func add(_ entry: ZipArchive.Entry, at path: NotePath) throws {
    let (archive, limit) = (self.archive, Self.largestFile)
    let status = FileStatus.at(vault.root.appending(path), following: false)
    let isNote = path.isMarkdown && !path.isOwn
    guard status != nil else {
      if isNote {
        let bytes = try archive.contents(of: entry, limit: Int(VaultFolder.sizeLimit))
        plan.changes.append(.init(path: path, old: nil, new: bytes))
      } else {
        plan.files.append(
          .init(path: path, size: entry.size) { try archive.contents(of: entry, limit: limit) })
      }
      return
    }
    let there = try archive.contents(of: entry, limit: limit)
    let standing = try vault.folder.read(path, limit: Int64(limit))
    let here = standing.bytes
    if here == there {
      plan.known += isNote ? 1 : 0
    } else if OwnFiles.isReviewLog(path.bytes) {
      try addReviews(there, besides: here, at: path)
    } else if path.text == ".zib/config.yml" {
      addSettings(of: there, to: standing, at: path)
    } else if isNew, path.isOwn {
      plan.changes.append(.init(path: path, old: standing, new: there))
    } else if isNote, vault.journal.day(of: path) != nil,
      case .merged(let day) = NoteMerge().merge(
        NoteVersions(base: nil, left: here, right: there))
    {
      // Entries of both, as when two devices have made a day.
      if day == here {
        plan.known += 1
      } else {
        plan.changes.append(.init(path: path, old: standing, new: day))
      }
    } else {
      let difference = ImportPlan.Difference(
        path: path, key: "text", here: "",
        there: isNote ? String(decoding: there, as: UTF8.self) : "")
      if takes(difference) {
        if vault.folder.isThroughLink(path) { throw WriteError.throughLink(path) }
        plan.changes.append(.init(path: path, old: standing, new: there))
      } else {
        plan.known += isNote ? 1 : 0
      }
    }
  }

  /// True if the person has the archive's word count; otherwise the difference is told, unless it was decided.
  private mutating func takes(_ difference: ImportPlan.Difference) -> Bool {
    switch decide(difference) {
    case .take: return true
    case .keep: break
    case .open: plan.differences.append(difference)
    }
    return false
  }

  /// Adds the settings that a new vault lacks. Each other setting that differs is reported, and the
  /// person's stays.
  private mutating func addSettings(
    of archive: [UInt8], to standing: VaultFolder.Contents, at path: NotePath
  ) {
    var own = SettingsFile(standing.bytes)
    for entry in SettingsFile(archive).entries
    where entry.name != SettingsFile.versionName && !entry.node.isNull {
      if let node = own[entry.name], !node.isNull {
        if node.value == entry.node.value { continue }
      } else if isNew, let changed = own.setting(entry.name, to: entry.node.value) {
        own = SettingsFile(changed)
        continue
      }
      let difference = ImportPlan.Difference(
        path: path, key: entry.name, here: BookProperties.text(own[entry.name]?.value ?? .null),
        there: BookProperties.text(entry.node.value))
      if takes(difference), let changed = own.setting(entry.name, to: entry.node.value) {
        own = SettingsFile(changed)
      }
    }
    if own.text != standing.bytes {
      plan.changes.append(.init(path: path, old: standing, new: own.text))
    }
  }

  /// Keeps reviews of a log that has others here in a log beside it, because a device writes only
  /// its own log.
  private mutating func addReviews(_ there: [UInt8], besides here: [UInt8], at path: NotePath)
    throws
  {
    let known = Set(ReviewLog.events(in: here).map(\.id))
    let new = ReviewLog.events(in: there).filter { !known.contains($0.id) }
    if new.isEmpty { return }
    let lines = new.flatMap { ReviewLog.line(for: $0) }
    let stem = path.text.dropLast(4)
    var number = 2
    while let other = NotePath("\(stem)-\(number).log"),
      let status = FileStatus.at(vault.root.appending(other), following: false)
    {
      // The same import again finds them there.
      if status.kind == .file, try vault.folder.read(other).bytes == lines { return }
      number += 1
    }
    guard let other = NotePath("\(stem)-\(number).log") else { return }
    plan.reviews += new.count
    plan.files.append(.init(path: other, size: lines.count) { lines })
  }

  /// A file is held in memory while it is unpacked.
  private static let largestFile = 1 << 30
}
