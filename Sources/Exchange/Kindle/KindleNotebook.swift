import Notes

/// The notebook of one book that the Kindle app sends by mail: a page of HTML.
///
/// ```
/// page    := class("bookTitle") title, class("authors") author (";" author)*, (chapter | item)*
/// chapter := class("sectionHeading") text
/// item    := class("noteHeading") kind " - " (chapter ">")? place ("·" place)*, class("noteText") text
/// ```
/// Elements are known by their classes alone, because some versions of the app close them under other names. Words
/// are in the language of the app, as in ``KindleClippings``. A note follows the passage that it belongs to. A page
/// without its end was cut off; of a passage at its end the text may be a part, and is left out.
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
    if let remark = text.remark { result.remarks.append(remark) }
    var reader = Reader()
    var page = Page(text.bytes)
    let cut = page.isWhole || page.isLastClosed ? nil : page.parts.popLast()
    for part in page.parts { reader.take(part.name, part.text) }
    reader.end()
    result.remarks += reader.remarks
    if !page.isWhole {
      result.remarks.append(
        Remark(
          .unreadable, "the file is cut off; what comes after its last whole passage was left out",
          of: reader.title, value: cut?.text.collapsingSpaces ?? ""))
    }
    let title = reader.title.isEmpty ? "Kindle notebook" : reader.title
    if !reader.quotes.isEmpty {
      result.books = [
        ClippedBook(title: title, authors: reader.authors, quotes: reader.quotes.map(\.quote))
      ]
    }
    return result
  }

  private struct Page {
    /// The texts of the elements with a known class, each up to the next.
    var parts: [(name: String, text: String)]
    /// True if the page has its end.
    let isWhole: Bool
    /// True if the last part has its end.
    let isLastClosed: Bool

    init(_ bytes: [UInt8]) {
      var parts: [(name: String, text: [UInt8])] = []
      var (isOpened, isEnded, isClosed) = (false, false, true)
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
        if let name = KindleNotebook.className(of: tag), classes.contains(name) {
          parts.append((name, []))
          isClosed = false
          continue
        }
        let word = tag.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "/" }.lowercased()
        switch word {
        case "html", "body": isOpened = true
        case "/html", "/body": (isEnded, isClosed) = (true, true)
        case "br", "br/": if !parts.isEmpty { parts[parts.count - 1].text.append(0x0A) }
        case "/span", "/b", "/i", "/em", "/strong", "/a": break
        default: if word.hasPrefix("/") { isClosed = true }
        }
      }
      self.parts = parts.map {
        ($0.name, HTMLText.plain(String(decoding: $0.text, as: UTF8.self)))
      }
      // Without its beginning a page has no end either.
      isWhole = isEnded || !isOpened
      isLastClosed = isClosed
    }
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
        authors = line.split(separator: ";").map { Clipping.natural($0.trimmingWhitespace) }
          .filter { !$0.isEmpty }
      case "sectionHeading":
        remarks.append(Remark(.notCarried, "the chapter of a passage", of: title, value: line))
      case "noteHeading": takeHeading(ClippingPlace.withoutThousandsMarks(text).collapsingSpaces)
      case "noteText": takeText(text)
      default: break
      }
    }

    private mutating func takeHeading(_ line: String) {
      end()
      let parts = line.split(separator: "-", maxSplits: 1).map { $0.trimmingWhitespace }
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
      if words.isEmpty { return end() }
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
        let passage = LimitNotice.removed(from: words)
        if let passage {
          remarks.append(
            Remark(
              .notCarried, passage.isEmpty ? LimitNotice.passages : LimitNotice.end, of: title,
              value: place.locator ?? ""))
          if passage.isEmpty { break }
        }
        quotes.append((ClippedBook.Quote(text: passage ?? words, locator: place.locator), place))
      case .note:
        if let last = quotes.indices.last, belongs(place, to: last) {
          quotes[last].quote.notes.append(words)
        } else {
          let quote = ClippedBook.Quote(text: "", locator: place.locator, notes: [words])
          quotes.append((quote, place))
        }
      }
    }

    /// Ends an item that has no text.
    mutating func end() {
      if let place, place.kind == .highlight {
        remarks.append(
          Remark(
            .notUnderstood, "a highlight without text", of: title, value: place.locator ?? ""))
      }
      place = nil
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
