/// The meta line of a clipping: its kind and its place.
struct ClippingPlace: Hashable {
  enum Kind: Hashable { case highlight, note, bookmark }

  let kind: Kind
  /// Numbers of pages may be roman.
  let page: String?
  /// From one location to another, each some 128 bytes of the book.
  let location: ClosedRange<Int>?
  /// True if it has the date of the clipping.
  let hasDate: Bool

  /// Reads a line that begins with a dash, in any of the languages.
  init?(_ line: String) {
    // Russian begins with a longer dash, and Dutch writes `55 t/m 88`.
    let line = Self.withoutThousandsMarks(line).trimmingWhitespace.replacing(" t/m ", with: "-")
    guard line.hasPrefix("-") || line.hasPrefix("–") else { return nil }
    let parts = line.dropFirst().split(separator: "|").map { $0.collapsingSpaces.lowercased() }
    guard let kind = Self.kind(parts.joined(separator: " | ")) else { return nil }
    self.kind = kind
    let isDated =
      parts.count > 1 && Self.dateWords.contains { parts[parts.count - 1].hasPrefix($0) }
    hasDate = isDated
    var page: String?
    var location: ClosedRange<Int>?
    for part in isDated ? parts.dropLast() : parts[...] {
      // "auf Seite 12", "12ページ", "bei Position 321-325", "#321-325", "Loc. 321-25".
      for place in Self.places(in: part) {
        if place.isPage {
          page = page ?? Self.pages(place.text)
        } else if location == nil {
          location = Self.range(place.text)
        }
      }
    }
    self.page = page
    self.location = location
  }

  /// The place as a quote's locator: the page, which other copies share, and the location.
  var locator: String? {
    let loc = location.map { range in
      range.count == 1 ? "loc \(range.lowerBound)" : "loc \(range.lowerBound)-\(range.upperBound)"
    }
    let parts = [page.map { "p. \($0)" }, loc].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  // MARK: Words

  private static func kind(_ line: String) -> Kind? {
    // Bookmarks and notes first: "segnalibro" and the like share no letters with the others, but a
    // highlight's line may name the page it is noted on.
    for (kind, words) in kindWords where words.contains(where: { contains(line, $0) }) {
      return kind
    }
    return nil
  }

  private static let kindWords: [(Kind, [String])] = [
    (
      .bookmark,
      [
        "bookmark", "lesezeichen", "signet", "marcador", "segnalibro", "bladwijzer", "ブックマーク",
        "书签", "закладка", "zakładka",
      ]
    ),
    (
      .highlight,
      [
        "highlight", "markierung", "surlignement", "subrayado", "evidenziazione", "destaque",
        "markering", "ハイライト", "标注", "отрывок", "выделение", "podkreślenie", "zaznaczenie",
        "underline", "circle", "asterisk",
      ]
    ),
    (.note, ["note", "notiz", "nota", "notitie", "メモ", "笔记", "заметка", "notatka"]),
  ]

  private static let dateWords = [
    "added", "hinzugefügt", "ajouté", "añadido", "aggiunto", "adicionado", "toegevoegd", "作成日",
    "添加于", "добавлено", "dodano",
  ]

  private static let pageWords: Set<String> = [
    "page", "seite", "página", "pagina", "ページ", "页", "странице", "стр", "stronie", "strona",
  ]

  private static let locationWords: Set<String> = [
    "location", "loc", "position", "emplacement", "posición", "pos", "posizione", "posição",
    "locatie", "位置no", "位置", "positie", "месте", "место", "pozycja", "pozycji",
  ]

  /// A word within a text: whole where it is of Latin letters.
  private static func contains(_ text: String, _ word: String) -> Bool {
    guard word.utf8.first ?? 0 < 0x80 else { return text.contains(word) }
    return text.split { !$0.isLetter }.contains { $0 == word }
  }

  /// The numbers of a part, with their units.
  private static func places(in part: String) -> [(isPage: Bool, text: String)] {
    var found: [(isPage: Bool, text: String)] = []
    let tokens = tokens(of: part)
    for (index, token) in tokens.enumerated() {
      let before = index > 0 ? tokens[index - 1] : ""
      let after = index + 1 < tokens.count ? tokens[index + 1] : ""
      if isNumber(token) {
        if pageWords.contains(before) || pageWords.contains(after) {
          found.append((true, token))
        } else if locationWords.contains(before) || before.hasSuffix("位置") {
          found.append((false, token))
        }
      } else if pageWords.contains(before), token.allSatisfy({ "ivxlcdm".contains($0) }) {
        found.append((true, token))
      }
    }
    return found
  }

  /// Words of letters, and numbers with ranges: `321-325`.
  private static func tokens(of part: String) -> [String] {
    var tokens: [String] = []
    var current = ""
    var isNumber = false
    for character in part {
      let isDigit = ("0"..."9").contains(character)
      let joinsNumber = isNumber && (isDigit || "-–".contains(character))
      let joinsWord = !current.isEmpty && !isNumber && character.isLetter
      if joinsNumber || joinsWord {
        current.append(character == "–" ? "-" : character)
        continue
      }
      if !current.isEmpty { tokens.append(current) }
      current = isDigit || character.isLetter ? String(character) : ""
      isNumber = isDigit
    }
    if !current.isEmpty { tokens.append(current) }
    return tokens.map { $0.hasSuffix("-") ? String($0.dropLast()) : $0 }
  }

  /// A line without the marks by which any language parts thousands: `12305` for `12,305`.
  static func withoutThousandsMarks(_ text: String) -> String {
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    var result = ""
    var rest = Substring(text)
    while let first = rest.first {
      guard isDigit(first) else {
        result.append(rest.removeFirst())
        continue
      }
      let number = rest.prefix(while: isDigit)
      result += number
      rest = rest.dropFirst(number.count)
      if number.count > 3 { continue }
      while let mark = rest.first, thousandsMarks.contains(mark) {
        let group = rest.dropFirst().prefix(while: isDigit)
        if group.count != 3 { break }
        result += group
        rest = rest.dropFirst(4)
      }
    }
    return result
  }

  /// A plain space is none: it parts two numbers as well.
  private static let thousandsMarks: Set<Character> = [
    ",", ".", "'", "’", "\u{A0}", "\u{2009}", "\u{202F}", "٬", "，",
  ]

  private static func isNumber(_ token: String) -> Bool {
    token.utf8.first.map { (0x30...0x39).contains($0) } ?? false
  }

  /// `12-12` is one page.
  private static func pages(_ text: String) -> String {
    let parts = text.split(separator: "-")
    return parts.count == 2 && parts[0] == parts[1] ? String(parts[0]) : text
  }

  /// `321-325`; older devices leave out the digits that both share: `321-25`.
  private static func range(_ text: String) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-")
    // No book has more: a larger number is no location.
    let limit = 100_000_000
    guard let first = parts.first.flatMap({ Int($0) }), first < limit else { return nil }
    guard parts.count > 1, let last = Int(parts[1]), last < limit else { return first...first }
    if last >= first { return first...last }
    let digits = String(parts[0])
    guard parts[1].count < digits.count,
      let whole = Int(digits.dropLast(parts[1].count) + parts[1]), whole >= first
    else { return first...first }
    return first...whole
  }
}
