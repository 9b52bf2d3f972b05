import Files
import Indexing
import Notes
import Testing

struct DatedEntryTests {
  @Test func `what follows a comment over a heading belongs to the entry before it`() throws {
    let text = """
      ## 08:00 First

      Seen. <!-- hidden

      ## 09:00 Hidden

      ## 10:00 Hidden too

      --> Seen again.

      ## 11:00 Last

      End.
      """
    let day = JournalDay(
      day: CivilDate(daysSinceEpoch: 20_778), path: try #require(NotePath("2026-11-21.md")))
    let entries = DatedEntry.entries(of: day, in: Array(text.utf8))
    #expect(entries.map(\.isInComment) == [false, true, true, false])
    let shown = entries.filter { !$0.isInComment }
    #expect(
      shown.map { $0.readableBody.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        == ["Seen. Seen again.", "End."])
  }
}
