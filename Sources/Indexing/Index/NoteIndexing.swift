import Files
import Notes
import Search
import Settings

/// Puts a note into the index.
struct NoteIndexing: Sendable {
  /// The settings that change how a note is indexed.
  struct Settings: Sendable {
    /// The language of notes that name none; empty for none.
    var language: String
    var options: NoteOptions
    /// The folder of the days, without a slash at its end; empty for the root.
    var journalFolder: String
    /// The path of a day below it, in moment's letters.
    var journalPattern: String
    /// The title of a day, in moment's letters; empty for none.
    var dayTitle: String
    var templates: TemplateFolder
    var taskStyle: TaskStyle

    init(_ configuration: Configuration) {
      language = configuration.language ?? ""
      options = NoteOptions(configuration)
      journalFolder = configuration.text("journal.folder")
      journalPattern = configuration.text("journal.pattern")
      dayTitle = configuration.text("journal.title")
      templates = TemplateFolder(configuration)
      taskStyle = TaskStyle(configuration)
    }

    /// Equal for settings under which every note becomes the same.
    var fingerprint: UInt32 {
      var mixer = Mixer()
      mixer.add(
        Array(
          """
          \(language) \(options.bracketedHashtags) \(options.colonHashtags) \
          \(options.closedHashtags) \(options.links.isTextFirst) \(journalFolder) \(journalPattern) \
          \(options.bulletedEntries) \(options.logHeading) \(templates.path?.text ?? "")\
          \(dayTitle.isEmpty ? "" : " titled " + dayTitle) \(taskStyle.filter) \
          \(options.taskStatuses.fingerprint)\
          \(options.links.takesParts ? " parts" : "")\
          \(options.links.pages?.encoding.map { " with texts " + $0.rawValue } ?? "")
          """.utf8))
      return UInt32(truncatingIfNeeded: mixer.value)
    }
  }

  let settings: Settings
  let journal: JournalDays

  init(_ settings: Settings) {
    self.settings = settings
    journal = JournalDays(folder: settings.journalFolder, pattern: settings.journalPattern)
  }

  /// Reads the note from its bytes as it is indexed.
  func note(_ bytes: [UInt8], at path: NotePath) -> Note {
    Note(
      parsing: bytes, named: String(decoding: path.stem, as: UTF8.self), options: settings.options)
  }

  /// Puts the note at `path` into the writer.
  ///
  /// - Parameter modified: the time of the file's last change, in nanoseconds since 1970.
  func add(_ note: Note, at path: NotePath, modified: Int64, to writer: DocumentWriter) {
    let title = note.title
    writer.title = Array(title.utf8)
    writer.setLanguage(note.language ?? settings.language)
    addNames(note, title, path, to: writer)
    addText(note, to: writer)
    // The values of the front matter do not stand behind the last words of the text.
    writer.startPart()
    addHashtags(note, to: writer)
    if let frontMatter = note.frontMatter { addProperties(frontMatter, to: writer) }
    if journal.day(of: path) != nil { addMoods(note, to: writer) }
    addLinks(note, to: writer)
    addTasks(note, to: writer)
    let day = journal.day(of: path).map { IndexedMoment($0) } ?? frontMatterDay(note)
    addFlags(note, path, to: writer)
    writer.setColumns { column in
      switch column {
      case .modified: modified / 1_000_000
      case .created: created(note)?.indexed
      case .day: day?.indexed
      case .words: Int64(note.wordCount)
      }
    }
  }

  private func addNames(
    _ note: Note, _ title: String, _ path: NotePath, to writer: DocumentWriter
  ) {
    let name = Array(path.stem)
    let titleBytes = Array(title.utf8)
    add(titleBytes, .title, to: writer)
    if name != titleBytes { add(name, .name, to: writer) }
    var names = name == titleBytes ? [] : [String(decoding: name, as: UTF8.self)]
    for alias in note.aliases {
      add(Array(alias.utf8), .alias, to: writer)
      names.append(alias)
    }
    var others = note.aliases + (name == titleBytes ? [] : [title])
    if let page = note.pageName, page != title { others.append(page) }
    for alias in others where !alias.isEmpty {
      add(AliasKey.make(alias), to: writer, .alias)
    }
    if names.isEmpty { return }
    // The title itself is kept with the document.
    var seen: Set<[UInt8]> = [TitleKey.make(title)]
    for name in names {
      let key = TitleKey.make(name)
      if !key.isEmpty, seen.insert(key).inserted { add(key, to: writer, .otherTitle) }
    }
  }

