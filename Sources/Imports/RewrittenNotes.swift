import Exchange
import Files
import Notes
import Steps

/// The notes on one passage that its book's note does not have because they were rewritten: those of the device come
/// forward, and one that a person rewrote here stays unless they decide otherwise.
struct RewrittenNotes {
  /// The paragraphs whose place a note takes.
  private(set) var edits: [(place: ByteRange, text: String)] = []
  /// The texts that give way to others and are not in the file, which tells of those that it has.
  private(set) var replaced: [String] = []
  /// Where the note and the file differ.
  private(set) var differences: [ImportPlan.Difference] = []
  /// The notes that the book's note has in no form.
  private(set) var others: [String]

  /// - Parameters:
  ///   - texts: the notes that the book's note does not have.
  ///   - quote: the passage with all of its notes.
  ///   - path: the book's note.
  init(
    _ texts: [String], of quote: ClippedBook.Quote, at path: NotePath,
    _ memory: inout PassageMemory, among standing: StandingNotes,
    deciding decide: (ImportPlan.Difference) -> ImportPlan.Decision
  ) throws {
    var standing = standing
    others = texts
    let known = memory
    let new = try texts.filter { try !known.knows($0, isNote: true) }
    for text in new {
      let form = try standing.takeForm(
        of: text, earlier: quote.earlierNotes[text] ?? [], isOnly: new.count == 1
      ) { try known.knows($0, isNote: true) }
      guard let form else { continue }
      edits.append((form.range, text))
      others.removeAll { $0 == text }
      let told = ([text] + (quote.earlierNotes[text] ?? [])).map(ImportText.key)
      if !told.contains(where: { $0.contains(form.key) }) { replaced.append(form.text) }
    }
    for text in others {
      guard let edit = standing.takeEdit(of: text, earlier: quote.earlierNotes[text] ?? [])
      else { continue }
      others.removeAll { $0 == text }
      let difference = ImportPlan.Difference(path: path, key: "note", here: edit.text, there: text)
      switch decide(difference) {
      case .take:
        try memory.bringBack(text)
        edits.append((edit.range, text))
      case .keep: break
      case .open: differences.append(difference)
      }
    }
  }

  /// A note without a passage that was rewritten on the device, as an import wrote it, and the block that takes its place.
  static func alone(
    _ quote: ClippedBook.Quote, in text: NoteText
  ) -> (place: ByteRange, block: String)? {
    guard quote.notes.count == 1 else { return nil }
    for earlier in (quote.earlierNotes[quote.notes[0]] ?? []).reversed() {
      let former = ClippedBook.Quote(text: "", locator: quote.locator, notes: [earlier])
      guard let range = text.range(of: QuoteText(former).block) else { continue }
      return (range, QuoteText(quote).block)
    }
    return nil
  }
}
