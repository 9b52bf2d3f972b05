import Exchange
import Indexing
import Notes

extension JSONWriter {
  /// Writes a quote as an element.
  ///
  /// - Parameter isShared: true if it is for other people, who see no comments.
  package mutating func quotation(
    _ quotation: Quotation, shownAs path: String, isShared: Bool = false
  ) {
    func readable(_ text: String) -> String { isShared ? text.withoutComments : text }
    var seen: Set<Hashtag> = []
    let tags = quotation.hashtags.filter { seen.insert($0).inserted }.map(\.name)
    object {
      $0.field("path", path)
      $0.field("line", quotation.position.line)
      $0.field("column", quotation.position.column)
      $0.field("note", readable(quotation.noteTitle))
      $0.field("text", isShared ? quotation.readableText : quotation.text)
      $0.field("authors", quotation.source.authors.map(readable))
      $0.field("work", quotation.source.work.map(readable))
      $0.field("locator", quotation.source.locator)
      $0.field("tags", tags)
    }
  }
}
