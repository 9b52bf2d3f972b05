extension ImportFormat {
  static let grail = ImportFormat(
    "grail", program: "Grail Diary",
    help: """
      The library of Grail Diary or Library Notes: a folder `.notebundle`, or a file `.notedb`, \
      `.grail`, `.kvcrdt` or `.libnotes`.
      """
  ) { source, isNamed in
    if source.isFolder {
      return try GrailFiles.read(folder: source).map { Imported(.library($0), remarks: $0.remarks) }
    }
    guard try isNamed || source.archive() == nil && GrailFormat(file: source.bytes()) != nil else {
      return nil
    }
    let library = try GrailLibrary.read(file: try source.bytes())
    return Imported(
      .library(library), remarks: library.remarks + GrailFiles.remarks(beside: source))
  }
}

/// The files and folders of Grail Diary and Library Notes.
private enum GrailFiles {
  /// The library in a folder; nil if the folder is not of a Grail program.
  static func read(folder source: ImportSource) throws -> GrailLibrary? {
    let names = try source.names()
    guard GrailFormat(folder: names) != nil else { return nil }
    let disk = source.files
    var files: [String: [UInt8]] = [:]
    for name in names {
      let path = source.path + "/" + name
      if disk.isFolder(path) {
        for inner in try disk.names(in: path) where disk.isFile(path + "/" + inner) {
          files[name + "/" + inner] = try disk.contents(of: path + "/" + inner)
        }
      } else if disk.isFile(path) {
        files[name] = try disk.contents(of: path)
      }
    }
    return try GrailLibrary.read(folder: files)
  }

  /// Remarks on data beside a file that is not read: SQLite's write-ahead log.
  static func remarks(beside source: ImportSource) -> [Remark] {
    let path = source.path + "-wal"
    guard source.path != "-", source.files.head(of: path, count: 1)?.isEmpty == false else {
      return []
    }
    return [Remark(.notCarried, "what the application had not put into its file yet", of: path)]
  }
}
