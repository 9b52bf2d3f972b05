import Notes

/// The notebook of one book that the Kindle app sends by mail: a page of HTML.
///
/// ```
/// page    := class("bookTitle") title, class("authors") author (";" author)*, (chapter | item)*
/// chapter := class("sectionHeading") text
/// item    := class("noteHeading") kind " - " (chapter ">")? place ("·" place)*, class("noteText") text
/// ```
/// Elements are known by their classes alone, because some versions of the app close them under other names. Words
/// are in the language of the app, as in ``KindleClippings``. A note follows the passage that it belongs to.
package enum KindleNotebook {
  private static let classes: Set<String> = [
    "notebookFor", "bookTitle", "authors", "citation", "sectionHeading", "noteHeading", "noteText",
  ]

  /// True for a page of HTML with the classes of a Kindle notebook.
  package static func isOne(_ text: DecodedText) -> Bool {
    let head = String(decoding: text.bytes.prefix(65_536), as: UTF8.self)
    return head.contains("bookTitle") && head.contains("noteHeading") && head.contains("<")
  }

  /// The book of a file, with its passages in their order.
  package static func read(_ bytes: [UInt8]) -> ClippedBooks {
    let text = DecodedText(bytes)
    var result = ClippedBooks()
    if text.isDamaged { result.remarks.append(Remark(.changed, "text that is not UTF-8")) }
    var reader = Reader()
    for part in parts(of: text.bytes) { reader.take(part.name, part.text) }
    result.remarks += reader.remarks
    let title = reader.title.isEmpty ? "Kindle notebook" : reader.title
    if !reader.quotes.isEmpty {
      result.books = [
        ClippedBook(title: title, authors: reader.authors, quotes: reader.quotes.map(\.quote))
      ]
    }
    return result
  }

  /// The texts of the elements with a known class, each up to the next.
  private static func parts(of bytes: [UInt8]) -> [(name: String, text: String)] {
    var parts: [(name: String, text: [UInt8])] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        if !parts.isEmpty { parts[parts.count - 1].text.append(bytes[index]) }
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { break }
      let tag = String(decoding: bytes[index...end], as: UTF8.self)
      index = end + 1
      if let name = className(of: tag), classes.contains(name) {
        parts.append((name, []))
      } else if !parts.isEmpty, tag.lowercased().hasPrefix("<br") {
        parts[parts.count - 1].text.append(0x0A)
      }
    }
    return parts.map { ($0.name, HTMLText.plain(String(decoding: $0.text, as: UTF8.self))) }
  }

  /// The value of a tag's `class`.
  private static func className(of tag: String) -> String? {
    guard let start = tag.firstRange(of: "class=") else { return nil }
    let value = tag[start.upperBound...]
    guard let mark = value.first, mark == "\"" || mark == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != mark })
  }

  private struct Reader {
    var title = ""
    var authors: [String] = []
    var quotes: [(quote: ClippedBook.Quote, place: ClippingPlace)] = []
    var remarks: [Remark] = []
    /// The place that the next text is from.
    private var place: ClippingPlace?
    private var heading = ""

    mutating func take(_ name: String, _ text: String) {
      let line = text.collapsingSpaces
      switch name {
      case "bookTitle": title = line
      case "authors":
        authors = line.split(separator: ";").map { Clipping.natural($0.trimmingSpaces) }
          .filter { !$0.isEmpty }
      case "sectionHeading":
        remarks.append(Remark(.notCarried, "the chapter of a passage", of: title, value: line))
      case "noteHeading": takeHeading(line)
      case "noteText": takeText(text)
      default: break
      }
    }

    private mutating func takeHeading(_ line: String) {
      let parts = line.split(separator: "-", maxSplits: 1).map { $0.trimmingSpaces }
      // A chapter may have a number, and precedes the place.
      let last = parts.last?.split(separator: ">").last ?? ""
      let meta = ["- " + (parts.first ?? "")] + last.split(separator: "·").map(String.init)
      place = parts.count > 1 ? ClippingPlace(meta.joined(separator: "|")) : nil
      heading = line
      guard let place else { return }
      if place.kind == .bookmark {
        remarks.append(Remark(.notCarried, "bookmarks", of: title, value: place.locator ?? ""))
      } else if line.contains("(") {
        remarks.append(Remark(.notCarried, "the colour of a highlight", of: title))
      }
    }

    private mutating func takeText(_ text: String) {
      let lines = text.split(whereSeparator: \.isNewline).map(\.collapsingSpaces)
      let words = lines.filter { !$0.isEmpty }.joined(separator: "\n")
      if words.isEmpty { return }
      guard let place else {
        remarks.append(
          Remark(
            .unreadable, "a passage in an unknown form", of: title,
            value: heading + ": " + words.collapsingSpaces))
        return
      }
      self.place = nil
      switch place.kind {
      case .bookmark: break
      case .highlight:
        quotes.append((ClippedBook.Quote(text: words, locator: place.locator), place))
      case .note:
        if let last = quotes.indices.last, belongs(place, to: last) {
          quotes[last].quote.notes.append(words)
        } else {
          let quote = ClippedBook.Quote(text: "", locator: place.locator, notes: [words])
          quotes.append((quote, place))
        }
      }
    }

    /// True if a note is at the end of a passage, whose page is that of its beginning: a location
    /// is some 128 bytes.
    private func belongs(_ note: ClippingPlace, to index: Int) -> Bool {
      let (quote, place) = quotes[index]
      if quote.text.isEmpty { return false }
      guard let end = note.location?.lowerBound, let start = place.location?.lowerBound else {
        return note.page == place.page
      }
      return (start...(start + quote.text.utf8.count / 64 + 2)).contains(end)
    }
  }
}
