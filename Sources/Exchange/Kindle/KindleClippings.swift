import Notes

extension ImportFormat {
  static let kindle = ImportFormat(
    "kindle", program: "Kindle", bookKey: "kindle",
    help: """
      The notebook of a book that the Kindle app sends by mail (HTML), or a Kindle's `My Clippings.txt` in English, German, French, Spanish, Italian, Portuguese, \
      Dutch, Russian, Polish, Japanese or Chinese: highlights become quotes with their page or location, notes \
      stand below them.
      """
  ) { source, isNamed in
    guard let text = try isNamed ? DecodedText(source.bytes()) : source.text() else { return nil }
    let isNotebook = KindleNotebook.isOne(text)
    guard isNamed || isNotebook || KindleClippings.isOne(text) else { return nil }
    let bytes = try source.bytes()
    let read = isNotebook ? KindleNotebook.read(bytes) : KindleClippings.read(bytes)
    return Imported(.clippings(read.books, key: "kindle"), remarks: read.remarks)
  }
}

/// Reads a Kindle's `My Clippings.txt`.
///
/// ```
/// file     := clipping*
/// clipping := title line, meta line, blank line, text line*, "=========="
/// title    := title " (" author (";" author)* ")"
/// meta     := "- " kind, page and location, "|"-separated, with the date at last
/// ```
/// The meta line is in the language of the device: English, German, French, Spanish, Italian,
/// Portuguese, Dutch, Russian, Polish, Japanese or Chinese. The device appends: a passage that was
/// marked again, wider, occurs twice, and so does a note that was changed; of passages that overlap
/// and contain one another the later one counts, and so does the later of two notes at one location.
package enum KindleClippings {
  /// True if a file looks like one.
  package static func isOne(_ text: DecodedText) -> Bool {
    let head = String(decoding: text.bytes.prefix(65_536), as: UTF8.self)
    return MarkdownText.lines(of: head).contains { $0.hasPrefix(separator) }
      && MarkdownText.lines(of: head).contains { ClippingPlace($0) != nil }
  }

  /// The books of a file, in the order in which they were first marked.
  package static func read(_ bytes: [UInt8]) -> ClippedBooks {
    let text = DecodedText(bytes)
    var result = ClippedBooks()
    if let remark = text.remark { result.remarks.append(remark) }
    var order: [String] = []
    var clippings: [String: [Clipping]] = [:]
    let (blocks, rest) = blocks(of: String(decoding: text.bytes, as: UTF8.self))
    if let rest {
      let place = rest.lines.count > 1 ? ClippingPlace(rest.lines[1]).flatMap(\.locator) : nil
      result.remarks.append(
        Remark(
          .unreadable,
          "the last clipping is cut off; it was left out",
          of: rest.lines[0].filter { $0 != "\u{FEFF}" }.collapsingSpaces, line: rest.line,
          value: place ?? ""))
    }
    for block in blocks {
      guard let clipping = Clipping(block.lines) else {
        result.remarks.append(
          Remark(
            .unreadable, "a clipping in an unknown form", line: block.line,
            value: block.lines.joined(separator: " ").collapsingSpaces))
        continue
      }
      let item = clipping.title
      switch clipping.place.kind {
      case .bookmark:
        result.remarks.append(
          Remark(
            .notCarried, "bookmarks", of: item, line: block.line,
            value: clipping.place.locator ?? ""))
        continue
      case .highlight where clipping.text.isEmpty && !clipping.hasLimitNotice:
        result.remarks.append(
          Remark(.notUnderstood, "a highlight without text", of: item, line: block.line))
        continue
      case .note where clipping.text.isEmpty: continue
      case .highlight, .note:
        if clipping.hasLimitNotice {
          let isAll = clipping.text.isEmpty
          result.remarks.append(
            Remark(
              .notCarried, isAll ? LimitNotice.passages : LimitNotice.end, of: item,
              line: block.line))
          if isAll { continue }
        }
      }
      if clippings[clipping.key] == nil { order.append(clipping.key) }
      clippings[clipping.key, default: []].append(clipping)
      if clipping.place.hasDate {
        result.remarks.append(
          Remark(.notCarried, "the date of a highlight or note", of: item, line: block.line))
      }
    }
    result.books = order.compactMap { key in
      clippings[key].flatMap { ClippedBook(joining: $0) }
    }
    for book in result.books {
      for quote in book.quotes {
        for note in quote.notes {
          for earlier in quote.earlierNotes[note] ?? [] where !note.contains(earlier) {
            result.remarks.append(
              Remark(
                .notCarried, "the earlier text of a note that was rewritten", of: book.title,
                value: earlier))
          }
        }
      }
    }
    return result
  }

  private static let separator = "=========="

  /// The clippings, and the lines of an unfinished last one, which may be cut off.
  private static func blocks(
    of text: String
  ) -> (blocks: [(line: Int, lines: [String])], rest: (line: Int, lines: [String])?) {
    var blocks: [(line: Int, lines: [String])] = []
    var lines: [String] = []
    var start = 1
    for (index, line) in MarkdownText.lines(of: text).enumerated() {
      if line.hasPrefix(separator) {
        if lines.contains(where: { !$0.trimmingWhitespace.isEmpty }) {
          blocks.append((start, lines))
        }
        lines = []
        start = index + 2
      } else {
        lines.append(line)
      }
    }
    let rest = Array(lines.drop { $0.trimmingWhitespace.isEmpty })
    return (blocks, rest.isEmpty ? nil : (start + lines.count - rest.count, rest))
  }
}

