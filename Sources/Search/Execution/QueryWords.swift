/// The words of a query's text, as the tokenizer sees them.
struct QueryWords {
  /// A folded word and its place among the words of the text.
  struct Word {
    let text: [UInt8]
    let position: Int
    /// A lone character of a script without spaces: it stands for all pairs that it begins.
    var isSingleOfPairs: Bool
  }

  let words: [Word]

  init(_ text: String) {
    var collector = Collector()
    var tokenizer = Tokenizer()
    Array(text.utf8).withByteView { view in
      tokenizer.feed(view, from: 0, to: view.count, sink: &collector)
      tokenizer.finish(sink: &collector)
    }
    words = collector.words
  }

  private struct Collector: Tokenizer.Sink {
    var words: [Word] = []
    private var position = 0
    private var previousEnd = -1

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      let text = word.view(1..<(1 + length)).bytes
      let isSingle = CharacterTable.isOnePairCharacter(text)
      // In `東京都` the documents' last lone 都 need not be there: the text may go on.
      let endsPairs = isSingle && start < previousEnd
      if !endsPairs {
        words.append(Word(text: text, position: position, isSingleOfPairs: isSingle))
      }
      previousEnd = end
      position += 1
    }
  }
}

extension CharacterTable {
  /// Whether `word` is a single character of a script that is indexed by pairs.
  static func isOnePairCharacter(_ word: [UInt8]) -> Bool {
    guard let first = word.first, first >= 0x80 else { return false }
    return word.withByteView { view in
      let (scalar, count) = view.scalar(at: 0, to: view.count)
      guard let scalar, count == view.count else { return false }
      return shared.lookUp(scalar).kind == .pair
    }
  }
}
