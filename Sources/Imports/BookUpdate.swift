import Exchange
import Files
import Git
import History
import Notes
import Steps

/// Brings one book of a catalogue into its existing note.
///
/// Each value is compared three ways, with the catalogue's value at the last import: a change only
/// there is taken, a change only here stays, and if both changed the person decides. A value of an
/// import before the last one needs the person's decision as well, because the file may be an old
/// one.
struct BookUpdate {
  private let path: NotePath
  let book: ImportedBook
  let note: Note
  /// Read from front matter even if the note does not declare itself a book.
  let own: Book?
  let record: ImportRecord
  /// The book's number at the last import; the catalogue may have given it another one since.
  let known: String
  /// True if the whole file is older than what was imported before, or the note has a later number of the book.
  let isOldFile: Bool
  /// The records of other catalogues that have the book, with its numbers there.
  private let others: [(record: ImportRecord, id: String)]
  /// True if the note has the book's number in this catalogue: an import was here.
  private let wasImported: Bool
  private let decide: (ImportPlan.Difference) -> ImportPlan.Decision
  var editor: FrontMatterEditor

  private(set) var differences: [ImportPlan.Difference] = []
  private(set) var remarks: [Remark] = []
  /// The values that the next import compares with.
  private(set) var settled: [(key: String, values: [String])] = []

  /// - Parameters:
  ///   - id: by which the record knows a book whose note has no number of the catalogue.
  ///   - isOlder: true if the file is older than what was imported before.
  ///   - others: what other catalogues had of the book, with its numbers there.
  init(
    _ book: ImportedBook, knownAs id: String? = nil, in note: Note, at path: NotePath,
    _ record: ImportRecord, besides others: [(record: ImportRecord, id: String)] = [],
    isOlder: Bool = false,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision
  ) throws {
    self.path = path
    self.book = book
    self.note = note
    self.record = record
    self.others = others
    self.decide = decide
    own = try BookProperties.book(of: note)
    let numbers = note.frontMatter?[book.source]?.strings ?? []
    wasImported = id != nil || !numbers.isEmpty
    let isRenumbered = !numbers.isEmpty && !book.id.isEmpty && !numbers.contains(book.id)
    known = id ?? (isRenumbered ? numbers[0] : book.id)
    isOldFile =
      isOlder && record.knows(known)
      || isRenumbered && record.values(of: book.source, for: book.id) != nil
    editor = try FrontMatterEditor(note.source)
  }

  /// The note as the import leaves it.
  mutating func run() throws -> [UInt8] {
    let properties = BookProperties(book)
    for entry in properties.entries {
      switch entry.key {
      case "tags": try mergeTags()
      case "readings": try mergeReadings(entry.value)
      case "read-count": try mergeCount()
      default: try merge(entry, properties.standing(of: entry, in: note, own))
      }
    }
    tellRemoved()
    // A book without shelves may have lost its last one.
    if book.tags.isEmpty { try mergeTags() }
    tellWanted()
    let takesTitle = takesTitle()
    if takesTitle, note.frontMatter?["title"] != nil {
      try editor.set("title", to: .string(book.title))
    }
    var text = NoteText(editor.source)
    // The body moves by as much as the front matter grows, and from its end on nothing before a place moves.
    let shift = text.bytes.count - note.source.count
    let sections = BookSection.all(of: book).map { section in
      (section, place: BookSection.place(of: section.title, in: note))
    }
    for (section, place) in sections.filter({ $0.place != nil }).sorted(by: {
      ($0.place?.range.start ?? 0) > ($1.place?.range.start ?? 0)
    }) {
      try merge(section, at: place, movedBy: shift, into: &text)
    }
    for (section, place) in sections where place == nil {
      try merge(section, at: nil, movedBy: shift, into: &text)
    }
    if takesTitle, note.frontMatter?["title"] == nil, let heading = note.titleHeading {
      text.replace(
        heading.text.moved(by: shift),
        with: MarkdownText.escaped(book.title, atLineStart: false))
    }
    return text.bytes
  }