  /// Adds the runs, what character references among them stand for, and what lies between them as
  /// hidden words.
  func addText(_ note: Note, to writer: DocumentWriter) {
    note.source.withByteView { source in
      var end = 0
      note.forEachPiece { piece, _ in
        let (start, pieceEnd) = (Int(piece.range.start), Int(piece.range.end))
        if start > end { writer.add(hidden: source, from: end, to: start) }
        let field: VaultSchema.Field = piece.role == .heading ? .heading : .body
        if let decoded = piece.decoded {
          writer.add(hidden: source, from: start, to: pieceEnd)
          Array(decoded.utf8).withByteView {
            writer.add(
              $0, from: 0, to: $0.count, field: field.rawValue,
              joinsPrevious: piece.joinsPrevious, startsBlock: piece.startsBlock)
          }
        } else {
          writer.add(
            source, from: start, to: pieceEnd, field: field.rawValue,
            joinsPrevious: piece.joinsPrevious, startsBlock: piece.startsBlock)
        }
        end = max(end, pieceEnd)
      }
      if end < source.count { writer.add(hidden: source, from: end, to: source.count) }
    }
  }

  func addHashtags(_ note: Note, to writer: DocumentWriter) {
    var seen = Set<[UInt8]>()
    for occurrence in note.hashtags {
      let hashtag = Hashtag(note.text(occurrence.name))
      if hashtag.name.isEmpty { continue }
      let key = HashtagKey.make(hashtag)
      guard seen.insert(key).inserted else { continue }
      add(key, to: writer, .hashtag)
      if occurrence.isInFrontMatter { add(Array(hashtag.name.utf8), .tag, to: writer) }
    }
  }

  private func addProperties(_ frontMatter: FrontMatter, to writer: DocumentWriter) {
    for entry in frontMatter.entries {
      guard let key = entry.key.text else {
        add(Self.unnamed, to: writer, .flag)
        continue
      }
      add(PropertyKey.key(key), to: writer, .propertyKey)
      var count = 0
      addValues(entry.value, key: key, count: &count, to: writer)
    }
  }

  /// Values of lists each for itself, of mappings as `key.inner`; a bound keeps hostile nesting cheap.
  private func addValues(
    _ node: FrontMatter.Node, key: String, count: inout Int, to writer: DocumentWriter
  ) {
    count += 1
    guard count < 1000, key.utf8.count < 200 else { return }
    switch node.kind {
    case .scalar:
      let text = node.string ?? ""
      add(PropertyKey.value(text, of: key), to: writer, .property)
      if !Self.namesOnly.contains(key) { add(Array(text.utf8), .property, to: writer) }
    case .list:
      for element in node.elements {
        addValues(element, key: key, count: &count, to: writer)
      }
    case .mapping:
      for entry in node.entries {
        guard let inner = entry.key.text else { continue }
        addValues(entry.value, key: key + "." + inner, count: &count, to: writer)
      }
    }
  }

  /// The moods of a day's entries, as if its front matter had them.
  func addMoods(_ note: Note, to writer: DocumentWriter) {
    let moods = note.journalEntries.compactMap { $0.mood.map { note.text($0) } }
    guard !moods.isEmpty else { return }
    add(PropertyKey.key("mood"), to: writer, .propertyKey)
    for mood in moods { add(PropertyKey.value(mood, of: "mood"), to: writer, .property) }
  }

  /// Keys whose values are words of other fields already.
  private static let namesOnly: Set<String> = [
    "title", "tags", "tag", "keywords", "aliases", "alias",
  ]

  /// The flag of notes with an entry of front matter whose key is no text, such as a list.
  static let unnamed = Array("property:unnamed".utf8)

  /// The flag of notes with a link to a heading or block.
  static let anchored = Array("link:anchor".utf8)

