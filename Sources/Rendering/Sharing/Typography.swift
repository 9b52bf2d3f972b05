import Notes

/// The marks of print in place of a typewriter's: the quotation marks of a language, and dashes.
///
/// Code, formulas, addresses and characters after a backslash stay as typed. So does a mark after a
/// digit that closes nothing, which is inches or minutes.
package struct Typography: Equatable, Sendable {
  private let double: (opening: String, closing: String)
  private let single: (opening: String, closing: String)
  /// Words that have lost their beginning, to an apostrophe.
  private let elisions: Set<String>

  /// - Parameter language: `de`, `en-GB`; English if it is nil or not known.
  package init(language: String?) {
    let tag = language?.lowercased() ?? "en"
    let marks = Self.marks[tag] ?? Self.marks[String(tag.prefix { $0 != "-" && $0 != "_" })]
    let found = marks ?? ["“", "”", "‘", "’"]
    double = (found[0], found[1])
    single = (found[2], found[3])
    elisions = Self.elisions[String(tag.prefix { $0 != "-" && $0 != "_" })] ?? []
  }

  package static func == (a: Typography, b: Typography) -> Bool {
    a.double == b.double && a.single == b.single && a.elisions == b.elisions
  }

  /// The marks of CLDR (`delimiters`), with the spaces of French.
  private static let marks: [String: [String]] = {
    let low = ["„", "“", "‚", "‘"]
    let angles = ["«", "»", "“", "”"]
    let slavic = ["«", "»", "„", "“"]
    let same = ["”", "”", "’", "’"]
    return [
      "bg": low, "cs": low, "da": ["“", "”", "‘", "’"], "de": low, "de-ch": ["«", "»", "‹", "›"],
      "el": angles, "es": angles, "et": low, "fi": same,
      "fr": ["«\u{A0}", "\u{A0}»", "“", "”"], "fr-ch": ["«", "»", "‹", "›"],
      "hr": ["„", "”", "‚", "’"], "hu": ["„", "”", "»", "«"], "is": low, "it": angles, "lt": low,
      "nb": ["«", "»", "‘", "’"], "nn": ["«", "»", "‘", "’"], "no": ["«", "»", "‘", "’"],
      "pl": ["„", "”", "‚", "’"], "pt-pt": angles, "ro": ["„", "”", "«", "»"], "ru": slavic,
      "sk": low, "sl": low, "sr": ["„", "”", "‚", "’"], "sv": same, "uk": slavic,
    ]
  }()

  private static let elisions: [String: Set<String>] = [
    "de": ["n", "ne", "nem", "nen", "ner", "s"],
    "en": [
      "em", "n", "neath", "til", "tis", "tisn", "twas", "twasn", "twere", "twill", "twixt",
      "twould",
    ],
    "nl": ["k", "m", "n", "s", "t"],
  ]

  /// The marks of print in a note's text.
  func marks(
    in steps: [MarkdownStep], of source: [UInt8], isCovered: (Int) -> Bool
  ) -> [SharedMarks.Mark] {
    var marks: [SharedMarks.Mark] = []
    var reader = Reader(self)
    for step in steps {
      switch step {
      case .enter, .leave: reader.beginBlock()
      case .open, .close: break
      case .text(let text, let kind, let range):
        if kind == .softBreak || kind == .hardBreak { reader.last = .blank }
        if kind == .code { reader.last = .word }
        guard kind == .normal, let range, text.utf8.count == range.count else { continue }
        let isEscaped = range.lowerBound > 0 && source[range.lowerBound - 1] == 0x5C
        for (place, words) in reader.replacements(source[range], isEscaped: isEscaped, isCovered) {
          marks.append(SharedMarks.Mark(range: place, kind: .words(words)))
        }
      }
    }
    return marks
  }

  /// A line of plain text, such as a title, in print.
  package func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    var reader = Reader(self)
    var result: [UInt8] = []
    var end = 0
    for (place, words) in reader.replacements(bytes[...], isEscaped: false, { _ in false }) {
      result += bytes[end..<place.lowerBound] + Array(words.utf8)
      end = place.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Goes over the text of a block.
  private struct Reader {
    /// The class of a byte for the mark after it.
    enum Kind { case blank, opening, word, digit, other }

    let style: Typography
    var last = Kind.blank
    /// The number of quotations around the text.
    private var depth = 0

    init(_ style: Typography) { self.style = style }

    mutating func beginBlock() { (last, depth) = (.blank, 0) }

    mutating func replacements(
      _ bytes: ArraySlice<UInt8>, isEscaped: Bool, _ isCovered: (Int) -> Bool
    ) -> [(Range<Int>, String)] {
      var found: [(Range<Int>, String)] = []
      var index = bytes.startIndex
      while index < bytes.endIndex {
        let byte = bytes[index]
        let start = index
        index += 1
        let isMark =
          byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-")
        guard isMark, !(isEscaped && start == bytes.startIndex), !isCovered(start) else {
          last = isMark ? .other : Self.kind(bytes, at: start)
          continue
        }
        if byte == UInt8(ascii: "-") {
          while index < bytes.endIndex, bytes[index] == byte { index += 1 }
          if let dash = dash(bytes, start..<index) { found.append((start..<index, dash)) }
          last = .opening
        } else if let mark = byte == UInt8(ascii: "'")
          ? single(bytes, at: start) : double(bytes, at: start)
        {
          found.append((start..<index, mark))
        } else {
          last = .other
        }
      }
      return found
    }

    private func dash(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> String? {
      let next = range.upperBound < bytes.endIndex ? Self.kind(bytes, at: range.upperBound) : .blank
      switch range.count {
      case 1:
        let isParted = last == .blank && next == .blank && range.lowerBound > bytes.startIndex
        return isParted && range.upperBound < bytes.endIndex && !isSum(bytes, range) ? "–" : nil
      case 2: return isOption(bytes, range) ? nil : "–"
      case 3: return "—"
      default: return nil
      }
    }

    /// `--flag`
    private func isOption(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> Bool {
      guard last == .blank || last == .opening, range.upperBound < bytes.endIndex else {
        return false
      }
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[range.upperBound])
    }

    /// `2 - 1`
    private func isSum(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> Bool {
      let (before, after) = (range.lowerBound - 2, range.upperBound + 1)
      return before >= bytes.startIndex && after < bytes.endIndex
        && Self.kind(bytes, at: before) == .digit && Self.kind(bytes, at: after) == .digit
    }

    private mutating func double(_ bytes: ArraySlice<UInt8>, at place: Int) -> String? {
      if depth == 0 ? isOpening(bytes, at: place) : isOpeningInside(bytes, at: place) {
        depth += 1
        last = .opening
        return style.double.opening
      }
      guard depth > 0 else { return nil }
      depth -= 1
      last = .other
      return style.double.closing
    }

    private mutating func single(_ bytes: ArraySlice<UInt8>, at place: Int) -> String? {
      if isElision(bytes, at: place) {
        last = .other
        return "’"
      }
      if isOpening(bytes, at: place), isClosed(bytes, from: place + 1) {
        last = .opening
        return style.single.opening
      }
      let isMinutes =
        last == .digit && !(place + 1 < bytes.endIndex && Self.kind(bytes, at: place + 1) == .word)
      if isMinutes { return nil }
      let next = place + 1 < bytes.endIndex ? Self.kind(bytes, at: place + 1) : .blank
      // Between letters, and before a word that has lost its beginning, it is an apostrophe.
      let isApostrophe = next == .word || next == .digit || style.single.closing == "‘"
      last = .other
      return isApostrophe && (next == .word || next == .digit) ? "’" : style.single.closing
    }

    /// `'tis`, `'n'`, `'90s`; a word that another mark ends at once is quoted, but for the second.
    private func isElision(_ bytes: ArraySlice<UInt8>, at place: Int) -> Bool {
      guard last == .blank || last == .opening else { return false }
      let word = bytes[(place + 1)...].prefix(8).prefix {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      let isEnded = word.endIndex < bytes.endIndex && bytes[word.endIndex] == UInt8(ascii: "'")
      let text = String(decoding: word, as: UTF8.self).lowercased()
      if ["n", "tisn", "twasn"].contains(text) { return style.elisions.contains(text) }
      let digits = word.prefix { $0 <= UInt8(ascii: "9") }
      let isDecade =
        digits.count == 2 && (digits.count == word.count || text.dropFirst(2) == "s")
      return !isEnded && (isDecade || style.elisions.contains(text))
    }

    private func isOpening(_ bytes: ArraySlice<UInt8>, at place: Int) -> Bool {
      guard last == .blank || last == .opening else { return false }
      return place + 1 >= bytes.endIndex || Self.kind(bytes, at: place + 1) != .blank
    }

    /// True for a mark that begins another quotation inside one: before a word, or after a blank before emphasis.
    private func isOpeningInside(_ bytes: ArraySlice<UInt8>, at place: Int) -> Bool {
      guard last == .blank || last == .opening else { return false }
      guard place + 1 < bytes.endIndex else { return last == .blank }
      return [.word, .digit].contains(Self.kind(bytes, at: place + 1))
    }

    /// True if a mark follows that may close, in the next 2,000 bytes.
    private func isClosed(_ bytes: ArraySlice<UInt8>, from start: Int) -> Bool {
      let end = min(bytes.endIndex, start + 2000)
      var index = start
      while index < end {
        if bytes[index] == UInt8(ascii: "'"), index > start,
          Self.kind(bytes, at: index - 1) != .blank
        {
          let next = index + 1 < bytes.endIndex ? Self.kind(bytes, at: index + 1) : .blank
          if next != .word, next != .digit { return true }
        }
        index += 1
      }
      return false
    }

    private static func kind(_ bytes: ArraySlice<UInt8>, at place: Int) -> Kind {
      let byte = bytes[place]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: return .blank
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return .digit
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        return .word
      case 0x28, 0x5B, 0x7B, UInt8(ascii: "/"), UInt8(ascii: "-"): return .opening
      case 0x93, 0x94:
        // En dash and em dash.
        let isDash =
          place >= bytes.startIndex + 2 && bytes[place - 1] == 0x80 && bytes[place - 2] == 0xE2
        return isDash ? .opening : .word
      case 0xA0: return place > bytes.startIndex && bytes[place - 1] == 0xC2 ? .blank : .word
      case 0x80...: return .word
      default: return .other
      }
    }
  }
}
