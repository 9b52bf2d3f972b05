import Notes

/// An export of Day One: a zip archive, or the JSON of one journal in it.
///
/// ```
/// archive := <journal>.json+  photos/<md5>.<type>*  videos/…  audios/…  pdfs/…
/// journal := {"metadata": {"version"}, "entries": [entry, …]}
/// entry   := {"uuid", "creationDate": "2026-11-21T08:15:00Z", "timeZone": "Europe\/Berlin", "text", "tags",
///             "starred", "location", "weather", "photos": [{"identifier", "md5", "type", "filename"}, …], …}
/// text    := Markdown in which ![](dayone-moment://<identifier>) is a photo,
///            dayone-moment:/video/, /audio/ and /pdfAttachment/ another file
/// ```
/// (Read off exports of 2017 to 2024.)
package enum DayOneExport {
  /// The size limit of a journal's JSON in bytes.
  package static let mostBytes = 128 << 20
  /// The size limit of a photo or another file in bytes.
  package static let mostFileBytes = 256 << 20

  /// True if a file looks like one.
  package static func isOne(_ text: DecodedText) -> Bool {
    JSONShape.has(["entries", "creationDate"], text)
  }

  /// The folders of an export in which files lie.
  package static let folders = ["photos", "videos", "audios", "pdfs"]

  /// The entries of a journal, in its order.
  ///
  /// - Parameters:
  ///   - journal: its name, if entries are to have it as a hashtag.
  ///   - files: the files beside it, with their names there: `<md5>.<type>`.
  /// - Throws: `.format` if it is no JSON, or has no entries.
  package static func read(
    _ bytes: [UInt8], journal: String? = nil, files: [ImportedFile] = []
  ) throws(ExchangeError) -> ImportedEntries {
    guard bytes.count <= mostBytes else {
      throw .format(operation: "read a Day One export", detail: "it is too large")
    }
    let text = DecodedText(bytes)
    guard let values = try JSONValue(parsing: text.bytes)["entries"]?.elements else {
      throw .format(operation: "read a Day One export", detail: "it has no entries")
    }
    var result = ImportedEntries()
    if let remark = text.remark { result.remarks.append(remark) }
    var byStem: [String: ImportedFile] = [:]
    for file in files { byStem[DayOneFile.stem(file.name)] = file }
    let tag = journal.flatMap { TagName.make($0, prefix: "journal-") }
    var used: Set<String> = []
    for value in values {
      var reader = DayOneEntry(value, files: byStem)
      if var entry = reader.entry() {
        if let tag { entry.tags.append(tag) }
        result.entries.append(entry)
        for file in reader.found where used.insert(file.name).inserted {
          result.files.append(file)
        }
      }
      result.remarks += reader.remarks
    }
    return result
  }

  /// The entries of all journals of an archive; if there are several, each entry has its journal's
  /// name as a hashtag. Nil if it has no journal.
  ///
  /// - Throws: `.system`, `.format` if it is no archive or is damaged.
  package static func read(_ archive: ZipArchive) throws(ExchangeError) -> ImportedEntries? {
    // The files that macOS adds beside each file of its own archives are no journals.
    let entries = archive.entries.filter { !$0.name.hasPrefix("__MACOSX/") }
    let journals = entries.filter {
      $0.name.lowercased().hasSuffix(".json") && $0.name.split(separator: "/").count <= 2
    }
    var result = ImportedEntries()
    if archive.encrypted > 0 {
      result.remarks.append(
        Remark(.unreadable, "files that a password protects", value: "\(archive.encrypted)"))
    }
    let files = entries.compactMap { entry -> ImportedFile? in
      let parts = entry.name.split(separator: "/")
      guard let name = parts.last, parts.count > 1,
        folders.contains(parts[parts.count - 2].lowercased())
      else { return nil }
      return ImportedFile(name: String(name), size: entry.size) {
        try archive.contents(of: entry, limit: mostFileBytes)
      }
    }
    var room = mostBytes * 4
    var hasJournal = false
    for journal in journals {
      let bytes = try archive.contents(of: journal, limit: min(mostBytes, room))
      room -= bytes.count
      guard isOne(DecodedText(bytes)) else { continue }
      hasJournal = true
      let name = journal.name.split(separator: "/").last.map { String($0.dropLast(5)) }
      result.append(try read(bytes, journal: journals.count > 1 ? name : nil, files: files))
    }
    return hasJournal ? result : nil
  }
}

/// The names of the files of an export.
enum DayOneFile {
  /// The name without its extension, in lower case: the MD5 of the contents.
  static func stem(_ name: String) -> String {
    String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]).lowercased()
  }

  /// `<md5>.<type>`, or nil unless it consists of letters and digits.
  static func name(_ stem: String, _ type: String) -> String? {
    let stem = stem.lowercased()
    let type = type.lowercased()
    func isPlain(_ text: String) -> Bool {
      text.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
    }
    guard (8...64).contains(stem.utf8.count), isPlain(stem), (1...8).contains(type.utf8.count),
      isPlain(type)
    else { return nil }
    return stem + "." + type
  }
}
