import Layout

/// Reads a note's facts in one walk over the Markdown parser's tape.
///
/// The tape gives blocks, spans, code and text; md4c gives places to text alone, so the reader
/// keeps a ``cursor`` that it moves over the markup between texts. If the two disagree, the next
/// text corrects it. Syntax beyond CommonMark (hashtags, wikilinks, clozes, bare addresses) is read
/// from the bytes of the texts as they come; the events that it covers are skipped on the tape.
struct NoteReader {
  let bytes: [UInt8]
  let options: NoteOptions

  // The facts found so far.
  var bodyStart = 0
  var frontMatter: FrontMatter?
  var runs: [TextRun] = []
  var references: [TextReference] = []
  var codeBreaks: [UInt32] = []
  var headings: [Heading] = []
  var links: [Link] = []
  var hashtags: [HashtagOccurrence] = []
  var blockIDs: [BlockID] = []
  var quotes: [Quote] = []
  var clozes: [Cloze] = []
  var questions: [Question] = []
  var tasks: [TaskItem] = []
  var journalEntries: [JournalEntry] = []
  var logSection: LogSection?
  /// Past the list of the last entry that is an item.
  var entryListEnd: Int?
  var summary: ByteRange?
  /// The last line that begins with `Question:`, and to which no `Answer:` was found yet.
  var wordedQuestion: Int?
  var flaws: [(kind: Diagnostic.Kind, offset: Int)] = []

  // The tape, and where on it the reader is.
  var tape: MarkdownTape
  var leaf = Leaf()
  var openQuotes: [OpenQuote] = []
  var openLinks: [OpenLink] = []
  var pendingTask: (mark: ByteRange, isDone: Bool)?
  /// True from the beginning of an item without a box that Markdown knows to its first block.
  var isAtItem = false
  /// Candidates for questions: the lines that begin like one, all blocks of text, and their containers.
  var marks: [QuestionMark] = []
  var blocks: [TextBlock] = []
  var containers: [BlockContainer] = []
  /// The innermost open one of `containers`; -1 for none.
  var container = -1
  /// The last block that ended, for a block id on a line of its own.
  var lastBlock: ByteRange?
  var depth = 0
  var outermostStart: Int?

  /// The end of the source that is accounted for.
  var cursor = 0
  /// Text before this offset is part of something already read.
  var skipUntil = 0
  /// The cells of the table row that is being read, and the number of its first cloze.
  var row: (cells: [ByteRange], firstCloze: Int) = ([], 0)
  /// The closing parenthesis of a cloze that is being read.
  var clozeEnd: Int?
  /// The labels of the footnotes that are defined, in lower case; nil until one is asked for.
  var footnoteLabels: Set<String>?
  /// The next run begins a block.
  var isBlockPending = true
  /// Something that parts words has come since the last run.
  var isGapPending = false

  init(_ bytes: [UInt8], options: NoteOptions) {
    self.bytes = bytes
    self.options = options
    tape = MarkdownTape()
  }

  /// Reads all that follows the front matter.
  mutating func read() {
    tape = MarkdownTape(parsing: bytes, from: bodyStart)
    cursor = bodyStart
    walk()
    if let first = tape.plain.map(\.start).min() { flaws.append((.markdownLimit, Int(first))) }
    finishJournal()
    readQuestions()
    noteOpenFence()
    if !openQuotes.isEmpty { openQuotes = [] }
    leaveOutMarksInFormulas()
    if quotes.contains(where: { $0.depth > 0 }) { quotes.sort { $0.range.start < $1.range.start } }
  }

  /// True if the first block that a reader of the note sees is a heading of the first level.
  var beginsWithTitle: Bool {
    var isHTMLNew = false
    for event in tape.events {
      switch event.kind {
      case .enterHeading: return event.detail == 1
      case .enterHTML: isHTMLNew = true
      case .htmlText:
        // A comment is for the writer.
        if isHTMLNew,
          !bytes[Int(event.start)...].prefix(8).drop(while: \.isBlank).starts(with: "<!--".utf8)
        {
          return false
        }
        isHTMLNew = false
      case .leaveHTML, .codeBreak: continue
      default: return false
      }
    }
    return false
  }

