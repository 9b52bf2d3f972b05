import Exchange
import Files
import Git
import History
import Notes
import PastNotes
import Settings

/// The values that catalogues, reading devices and journals had at earlier imports, by which the next import tells
/// changes there from changes that a person made here.
///
/// Each import with new values writes one file, `.zib/imports/<source>/<UTC time>-<blob>.jsonl`. No
/// file is ever changed, so that those of several devices sync without a conflict and `zib undo`
/// takes an import back with its values, but for those of what it leaves (``RemainingRecord``). The files are read in the order of their names; the last
/// value counts.
/// ```
/// file := (line "\n")*
/// line := {"id": the book's number, KEY: [value, …], …}
/// ```
/// A key is one of front matter, or `review` and `private notes`, whose value is the git blob id of
/// the text as ``ImportText/key(_:)`` has it. Of marked passages the keys are `highlights` and `notes`, with
/// the digests of those that came since the line before, and `left out`, with those that the note has lost
/// and that were told; the id is the book's name there. A book whose note is gone, and of which that was told, has
/// `removed`, with the value `true`. `told` with a key has a value of which it was told that another catalogue has another
/// one. Of a journal the id is the day, and a key is a
/// minute, `08:15`, with the digests of its entries (``EntryMemory``). An entry of which the journal says when it was
/// changed has a line of its own, whose id is the journal's, with `modified` and `at`, its day, minute and digest; `kept`
/// is a place that it has in the file, against which the person kept the note's. A line has only the keys whose values are new. A line
/// that cannot be read is ignored: if the catalogue and the note differ, the person is asked.
package struct ImportRecord {
  private var last: [String: [String: [String]]] = [:]
  private var all: [String: [String: Set<[String]>]] = [:]
  /// False in a folder that is no vault, where nothing of an import is remembered.
  package let isKept: Bool

  /// The record of a first import.
  package init() { isKept = true }

  /// Reads the record of a catalogue; it is empty if nothing was imported from it.
  ///
  /// - Throws: `WriteError` if one of its files cannot be read.
  package init(of source: String, in vault: Vault) throws {
    isKept = vault.isVault
    guard let folder = NotePath("\(Self.root)/\(source)"),
      let stream = DirectoryStream(vault.root.appending(folder))
    else { return }
    var names: [[UInt8]] = []
    while let entry = unsafe stream.next() {
      let name = unsafe Array(entry.bytes)
      if name.suffix(6).elementsEqual(".jsonl".utf8) { names.append(name) }
    }
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let path = folder.appending(name) else { continue }
      let bytes = try vault.folder.read(path).bytes
      for line in bytes.split(separator: UInt8(ascii: "\n")) { add(Array(line)) }
    }
  }

  private mutating func add(_ line: [UInt8]) {
    // See above: a line that cannot be read was never written.
    guard let value = try? JSONValue(parsing: line), let id = value["id"]?.string else { return }
    for member in value.members ?? [] {
      guard let values = member.value.elements?.compactMap(\.string) else { continue }
      last[id, default: [:]][member.name] = values
      all[id, default: [:]][member.name, default: []].insert(values)
    }
  }

  /// True if nothing was imported.
  package var isEmpty: Bool { last.isEmpty }

  /// The minutes of the days of a journal, with the digests of their entries at the last import.
  package var days: [(day: CivilDate, minutes: [String: [String]])] {
    last.compactMap { id, values in
      guard let date = PartialDate(id), date.day != nil else { return nil }
      return (date.firstDay, values)
    }
  }

  /// True if an import brought something of a book.
  package func knows(_ id: String) -> Bool { last[id] != nil }

  /// The values of a key at the last import of a book, or nil if it had none.
  package func values(of key: String, for id: String) -> [String]? { last[id]?[key] }

  /// True if an import before the last one had these values: the file may be an old one.
  package func isPast(_ values: [String], of key: String, for id: String) -> Bool {
    last[id]?[key] != values && all[id]?[key]?.contains(values) == true
  }

  /// Every value that any import had in a list.
  package func everything(in key: String, for id: String) -> Set<String> {
    Set((all[id]?[key] ?? []).joined())
  }

  /// The books or entries of which the record has a date after another one.
  package func dated(after date: String) -> [String] {
    last.compactMap { id, values in Self.dates(of: values).contains { $0 > date } ? id : nil }
  }

  /// The newest of the dates that a catalogue gave of its books, of those added, begun or finished, or of the last
  /// changes that a journal gave of its entries; nil if there were none.
  package var newestDate: String? {
    last.values.flatMap { Self.dates(of: $0) }.max()
  }

  /// The day and minute of the last entry that a journal had, `2026-11-21 08:15`; nil if it had none.
  package var newestMinute: String? {
    last.compactMap { day, values -> String? in
      guard PartialDate(day)?.day != nil else { return nil }
      return values.filter { !$0.value.isEmpty }.keys.max().map { day + " " + $0 }
    }.max()
  }

  private static func dates(of values: [String: [String]]) -> [String] {
    (values["created"] ?? []) + (values["readings"] ?? []).flatMap { Self.dates(ofReading: $0) }
      + (values["modified"] ?? [])
  }

  /// The dates of a reading: `started 2026-10-01, finished 2026-10-20`.
  private static func dates(ofReading reading: String) -> [String] {
    reading.split(separator: ",").compactMap { part in
      part.split(separator: " ").last.flatMap { PartialDate(String($0))?.description }
    }
  }

  /// The folder of the records, below the vault.
  package static let root = ".zib/imports"

  /// The source whose record is that of the libraries of Grail Diary.
  package static let grail = "grail"

  /// The key of front matter by which a note is known as an item of a source.
  package static func key(of source: String) -> String { source == grail ? "id" : source }

  /// A text of which the record needs to know only whether it is the same: the first 16 digits of its git blob id.
  package static func digest(_ text: String) throws -> String {
    String(try Git.Repository.id(ofBlob: Array(text.utf8)).hex.prefix(16))
  }

  /// A line for the values that are new; nil if none is.
  package func line(for id: String, _ values: [(key: String, values: [String])]) -> String? {
    let new = values.filter { last[id]?[$0.key] != $0.values }
    if new.isEmpty || id.isEmpty { return nil }
    let fields = new.map {
      (key: $0.key, value: JSONText.array($0.values.map { JSONText.string($0) }))
    }
    return JSONText.object([(key: "id", value: JSONText.string(id))] + fields)
  }

  /// The path and bytes of a file with these lines.
  ///
  /// - Parameter now: UTC milliseconds.
  package static func file(
    of lines: [String], from source: String, now: Int64
  ) throws -> (path: NotePath, bytes: [UInt8])? {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let time = CivilDateTime(milliseconds: now, in: .utc)
    let second = time.time?.secondOfDay ?? 0
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = two(second / 3600) + two(second / 60 % 60) + two(second % 60)
    let thousandths = String(String(1000 + now % 1000).suffix(3))
    let id = String(try Git.Repository.id(ofBlob: bytes).hex.prefix(8))
    return NotePath("\(root)/\(source)/\(time.date)T\(clock).\(thousandths)Z-\(id).jsonl").map {
      ($0, bytes)
    }
  }
}

