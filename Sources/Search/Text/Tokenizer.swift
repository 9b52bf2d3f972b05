/// Turns runs of text into words: the same for documents, queries and excerpts.
///
/// A word is a longest run of letters and digits, folded (case, diacritics, width). Underscore,
/// hyphen and apostrophe end a word, so `well-being` is found by `being` and, as a query, is read
/// as the two words in a row. Scripts written without spaces give overlapping pairs (`東京都`:
/// `東京`, `京都`, and `都` alone so that each single character can be found by prefix), each at its first character's
/// position. Hangul is read in pairs as well, because particles are written onto its words and onto
/// Latin ones (`Obsidian을`); jamo that make a syllable are read as the syllable. A pictograph is a word. Bytes that are not UTF-8 end a word.
///
/// Words longer than `maximumLength` bytes are cut there, in documents and queries alike.
struct Tokenizer {
  /// Bytes of a folded word that count.
  static let maximumLength = 128

  /// Receives words; positions are the caller's to count.
  protocol Sink {
    /// - Parameters:
    ///   - word: the folded word; `word[0]` is room for a name space byte, the text follows.
    ///   - start: offset in the text of its first byte; for a word made of several runs, in the first.
    ///   - end: offset after its last byte.
    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int)

    /// Receives a word of few letters and digits of ASCII, which is not in the buffer.
    ///
    /// - Parameter buffer: room for the word, as the other call has it.
    mutating func word(_ word: ShortWord, buffer: MutableByteView, start: Int, end: Int)
  }

  /// A folded word of at most fifteen bytes as numbers, little-endian and zero-filled: most words are looked up by them
  /// alone, without a letter written to memory and read again.
  struct ShortWord {
    static let maximumLength = 15

    let low: UInt64
    let high: UInt64
    let length: Int

    /// The word of `length` letters and digits of ASCII at `index`; sixteen bytes can be read from there.
    @inline(__always)
    init(_ text: ByteView, at index: Int, length: Int) {
      // The bit that makes a letter small is set in every digit.
      let small: UInt64 = 0x2020_2020_2020_2020
      let low = text.word64(index) | small
      if length < 8 {
        self.low = low & Self.mask(length)
        high = 0
      } else {
        self.low = low
        high = (text.word64(index &+ 8) | small) & Self.mask(length &- 8)
      }
      self.length = length
    }

    @inline(__always)
    private static func mask(_ bytes: Int) -> UInt64 { (1 &<< UInt64(8 &* bytes)) &- 1 }
  }

  /// One spare byte before the word lets the index put its name space there without a copy.
  private let buffer: ScratchBytes
  private var length = 0
  private var start = 0
  private var end = 0
  /// The length of the previous character of a pair script in the buffer, or 0.
  private var pairLength = 0
  private var pairStart = 0

  init() {
    buffer = ScratchBytes(capacity: Self.maximumLength + 32)
  }

  /// Reads `text`; a word at its end is held back, as the next run may continue it.
  @inline(__always)
  mutating func feed<S: Sink>(_ text: ByteView, from lower: Int, to upper: Int, sink: inout S) {
    precondition(lower >= 0 && upper <= text.count)
    let view = buffer.view
    var index = lower
    while index < upper {
      let byte = text.unchecked(index)
      let folded = Self.folded(byte)
      if folded > 1 {
        if pairLength != 0 { endPairs(sink: &sink) }
        if length == 0 {
          var next = index &+ 1
          while next < upper, Self.folded(text.unchecked(next)) > 1 { next &+= 1 }
          // The next run may continue a word at the end, and a byte outside ASCII any other.
          if next &- index <= ShortWord.maximumLength, next < upper, text.unchecked(next) < 0x80,
            index &+ 16 <= text.count
          {
            let word = ShortWord(text, at: index, length: next &- index)
            sink.word(word, buffer: view, start: index, end: next)
            index = next &+ 1
            continue
          }
          start = index
        }
        // The buffer has room for more than `maximumLength`, so only the count is checked.
        var count = length
        var letter = folded
        repeat {
          if count < Self.maximumLength {
            view.setUnchecked(1 &+ count, letter)
            count &+= 1
          }
          index &+= 1
          guard index < upper else { break }
          letter = Self.folded(text.unchecked(index))
        } while letter > 1
        length = count
        end = index
      } else if folded == 0 {
        index &+= 1
        if length != 0 { finish(sink: &sink) }
      } else {
        index = feedScalar(text, at: index, to: upper, sink: &sink)
      }
    }
  }

  /// Ends the word that `feed` may hold back.
  @inline(__always)
  mutating func finish<S: Sink>(sink: inout S) {
    if pairLength != 0 {
      endPairs(sink: &sink)
    } else if length != 0 {
      sink.word(buffer.view, length: length, start: start, end: end)
      length = 0
    }
  }

  /// Lower case for a letter or digit of ASCII, 1 for a byte outside ASCII, else 0.
  @inline(__always)
  static func folded(_ byte: UInt8) -> UInt8 {
    let lower = byte | 0x20
    if lower &- 0x61 < 26 { return lower }
    if byte &- 0x30 < 10 { return byte }
    return byte >> 7
  }

  /// True if `byte` can be part of a word: a letter or digit of ASCII, or any byte outside ASCII.
  @inline(__always)
  static func mayBelongToWord(_ byte: UInt8) -> Bool { folded(byte) != 0 }

  @inline(never)
  private mutating func feedScalar<S: Sink>(
    _ text: ByteView, at index: Int, to upper: Int, sink: inout S
  ) -> Int {
    let (first, count) = text.scalar(at: index, to: upper)
    var next = index + count
    guard let scalar = first else {
      finish(sink: &sink)
      return next
    }
    var (kind, folding) = CharacterTable.shared.lookUp(scalar)
    if HangulSyllable.isLeading(scalar), let syllable = HangulSyllable(text, at: index, to: upper) {
      (kind, folding, next) = (.pair, syllable.utf8[...], syllable.end)
    }
    switch kind {
    case .separator:
      finish(sink: &sink)
    case .ignored:
      if length != 0 || pairLength != 0 { end = next }
    case .word:
      if pairLength != 0 { endPairs(sink: &sink) }
      if length == 0 { start = index }
      append(folding, or: text, from: index, to: next)
      end = next
    case .symbol:
      finish(sink: &sink)
      start = index
      end = next
      append(folding, or: text, from: index, to: next)
      finish(sink: &sink)
    case .pair:
      if pairLength == 0 { finish(sink: &sink) }
      let previous = pairLength
      let previousStart = pairStart
      append(folding, or: text, from: index, to: next)
      let added = length - previous
      end = next
      if previous != 0 {
        sink.word(buffer.view, length: length, start: previousStart, end: next)
        buffer.view.moveDown(from: 1 + previous, to: 1, count: added)
      }
      length = added
      pairLength = added
      pairStart = index
      start = index
    }
    return next
  }

  /// Ends a run of pairs; its last character becomes a word by itself, so that a prefix search
  /// finds it too.
  private mutating func endPairs<S: Sink>(sink: inout S) {
    pairLength = 0
    sink.word(buffer.view, length: length, start: pairStart, end: end)
    length = 0
  }

  /// A character that does not fit ends the word's text for good: its full length shows that it was
  /// cut.
  private mutating func pad() {
    while length < Self.maximumLength {
      buffer.view[1 + length] = 0x20
      length += 1
    }
  }

  private mutating func append(
    _ folding: ArraySlice<UInt8>?, or text: ByteView, from lower: Int, to upper: Int
  ) {
    let view = buffer.view
    if let folding {
      guard length + folding.count <= Self.maximumLength else { return pad() }
      for byte in folding {
        view[1 + length] = byte
        length += 1
      }
    } else {
      guard length + upper - lower <= Self.maximumLength else { return pad() }
      for index in lower..<upper {
        view[1 + length] = text[index]
        length += 1
      }
    }
  }
}

extension Tokenizer.Sink {
  mutating func word(
    _ word: Tokenizer.ShortWord, buffer: MutableByteView, start: Int, end: Int
  ) {
    buffer.store(word.low, word.high, at: 1)
    self.word(buffer, length: word.length, start: start, end: end)
  }
}
