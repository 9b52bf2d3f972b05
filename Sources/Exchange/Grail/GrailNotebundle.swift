import Notes
import Reviews

/// The notebook of 2019, a folder that is called `.notebundle`.
///
/// ```
/// folder     := "text.snippets.gz" "study.log.gz"? ("assets/" name)*
/// versions   := (time " " digest-of-manifest "\n")*          the text named `versions`, the newest first
/// manifest   := (note-UUID " " digest-of-properties "\n")*
/// properties := YAML: sha1Digest (of the text), timestamp, hashtags, title, cardTemplates
/// card       := digest-of-template ":" ("quote" | "cloze" | "qanda")
/// ```
/// `text.snippets` is a ``SnippetArchive``, `study.log` a ``StudyLog``; both may lie there unpacked. Times are of
/// ISO 8601. A template's text is as it was typed, or a scalar of YAML (read off the notebook of one person, of 40
/// notes and 322 versions).
package enum GrailNotebundle {
  static let texts = "text.snippets"
  static let log = "study.log"

  /// True if a folder with files of those names is one.
  package static func isOne(_ names: some Sequence<String>) -> Bool {
    names.contains { $0 == texts || $0 == texts + ".gz" }
  }

  /// The notes of a notebook in all their versions, each dated by its list of versions.
  ///
  /// - Parameter files: the bytes of its files by their paths in the folder.
  /// - Throws: `.format` if the archive of texts cannot be read.
  package static func read(_ files: [String: [UInt8]]) throws(ExchangeError) -> GrailLibrary {
    guard let packed = files[texts + ".gz"] ?? files[texts] else {
      throw .format(operation: "read a notebook", detail: "there is no \(texts).gz")
    }
    var reader = try NotebundleReader(SnippetArchive(unpacked(packed)))
    reader.readVersions()
    if let packed = files[log + ".gz"] ?? files[log] { reader.readLog(packed) }
    reader.readAssets(files)
    return reader.library
  }

  static func unpacked(_ bytes: [UInt8]) throws(ExchangeError) -> [UInt8] {
    GzipReader.isOne(bytes) ? try GzipReader.unpacked(bytes) : bytes
  }
}

/// Follows the lists of versions from the oldest on.
private struct NotebundleReader {
  /// The facts of a note in some version, besides its text.
  private struct Properties {
    var text: String?
    var time: Int64?
    var title = ""
    var hashtags: [String] = []
    var templates: [(digest: String, kind: String)] = []
  }

  private var archive: SnippetArchive
  private(set) var library = GrailLibrary()
  private var notes: [String: GrailLibrary.Note] = [:]
  private var properties: [String: Properties] = [:]
  /// Of each note those that it had last.
  private var last: [String: Properties] = [:]
  /// Templates in the order in which they came up, each with its kind and the note that had it last.
  private var templates: [(digest: String, kind: String)] = []
  private var owners: [String: String] = [:]

  init(_ archive: SnippetArchive) {
    self.archive = archive
    if let line = archive.unreadLine {
      library.remarks.append(Remark(.unreadable, "the rest of the texts", line: line))
    }
  }

  private mutating func text(_ digest: String) -> String? {
    archive.text(digest).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Versions

  mutating func readVersions() {
    guard let list = archive.text(named: "versions") else {
      library.remarks.append(Remark(.unreadable, "the list of versions"))
      return
    }
    var manifests: [(time: Int64, place: Int, digest: String)] = []
    let lines = list.split(separator: 0x0A)
    for (place, line) in lines.enumerated() {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, let instant = Instant(words[0]) else {
        library.remarks.append(
          Remark(
            .notUnderstood, "the list of versions", line: place + 1,
            value: String(decoding: line, as: UTF8.self)))
        continue
      }
      manifests.append(
        (instant.milliseconds, lines.count - place, String(decoding: words[1], as: UTF8.self)))
    }
    manifests.sort { ($0.time, $0.place) < ($1.time, $1.place) }
    var listed: [String: String] = [:]
    for manifest in manifests {
      guard let bytes = archive.text(manifest.digest) else {
        library.remarks.append(
          Remark(.unreadable, "a version of all notes", value: manifest.digest))
        continue
      }
      listed = read(bytes, at: manifest.time, after: listed)
    }
    finish()
  }

  /// Adds the changes of a manifest, with the properties that it lists for each note.
  private mutating func read(
    _ manifest: [UInt8], at time: Int64, after listed: [String: String]
  ) -> [String: String] {
    var now: [String: String] = [:]
    for line in manifest.split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 2 else {
        library.remarks.append(
          Remark(.notUnderstood, "a list of notes", value: String(decoding: line, as: UTF8.self)))
        continue
      }
      let (note, digest) = (GrailID.normal(String(words[0])), String(words[1]))
      guard now.updateValue(digest, forKey: note) == nil, listed[note] != digest else { continue }
      add(digest, to: note, at: time)
    }
    for note in listed.keys where now[note] == nil {
      if notes[note]?.versions.last?.text != nil {
        notes[note]?.versions.append(GrailLibrary.Version(time: time, text: nil))
      }
    }
    return now
  }

