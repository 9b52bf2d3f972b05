extension TextMatcher {
  /// Compares each word as it comes.
  struct Collector: Tokenizer.Sink {
    let matcher: TextMatcher
    let limit: Int
    var matches: [Match] = []
    /// The run that is being read.
    var runNumber: Int
    private let text: [UInt8]
    private let runs: ArraySlice<Run>
    private var position = 0
    /// True where every word is at its own bytes.
    private let isAsTyped: Bool
    /// Phrases of which the last words of the text were the first.
    private var begun: [(part: Int, next: Int, position: Int, start: Int)] = []

    init(matcher: TextMatcher, _ text: [UInt8], _ runs: ArraySlice<Run>, limit: Int) {
      self.matcher = matcher
      self.text = text
      self.runs = runs
      self.limit = limit
      runNumber = runs.startIndex
      isAsTyped = runs.allSatisfy { $0.isAsTyped }
    }

    mutating func startBlock() {
      begun = []
      position += 1
    }

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      guard matches.count < limit else { return }
      defer { position += 1 }
      let view = word.view(1..<(1 + length))
      let meaning = matcher.known.meaning(of: view) { matcher.meaning(of: $0.bytes) }
      if meaning.isNothing, begun.isEmpty, matcher.openPhrases.isEmpty { return }
      let found = Word(text: view.bytes, start: start, end: end, place: place(start, end))
      for part in meaning.parts { add(part, found.place, from: position) }
      let last = begun
      begun = []
      for phrase in last {
        advance(phrase.part, phrase.next, phrase.position, phrase.start, found)
      }
      for part in meaning.phrases + matcher.openPhrases {
        advance(part, 0, position, found.place.lowerBound, found)
      }
    }

    /// A word of the text.
    private struct Word {
      let text: [UInt8]
      /// The offset of its first byte, and the offset after its last; where runs are not at their own
      /// place, the end may be before the start.
      let start: Int
      let end: Int
      /// The range that a reader sees.
      let place: Range<Int>
    }

    private func place(_ start: Int, _ end: Int) -> Range<Int> {
      guard !isAsTyped, let first = run(at: start), let last = run(at: end - 1) else {
        return start..<max(start, end)
      }
      let lower = runs[first].isAsTyped ? start : runs[first].place.lowerBound
      let upper = runs[last].isAsTyped ? end : runs[last].place.upperBound
      return lower..<max(lower, upper)
    }

    private mutating func add(_ part: Int, _ range: Range<Int>, from first: Int) {
      if runs[runNumber].isWithin(matcher.parts[part].scope) {
        matches.append(
          Match(range: range, part: part, isRaw: false, words: first..<position + 1))
      }
    }

    private mutating func advance(
      _ part: Int, _ next: Int, _ first: Int, _ start: Int, _ word: Word
    ) {
      guard case .phrase(let words) = matcher.parts[part].part else { return }
      let wanted = words[next]
      let place = first + wanted.position - words[0].position
      guard position >= place else {
        // The single last character of a pair script comes in between.
        begun.append((part, next, first, start))
        return
      }
      guard wanted.matches(word.text), !wanted.isAboutText || isTyped(wanted, word) else {
        return
      }
      if next + 1 == words.count {
        add(part, start..<max(start, word.place.upperBound), from: first)
      } else {
        begun.append((part, next + 1, first, start))
      }
    }

    // MARK: The text as it is

    /// True if the word in `range` has the signs around it, and the capitals and accents, that were typed.
    private func isTyped(_ word: QueryWords.Word, _ found: Word) -> Bool {
      if let typed = word.typed {
        let written = String(decoding: shown(found), as: UTF8.self)
        guard word.form == .beginning ? written.hasPrefix(typed) : written == typed else {
          return false
        }
      }
      if !word.after.isEmpty {
        let following = bytes(after: found.end, atMost: word.after.count + 1)
        guard following.starts(with: word.after) else { return false }
        let next = following.count > word.after.count ? following[word.after.count] : 0x20
        let isJoint = word.after[0] == UInt8(ascii: "_") || word.after[0] == UInt8(ascii: ".")
        let isMet =
          isJoint
          ? Tokenizer.mayBelongToWord(next) : word.mayGoOn || !word.after.contains(next)
        if !isMet { return false }
      }
      guard !word.before.isEmpty else { return true }
      let preceding = bytes(before: found.start, atMost: word.before.count + 1)
      guard preceding.suffix(word.before.count).elementsEqual(word.before) else { return false }
      guard preceding.count > word.before.count, let last = preceding.first else { return true }
      return !Tokenizer.mayBelongToWord(last) && !word.before.contains(last)
    }

    /// The run that has the byte at an offset: the current one, or one that it joins.
    private func run(at offset: Int) -> Int? {
      var number = runNumber
      while true {
        if runs[number].range.contains(offset) { return number }
        guard number > runs.startIndex, runs[number].joinsPrevious else { return nil }
        number -= 1
      }
    }

    /// The bytes of a word that may go on from run to run.
    private func shown(_ word: Word) -> [UInt8] {
      guard let first = run(at: word.start), let last = run(at: word.end - 1) else { return [] }
      return (first...last).flatMap { number in
        let own = runs[number].range
        let start = number == first ? word.start : own.lowerBound
        return text[start..<(number == last ? word.end : own.upperBound)]
      }
    }

    /// The bytes that a reader sees right after an offset at which a word ends.
    private func bytes(after offset: Int, atMost count: Int) -> [UInt8] {
      guard var number = run(at: offset - 1) else { return [] }
      var start = offset
      var found: [UInt8] = []
      while true {
        found += text[start..<runs[number].range.upperBound].prefix(count - found.count)
        number += 1
        guard found.count < count, number < runs.endIndex, runs[number].joinsPrevious else {
          return found
        }
        start = runs[number].range.lowerBound
      }
    }

    /// The bytes that a reader sees right before an offset at which a word begins.
    private func bytes(before offset: Int, atMost count: Int) -> [UInt8] {
      guard var number = run(at: offset) else { return [] }
      var end = offset
      var found: [UInt8] = []
      while true {
        found = text[runs[number].range.lowerBound..<end].suffix(count - found.count) + found
        guard found.count < count, number > runs.startIndex, runs[number].joinsPrevious else {
          return found
        }
        number -= 1
        end = runs[number].range.upperBound
      }
    }
  }
  /// The single words and misspelt ones that a word is, and the phrases that begin with it.
  private func meaning(of word: [UInt8]) -> KnownWords.Meaning {
    var parts = words[word] ?? []
    if !stems.isEmpty, let stemmer {
      let stem = word.withByteView { stemmer.stem($0) }
      for part in stems[stem] ?? [] where !parts.contains(part) { parts.append(part) }
    }
    for part in fuzzyParts {
      if case .fuzzy(let distance) = self.parts[part].part, distance.matches(word[...]) {
        parts.append(part)
      }
    }
    return KnownWords.Meaning(parts: parts, phrases: phrases[word] ?? [])
  }
}
