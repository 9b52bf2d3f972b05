extension ImportFormat {
  static let personalLog = ImportFormat(
    "personallog", program: "PersonalLog",
    help: "PersonalLog's folder `entries`, or single files of it."
  ) { source, isNamed in
    if source.isFolder {
      return try PersonalLogFiles.read(folder: source, isNamed: isNamed).map { Imported($0) }
    }
    guard try isNamed || source.text().map(PersonalLogEntries.isOne) ?? false else { return nil }
    return Imported(PersonalLogEntries.read(try source.bytes(), named: source.name))
  }
}

/// The folder `entries` of PersonalLog, or the one that holds it.
private enum PersonalLogFiles {
  static func read(folder source: ImportSource, isNamed: Bool) throws -> ImportedEntries? {
    let files = source.files
    let own = source.path + "/entries"
    let folder = files.isFolder(own) ? own : source.path
    let names = try files.names(in: folder)
    // A year's folder has a number for a name as well.
    func isEntry(_ name: String) -> Bool {
      PersonalLogEntries.isName(name) && files.isFile(folder + "/" + name)
    }
    guard isNamed || names.contains(where: isEntry) else { return nil }
    var result = ImportedEntries()
    for name in names where !name.hasPrefix(".") {
      guard isEntry(name) else {
        result.remarks.append(Remark(.notUnderstood, "files that are no entries", of: name))
        continue
      }
      do {
        let bytes = try files.contents(of: folder + "/" + name)
        result.append(PersonalLogEntries.read(bytes, named: name))
      } catch {
        result.remarks.append(
          Remark(.unreadable, "damaged entries", of: name, value: files.words(for: error)))
      }
    }
    return result
  }
}
