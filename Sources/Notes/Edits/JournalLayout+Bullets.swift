/// Entries that are items of a list: `- 08:15 😀 **Title** text`, further lines indented by two.
extension JournalLayout {
  /// The lines of a new item, in the marker of the list that it joins.
  func bullet(_ new: NewJournalEntry) -> [String] {
    var (entry, body) = (new, Self.lines(of: new.body))
    if !Self.canBeBold(entry.title) {
      body = [entry.title] + (body.isEmpty ? [] : [""]) + body
      entry.title = ""
    }
    var first = Self.bulletHeading(of: entry)
    if let line = body.first, Self.canFollow(first, entry, line, before: body.dropFirst().first) {
      first += " " + line
      body.removeFirst()
    }
    let head = String(decoding: [marker], as: UTF8.self) + " " + first
    let lines = [head] + Self.indented(body)
    // A line of dashes below the time would make a heading of it.
    return Self.isOne(lines) ? lines : [head, ""] + Self.indented(body)
  }

  private static func isOne(_ lines: [String]) -> Bool {
    var options = NoteOptions()
    options.bulletedEntries = true
    let note = Note(piece: Array(lines.joined(separator: "\n").utf8), options: options)
    return note.journalEntries.count == 1
  }

  static func indented(_ lines: [String]) -> [String] {
    lines.map { $0.allSatisfy(\.isWhitespace) ? "" : "  " + $0 }
  }

  /// `08:15 +09:00 😀 **Title**`
  ///
  /// - Parameters: as of `heading(of:time:keepsTitle:)`.
  static func bulletHeading(
    of entry: NewJournalEntry, time: String? = nil, keepsTitle: Bool = false
  ) -> String {
    var bare = entry
    bare.title = ""
    let head = heading(of: bare, time: time)
    return entry.title.isEmpty
      ? head : head + " **" + (keepsTitle ? entry.title : collapsed(entry.title)) + "**"
  }

  private static func collapsed(_ title: String) -> String {
    title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// False for a title that is not read back between asterisks; it is written as text.
  private static func canBeBold(_ title: String) -> Bool {
    title.isEmpty || !title.contains("*") && collapsed(title).last.map { $0 != "\\" } ?? false
  }

  /// True where a line of text means the same behind the time: it begins no block, and no word of
  /// it is read as a mood, a zone or a title.
  private static func canFollow(
    _ head: String, _ entry: NewJournalEntry, _ line: String, before next: String?
  ) -> Bool {
    let block = MarkdownTape(parsing: Array("\(line)\n\(next ?? "")\n".utf8), from: 0).events.first
    guard block?.kind == .enterParagraph, !line.hasPrefix("$$") else { return false }
    let bytes = Array((head + " " + line).utf8)
    guard let read = JournalHeading(bytes, ByteRange(0, bytes.count)) else { return false }
    if !entry.title.isEmpty { return true }
    return read.title.map { Int($0.start) } == head.utf8.count + 1
      && read.title.flatMap { JournalHeading.boldStart(bytes, $0) } == nil
  }
}
