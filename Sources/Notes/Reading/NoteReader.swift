/// Reads a note's facts from its bytes in one pass over the Markdown parser's tape.
struct NoteReader {
  let bytes: [UInt8]
  let options: NoteOptions
  var bodyStart = 0
  var frontMatter: FrontMatter?
  var runs: [TextRun] = []
  var headings: [Heading] = []
  var links: [Link] = []
  var hashtags: [HashtagOccurrence] = []
  var blockIDs: [BlockID] = []
  var quotes: [Quote] = []
  var clozes: [Cloze] = []
  var questions: [Question] = []
  var tasks: [TaskItem] = []
  var journalEntries: [JournalEntry] = []
  var summary: ByteRange?
  var decoded: [UInt8] = []
  var flaws: [(kind: Diagnostic.Kind, offset: Int)] = []

  init(_ bytes: [UInt8], options: NoteOptions) {
    self.bytes = bytes
    self.options = options
  }

  mutating func read() {
    readFrontMatter()
    let tape = MarkdownTape(parsing: bytes, from: bodyStart)
    decoded = tape.decoded
  }
}
