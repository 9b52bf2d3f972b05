import Exchange
import Notes
import Steps
import Vaults

/// The quotes that a note has, as passages that are imported are looked for among them.
struct StandingQuotes {
  struct Place {
    let text: String
    let key: String
    let locator: String?
    /// The range of the quote, in bytes.
    let range: ByteRange
    var isTaken = false

    /// True if the quote is as an import writes a passage of that text: without emphasis, marks and an
    /// attribution that a person gave it.
    func isWritten(from earlier: String, in source: [UInt8]) -> Bool {
      let written = QuoteText.passage(ClippedBook.Quote(text: earlier, locator: nil))
      let here = String(decoding: source[range.indices], as: UTF8.self)
        .replacing("\r\n", with: "\n")
      guard here.hasPrefix(written) else { return false }
      let rest = here.dropFirst(written.count).split { $0.isNewline }.map(\.collapsingSpaces)
      return rest.allSatisfy(\.isEmpty)
        || rest.count == 1 && rest[0].hasPrefix("(") && rest[0].hasSuffix(")")
    }
  }

  enum Finding {
    case absent
    /// In another note, to which a person moved it.
    case elsewhere
    case here(Place, isSame: Bool)
  }

  private var places: [Place]
  /// All of the note's text, folded.
  private let body: String
  /// Notes beside passages that the note does not have, with the passage and the quote of it.
  private(set) var missingNotes: [(quote: ByteRange, texts: [String], of: ClippedBook.Quote)] = []

  init(_ note: Note) {
    places = note.quotes.map { quote in
      let text = note.plainText(in: quote.text)
      return Place(
        text: text, key: ImportText.key(text),
        locator: quote.locator.map { ImportText.key(note.text($0)) }, range: quote.range)
    }
    body = ImportText.key(note.plainText(in: ByteRange(note.bodyStart, note.source.count)))
  }

  /// The notes on a passage that the note does not have, or has as a longer one that was made shorter.
  func absentNotes(of quote: ClippedBook.Quote) -> [String] {
    quote.notes.filter { note in
      let earlier = (quote.earlierNotes[note] ?? []).map(ImportText.key)
      return lacks(note)
        || earlier.contains { $0.contains(ImportText.key(note)) && body.contains($0) }
    }
  }

  /// True if the text is nowhere in the note.
  func lacks(_ text: String) -> Bool { !body.contains(ImportText.key(text)) }

  /// True for one place, of which one may say the page alone.
  private static func isOnePlace(_ here: String?, _ there: String?) -> Bool {
    guard let here, let there else { return false }
    return here == there || there.hasPrefix(here + " ") || here.hasPrefix(there + " ")
  }

  /// The quote that a person made of an earlier form of a passage, which begins at the same place; nil if there is none.
  private func edit(of earlier: [String], at locator: String?) -> Int? {
    func beginning(_ locator: String) -> Substring {
      locator[..<(locator.lastIndex(of: " ") ?? locator.endIndex)]
    }
    return places.indices.first { index in
      let place = places[index]
      guard !place.isTaken, let own = place.locator, let locator else { return false }
      return (Self.isOnePlace(own, locator) || beginning(own) == beginning(locator))
        && earlier.contains { ImportText.areSimilar(place.key, $0) }
    }
  }

  /// Finds a passage: first by the same text, then an edit of it: a text at the same place that
  /// shares most of its words, or one that contains the other.
  mutating func place(of quote: ClippedBook.Quote, anywhere: Set<String>) -> Finding {
    if quote.text.isEmpty {
      return absentNotes(of: quote).isEmpty ? .elsewhere : .absent
    }
    let key = ImportText.key(quote.text)
    let locator = quote.locator.map(ImportText.key)
    let free = places.indices.filter { !places[$0].isTaken }
    let found =
      free.first { places[$0].key == key }
      ?? (anywhere.contains(key)
        ? nil
        : free.first { index in
          let place = places[index]
          if place.key.isEmpty { return false }
          return place.key.contains(key) || key.contains(place.key)
            || Self.isOnePlace(place.locator, locator) && ImportText.areSimilar(place.key, key)
        })
      ?? edit(of: quote.earlier.map(ImportText.key), at: locator)
    guard let found else { return anywhere.contains(key) ? .elsewhere : .absent }
    places[found].isTaken = true
    let missing = absentNotes(of: quote)
    if !missing.isEmpty {
      missingNotes.append((places[found].range, missing, quote))
    }
    return .here(places[found], isSame: places[found].key == key)
  }
}

/// A passage as Markdown: a block quote with its locator, followed by the notes on it.
struct QuoteText {
  let block: String

  init(_ quote: ClippedBook.Quote) {
    var parts: [String] = []
    if !quote.text.isEmpty {
      parts.append(Self.passage(quote))
      if !quote.notes.isEmpty { parts.append(Self.notes(quote.notes)) }
    } else {
      let place = quote.locator.map { " (\($0))" } ?? ""
      parts.append(Self.notes(quote.notes) + place)
    }
    block = parts.joined(separator: "\n\n")
  }

  /// The block quote alone.
  static func passage(_ quote: ClippedBook.Quote) -> String {
    var lines = MarkdownText.paragraphs(quote.text, keepsLists: false).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.isEmpty ? ">" : "> " + $0 }
    if let locator = quote.locator { lines[lines.count - 1] += " (\(locator))" }
    return lines.joined(separator: "\n")
  }

  static func notes(_ texts: [String]) -> String {
    texts.map { MarkdownText.paragraphs($0) }.joined(separator: "\n\n")
  }
}
