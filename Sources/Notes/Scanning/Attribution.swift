import Layout

/// The attribution of a quote: its last line, after a dash.
///
/// ```
/// line        := dash blank* attribution, or after the quote on its line: quotation mark blank* (dash | "-") blank* attribution
/// dash        := "—" | "―" | "–" | "--" | "---"
/// attribution := author? ("," blank* work)? ("," blank* date)? (blank* "(" (work ",")? date ")")?
///                (blank* "(" locator ")" | "," blank* locator)?
/// work        := "*" any "*" | "_" any "_" | quotation mark any quotation mark | any
/// ```
/// A date has a day or a month (`May 1, 1898`). A year alone is one after a work, because `Orwell, 1984` names the book.
struct Attribution {
  /// All after the dash.
  var range: ByteRange
  var author: ByteRange?
  var work: ByteRange?
  var locator: ByteRange?

  /// The text after the dash that begins `line`, or nil if none does.
  ///
  /// - Parameter dashOf: the number of bytes that are a dash here, nil for the dashes above.
  static func text(_ bytes: [UInt8], _ line: ByteRange, dashOf: Int? = nil) -> ByteRange? {
    var index = Int(line.start)
    let end = Int(line.end)
    if let dashOf {
      index += dashOf
    } else if index + 2 < end, bytes[index] == 0xE2, bytes[index + 1] == 0x80,
      (0x93...0x95).contains(bytes[index + 2])
    {
      index += 3
    } else if index + 1 < end, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == bytes[index] {
      index += index + 2 < end && bytes[index + 2] == UInt8(ascii: "-") ? 3 : 2
    } else {
      return nil
    }
    while index < end, bytes[index].isBlank { index += 1 }
    return index < end ? ByteRange(index, end) : nil
  }

  init(_ bytes: [UInt8], _ range: ByteRange) {
    self.range = range
    var end = Int(range.end)
    while end > Int(range.start), bytes[end - 1].isASCIISpace { end -= 1 }
    if let found = Locator(bytes, endingAt: end, from: Int(range.start)) {
      locator = found.inner
      end = Int(found.range.start)
      while end > Int(range.start), bytes[end - 1].isASCIISpace { end -= 1 }
    } else if let found = Locator(bytes, afterCommaIn: ByteRange(Int(range.start), end)) {
      locator = found.inner
      end = Int(found.range.start)
    }
    let start = Int(range.start)
    if let (outer, inner) = Self.markedWork(bytes, start, end) {
      work = inner
      author = Self.trimmed(bytes, start, Int(outer.start))
      return
    }
    // `Author (The Atlantic, May 1, 1898)`
    if let open = Self.openingParenthesis(bytes, start, end) {
      let undated = Self.endWithoutDate(bytes, open + 1, end - 1, yearFrom: 1)
      if undated < end - 1 {
        work = Self.trimmed(bytes, open + 1, undated)
        end = open
      }
    }
    end = Self.endWithoutDate(bytes, start, end, yearFrom: 2)
    if let comma = bytes[start..<end].firstIndex(of: UInt8(ascii: ",")) {
      author = Self.trimmed(bytes, start, comma)
      work = Self.trimmed(bytes, comma + 1, end) ?? work
    } else {
      author = Self.trimmed(bytes, start, end)
    }
  }

  /// Takes the work, and its place, from the title of a callout above the attribution: `[!quote] Emma`.
  mutating func takeWork(of callout: Callout, _ bytes: [UInt8]) {
    guard let title = callout.title else { return }
    let named = Attribution(bytes, title)
    func text(_ range: ByteRange?) -> String {
      range.map { String(decoding: bytes[$0.indices], as: Unicode.UTF8.self).lowercased() } ?? ""
    }
    // `[!quote] Jane Austen, Emma` says the author again, and a title of Obsidian's own only the kind.
    if let author, text(author) == text(named.author) {
      work = named.work
    } else if text(title) != text(callout.kind) {
      work = named.work == nil ? named.author : title
    }
    if work != title, work != nil { locator = locator ?? named.locator }
  }

  /// The place of the parenthesis that is closed at the end of a range, after something else.
  private static func openingParenthesis(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard end > start, bytes[end - 1] == UInt8(ascii: ")"),
      let open = bytes[start..<end].lastIndex(of: UInt8(ascii: "(")), open > start
    else { return nil }
    return open
  }

  /// The end of a range without the date at its end, which is all of it or follows a comma.
  ///
  /// - Parameter yearFrom: the number of commas from which on a year alone is a date.
  private static func endWithoutDate(
    _ bytes: [UInt8], _ start: Int, _ end: Int, yearFrom: Int
  ) -> Int {
    var commas = 0
    var index = start
    while index < end {
      let text = String(decoding: bytes[index..<end], as: Unicode.UTF8.self)
      if isDate(text, allowsYear: commas >= yearFrom) { return commas == 0 ? start : index - 1 }
      guard let comma = bytes[index..<end].firstIndex(of: UInt8(ascii: ",")), commas < 8 else {
        break
      }
      commas += 1
      index = comma + 1
    }
    return end
  }

