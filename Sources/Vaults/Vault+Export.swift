import Exchange
import Files
import Indexing
import Notes
import PastNotes
import Sync

/// The result of an export of a whole vault.
package struct ExportReport: Sendable {
  package internal(set) var notes = 0
  /// Files beside the notes: attachments, settings, templates, logs of reviews.
  package internal(set) var files = 0
  /// Of all files, before they were packed.
  package internal(set) var bytes = 0
  /// Links that lead out of the vault, which are left out.
  package internal(set) var links = 0
  /// Files that could not be exported, with the reasons.
  package internal(set) var left: [(path: NotePath, reason: any Error)] = []
  /// Files that commits hold back because they look like secrets, which are left out as well.
  package internal(set) var secrets: [NotePath] = []
  /// Archives of earlier exports, which commits hold back, and which are left out as well.
  package internal(set) var archives: [NotePath] = []
}

extension Vault {
  /// Writes files of the vault into one zip archive: all of them, which are notes, attachments,
  /// settings, templates and reviews, or those that are chosen.
  ///
  /// Of all, these are left out: links to files that are in the archive by their own names, archives of earlier
  /// exports that no person has committed, excluded and ignored files, the cache, the folders of other programs, and
  /// git's history.
  /// - Parameters:
  ///   - archive: the path on the disk; an existing file is replaced when the archive is whole.
  ///   - chosen: the files to write; all of them where it is nil.
  ///   - zone: the zone of the files' times in the archive.
  ///   - progress: called with the number of files written and of all.
  /// - Throws: `ExchangeError` if the archive cannot be written; `SystemError` if a folder cannot
  ///   be listed.
  package func export(
    to archive: [UInt8], only chosen: [NotePath]? = nil, zone: Zone,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> ExportReport {
    var report = ExportReport()
    let own = DiskPath.real(DiskPath(bytes: archive))
    let held = try heldBack()
    let secrets = Set(held?.lazy.filter(\.reason.isSecret).map(\.path) ?? [])
    let archives = Set(held?.lazy.filter { $0.reason == .export }.map(\.path) ?? [])
    var paths = try (chosen ?? filesToExport()).filter { root.appending($0) != own }
    report.secrets = paths.filter(secrets.contains)
    report.archives = chosen == nil ? paths.filter(archives.contains) : []
    let left = Set(report.secrets + report.archives)
    paths.removeAll(where: left.contains)
    var writer = try VaultArchive.Writer(replacing: archive)
    for (number, path) in paths.enumerated() {
      progress(number, paths.count)
      do {
        guard String(validating: path.bytes, as: UTF8.self) != nil else {
          throw ExportError.nameNotUTF8
        }
        let contents = try folder.read(path, limit: Self.largestExport)
        if held == nil, chosen == nil, VaultArchive.isMarked(contents.bytes) {
          report.archives.append(path)
          continue
        }
        let modified = CivilDateTime(
          milliseconds: contents.stamp.modified / 1_000_000, in: zone)
        try writer.add(path.text, contents.bytes, modified: modified)
        report.bytes += contents.bytes.count
        if path.isMarkdown, !path.isOwn { report.notes += 1 } else { report.files += 1 }
      } catch let error as ExchangeError {
        throw error
      } catch WriteError.throughLink {
        report.links += 1
      } catch {
        report.left.append((path, error))
      }
    }
    progress(paths.count, paths.count)
    try writer.finish()
    return report
  }

  /// The files that commits hold back, with the reasons; nil without a history.
  private func heldBack() throws -> [(path: NotePath, reason: HeldBack.Reason)]? {
    if !isVault { return nil }
    let history: VaultHistory
    do { history = try self.history() } catch HistoryError.noRepository { return nil }
    return try history.session(in: .system).pendingSnapshot().heldBack.compactMap { file in
      NotePath(file.path, in: history.scope).map { ($0, file.reason) }
    }
  }

  /// A file is held in memory while it is packed.
  private static var largestExport: Int64 { 1 << 30 }

  /// Notes and attachments of the walk, the vault's own files, and git's rules at its root.
  private func filesToExport() throws -> [NotePath] {
    var paths: [NotePath] = []
    let table = try index().table
    table.forEachNote { _, path in paths.append(path) }
    table.forEachAttachment { paths.append($0) }
    for name in [".gitignore", ".gitattributes"] {
      if let path = NotePath(name), FileStatus.at(root.appending(path), following: false) != nil {
        paths.append(path)
      }
    }
    if let own = NotePath(".zib") { try addFiles(in: own, to: &paths) }
    return withoutTwins(Set(paths)).sorted()
  }

  /// Leaves out symbolic links to files that are among the paths themselves.
  private func withoutTwins(_ paths: Set<NotePath>) -> Set<NotePath> {
    guard let root = DiskPath.real(root) else { return paths }
    return paths.filter { path in
      let place = self.root.appending(path)
      guard FileStatus.at(place, following: false)?.kind == .link,
        let real = DiskPath.real(place),
        let target = root.relative(real).flatMap({ NotePath(bytes: Array($0)) })
      else { return true }
      return target == path || !paths.contains(target)
    }
  }

  private func addFiles(in folder: NotePath, to paths: inout [NotePath]) throws {
    guard folder.text != ".zib/cache", let stream = DirectoryStream(root.appending(folder)) else {
      return
    }
    var names: [[UInt8]] = []
    while let entry = unsafe stream.next() { unsafe names.append(Array(entry.bytes)) }
    for name in names {
      guard let path = folder.appending(name) else { continue }
      switch FileStatus.at(root.appending(path), following: false)?.kind {
      case .folder: try addFiles(in: path, to: &paths)
      case .file: paths.append(path)
      default: continue
      }
    }
  }
}

/// The reason why a file was left out of an export.
package enum ExportError: Error, Equatable, Sendable {
  /// Its name is not valid UTF-8, and an archive could not say it.
  case nameNotUTF8
}

extension NotePath {
  /// True for one of the vault's own files, below `.zib`.
  package var isOwn: Bool { bytes.starts(with: Array(".zib/".utf8)) }
}