  /// The number under which the next import finds what is settled.
  var number: String {
    let numbers = Note(parsing: editor.source).frontMatter?[book.source]?.strings ?? []
    return numbers.contains(book.id) ? book.id : known
  }

  // MARK: Deciding

  func last(_ key: String) -> [String]? { record.values(of: key, for: known) }

  private func isPast(_ values: [String], of key: String) -> Bool {
    isOldFile || record.isPast(values, of: key, for: known)
  }

  /// True if the catalogue had no value, so that nobody took it away here. A newer file may have had none any more.
  func isMissing(_ key: String) -> Bool { last(key)?.isEmpty != false && !isOldFile }

  /// Remembers the catalogue's values, unless an import before the last one had them: the file may
  /// be an old one.
  mutating func settle(_ key: String, _ values: [String], isDecided: Bool = false) {
    if !isDecided, isPast(values, of: key) { return }
    settled.append((key, values))
  }

  /// Adds a remark on what the update does.
  mutating func tell(_ remark: Remark) { remarks.append(remark) }

  /// True if the imported value takes the place of the one here.
  ///
  /// - Parameters:
  ///   - name: the key by which a person knows the one here; nil for the same key.
  ///   - isOnlyThere: true if the one here is as an import brought it, and the file may be older.
  mutating func takes(
    _ key: String, _ values: [String], here: String, there: String, named name: String? = nil,
    isOnlyThere: Bool = false
  ) -> Bool {
    let difference = ImportPlan.Difference(
      path: path, key: name ?? key, here: here, there: there, isOnlyThere: isOnlyThere)
    switch decide(difference) {
    case .take:
      settle(key, values, isDecided: true)
      return true
    case .keep: settle(key, values, isDecided: true)
    case .open: differences.append(difference)
    }
    return false
  }

  /// A key as the note spells it.
  func spelled(_ key: String) -> String {
    let keys = note.frontMatter?.entries.compactMap(\.key.text) ?? []
    return Book.spellings(of: key).lazy.compactMap { name in
      keys.first { CaseFolding.fold($0) == name }
    }.first ?? key
  }

  // MARK: Values

  private mutating func merge(
    _ entry: FrontMatterValue.Entry, _ standing: (here: String, isSame: Bool)?
  ) throws {
    let (key, there) = (entry.key, BookProperties.text(entry.value))
    let values = BookProperties.values(entry.value)
    let last = last(key)
    guard let standing else {
      // A person took it away, unless it was never there.
      if last == values { return settle(key, values) }
      if isMissing(key) || takes(key, values, here: "", there: there) {
        try editor.set(spelled(key), to: entry.value)
        if isMissing(key) { settle(key, values) }
      }
      return
    }
    if standing.isSame || last == values { return settle(key, values) }
    let isNewer = key == "status" && isReadAgain
    let isOld =
      !isNewer
      && (isPast(values, of: key)
        || key == "status" && isBehind(standing.here))
    let isUntouched =
      key == book.source || last.map { Self.isSame(standing.here, $0, as: key) } ?? false
    if !isOld, isUntouched || key == "status" && isAhead(of: standing.here) {
      try editor.set(spelled(key), to: entry.value)
      return settle(key, values, isDecided: isNewer)
    }
    if isOthers(standing.here, as: key) {
      guard takesOverOther(key, values, here: standing.here, there: there) else { return }
    } else if !takes(
      key, values, here: standing.here, there: there, isOnlyThere: isOld && isUntouched)
    {
      return
    }
    try editor.set(spelled(key), to: entry.value)
  }

  /// True if a value is as another catalogue gave it.
  private func isOthers(_ here: String, as key: String) -> Bool {
    others.contains { other in
      other.record.values(of: key, for: other.id).map { Self.isSame(here, $0, as: key) } ?? false
    }
  }

