import Exchange
import Files
import Notes
import Vaults

/// The files and folders of journals that other programs keep.
enum JournalFiles {
  /// The format of a journal that a file shows.
  static func format(of text: DecodedText) -> ImportFormat? {
    if JrnlJSON.isOne(text) || JrnlText.isOne(text) { return .jrnl }
    if DayOneExport.isOne(text) || ZipArchive.isOne(text.bytes) { return .dayone }
    return PersonalLogEntries.isOne(text) ? .personallog : nil
  }

  /// Reads the bytes of a file as a journal of a format.
  ///
  /// - Parameter path: the name as given, `-` for standard input.
  /// - Throws: `ExchangeError`.
  static func read(
    _ bytes: [UInt8], of path: String, as format: ImportFormat
  ) throws -> ImportedEntries {
    if format == .personallog { return PersonalLogEntries.read(bytes, named: name(of: path)) }
    if format == .dayone {
      if ZipArchive.isOne(bytes) {
        throw UsageError(
          message: "an archive cannot be read from standard input", hint: "name its file")
      }
      return try DayOneExport.read(bytes, files: path == "-" ? [] : filesBeside(path))
    }
    let text = DecodedText(bytes)
    if JrnlJSON.isOne(text) { return try JrnlJSON.read(bytes) }
    return JrnlText.read(bytes, on: day(of: path))
  }

  /// Reads a folder or an archive; nil if there is none, or its format is not recognised.
  ///
  /// - Throws: `SystemError`, `ExchangeError`.
  static func read(
    _ path: String, as named: ImportFormat?
  ) throws -> (ImportFormat, ImportedEntries)? {
    guard named?.isJournal != false else { return nil }
    guard Platform.isFolder(path) else {
      // An archive may be larger than what fits into memory.
      guard named == nil || named == .dayone, Platform.isFile(path),
        let head = Platform.contents(of: path, limit: 4), ZipArchive.isOne(head)
      else { return nil }
      let archive = try ZipArchive(reading: Array(path.utf8))
      if AnkiPackage.isOne(archive) {
        throw UsageError(
          message: "`\(path)` is an Anki package, and cards of Anki are not imported",
          hint: "`zib review export --anki` goes the other way")
      }
      guard let entries = try DayOneExport.read(archive) else {
        let file = UnknownFile(archive, named: path)
        throw Failure(file.message, hint: file.hint)
      }
      return (.dayone, entries)
    }
    func mayBe(_ format: ImportFormat) -> Bool { named == nil || named == format }
    if mayBe(.personallog), let entries = try personalLog(path, isNamed: named != nil) {
      return (.personallog, entries)
    }
    if mayBe(.dayone), let entries = try dayOne(path) { return (.dayone, entries) }
    if mayBe(.jrnl), let entries = try jrnl(path) { return (.jrnl, entries) }
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

  /// The entries of an export that was unpacked: a file of JSON for each journal, and folders of files.
  private static func dayOne(_ folder: String) throws -> ImportedEntries? {
    let journals = try list(folder).filter { $0.lowercased().hasSuffix(".json") }
    var result: ImportedEntries?
    for name in journals {
      let path = folder + "/" + name
      let bytes = try contents(path)
      guard DayOneExport.isOne(DecodedText(bytes)) else { continue }
      result = result ?? ImportedEntries()
      result?.append(
        try DayOneExport.read(
          bytes, journal: journals.count > 1 ? String(name.dropLast(5)) : nil,
          files: filesBeside(path)))
    }
    return result
  }

  /// The photos and other files that an export has beside a journal.
  private static func filesBeside(_ journal: String) -> [ImportedFile] {
    let folder = journal.lastIndex(of: "/").map { String(journal[...$0]) } ?? "./"
    return DayOneExport.folders.flatMap { kind in
      let folder = folder + kind
      return (Platform.names(in: folder) ?? []).filter { !$0.hasPrefix(".") }.map { name in
        let path = folder + "/" + name
        return ImportedFile(name: name, size: Platform.size(of: path)) { try contents(path) }
      }
    }
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
    guard Platform.size(of: path) <= DayOneExport.mostFileBytes else {
      throw ExchangeError.format(operation: "read \(path)", detail: "it is too large")
    }
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