  private mutating func walk() {
    var kind = Leaf.Kind.paragraph
    var level: UInt8 = 0
    var index = 0
    while index < tape.events.count {
      let event = tape.events[index]
      guard event.isBlock else {
        let start = index
        while index < tape.events.count, !tape.events[index].isBlock { index += 1 }
        if kind != .paragraph { finishTask() }
        readLeaf(Leaf(kind: kind, level: level, events: start..<index))
        isAtItem = false
        // Text of a tight list item comes without a paragraph around it.
        kind = .paragraph
        level = 0
        continue
      }
      index += 1
      if event.kind != .enterParagraph { isAtItem = false }
      switch event.kind {
      case .enterParagraph: kind = .paragraph
      case .enterHeading:
        kind = .heading
        level = event.detail
      case .enterCell, .enterHeaderCell: kind = .cell
      case .enterRow: row = ([], clozes.count)
      case .leaveRow:
        for index in row.firstCloze..<clozes.count { clozes[index].row = row.cells }
      case .enterCode: kind = .code
      case .enterHTML: kind = .html
      case .leaveHeading, .leaveCell, .leaveHeaderCell, .leaveCode, .leaveHTML:
        kind = .paragraph
        level = 0
      case .enterQuote:
        enterContainer(.quote)
        enterContainer()
        openQuotes.append(OpenQuote())
      case .leaveQuote:
        leaveQuote()
        leaveContainer()
        leaveInnermostContainer()
      case .enterList, .enterTable:
        enterContainer(event.kind == .enterList ? .list : .table)
        enterContainer()
      case .leaveList, .leaveTable:
        noteItemSource()
        leaveContainer()
        leaveInnermostContainer()
      case .rule: noteRule()
      case .enterItem:
        enterContainer(.item)
        finishTask()
        isAtItem = event.detail == 0
        if event.detail != 0 {
          let mark = ByteRange(start: event.start, end: event.end)
          pendingTask = (mark, isDone(mark))
        }
      case .leaveItem:
        finishTask()
        leaveInnermostContainer()
      default: break
      }
    }
  }

  private mutating func enterContainer() {
    if depth == 0 { outermostStart = nil }
    depth += 1
  }

  private mutating func leaveContainer() {
    depth -= 1
    guard depth == 0, var start = outermostStart else { return }
    while start > bodyStart, !bytes[start - 1].isLineEnd { start -= 1 }
    lastBlock = ByteRange(start, max(start, endOfLine(from: cursor).content))
  }

  /// True if nothing is left to do by a mark.
  private func isDone(_ mark: ByteRange) -> Bool {
    let symbol = String(decoding: bytes[mark.indices], as: UTF8.self)
    return !options.taskStatuses.status(of: symbol).kind.isOpen
  }

  /// Takes an item that begins with a box of another mark than Markdown's own for a task: `[/] text`.
  mutating func readBox(of paragraph: ByteRange) {
    let start = Int(paragraph.start)
    guard isAtItem, bytes[start] == UInt8(ascii: "["), start + 2 < bytes.count else { return }
    guard !bytes[start + 1].isASCIISpace,
      let length = WellFormedUTF8.length(in: bytes.span, at: start + 1)
    else { return }
    let end = start + 1 + length
    guard end < bytes.count, bytes[end] == UInt8(ascii: "]"),
      end + 1 == bytes.count || bytes[end + 1].isASCIISpace
    else { return }
    let mark = ByteRange(start + 1, end)
    var text = end + 1
    while text < Int(paragraph.end), bytes[text].isBlank { text += 1 }
    tasks.append(
      TaskItem(
        isDone: isDone(mark), mark: mark, text: ByteRange(text, max(text, Int(paragraph.end)))))
  }

  /// A task whose item has no paragraph of its own.
  private mutating func finishTask() {
    guard let task = pendingTask else { return }
    let end = Int(task.mark.end) + 1
    tasks.append(TaskItem(isDone: task.isDone, mark: task.mark, text: ByteRange(end, end)))
    pendingTask = nil
  }
}