  private mutating func add(_ digest: String, to id: String, at time: Int64) {
    guard let properties = readProperties(digest) else {
      library.remarks.append(Remark(.unreadable, "a version of a note", of: id, value: digest))
      return
    }
    var note = notes[id] ?? GrailLibrary.Note(id: id)
    note.created = min(note.created ?? .max, properties.time ?? .max, time)
    if let digest = properties.text {
      if let text = text(digest) {
        if note.versions.last?.text != text || note.versions.isEmpty {
          note.versions.append(GrailLibrary.Version(time: time, text: text))
        }
      } else {
        library.remarks.append(
          Remark(.unreadable, "a version of a note", of: properties.title, value: digest))
      }
    }
    notes[id] = note
    last[id] = properties
    for template in properties.templates {
      if owners.updateValue(id, forKey: template.digest) == nil { templates.append(template) }
    }
  }

  private mutating func readProperties(_ digest: String) -> Properties? {
    if let known = properties[digest] { return known }
    guard let bytes = archive.text(digest),
      let front = Note(parsing: Array("---\n".utf8) + bytes + Array("\n---\n".utf8)).frontMatter,
      front.failure == nil
    else { return nil }
    var result = Properties()
    result.text = front["sha1Digest"]?.string
    result.time = front["timestamp"]?.string.flatMap { Instant($0.utf8)?.milliseconds }
    result.title = front["title"]?.string?.collapsingSpaces ?? ""
    result.hashtags = front["hashtags"]?.strings ?? []
    result.templates = (front["cardTemplates"]?.strings ?? []).map { text in
      let parts = text.split(separator: ":", maxSplits: 1)
      return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }
    let known: Set = ["sha1Digest", "timestamp", "title", "hashtags", "cardTemplates"]
    for entry in front.entries {
      guard let key = entry.key.text, !known.contains(key) else { continue }
      library.remarks.append(Remark(.notCarried, key, of: result.title))
    }
    properties[digest] = result
    return result
  }

  // MARK: Results of all versions

  private mutating func finish() {
    for template in templates {
      let owner = owners[template.digest] ?? ""
      let title = last[owner]?.title ?? ""
      guard let kind = GrailTemplateText.kind(template.kind) else {
        library.remarks.append(
          Remark(.notCarried, "prompts of the kind “\(template.kind)”", of: title))
        continue
      }
      guard let text = text(template.digest) else {
        library.remarks.append(Remark(.unreadable, "a prompt", of: title, value: template.digest))
        continue
      }
      notes[owner]?.templates.append(
        GrailLibrary.Template(
          key: template.digest, kind: kind, text: GrailTemplateText.decoded(text)))
    }
    for (id, note) in notes.sorted(by: { $0.key < $1.key }) {
      let properties = last[id] ?? Properties()
      if note.versions.isEmpty {
        library.remarks.append(Remark(.notCarried, "a note without a text", of: properties.title))
        continue
      }
      if let text = note.text {
        library.remarks += GrailRemarks.hashtags(
          properties.hashtags, of: properties.title, in: text)
      }
      library.notes.append(note)
    }
    library.sortNotes()
  }

  // MARK: The log and the images

  mutating func readLog(_ packed: [UInt8]) {
    let log: StudyLog
    do throws(ExchangeError) {
      log = StudyLog(try GrailNotebundle.unpacked(packed))
    } catch {
      library.remarks.append(Remark(.unreadable, "the study log", value: "\(error)"))
      return
    }
    for line in log.unread {
      library.remarks.append(
        Remark(.notUnderstood, "the study log", line: line.number, value: line.text))
    }
    library.reviews = log.lines.map { line in
      GrailLibrary.Review(
        time: line.time, template: line.template, index: line.index, correct: line.correct,
        incorrect: line.incorrect)
    }
    library.dropStrayReviews()
  }

  mutating func readAssets(_ files: [String: [UInt8]]) {
    var assets = GrailAssets(texts: library.notes.lazy.flatMap(\.versions).compactMap(\.text))
    let names = [GrailNotebundle.texts, GrailNotebundle.log].flatMap { [$0, $0 + ".gz"] }
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where !names.contains(path) {
      // Files of the system, such as `.DS_Store`, belong to no note.
      if path.split(separator: "/").contains(where: { $0.first == "." }) { continue }
      if path.hasPrefix("assets/") {
        assets.add(bytes, key: path)
      } else {
        library.remarks.append(Remark(.notCarried, "a file of another kind", value: path))
      }
    }
    library.assets = assets.assets
    library.remarks += assets.remarks
  }
}
