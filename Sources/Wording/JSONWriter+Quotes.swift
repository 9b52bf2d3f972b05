import Exchange
import Indexing
import Notes

extension JSONWriter {
  /// Writes a quote as an element.
  package mutating func quotation(_ quotation: Quotation, shownAs path: String) {
    var seen: Set<Hashtag> = []
    let tags = quotation.hashtags.filter { seen.insert($0).inserted }.map(\.name)
    object {
      $0.field("path", path)
      $0.field("line", quotation.position.line)
      $0.field("column", quotation.position.column)
      $0.field("note", quotation.noteTitle)
      $0.field("text", quotation.text)
      $0.field("authors", quotation.source.authors)
      $0.field("work", quotation.source.work)
      $0.field("locator", quotation.source.locator)
      $0.field("tags", tags)
    }
  }
}