  func addLinks(_ note: Note, to writer: DocumentWriter) {
    var counts: [[UInt8]: Int] = [:]
    for link in note.links where !link.isExternal && !link.target.isEmpty {
      let key = LinkKey.make(note.target(of: link), isWiki: link.kind == .wiki)
      if counts.updateValue((counts[key] ?? 0) + 1, forKey: key) == nil {
        add(key, to: writer, .link)
      }
    }
    for (key, count) in counts where count > 1 {
      add(LinkCountKey.make(count, key), to: writer, .linkCount)
    }
    var silent: Set<[UInt8]> = []
    for link in note.silentLinks(settings.options) where !link.target.isEmpty {
      let key = LinkKey.make(note.target(of: link), isWiki: link.kind == .wiki)
      if silent.insert(key).inserted { add(key, to: writer, .silentLink) }
    }
    if note.links.contains(where: { !$0.isExternal && $0.anchor.map { !$0.isEmpty } ?? false }) {
      add(Self.anchored, to: writer, .flag)
    }
  }

  /// The facts of tasks: days and priorities of those that are open, and the days on which others were ended.
  private func addTasks(_ note: Note, to writer: DocumentWriter) {
    guard !note.tasks.isEmpty else { return }
    var seen: Set<[UInt8]> = []
    for task in note.tasks {
      let line = note.line(of: task)
      guard settings.taskStyle.isTask(line, in: note.source) else { continue }
      for (key, value) in TaskFact.all(of: line, isOpen: !task.isDone) {
        let keyword = PropertyKey.value(value, of: key.rawValue)
        if seen.insert(keyword).inserted { add(keyword, to: writer, .task) }
      }
    }
  }

  func addFlags(_ note: Note, _ path: NotePath, to writer: DocumentWriter) {
    for flag in NoteFlag.allCases where isSet(flag, note, path) {
      add(Array(flag.rawValue.utf8), to: writer, .flag)
    }
  }

  /// True if the index keeps a flag for the note; some flags are found out when they are asked for.
  private func isSet(_ flag: NoteFlag, _ note: Note, _ path: NotePath) -> Bool {
    switch flag {
    case .hasQuote: !note.quotes.isEmpty
    case .hasCloze: !note.clozes.isEmpty
    case .hasQuestion: !note.questions.isEmpty
    case .hasTask: !note.tasks.isEmpty
    case .hasLink: note.links.contains { !$0.isExternal }
    case .hasTag: !note.hashtags.isEmpty
    case .hasCode: note.runs.contains { $0.role == .code }
    case .hasAttachment: note.links.contains { note.isAttachment($0) }
    case .hasAlias: !note.aliases.isEmpty
    case .isBook: note.book != nil && !settings.templates.contains(path)
    case .isJournal: journal.day(of: path) != nil
    case .isConflict: path.isConflictCopy
    case .isTodo: note.tasks.contains { !$0.isDone }
    // These need the links of all notes, or what the front matter says.
    case .isBroken, .isOrphan, .isPinned: false
    }
  }

  private func created(_ note: Note) -> IndexedMoment? {
    (note.created?.string).flatMap { DateValue($0) }.map { IndexedMoment($0) }
  }

  private func frontMatterDay(_ note: Note) -> IndexedMoment? {
    (note.frontMatter?["date"]?.string).flatMap { DateValue($0) }.map { IndexedMoment(dayOf: $0) }
  }

  func add(_ text: [UInt8], _ field: VaultSchema.Field, to writer: DocumentWriter) {
    text.withByteView {
      writer.add($0, from: 0, to: $0.count, field: field.rawValue, startsBlock: true)
    }
  }

  func add(_ key: [UInt8], to writer: DocumentWriter, _ space: VaultSchema.Space) {
    key.withByteView { writer.add(keyword: $0, space: space.rawValue) }
  }
}

extension Note {
  /// True if the extension of a link's target is that of a file other than a note.
  func isAttachment(_ link: Link) -> Bool {
    guard !link.isExternal else { return false }
    let target = target(of: link)
    guard let dot = target.lastIndex(of: ".") else { return false }
    let suffix = target[target.index(after: dot)...].lowercased()
    return (1...5).contains(suffix.utf8.count) && suffix != "md" && suffix != "markdown"
      && suffix.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 26 }
  }
}
