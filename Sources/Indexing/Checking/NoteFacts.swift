import Files
import Layout
import Notes

/// The facts of a note's text that `zib check` keeps, so that an unchanged note is not read again.
struct NoteFacts: Sendable {
  /// The flaws of the text.
  var flaws: [Flaw] = []
  /// True if it has neither text nor front matter.
  var isEmpty = false
  /// The names of files that the note may show in other ways than by links: in HTML and front matter; folded, without
  /// folders.
  var mentions: [String] = []
  /// The pictures of the vault that a book names as its cover, unless it does so by a link.
  var covers: [Cover] = []

  struct Cover: Sendable, Equatable {
    let key: String
    let value: String
    let position: TextPosition
  }

  struct Flaw: Sendable, Equatable {
    let kind: Diagnostic.Kind
    let position: TextPosition
  }

  /// - Parameters:
  ///   - isDay: true for a day of the journal.
  ///   - isTemplate: true for a template, whose values are to be filled in.
  ///   - today: what is in the future then may not be so when the facts are used.
  init(_ note: Note, isDay: Bool, isTemplate: Bool, today: CivilDate) {
    var found = note.diagnostics + note.readings(after: today)
    if let comment = note.openComment { found.append(comment) }
    if isDay { found += note.entryFlaws }
    if isTemplate { found.removeAll(where: \.isOfBook) }
    flaws = found.map { Flaw(kind: $0.kind, position: $0.position) }
    isEmpty =
      note.frontMatter == nil && !isTemplate
      && note.source.allSatisfy { $0.isBlank || $0.isLineEnd || [0xEF, 0xBB, 0xBF].contains($0) }
    mentions = Self.mentions(in: note)
    if !isTemplate { covers = Self.covers(of: note) }
  }

  private static func covers(of note: Note) -> [Cover] {
    guard note.book != nil else { return [] }
    return note.bookCovers.compactMap { key, node in
      guard let value = node.strings.first, FileKind(ofName: value.utf8) == .image,
        !isAddress(value)
      else { return nil }
      return Cover(
        key: key, value: value, position: note.lines.position(at: Int(node.range.start)))
    }
  }

  /// True of `https://…`, `data:…` and `//…`, and of a link, which is a finding by itself.
  private static func isAddress(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0.isASCIIWord || "+-.".utf8.contains($0) }
    let isScheme = scheme.count > 1 && text.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
    return isScheme || text.hasPrefix("//") || text.contains("[[") || text.contains("](")
  }

  private init() {}

  // MARK: Names of files

  /// The last part of a path or address, folded.
  static func name(_ target: String) -> String {
    let path = target.prefix { $0 != "?" && $0 != "#" }
    let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      path[path.utf8.index(after: $0)...]
    }
    return CaseFolding.fold(Spelling.destination(Array((last ?? path).utf8)[...]))
  }

  private static func mentions(in note: Note) -> [String] {
    var names = attributes(in: note.source)
    for entry in note.frontMatter?.entries ?? [] {
      for value in entry.value.strings where value.contains(".") && value.utf8.count < 500 {
        names.append(value)
      }
    }
    return names.map(name)
  }

  /// The values of `src="…"`, `href="…"` and `poster="…"`.
  private static func attributes(in bytes: [UInt8]) -> [String] {
    var values: [String] = []
    var index = 0
    while let sign = bytes[index...].firstIndex(of: UInt8(ascii: "=")) {
      index = sign + 1
      guard index < bytes.count else { break }
      let mark = bytes[index]
      guard mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { continue }
      let before = bytes[..<sign].suffix(6).map(\.asciiLowercased)
      guard
        [Array("src".utf8), Array("href".utf8), Array("poster".utf8)].contains(where: before.hasEnd)
      else { continue }
      let start = sign + 2
      let end = bytes[start...].prefix(1000).firstIndex { $0 == mark || $0 == .lineFeed }
      if let end { values.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
    }
    return values
  }
}

extension [UInt8] {
  fileprivate func hasEnd(_ end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}

// MARK: - Kept in the cache

/// The facts of all notes, kept in the cache note by note.
///
/// ```
/// row of "note-facts" := isEmpty: u32, flaws: u32, (kind: u32, line: u32, column: u32, text, text)*,
///                        mentions: u32, text*, covers: u32, (line: u32, column: u32, key: text, value: text)*
/// ```
/// A text is its length: u32 and its bytes.
struct KeptFacts {
  private let cache: StateCache
  private let vault: VaultNotes
  /// The row of each note, by its number; nil where the note has to be read.
  private var rows: [ArraySlice<UInt8>?]
  private var isKept: Bool

  /// Change it whenever a note is judged in another way.
  static let revision: UInt64 = 10

