import Notes

extension ImportFormat {
  static let jrnl = ImportFormat(
    "jrnl", program: "jrnl",
    help: """
      The files of `jrnl`, of a journal or of a folder of days, also those of jrnl 1; what \
      `jrnl --export text` and `--export json` give.
      """
  ) { source, isNamed in
    if source.isFolder {
      let entries = try JrnlFiles.read(folder: source)
      return (entries ?? (isNamed ? ImportedEntries() : nil)).map { Imported($0) }
    }
    guard try isNamed || source.text().map(JrnlFiles.isOne) ?? false else { return nil }
    return Imported(try JrnlFiles.read(try source.bytes(), of: source.path))
  }
}

/// The files of jrnl: a journal, a folder of days (`2026/11/21.txt`), or one with a file for each
/// entry.
private enum JrnlFiles {
  static func isOne(_ text: DecodedText) -> Bool { JrnlJSON.isOne(text) || JrnlText.isOne(text) }

  static func read(_ bytes: [UInt8], of path: String) throws -> ImportedEntries {
    JrnlJSON.isOne(DecodedText(bytes))
      ? try JrnlJSON.read(bytes) : JrnlText.read(bytes, on: day(of: path))
  }

  /// The entries of a folder; nil where it has no file of jrnl's.
  static func read(folder: ImportSource) throws -> ImportedEntries? {
    let files = folder.files
    var result: ImportedEntries?
    func read(_ folder: String, depth: Int, _ source: ImportSource) throws {
      for name in try files.names(in: folder) where !name.hasPrefix(".") {
        let path = folder + "/" + name
        if files.isFolder(path) {
          if depth < 2 { try read(path, depth: depth + 1, source) }
        } else if name.hasSuffix(".txt") || name.hasSuffix(".json") {
          let bytes = try source.contents(of: path)
          guard isOne(DecodedText(bytes)) || day(of: path) != nil else { continue }
          let read = try Self.read(bytes, of: path)
          result = result ?? ImportedEntries()
          result?.append(read)
        }
      }
    }
    try read(folder.path, depth: 0, folder)
    return result
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
