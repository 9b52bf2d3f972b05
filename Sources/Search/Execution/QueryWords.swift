/// The words of a query's text, as the tokenizer sees them.
struct QueryWords {
  /// A folded word and its place among the words of the text.
  struct Word {
    /// The part of a document's word that must match.
    enum Form: Equatable {
      case whole
      /// The word may go on. A lone character of a script without spaces is the beginning of pairs.
      case beginning
      case like(WordPattern)
    }

    let text: [UInt8]
    let position: Int
    var form = Form.whole
    /// The signs that have to be right before and after it: `.` in `.NET`, `++` in `C++`, `_` in
    /// `foo_bar`.
    var before: [UInt8] = []
    var after: [UInt8] = []
    /// True if anything may follow those after it: `C++*`.
    var mayGoOn = false
    /// The text as typed, if its capitals and accents count.
    var typed: String?

    /// True if a document's text has to be read to know that the word is in it.
    var isAboutText: Bool { !before.isEmpty || !after.isEmpty || typed != nil }

    func matches(_ word: [UInt8]) -> Bool {
      switch form {
      case .whole: word == text
      case .beginning: word.starts(with: text)
      case .like(let pattern): pattern.matches(word[...])
      }
    }
  }

  private(set) var words: [Word]

  /// True if documents' texts have to be read to know that the words are there as they were typed.
  var areAboutText: Bool { words.contains { $0.isAboutText } }

  /// - Parameters:
  ///   - lastIsPrefix: the last word may go on; with signs at its end, what comes after them.
  ///   - isExact: capitals and accents count.
  init(_ text: String, lastIsPrefix: Bool = false, isExact: Bool = false) {
    let bytes = Array(text.utf8)
    let found = Self.read(bytes)
    words = found.map { found in
      Word(
        text: found.text, position: found.position,
        form: found.isSingleOfPairs ? .beginning : .whole,
        typed: isExact ? String(decoding: bytes[found.start..<found.end], as: UTF8.self) : nil)
    }
    for index in found.indices { addSigns(index, found, bytes) }
    if lastIsPrefix, !words.isEmpty {
      if words[words.count - 1].after.isEmpty {
        words[words.count - 1].form = .beginning
      } else {
        words[words.count - 1].mayGoOn = true
      }
    }
  }

  /// The words of a text with stars between its pieces.
  ///
  /// A star belongs to the words directly beside it. Beside a script without spaces it has no
  /// effect, because a word of such a script may be anywhere in a text.
  init(pieces: [String]) {
    var groups: [Starred] = []
    // The distance of the next word from the last.
    var step = 0
    var position = 0
    for (number, piece) in pieces.enumerated() {
      let bytes = Array(piece.utf8)
      let found = Self.read(bytes)
      for (index, one) in found.enumerated() {
        let isAfterStar = index == 0 && number > 0 && one.start == 0 && one.takesStars
        if isAfterStar, groups.last?.endsWithStar == true {
          groups[groups.count - 1].pieces.append(one.text)
        } else {
          position += index == 0 ? step : one.position - found[index - 1].position
          groups.append(
            Starred(
              position: position, pieces: isAfterStar ? [[], one.text] : [one.text],
              isSingleOfPairs: one.isSingleOfPairs))
        }
        groups[groups.count - 1].endsWithStar =
          index == found.count - 1 && number < pieces.count - 1 && one.end == bytes.count
          && one.takesStars
        step = one.positionsThroughEnd
      }
      // Signs between a star and the next word keep them apart.
      if found.isEmpty, !bytes.isEmpty, !groups.isEmpty {
        groups[groups.count - 1].isClosed = true
      }
    }
    words = groups.map { $0.word }
  }

  /// A word that is being put together of pieces.
  private struct Starred {
    let position: Int
    var pieces: [[UInt8]]
    let isSingleOfPairs: Bool
    /// True if the last piece has a star after it.
    var hasLastStar = false
    var isClosed = false

    /// True if the next piece goes on with this word.
    var endsWithStar: Bool {
      get { hasLastStar && !isClosed }
      set { hasLastStar = newValue }
    }

    var word: Word {
      let all = hasLastStar ? pieces + [[]] : pieces
      let form: Word.Form =
        all.count == 1
        ? isSingleOfPairs ? .beginning : .whole
        : all.count == 2 && all[1].isEmpty ? .beginning : .like(WordPattern(all))
      // The form for people, if it is not exactly the beginning of a word.
      let isLike = if case .like = form { true } else { false }
      let text = (isLike ? all : pieces).joined(separator: [UInt8(ascii: "*")])
      return Word(text: Array(text), position: position, form: form)
    }
  }

  // MARK: Signs

