import Notes
import Testing

/// Parity with the application whose dialect this one goes on from, on 40 real notes of 2019.
@Suite(.enabled(if: Notebundle.path != nil, "the shared notebundle is not there"))
struct NotebundleTests {
  private struct Counted {
    var old: Notebundle.OldNote
    var note: Note

    /// The blocks that hold clozes: the old application kept one prompt for all of a block.
    var clozeBlocks: Int { Set(note.clozes.map(\.block)).count }
  }

  private func notes() -> [Counted] {
    guard let path = Notebundle.path else { return [] }
    return Notebundle(path: path).lastNotes().map { Counted(old: $0, note: Note($0.text)) }
  }

  private func sum(_ notes: [Counted], _ kind: String) -> Int {
    notes.reduce(0) { $0 + ($1.old.prompts[kind] ?? 0) }
  }

  @Test func `the old dialect's prompts are found, but for one quote by design`() throws {
    let notes = notes()
    #expect(notes.count == 40)
    #expect(sum(notes, "quote") == 197)
    #expect(sum(notes, "cloze") == 134)
    #expect(sum(notes, "qanda") == 82)

    #expect(notes.reduce(0) { $0 + $1.clozeBlocks } == 134)
    #expect(notes.reduce(0) { $0 + $1.note.clozes.count } == 199)
    // The old grammar, read off the text.
    #expect(
      notes.reduce(0) { $0 + $1.old.text.matches(of: /\?\[[^\]\n]*\]\([^)\n]*\)/).count } == 199)
    #expect(notes.reduce(0) { $0 + $1.note.questions.count } == 82)
    // Two quotes with text between them, and no blank line, were two there; in CommonMark the
    // text goes on the first, and the second goes on that: one quote.
    #expect(notes.reduce(0) { $0 + $1.note.quotes.count } == 196)
    let different = notes.filter { $0.note.quotes.count != $0.old.prompts["quote"] ?? 0 }
    #expect(different.map(\.old.id) == ["4C706CEC-02D1-44BB-941A-7CB17135F0F7"])
  }

  @Test func `each note has the same number of prompts of the other kinds`() {
    for counted in notes() {
      #expect(counted.clozeBlocks == counted.old.prompts["cloze"] ?? 0)
      #expect(counted.note.questions.count == counted.old.prompts["qanda"] ?? 0)
    }
  }

  @Test func `a trailing locator is no part of the quote`() {
    let quotes = notes().flatMap { counted in
      counted.note.quotes.map { (counted.note.plainText(in: $0.text), $0.locator) }
    }
    let located = quotes.filter { $0.1 != nil }.count
    #expect(located > 100)
    #expect(!quotes.contains { $0.0.hasSuffix("(161)") || $0.0.hasSuffix("(VIII.32)") })
  }

  @Test func `the facts of each note lie within it`() {
    for counted in notes() { #expect(Invariants(counted.note).violations == []) }
  }
}
