import Exchange
import Files
import Notes
import Steps

/// Brings one note of a library of Grail Diary into the note that the vault has of it.
///
/// The data of its book, its folder, its address and its text are compared three ways, with those of the last import
/// (``BookUpdate``). The library tells its own earlier texts, by which a text that came before there was a record is
/// known as well.
struct GrailUpdate {
  /// The key of front matter by which the record of imports is named.
  static let source = ImportRecord.grail
  /// The key of front matter by which a note is known.
  static let idKey = ImportRecord.key(of: source)
  private static let (text, copies) = ("text", "copies")

  private let file: GrailNoteFile
  private let note: GrailLibrary.Note
  private let own: Note
  private let path: NotePath
  private let record: ImportRecord
  private let decide: (ImportPlan.Difference) -> ImportPlan.Decision

  private(set) var differences: [ImportPlan.Difference] = []
  private(set) var remarks: [Remark] = []
  /// The values that the next import compares with.
  private(set) var settled: [(key: String, values: [String])] = []
  /// The texts of other devices that the vault has not had.
  private(set) var conflicts: [GrailLibrary.Conflict] = []

  init(
    _ note: GrailLibrary.Note, _ file: GrailNoteFile, in own: Note, at path: NotePath,
    _ record: ImportRecord,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision
  ) {
    self.note = note
    self.file = file
    self.own = own
    self.path = path
    self.record = record
    self.decide = decide
  }

  /// The note as the import leaves it.
  ///
  /// - Parameter copies: the conflict copies of the vault.
  mutating func run(besides copies: Set<[UInt8]>) throws -> [UInt8] {
    var bytes = own.source
    // A note that was deleted there says no more.
    guard let text = note.text else { return bytes }
    if let book = file.catalogued {
      var update = try BookUpdate(
        book, knownAs: file.id, in: own, at: path, record, deciding: decide)
      bytes = try update.run()
      differences += update.differences
      remarks += update.remarks
      settled += update.settled
    }
    bytes = try updateProperties(of: bytes)
    if try takes(text) {
      let start = Note(parsing: bytes).bodyStart
      bytes = bytes[..<start] + Array(text.utf8)
    }
    try compareCopies(copies)
    return bytes
  }

  /// The note with the library's folder and address, which are compared as the data of a book are.
  private mutating func updateProperties(of bytes: [UInt8]) throws -> [UInt8] {
    var editor = try FrontMatterEditor(bytes)
    for (key, value) in file.properties {
      let values = value.map { [$0] } ?? []
      let here = own.frontMatter?[key]?.string
      let last = record.values(of: key, for: file.id)
      // Without a record a key that the library has no value for is the person's.
      if last == nil, value == nil { continue }
      guard here != value, last != values else {
        settled.append((key, values))
        continue
      }
      let isUntouched = last.map { $0 == (here.map { [$0] } ?? []) } ?? (here == nil)
      if !isUntouched || record.isPast(values, of: key, for: file.id) {
        let difference = ImportPlan.Difference(
          path: path, key: key, here: here ?? "", there: value ?? "")
        let decision = decide(difference)
        if decision == .open {
          differences.append(difference)
        } else {
          settled.append((key, values))
        }
        if decision != .take { continue }
      } else {
        settled.append((key, values))
      }
      if let value {
        try editor.set(key, to: .string(value))
      } else {
        try editor.unset(key)
      }
    }
    return editor.source
  }

  /// True if the library's text takes the place of the note's.
  private mutating func takes(_ text: String) throws -> Bool {
    let here = String(decoding: own.source[own.bodyStart...], as: UTF8.self)
    let values = [try Self.digest(text)]
    let last = record.values(of: Self.text, for: file.id)
    let isSame = try [Self.digest(here)] == values
    if isSame || last == values || last == nil && Self.key(here) == Self.key(text) {
      settled.append((Self.text, values))
      return false
    }
    let isUntouched =
      try last.map { try $0 == [Self.digest(here)] }
      ?? note.versions.contains { $0.text.map(Self.key) == Self.key(here) }
    if isUntouched, !record.isPast(values, of: Self.text, for: file.id) {
      settled.append((Self.text, values))
      return true
    }
    let decision = decide(.init(path: path, key: Self.text, here: "", there: text))
    if decision == .open {
      differences.append(.init(path: path, key: Self.text, here: "", there: text))
    } else {
      settled.append((Self.text, values))
    }
    return decision == .take
  }

  /// Finds the other devices' texts that are new.
  private mutating func compareCopies(_ copies: Set<[UInt8]>) throws {
    let known = record.everything(in: Self.copies, for: file.id)
    let isRecorded = record.values(of: Self.text, for: file.id) != nil
    var digests: [String] = []
    for conflict in note.conflicts {
      let bytes = try file.bytes(of: conflict)
      let digest = try Self.digest(of: conflict)
      if !known.contains(digest), !copies.contains(bytes) {
        // Without a record it may have come, and been resolved.
        let difference = ImportPlan.Difference(
          path: path, key: "text of another device", here: "", there: conflict.text)
        switch isRecorded ? .take : decide(difference) {
        case .take: conflicts.append(conflict)
        case .keep: break
        case .open:
          differences.append(difference)
          continue
        }
      }
      digests.append(digest)
    }
    if !digests.isEmpty { settled.append((Self.copies, digests)) }
  }

  /// The values of a note that the import has just made.
  static func values(
    of note: GrailLibrary.Note, _ file: GrailNoteFile, _ bytes: [UInt8], at path: NotePath
  ) throws -> [(key: String, values: [String])] {
    var update = GrailUpdate(
      note, file, in: Note(parsing: bytes), at: path, ImportRecord(), deciding: { _ in .keep })
    _ = try update.run(besides: [])
    return update.settled
  }

  /// By that of the other device alone: the data of the note's book may change.
  private static func digest(of conflict: GrailLibrary.Conflict) throws -> String {
    let book = conflict.book.map { book in
      BookProperties(book).entries.map { "\($0.key) \(BookProperties.text($0.value))" }
        + [book.title, book.review]
    }
    return try ImportRecord.digest(
      ([conflict.text, conflict.cover ?? ""] + (book ?? [])).joined(separator: "\n"))
  }

  /// Line ends and empty lines at the end are no change.
  private static func digest(_ text: String) throws -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return try ImportRecord.digest(lines.joined(separator: "\n"))
  }

  /// A text as imports compare it. Lines in it that look like front matter are the note's text.
  private static func key(_ text: String) -> String {
    let note = Note(piece: Array(text.utf8))
    return ImportText.key(note.plainText(in: ByteRange(0, note.source.count)))
  }
}
