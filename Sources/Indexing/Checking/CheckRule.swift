/// A rule of `zib check`; its raw value never changes.
package enum CheckRule: String, CaseIterable, Sendable {
  case brokenLink = "broken-link"
  case unwrittenNote = "unwritten-note"
  case movedNote = "moved-note"
  case brokenAnchor = "broken-anchor"
  case undefinedFootnote = "undefined-footnote"
  case ambiguousLink = "ambiguous-link"
  case linkByAlias = "link-by-alias"
  case unicodeForm = "unicode-form"
  case frontMatter = "front-matter"
  case wrongType = "wrong-type"
  case bookValue = "book-value"
  case unclosedFence = "unclosed-fence"
  case unclosedComment = "unclosed-comment"
  case markdownLimit = "markdown-limit"
  case question
  case cutAnswer = "cut-answer"
  case quoteSource = "quote-source"
  case journal
  case notUTF8 = "not-utf-8"
  case emptyNote = "empty-note"
  case unusedAttachment = "unused-attachment"
  case unreadCanvas = "unread-canvas"
  case portableName = "portable-name"
  case longName = "long-name"
  case unlinkableName = "unlinkable-name"
  case sameName = "same-name"
  case conflictCopy = "conflict-copy"
  case swappedNotes = "swapped-notes"

  /// How much a finding matters; the words are those of SARIF.
  package enum Severity: String, Sendable {
    /// Something does not work as it was meant.
    case error
    /// Something may not work as it was meant, or elsewhere not at all.
    case warning
    /// A person may want to know.
    case note
  }

  /// How much its findings matter.
  package var severity: Severity {
    switch self {
    case .brokenLink, .movedNote, .brokenAnchor, .frontMatter, .notUTF8: .error
    case .undefinedFootnote, .ambiguousLink, .wrongType, .bookValue, .unclosedFence,
      .unclosedComment, .markdownLimit,
      .question, .journal, .unreadCanvas, .portableName, .unlinkableName, .sameName, .conflictCopy,
      .swappedNotes:
      .warning
    case .unwrittenNote, .linkByAlias, .unicodeForm, .cutAnswer, .quoteSource, .emptyNote,
      .unusedAttachment, .longName:
      .note
    }
  }

  /// The flaw that it finds, in one line without a full stop.
  package var explanation: String {
    switch self {
    case .brokenLink: "a link whose file is not there"
    case .unwrittenNote: "a link `[[…]]` to a note that was never there, and may be written yet"
    case .movedNote: "a link to a file that was renamed or moved by another program"
    case .brokenAnchor: "a link whose heading or block is not there"
    case .undefinedFootnote: "a mark of a footnote `[^…]` that nothing defines"
    case .ambiguousLink: "a link by a name that several files have"
    case .linkByAlias: "a link by a title or alias, which other programs do not follow"
    case .unicodeForm: "a link that has the accents of its file's name in another Unicode form"
    case .frontMatter: "front matter that is not closed, cannot be read or gives a key twice"
    case .wrongType: "a value that is no date, number or truth where most notes have one"
    case .bookValue: "a value of a book that is not understood, or a reading in the future"
    case .unclosedFence: "a block of code that no fence ends"
    case .unclosedComment: "a comment that nothing ends"
    case .markdownLimit: "Markdown that is too involved to be read as such"
    case .question: "what looks like a question and is no card"
    case .cutAnswer: "a list, picture or formula that an empty line parts from the answer before it"
    case .quoteSource:
      "a line in or below a quote that looks like its source and is not read as such"
    case .journal:
      "what looks like a day or an entry of the journal and is none, or a time that clocks show twice"
    case .notUTF8: "a note that is not UTF-8"
    case .emptyNote: "a note without any text"
    case .unusedAttachment: "a picture, sound, film or PDF that no note shows or links to"
    case .unreadCanvas: "a canvas that is cut short, of another kind, too large or cannot be read"
    case .portableName: "a name that other systems cannot hold"
    case .longName: "a name of more than 143 bytes, which encrypted folders cannot hold"
    case .unlinkableName: "a note's name with a sign that wikilinks cannot have"
    case .sameName: "names that differ only in case or Unicode form"
    case .conflictCopy: "a conflict copy of another program"
    case .swappedNotes: "notes that another program gave each other's names, with links to them"
    }
  }
}
