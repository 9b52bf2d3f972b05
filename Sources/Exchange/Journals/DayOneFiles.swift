extension ImportFormat {
  static let dayOne = ImportFormat(
    "dayone", program: "Day One",
    help: """
      What Day One exports: the zip archive, the folder that it unpacks to, or the JSON of one \
      journal. Photos and other files go into `attachments` in the journal's folder; place and \
      weather stand below the text. Of several journals, each entry gets the name as a hashtag.
      """
  ) { source, isNamed in
    if source.isFolder {
      let entries = try DayOneFiles.read(folder: source)
      return (entries ?? (isNamed ? ImportedEntries() : nil)).map { Imported($0) }
    }
    if let archive = try source.archive() {
      return try DayOneExport.read(archive).map { Imported($0) }
    }
    guard try isNamed || source.text().map(DayOneExport.isOne) ?? false else { return nil }
    let files = source.path == "-" ? [] : try DayOneFiles.files(beside: source.path, source)
    return Imported(try DayOneExport.read(try source.bytes(), files: files))
  }
}

/// An export of Day One that was unpacked: a file of JSON for each journal, and folders of files.
private enum DayOneFiles {
  static func read(folder: ImportSource) throws -> ImportedEntries? {
    let journals = try folder.names().filter { $0.lowercased().hasSuffix(".json") }
    var result: ImportedEntries?
    for name in journals {
      let path = folder.path + "/" + name
      let bytes = try folder.contents(of: path)
      guard DayOneExport.isOne(DecodedText(bytes)) else { continue }
      result = result ?? ImportedEntries()
      result?.append(
        try DayOneExport.read(
          bytes, journal: journals.count > 1 ? String(name.dropLast(5)) : nil,
          files: try files(beside: path, folder)))
    }
    return result
  }

  /// The photos and other files that an export has beside a journal.
  static func files(beside journal: String, _ source: ImportSource) throws -> [ImportedFile] {
    let folder = journal.lastIndex(of: "/").map { String(journal[...$0]) } ?? "./"
    let files = source.files
    return try DayOneExport.folders.flatMap { kind in
      // A kind of which there are none has no folder.
      let names = files.isFolder(folder + kind) ? try files.names(in: folder + kind) : []
      return names.filter { !$0.hasPrefix(".") }.map { name in
        let path = folder + kind + "/" + name
        return ImportedFile(name: name, size: files.size(of: path)) {
          try ImportSource(path, in: files).contents(of: path)
        }
      }
    }
  }
}