/// One clipping of the file.
struct Clipping {
  let title: String
  let authors: [String]
  let place: ClippingPlace
  /// The passage, without a notice of the publisher's limit, or the note.
  let text: String
  let hasLimitNotice: Bool

  init?(_ lines: [String]) {
    let lines = lines.drop { $0.trimmingWhitespace.isEmpty }
    guard let first = lines.first, let meta = lines.dropFirst().first,
      let place = ClippingPlace(meta)
    else { return nil }
    self.place = place
    (title, authors) = Self.names(first)
    let body = lines.dropFirst(2).map { String($0.trimmingWhitespace) }
    let all = body.joined(separator: "\n").trimmingWhitespace.filter { $0 != "\u{FEFF}" }
    let passage = place.kind == .highlight ? LimitNotice.removed(from: all) : nil
    text = passage ?? all
    hasLimitNotice = passage != nil
  }

  /// The identity of its book.
  var key: String { CaseFolding.fold(title) + "\u{1F}" + authors.joined(separator: "\u{1F}") }

  /// `Title (Austen, Jane;Ash, Zoë)`: the last parentheses hold the authors.
  private static func names(_ line: String) -> (title: String, authors: [String]) {
    let line = String(line.filter { $0 != "\u{FEFF}" }).collapsingSpaces
    guard line.hasSuffix(")") else { return (line, []) }
    var depth = 0
    var open: String.Index?
    for index in line.indices.reversed() {
      if line[index] == ")" { depth += 1 }
      if line[index] == "(" {
        depth -= 1
        if depth == 0 {
          open = index
          break
        }
      }
    }
    guard let open, open > line.startIndex else { return (line, []) }
    let inside = line[line.index(after: open)...].dropLast()
    let authors = inside.split(separator: ";").map { natural($0.trimmingWhitespace) }
    return (String(line[..<open].trimmingWhitespace), authors.filter { !$0.isEmpty })
  }

  /// `Austen, Jane` as `Jane Austen`.
  static func natural(_ name: some StringProtocol) -> String {
    let parts = name.split(separator: ",").map { String($0.trimmingWhitespace) }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      return name.collapsingSpaces
    }
    return (parts[1] + " " + parts[0]).collapsingSpaces
  }
}
