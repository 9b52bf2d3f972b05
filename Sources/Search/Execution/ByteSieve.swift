/// Tells from a text's bytes, before it is parsed, that words with signs or exact capitals cannot be in it.
///
/// A sign is looked for with the letters beside it, and a word typed exactly by its letters. Markup may
/// stand between two letters of a word, and a character reference may stand for any of them: where either
/// is met, the text may have the word.
package struct ByteSieve {
  private indirect enum Test {
    case anything
    case word(Anchor)
    case all([Test])
    case any([Test])
  }

  /// A byte, and the letters that follow or precede it.
  private struct Anchor {
    let byte: UInt8
    let letters: [UInt8]
    /// 1 for letters after the byte, -1 for letters before it, the nearest first.
    let step: Int
    let countsCapitals: Bool
  }

  private let test: Test

  /// - Parameter node: the query.
  package init(_ node: QueryNode) { test = Self.test(node) }

  /// False only where no text with these bytes, and no title or name among them, satisfies the query.
  package func passes(_ texts: [[UInt8]]) -> Bool {
    if case .anything = test { return true }
    return texts.contains(where: Self.hasReference) || Self.passes(test, texts)
  }

  private static func test(_ node: QueryNode) -> Test {
    switch node {
    case .word(let text, _), .phrase(let text, _, _): return all(QueryWords(text))
    case .prefix(let text, _): return all(QueryWords(text, lastIsPrefix: true))
    case .exact(let text, _): return all(QueryWords(text, isExact: true))
    case .and(let parts), .near(let parts, _, _): return .all(parts.map(test))
    case .or(let parts): return .any(parts.map(test))
    case .within(_, let part): return test(part)
    default: return .anything
    }
  }

  private static func all(_ words: QueryWords) -> Test {
    let found = words.words.flatMap { anchors(of: $0) }
    return found.isEmpty ? .anything : .all(found.map { .word($0) })
  }

  private static func anchors(of word: QueryWords.Word) -> [Anchor] {
    var anchors: [Anchor] = []
    let typed = word.typed.map { Array($0.utf8) } ?? []
    if let first = typed.first, typed.allSatisfy({ $0 < 0x80 }) {
      anchors.append(
        Anchor(byte: first, letters: Array(typed.dropFirst()), step: 1, countsCapitals: true))
    }
    // A longer word is cut, so that its end is not known.
    guard case .whole = word.form, word.text.count < Tokenizer.maximumLength else { return anchors }
    if let sign = word.before.last {
      anchors.append(Anchor(byte: sign, letters: word.text, step: 1, countsCapitals: false))
    }
    if let sign = word.after.first {
      anchors.append(
        Anchor(byte: sign, letters: word.text.reversed(), step: -1, countsCapitals: false))
    }
    return anchors
  }

  private static func passes(_ test: Test, _ texts: [[UInt8]]) -> Bool {
    switch test {
    case .anything: true
    case .word(let anchor): texts.contains { isFound(anchor, in: $0) }
    case .all(let tests): tests.allSatisfy { passes($0, texts) }
    case .any(let tests): tests.contains { passes($0, texts) }
    }
  }

  private static func isFound(_ anchor: Anchor, in text: [UInt8]) -> Bool {
    text.withByteView { view in
      var place = view.index(of: anchor.byte, from: 0)
      while let found = place {
        if mayBeBeside(found, anchor, view) { return true }
        place = view.index(of: anchor.byte, from: found + 1)
      }
      return false
    }
  }

  /// True if the letters are beside the byte at `place`, as far as something else than a letter or digit.
  private static func mayBeBeside(_ place: Int, _ anchor: Anchor, _ text: ByteView) -> Bool {
    var index = place
    for letter in anchor.letters {
      index += anchor.step
      guard index >= 0, index < text.count else { return false }
      let byte = text[index]
      // Of several equal signs only the first is right behind the word.
      if byte == anchor.byte, index == place - 1 { return false }
      let isCapital = byte &- UInt8(ascii: "A") < 26
      if byte == letter || !anchor.countsCapitals && isCapital && byte | 0x20 == letter { continue }
      let isLetterOrDigit = isCapital || byte &- UInt8(ascii: "a") < 26 || byte &- 0x30 < 10
      return !isLetterOrDigit
    }
    return true
  }

  private static func hasReference(_ text: [UInt8]) -> Bool {
    text.withByteView { view in
      var place = view.index(of: UInt8(ascii: "&"), from: 0)
      while let found = place {
        // The longest name has 31 letters.
        for index in found + 1..<max(found + 1, min(view.count, found + 34)) {
          let byte = view[index]
          if byte == UInt8(ascii: ";"), index > found + 1 { return true }
          let isName = byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- 0x30 < 10 || byte == 0x23
          if !isName { break }
        }
        place = view.index(of: UInt8(ascii: "&"), from: found + 1)
      }
      return false
    }
  }
}