  /// Finds the signs that belong to a word: those that join it to the next without a space
  /// (`foo_bar`, `node.js`), `+` and `#` at its end (`C++`, `F#`), and a full stop before it
  /// (`.NET`).
  private mutating func addSigns(_ index: Int, _ found: [Found], _ bytes: [UInt8]) {
    let one = found[index]
    guard one.takesStars else { return }
    let next = index + 1 < found.count ? found[index + 1] : nil
    let gap = bytes[one.end..<max(one.end, next?.start ?? bytes.count)]
    let isJoint =
      gap.first == UInt8(ascii: "_")
      ? gap.allSatisfy { $0 == UInt8(ascii: "_") } : gap == [UInt8(ascii: ".")]
    if next?.takesStars == true, isJoint {
      words[index].after = Array(gap)
    } else {
      let signs = gap.prefix { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }
      let isLast = signs.count == gap.count && next != nil
      if !isLast { words[index].after = Array(signs) }
    }
    let isBegun = index == 0 || found[index - 1].end < one.start - 1
    guard isBegun, one.start > 0, bytes[one.start - 1] == UInt8(ascii: ".") else { return }
    let isFirst = one.start == 1 || bytes[one.start - 2].isSpaceOrOpener
    if isFirst, one.text.count > 1, one.text[0] > UInt8(ascii: "9") {
      words[index].before = [UInt8(ascii: ".")]
    }
  }

  // MARK: Reading

  /// The number of words that the index has of a text, and of those words that are in it in this very form, folded but
  /// not stemmed.
  static func count(of text: [UInt8], _ words: [[UInt8]]) -> (all: Int, same: Int) {
    if let count = countInASCII(text, words) { return count }
    var counter = Counter(words)
    tokenize(text, into: &counter)
    return (counter.count, words.count - counter.missing.count)
  }

  /// The same without a tokenizer, for the titles of most notes; nil of a text that is not ASCII or has very long words.
  private static func countInASCII(
    _ text: [UInt8], _ words: [[UInt8]]
  ) -> (all: Int, same: Int)? {
    guard text.count < Tokenizer.maximumLength, words.count <= 64 else { return nil }
    var all = 0
    // A bit for each word.
    var found: UInt64 = 0
    var start = 0
    for end in 0...text.count {
      let letter = end < text.count ? Tokenizer.folded(text[end]) : 0
      if letter == 1 { return nil }
      if letter != 0 { continue }
      if end > start {
        all += 1
        for (number, word) in words.enumerated() where word.count == end - start {
          let isSame = word.indices.allSatisfy { Tokenizer.folded(text[start + $0]) == word[$0] }
          if isSame { found |= 1 << UInt64(number) }
        }
      }
      start = end + 1
    }
    return (all, found.nonzeroBitCount)
  }

  private static func tokenize(_ text: [UInt8], into sink: inout some Tokenizer.Sink) {
    var tokenizer = Tokenizer()
    text.withByteView { view in
      tokenizer.feed(view, from: 0, to: view.count, sink: &sink)
      tokenizer.finish(sink: &sink)
    }
  }

  private struct Counter: Tokenizer.Sink {
    private(set) var count = 0
    private(set) var missing: [[UInt8]]

    init(_ words: [[UInt8]]) { missing = words }

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      count += 1
      missing.removeAll { $0.count == length && $0 == word.view(1..<(1 + length)).bytes }
    }
  }

  /// A word with its place in the text that it was read from.
  private struct Found {
    let text: [UInt8]
    let position: Int
    let start: Int
    let end: Int
    let isSingleOfPairs: Bool
    /// True for a word of letters: no pair, no pictograph.
    let takesStars: Bool
    /// The distance to the next word, with the omitted words between.
    var positionsThroughEnd = 1
  }

  private static func read(_ bytes: [UInt8]) -> [Found] {
    var collector = Collector()
    tokenize(bytes, into: &collector)
    return collector.words
  }

  private struct Collector: Tokenizer.Sink {
    var words: [Found] = []
    private var position = 0
    private var previousEnd = -1

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      let text = word.view(1..<(1 + length)).bytes
      let kind = CharacterTable.kind(ofFirst: text)
      let isSingle = kind == .pair && CharacterTable.isOneCharacter(text)
      // In `東京都` the documents' last lone 都 need not be there: the text may go on.
      if isSingle && start < previousEnd {
        words[words.count - 1].positionsThroughEnd += 1
      } else {
        words.append(
          Found(
            text: text, position: position, start: start, end: end, isSingleOfPairs: isSingle,
            takesStars: kind == .word))
      }
      previousEnd = end
      position += 1
    }
  }
}

extension UInt8 {
  /// True for white space of ASCII and for opening brackets and quotation marks.
  fileprivate var isSpaceOrOpener: Bool {
    self <= 0x20 || self == UInt8(ascii: "(") || self == UInt8(ascii: "[")
      || self == UInt8(ascii: "\"") || self == UInt8(ascii: "'")
  }
}

extension CharacterTable {
  /// The class of the character that a word begins with.
  fileprivate static func kind(ofFirst word: [UInt8]) -> Class {
    guard let first = word.first, first >= 0x80 else { return .word }
    return word.withByteView { view in
      view.scalar(at: 0, to: view.count).0.map { shared.lookUp($0).kind } ?? .word
    }
  }

  /// True if `word` is a single character.
  fileprivate static func isOneCharacter(_ word: [UInt8]) -> Bool {
    word.withByteView { view in view.scalar(at: 0, to: view.count).1 == view.count }
  }
}