  /// True if the person has this catalogue's word count. Nobody wrote the other's, so that the difference is no question,
  /// and is told once.
  private mutating func takesOverOther(
    _ key: String, _ values: [String], here: String, there: String
  ) -> Bool {
    let difference = ImportPlan.Difference(path: path, key: key, here: here, there: there)
    if case .take = decide(difference) {
      settle(key, values, isDecided: true)
      return true
    }
    if last("told " + key) != values {
      tell(
        Remark(
          .notCarried,
          "values of which another catalogue has others, which stay; `--update` takes these",
          of: book.title, value: "\(key) \(there)"))
      settled.append(("told " + key, values))
    }
    return false
  }

  private static func isSame(_ here: String, _ values: [String], as key: String) -> Bool {
    switch key {
    case "author":
      return Set(here.split(separator: ";").map { ImportText.authorKey(String($0)) })
        == Set(values.map(ImportText.authorKey))
    case "isbn":
      let number = (try? ISBN(here))?.description
      return number != nil && [number] == values
    default: return here == values.joined(separator: ", ")
    }
  }

  private static let order: [Book.Status] = [.want, .reading, .read]

  /// True if the book is further on in the catalogue: wanted, being read, read.
  private func isAhead(of here: String) -> Bool {
    guard let there = book.status.flatMap(Self.order.firstIndex),
      let here = Book.Status(rawValue: here).flatMap(Self.order.firstIndex)
    else { return false }
    return there > here
  }

  /// True if the catalogue has a reading, begun or finished, after the last reading of the note:
  /// the file is no older one.
  private var isReadAgain: Bool {
    guard let last = own?.readings.compactMap(\.finished).max() else { return false }
    let reading = Book.Reading(started: nil, finished: last)
    switch book.status {
    case .reading: return book.readings.contains { BookProperties.isSame(reading, $0) }
    case .read: return book.readings.contains { $0.finished.map { $0 > last } ?? false }
    default: return false
    }
  }

  private func isBehind(_ here: String) -> Bool {
    guard let there = book.status.flatMap(Self.order.firstIndex),
      let here = Book.Status(rawValue: here).flatMap(Self.order.firstIndex)
    else { return false }
    return there < here
  }

  // MARK: Removed values

  /// Tells, once, what was taken out of the catalogue since the last import; the note keeps it.
  private mutating func tellRemoved() {
    if isOldFile { return }
    let names = ["rating": "a rating", "review": "a review", "private notes": "private notes"]
    for key in book.empty.sorted() {
      guard let name = names[key], let last = last(key), !last.isEmpty else { continue }
      settle(key, [])
      remarks.append(
        Remark(
          .notCarried, "\(name) that the file no longer has (the note keeps it)", of: book.title,
          value: key == "rating" ? last.joined(separator: ", ") : ""))
    }
  }

  // MARK: The title

  /// True if the catalogue's title takes the place of the note's.
  private mutating func takesTitle() -> Bool {
    let (key, values, last) = ("title", [book.title], last("title"))
    // Each difference is told if nothing is remembered.
    if !record.isKept, wasImported, note.title != book.title,
      note.titleHeading != nil || note.frontMatter?["title"] != nil
    {
      return takes(key, values, here: note.title, there: book.title)
    }
    // Imports of earlier versions did not record it.
    guard let last, last != values, note.title != book.title else {
      settle(key, values)
      return false
    }
    guard note.titleHeading != nil || note.frontMatter?["title"] != nil else {
      settle(key, values)
      remarks.append(
        Remark(
          .notCarried, "a new title of a book whose note has the name of its file for a title",
          of: note.title, value: book.title))
      return false
    }
    guard note.title == last.first, !isPast(values, of: key) else {
      return takes(key, values, here: note.title, there: book.title)
    }
    settle(key, values)
    return true
  }