  init(_ vault: VaultNotes) {
    self.vault = vault
    cache = vault.cache("note-facts", revision: Self.revision)
    let count = vault.table.noteCount
    if let kept = NoteRows(cache, vault.table) {
      rows = zip(kept.rows, kept.isCurrent).map { row, isCurrent in
        isCurrent && !row.isEmpty ? row : nil
      }
      isKept = kept.isKept(for: vault.table)
    } else {
      rows = [ArraySlice<UInt8>?](repeating: nil, count: count)
      isKept = false
    }
  }

  /// True if the facts of a note are known.
  func has(_ number: Int) -> Bool { rows[number] != nil }

  /// The numbers of the notes whose facts are not known.
  var missing: [Int] { rows.indices.filter { rows[$0] == nil } }

  mutating func set(_ facts: NoteFacts, of number: Int) {
    var writer = PayloadWriter()
    facts.write(&writer)
    rows[number] = writer.bytes[...]
    isKept = false
  }

  /// Keeps the facts for the next check, unless they are kept.
  func keep() {
    if !isKept { NoteRows.keep(rows, in: cache, vault.index, vault.table) }
  }

  /// The row of a note of which there is nothing to tell and that mentions no file.
  private static let plain = [UInt8](repeating: 0, count: 16)

  /// Calls the closure with the facts of each note that has some.
  func forEach(_ body: (_ number: Int, _ facts: NoteFacts) -> Void) {
    for (number, row) in rows.enumerated() {
      guard let row, !row.elementsEqual(Self.plain) else { continue }
      var reader = PayloadReader(row)
      if let facts = NoteFacts(&reader) { body(number, facts) }
    }
  }
}

extension NoteFacts {
  fileprivate func write(_ writer: inout PayloadWriter) {
    writer.add(UInt32(isEmpty ? 1 : 0))
    writer.add(UInt32(flaws.count))
    for flaw in flaws {
      let (code, first, second) = Self.code(flaw.kind)
      writer.add(code)
      writer.add(UInt32(flaw.position.line))
      writer.add(UInt32(flaw.position.column))
      writer.add(first.utf8)
      writer.add(second.utf8)
    }
    writer.add(UInt32(mentions.count))
    for name in mentions { writer.add(name.utf8) }
    writer.add(UInt32(covers.count))
    for cover in covers {
      writer.add(UInt32(cover.position.line))
      writer.add(UInt32(cover.position.column))
      writer.add(cover.key.utf8)
      writer.add(cover.value.utf8)
    }
  }

  fileprivate init?(_ reader: inout PayloadReader) {
    self.init()
    isEmpty = reader.number() == 1
    for _ in 0..<reader.count() {
      let code = reader.number()
      let position = TextPosition(line: Int(reader.number()), column: Int(reader.number()))
      guard let kind = Self.kind(code, reader.text(), reader.text()) else { return nil }
      flaws.append(Flaw(kind: kind, position: position))
    }
    for _ in 0..<reader.count() { mentions.append(reader.text()) }
    for _ in 0..<reader.count() {
      let position = TextPosition(line: Int(reader.number()), column: Int(reader.number()))
      covers.append(Cover(key: reader.text(), value: reader.text(), position: position))
    }
  }

  /// A number that tells the kind of a flaw, and the texts that its words need.
  static func code(_ kind: Diagnostic.Kind) -> (UInt32, String, String) {
    switch kind {
    case .invalidFrontMatter(let words): (1, words, "")
    case .unterminatedFrontMatter: (2, "", "")
    case .duplicateKey(let key): (3, key, "")
    case .invalidUTF8: (4, "", "")
    case .markdownLimit: (5, "", "")
    case .questionWithoutAnswer: (6, "", "")
    case .misspelledQuestion: (7, "", "")
    case .openComment: (8, "", "")
    case .openFence: (9, "", "")
    case .entryTime(let text): (10, text, "")
    case .entryZone(let text): (11, text, "")
    case .bookValue(let key, let value): (12, key, value)
    case .cutAnswer: (13, "", "")
    case .unreadSource: (14, "", "")
    case .undefinedFootnote(let label): (15, label, "")
    case .futureReading(let key, let value): (16, key, value)
    }
  }

  /// The kind of which ``code(_:)`` gave a number and texts.
  static func kind(_ code: UInt32, _ first: String, _ second: String) -> Diagnostic.Kind? {
    switch code {
    case 1: .invalidFrontMatter(first)
    case 2: .unterminatedFrontMatter
    case 3: .duplicateKey(first)
    case 4: .invalidUTF8
    case 5: .markdownLimit
    case 6: .questionWithoutAnswer
    case 7: .misspelledQuestion
    case 8: .openComment
    case 9: .openFence
    case 10: .entryTime(first)
    case 11: .entryZone(first)
    case 12: .bookValue(key: first, value: second)
    case 13: .cutAnswer
    case 14: .unreadSource
    case 15: .undefinedFootnote(first)
    case 16: .futureReading(key: first, value: second)
    default: nil
    }
  }
}
