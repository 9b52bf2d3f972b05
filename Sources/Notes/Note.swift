import Layout

/// One note: its bytes, and everything in them that the tool knows how to use.
///
/// Any bytes are a note. Facts are ranges of bytes in ``source``; strings are made when asked for.
/// ``NoteModel`` states the dialect.
package struct Note: Sendable {
  /// The bytes it was read from.
  package let source: [UInt8]
  /// The name it has where it gives itself no title: its file's, without extension.
  package let name: String
  /// The name of the page that it is, where its file's name stands for another one; links may call it by that.
  package let pageName: String?
  /// The offset at which the front matter ends and the text begins.
  package let bodyStart: Int
  /// The front matter, if there is any; ``FrontMatter/failure`` has the reason if it could not be
  /// read.
  package let frontMatter: FrontMatter?

  /// The ranges of text for a reader, in order.
  package let runs: [TextRun]
  /// Headings, in order.
  package let headings: [Heading]
  /// The heading that gives the note its title, unless the front matter does: one of the first level that is the
  /// first block of the text.
  package let titleHeading: Heading?
  /// Links of every kind, those in the front matter first.
  package let links: [Link]
  /// Hashtags, those in the front matter first; one that occurs twice is there twice.
  package let hashtags: [HashtagOccurrence]
  /// Block ids, in order.
  package let blockIDs: [BlockID]
  /// Block quotes, in order of their beginning; callouts (`> [!note]`) are none.
  package let quotes: [Quote]
  /// Clozes, in order.
  package let clozes: [Cloze]
  /// Questions with their answers, in order.
  package let questions: [Question]
  /// Tasks, in order.
  package let tasks: [TaskItem]
  /// Entries of a journal day, in order; only a day's note means them so.
  package let journalEntries: [JournalEntry]
  /// The section of a day that its writer has for entries.
  let logSection: LogSection?
  /// Past the list of the last entry that is an item.
  let entryListEnd: Int?
  /// The text after the first `tl;dr:` or `Summary:` that begins a paragraph.
  package let summaryRange: ByteRange?
  /// Character references such as `&eacute;` in the text, in order; no run has them.
  let references: [TextReference]
  /// The ends of the lines that go on in code within a line, in order: a reader sees a space.
  package let codeBreaks: [UInt32]
  let decoded: [UInt8]
  /// The language that the note declares of which this is a piece.
  private(set) var languageOfWhole: String?
  let flaws: [(kind: Diagnostic.Kind, offset: Int)]

  /// Reads a note.
  ///
  /// - Parameters:
  ///   - source: its bytes, whatever they are.
  ///   - name: its file's name without extension.
  ///   - options: the further spellings to understand.
  /// - Complexity: linear in the number of bytes.
  package init(
    parsing source: [UInt8], named name: String = "", options: NoteOptions = NoteOptions()
  ) {
    var reader = NoteReader(source, options: options)
    reader.readFrontMatter()
    self.init(reader, named: name, options)
  }

  /// Reads a piece of a note as a note of its own: an entry, a quote, a section.
  ///
  /// Only a whole note has front matter: lines that look like it at the beginning of a piece are
  /// text.
  ///
  /// - Parameter language: the language that its note declares.
  /// - Complexity: linear in the number of bytes.
  package init(
    piece source: [UInt8], named name: String = "", language: String? = nil,
    options: NoteOptions = NoteOptions()
  ) {
    self.init(NoteReader(source, options: options), named: name, options)
    languageOfWhole = language
  }

  private init(_ reader: consuming NoteReader, named name: String, _ options: NoteOptions) {
    reader.read()
    source = reader.bytes
    self.name = name
    pageName = options.links.pages?.name(ofFile: name)
    bodyStart = reader.bodyStart
    frontMatter = reader.frontMatter
    runs = reader.runs
    references = reader.references
    codeBreaks = reader.codeBreaks
    headings = reader.headings
    titleHeading = reader.beginsWithTitle ? reader.headings.first : nil
    links = reader.links
    hashtags = reader.hashtags
    blockIDs = reader.blockIDs
    quotes = reader.quotes
    clozes = reader.clozes
    questions = reader.questions
    tasks = reader.tasks
    journalEntries = reader.journalEntries
    logSection = reader.logSection
    entryListEnd = reader.entryListEnd
    summaryRange = reader.summary
    decoded = reader.tape.decoded
    flaws = reader.flaws
  }

  /// The text of a range, as written; invalid UTF-8 is replaced.
  package func text(_ range: ByteRange) -> String {
    String(decoding: source[range.indices], as: Unicode.UTF8.self)
  }

  /// The line index of the source.
  ///
  /// - Complexity: linear: keep it for more than one lookup.
  package var lines: LineIndex { LineIndex(source) }

  /// Remarks for the writer, in order of place.
  ///
  /// - Complexity: linear in the number of bytes.
  package var diagnostics: [Diagnostic] {
    var flaws = flaws + bookFlaws
    if let offset = WellFormedUTF8.firstFlaw(in: source.span) {
      flaws.append((.invalidUTF8, offset))
    }
    guard !flaws.isEmpty else { return [] }
    let lines = lines
    return flaws.sorted { $0.offset < $1.offset }.map {
      Diagnostic(kind: $0.kind, offset: $0.offset, position: lines.position(at: $0.offset))
    }
  }
}