/// The records of the catalogues of one import, each read once.
package struct ImportRecords {
  private let vault: Vault
  private var read: [String: ImportRecord] = [:]

  /// The programs of which there are records.
  private let sources: [String]

  package init(in vault: Vault) {
    self.vault = vault
    var sources: [String] = []
    if let folder = NotePath(ImportRecord.root),
      let stream = DirectoryStream(vault.root.appending(folder))
    {
      while let entry = unsafe stream.next() {
        sources.append(String(decoding: unsafe entry.bytes, as: UTF8.self))
      }
    }
    self.sources = sources.sorted()
  }

  /// The records of other catalogues that have the book of a note, with its numbers there.
  ///
  /// - Throws: as ``ImportRecord/init(of:in:)``.
  package mutating func others(
    than source: String, of note: Note
  ) throws -> [(record: ImportRecord, id: String)] {
    var others: [(record: ImportRecord, id: String)] = []
    for other in sources where other != source {
      for id in note.frontMatter?[other]?.strings ?? [] { others.append((try of(other), id)) }
    }
    return others
  }

  /// - Throws: as ``ImportRecord/init(of:in:)``.
  package mutating func of(_ source: String) throws -> ImportRecord {
    if let record = read[source] { return record }
    let record = try ImportRecord(of: source, in: vault)
    read[source] = record
    return record
  }
}

extension TreePath {
  /// True for a file of an import's record.
  package func isRecordOfImport(in scope: TreePath) -> Bool {
    isInside(scope.appending(Array(ImportRecord.root.utf8)))
  }
}