  // MARK: Hashtags

  private mutating func mergeTags() throws {
    let key = "tags"
    let here = Set(note.hashtags.map { CaseFolding.fold(note.text($0.name)) })
    let before = Set(record.everything(in: key, for: known).map { CaseFolding.fold($0) })
    let new = book.tags.filter {
      let name = CaseFolding.fold($0)
      return !here.contains(name) && !before.contains(name)
    }
    let isOld = isPast(book.tags, of: key)
    let gone = isOld ? [] : Set(last(key) ?? []).subtracting(book.tags)
    for name in gone.sorted() where here.contains(CaseFolding.fold(name)) {
      remarks.append(
        Remark(
          .notCarried, "a shelf that a book was taken from (its hashtag stays)", of: book.title,
          value: name))
    }
    let holder = FrontMatter.hashtagKeys.first { note.frontMatter?[$0] != nil }
    // Without a record, or in an older file, a hashtag that is missing may be one that was taken away.
    if !new.isEmpty, isOldFile || wasImported && last(key) == nil && holder != nil {
      let names = note.hashtags.map { note.text($0.name) }.joined(separator: ", ")
      guard takes(key, book.tags, here: names, there: book.tags.joined(separator: ", ")) else {
        return
      }
    } else {
      settle(key, book.tags)
    }
    if holder == nil, !new.isEmpty {
      return try editor.set(key, to: .list(new.map { .string($0) }))
    }
    for name in new { try editor.append(.string(name), to: spelled(holder ?? key)) }
  }

  /// Tells, once, of a hashtag by which the book was to be read and is no longer.
  private mutating func tellWanted() {
    guard let name = note.wantingHashtag?.name, let status = book.status, status != .want,
      own?.status != status, last("told hashtag") != [name]
    else { return }
    settled.append(("told hashtag", [name]))
    remarks.append(
      Remark(
        .notCarried, "a status, as it was told by a hashtag (which stays)", of: book.title,
        value: "\(name), now \(status.rawValue)"))
  }

  // MARK: Sections

  private mutating func merge(
    _ section: BookSection, at place: (range: ByteRange, key: String)?, movedBy shift: Int,
    into text: inout NoteText
  ) throws {
    let key = CaseFolding.fold(section.title)
    let values = [try Self.digest(section.key)]
    let last = last(key)
    guard let place else {
      let body = ImportText.key(note.plainText(in: ByteRange(note.bodyStart, note.source.count)))
      if body.contains(section.key) || last == values { return settle(key, values) }
      if isMissing(key) || takes(section.title, values, here: "", there: section.block) {
        try text.append(section.block)
        if isMissing(key) { settle(key, values) }
      }
      return
    }
    if place.key.contains(section.key), last != [try Self.digest(place.key)] || last == values {
      return settle(key, values)
    }
    if last == values { return settle(key, values) }
    // The text that the last import brought, beside which a person may have written.
    let own = try BookSection.part(of: place.range, in: note) { last == [try Self.digest($0)] }
    let isOld = isPast(values, of: key)
    let here = note.text(own ?? place.range).reversed().drop(while: \.isWhitespace).reversed()
    guard
      own != nil && !isOld
        || takes(section.title, values, here: String(here), there: section.block)
    else { return }
    if own != nil, !isOld { settle(key, values) }
    if let own {
      return try text.replace(part: own.moved(by: shift), with: section.text)
    }
    var block = section.block
    if let added = section.added(to: place.range, in: note) {
      block += "\n\n" + added
      remarks.append(
        Remark(
          .changed,
          "sections of which the last paragraphs are kept, because no part of the new text is like them",
          of: book.title, value: section.title))
    }
    try text.replace(section: place.range.moved(by: shift), with: block)
  }

  private static func digest(_ key: String) throws -> String {
    try Git.Repository.id(ofBlob: Array(key.utf8)).hex
  }
}
