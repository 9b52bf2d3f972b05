import Exchange
import Notes
import Vaults

/// The files and folders of journals that other programs keep.
enum JournalFiles {
  /// The format of a journal that a file shows.
  static func format(of text: DecodedText) -> ImportFormat? {
    if JrnlJSON.isOne(text) || JrnlText.isOne(text) { return .jrnl }
    return PersonalLogEntries.isOne(text) ? .personallog : nil
  }

  /// What a file holds.
  ///
  /// - Parameter path: as it was named, `-` for standard input.
  /// - Throws: `ExchangeError`.
  static func read(
    _ bytes: [UInt8], of path: String, as format: ImportFormat
  ) throws -> ImportedEntries {
    if format == .personallog { return PersonalLogEntries.read(bytes, named: name(of: path)) }
    let text = DecodedText(bytes)
    if JrnlJSON.isOne(text) { return try JrnlJSON.read(bytes) }
    return JrnlText.read(bytes, on: day(of: path))
  }

  /// What a folder holds; nothing where there is no such folder, or nothing shows what it is.
  ///
  /// - Throws: `SystemError`, `ExchangeError`.
  static func read(
    folder: String, as named: ImportFormat?
  ) throws -> (ImportFormat, ImportedEntries)? {
    guard Platform.isFolder(folder), named?.isJournal != false else { return nil }
    if named != .jrnl, let entries = try personalLog(folder, isNamed: named != nil) {
      return (.personallog, entries)
    }
    if named != .personallog, let entries = try jrnl(folder) { return (.jrnl, entries) }
    guard let named else { return nil }
    return (named, ImportedEntries())
  }

  // MARK: Folders

  /// The entries of a folder `entries`, or of the one that holds it.
  private static func personalLog(_ folder: String, isNamed: Bool) throws -> ImportedEntries? {
    let own = folder + "/entries"
    let folder = Platform.isFolder(own) ? own : folder
    let names = try list(folder)
    // A year's folder has a number for a name as well.
    func isEntry(_ name: String) -> Bool {
      PersonalLogEntries.isName(name) && Platform.isFile(folder + "/" + name)
    }
    guard isNamed || names.contains(where: isEntry) else { return nil }
    var result = ImportedEntries()
    for name in names where !name.hasPrefix(".") {
      guard isEntry(name) else {
        result.remarks.append(Remark(.notUnderstood, "files that are no entries", of: name))
        continue
      }
      if let bytes = Platform.contents(of: folder + "/" + name) {
        result.append(PersonalLogEntries.read(bytes, named: name))
      } else {
        let reason = Platform.message(for: Platform.lastError)
        result.remarks.append(Remark(.unreadable, "damaged entries", of: name, value: reason))
      }
    }
    return result
  }

  /// The entries of a folder of days (`2026/11/21.txt`), or of one with a file for each entry.
  private static func jrnl(_ folder: String) throws -> ImportedEntries? {
    var result: ImportedEntries?
    func read(_ folder: String, depth: Int) throws {
      for name in try list(folder) where !name.hasPrefix(".") {
        let path = folder + "/" + name
        if Platform.isFolder(path) {
          if depth < 2 { try read(path, depth: depth + 1) }
        } else if name.hasSuffix(".txt") || name.hasSuffix(".json") {
          let bytes = try contents(path)
          guard format(of: DecodedText(bytes)) == .jrnl || day(of: path) != nil else { continue }
          let read = try Self.read(bytes, of: path, as: .jrnl)
          result = result ?? ImportedEntries()
          result?.append(read)
        }
      }
    }
    try read(folder, depth: 0)
    return result
  }

  private static func list(_ folder: String) throws -> [String] {
    guard let names = Platform.names(in: folder) else {
      throw SystemError("read", folder, code: Platform.lastError)
    }
    return names
  }

  private static func contents(_ path: String) throws -> [UInt8] {
    guard let bytes = Platform.contents(of: path) else {
      throw SystemError("read", path, code: Platform.lastError)
    }
    return bytes
  }

  // MARK: Names

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The day of `2026/11/21.txt`.
  private static func day(of path: String) -> CivilDate? {
    let parts = path.split(separator: "/").suffix(3)
    guard parts.count == 3, let file = parts.last, file.hasSuffix(".txt") else { return nil }
    let figures = (parts.dropLast() + [file.dropLast(4)]).compactMap { part in
      part.allSatisfy(\.isNumber) ? Int(part) : nil
    }
    guard figures.count == 3 else { return nil }
    return CivilDate(year: figures[0], month: figures[1], day: figures[2])
  }
}