  /// True for a date in figures, or with the name of a month.
  private static func isDate(_ text: String, allowsYear: Bool) -> Bool {
    let text = DateWords.trimmed(text.lowercased())
    guard text.utf8.count <= 40, text.utf8.contains(where: \.isASCIIDigit) else { return false }
    if text.utf8.allSatisfy(\.isASCIIDigit) { return allowsYear && text.utf8.count == 4 }
    let isFigures = text.utf8.allSatisfy { $0.isASCIIDigit || "-./".utf8.contains($0) }
    guard isFigures || DateWords.words(of: text).contains(where: { DateNames.month($0) != nil })
    else { return false }
    return DateRange(text, today: CivilDate(daysSinceEpoch: 0)) != nil
  }

  /// The first stretch in emphasis or quotation marks.
  private static func markedWork(
    _ bytes: [UInt8], _ start: Int, _ end: Int
  ) -> (outer: ByteRange, inner: ByteRange)? {
    var index = start
    while index < end {
      let closer: [UInt8]
      var width = 1
      switch bytes[index] {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "\""):
        closer = [bytes[index]]
      case 0xE2 where index + 2 < end && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x9C:
        closer = [0xE2, 0x80, 0x9D]
        width = 3
      case 0xE2 where index + 2 < end && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x9E:
        closer = [0xE2, 0x80, 0x9C]
        width = 3
      case 0xC2 where index + 1 < end && bytes[index + 1] == 0xAB:
        closer = [0xC2, 0xBB]
        width = 2
      default:
        index += 1
        continue
      }
      if width == 1, index > start, bytes[index - 1].isASCIIWord {
        index += 1
        continue
      }
      var inner = index + width
      while inner < end, bytes[inner] == bytes[index], width == 1 { inner += 1 }
      var close = inner
      while close + closer.count <= end,
        !bytes[close..<(close + closer.count)].elementsEqual(closer)
      {
        close += 1
      }
      guard close + closer.count <= end, close > inner else { return nil }
      let isBold = inner - index == 2 && width == 1
      if isBold, bytes[start..<index].allSatisfy(\.isASCIISpace) {
        // In bold comes first who said it.
        index = close
        while index < end, bytes[index] == closer[0] { index += 1 }
        continue
      }
      return (ByteRange(index, close + closer.count), ByteRange(inner, close))
    }
    return nil
  }

  /// The range without blanks and commas around it, and without an opening bracket at its end; nil
  /// if nothing is left.
  private static func trimmed(_ bytes: [UInt8], _ start: Int, _ end: Int) -> ByteRange? {
    var start = start
    var end = end
    while start < end, bytes[start].isASCIISpace { start += 1 }
    while end > start,
      bytes[end - 1].isASCIISpace || bytes[end - 1] == UInt8(ascii: ",")
        || bytes[end - 1] == UInt8(ascii: "[")
    {
      end -= 1
    }
    return start < end ? ByteRange(start, end) : nil
  }
}

/// A place in a work, in parentheses at the end of a quote: `(p. 12)`, `(loc 321)`, `(161)`,
/// `(VIII.32)`.
///
/// It contains only numbers (arabic or roman, with a letter or separators) and the words for pages
/// and the like, with at least one number; or a named part of a book (`(Preface)`), a verse (`(1
/// Cor 13:4)`), a chapter or page in Chinese, Japanese or Korean (`(第3章)`). A full stop may follow.
struct Locator {
  /// With its parentheses.
  var range: ByteRange
  /// Without them.
  var inner: ByteRange

  init?(_ bytes: [UInt8], endingAt end: Int, from start: Int) {
    let outer = end
    var end = end
    if end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end > start + 2, bytes[end - 1] == UInt8(ascii: ")") else { return nil }
    var open = end - 2
    while open > start, end - open < 48, bytes[open] != UInt8(ascii: "(") { open -= 1 }
    guard open > start, bytes[open] == UInt8(ascii: "("),
      Self.isPlace(bytes[(open + 1)..<(end - 1)])
    else { return nil }
    range = ByteRange(open, outer)
    inner = ByteRange(open + 1, end - 1)
  }

  /// A place after the last comma, which a word for it begins: `, p. 4`.
  init?(_ bytes: [UInt8], afterCommaIn range: ByteRange) {
    let end = Int(range.end)
    guard let comma = bytes[range.indices].lastIndex(of: UInt8(ascii: ",")), end - comma < 48 else {
      return nil
    }
    var start = comma + 1
    while start < end, bytes[start].isBlank { start += 1 }
    let word = bytes[start..<end].prefix { $0.isASCIILetter }
    guard !word.isEmpty, start + word.count < end, comma > range.start,
      Self.words.contains(
        String(decoding: word, as: Unicode.UTF8.self).lowercased()),
      bytes[start..<end].contains(where: \.isASCIIDigit), Self.isPlace(bytes[start..<end])
    else { return nil }
    self.range = ByteRange(comma, end)
    inner = ByteRange(start, end)
  }

  private static func isPlace(_ bytes: ArraySlice<UInt8>) -> Bool {
    var hasNumber = false
    let text = String(decoding: bytes, as: Unicode.UTF8.self).lowercased()
    if parts.contains(text) || isVerse(text) || isEastAsian(text) { return true }
    for word in text.split(whereSeparator: { " .,;:–—-/#§&".contains($0) }) {
      if words.contains(String(word)) { continue }
      var digits = word[...]
      if let first = digits.first, first.isLetter, digits.dropFirst().first?.isNumber == true {
        // `P53`.
        digits = digits.dropFirst()
      }
      let isNumber = digits.utf8.allSatisfy(\.isASCIIDigit)
      let isRoman = word.allSatisfy { "ivxlcdm".contains($0) }
      guard isNumber || isRoman else { return false }
      hasNumber = true
    }
    return hasNumber
  }

  /// Named parts of books.
  private static let parts: Set<String> = [
    "preface", "foreword", "prologue", "epilogue", "introduction", "intro", "afterword", "appendix",
    "conclusion", "epigraph", "dedication", "vorwort", "nachwort", "einleitung", "prolog", "epilog",
    "anhang", "préface", "avant-propos", "prólogo", "prefacio", "epílogo", "prefazione",
    "introduzione", "序", "前言", "序言", "后记", "後記", "あとがき", "はじめに",
  ]

  /// `1 cor 13:4`, `psalm 23:1-3`, `qur'an 2:255`: a book of at most three words, then chapter and verse.
  private static func isVerse(_ text: String) -> Bool {
    var words = text.split(separator: " ")
    guard (2...4).contains(words.count), let verse = words.popLast() else { return false }
    let numbers = verse.split(separator: ":", omittingEmptySubsequences: false)
    guard numbers.count == 2, !numbers[0].isEmpty, numbers[0].utf8.allSatisfy(\.isASCIIDigit),
      numbers[1].first?.isNumber == true,
      numbers[1].allSatisfy({ $0.isNumber || "-–,ab".contains($0) })
    else { return false }
    if words.count > 1, ["1", "2", "3", "i", "ii", "iii"].contains(words[0]) {
      words.removeFirst()
    }
    return words.allSatisfy { $0.allSatisfy { $0.isLetter || "'’.".contains($0) } }
  }

  /// `第3章`, `第十二回`, `12頁`, `12ページ`, `제3장`, `12쪽`
  private static func isEastAsian(_ text: String) -> Bool {
    var rest = text[...]
    if let first = rest.first, "第제".contains(first) { rest = rest.dropFirst() }
    let number = rest.prefix {
      ("0"..."9").contains($0) || "一二三四五六七八九十百千〇零-–".contains($0)
    }
    let unit = rest.dropFirst(number.count)
    return !number.isEmpty
      && [
        "章", "节", "節", "頁", "页", "回", "巻", "卷", "話", "话", "編", "编", "篇", "行", "ページ", "장", "쪽",
      ].contains(unit)
  }

  private static let words: Set<String> = [
    "p", "pp", "pg", "page", "pages", "l", "ll", "line", "lines", "loc", "location", "locations",
    "kindle", "ch", "chap", "chapter", "book", "bk", "vol", "volume", "act", "scene", "sc", "part",
    "pt", "no", "sec", "section", "v", "vv", "verse", "f", "ff", "n", "s", "seite", "seiten",
    "at", "min", "canto", "letter", "§§",
  ]
}

/// The line that makes a block quote a callout: `> [!note] title`.
struct Callout {
  var kind: ByteRange
  var title: ByteRange?

  init?(_ bytes: [UInt8], at start: Int, limit: Int) {
    guard start + 3 < limit, bytes[start] == UInt8(ascii: "["),
      bytes[start + 1] == UInt8(ascii: "!")
    else { return nil }
    var index = start + 2
    while index < limit, bytes[index].isASCIIWord || bytes[index] == UInt8(ascii: "-") {
      index += 1
    }
    kind = ByteRange(start + 2, index)
    // Text after a bar is for the program that draws it.
    if index < limit, bytes[index] == UInt8(ascii: "|") {
      while index < limit, bytes[index] != UInt8(ascii: "]"), !bytes[index].isLineEnd { index += 1 }
    }
    guard !kind.isEmpty, index < limit, bytes[index] == UInt8(ascii: "]") else { return nil }
    index += 1
    if index < limit, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      index += 1
    }
    while index < limit, bytes[index].isBlank { index += 1 }
    var end = index
    while end < limit, !bytes[end].isLineEnd { end += 1 }
    while end > index, bytes[end - 1].isBlank { end -= 1 }
    title = end > index ? ByteRange(index, end) : nil
    let word = bytes[kind.indices].map(\.asciiLowercased)
    isQuote = word.elementsEqual("quote".utf8) || word.elementsEqual("cite".utf8)
  }

  /// True if it is a quotation all the same.
  var isQuote: Bool
}
