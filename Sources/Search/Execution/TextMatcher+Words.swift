extension TextMatcher {
  /// Compares each word as it comes.
  struct Collector: Tokenizer.Sink {
    let matcher: TextMatcher
    let limit: Int
    var matches: [Match] = []
    /// The run that is being read.
    var runNumber = 0
    private let text: [UInt8]
    private let runs: [Run]
    /// The parts that a word of the text matches, so that a word is stemmed and compared once.
    private var known: [[UInt8]: [Int]] = [:]
    private var position = 0
    /// Phrases of which the last words of the text were the first.
    private var begun: [(part: Int, next: Int, position: Int, start: Int)] = []

    init(matcher: TextMatcher, _ text: [UInt8], _ runs: [Run], limit: Int) {
      self.matcher = matcher
      self.text = text
      self.runs = runs
      self.limit = limit
    }

    mutating func startBlock() {
      begun = []
      position += 1
    }

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      guard matches.count < limit else { return }
      let text = word.view(1..<(1 + length)).bytes
      defer { position += 1 }
      for part in parts(matching: text) { add(part, start..<end, from: position) }
      let last = begun
      begun = []
      for phrase in last {
        advance(phrase.part, phrase.next, phrase.position, phrase.start, text, start..<end)
      }
      for part in matcher.phrases[text] ?? [] {
        advance(part, 0, position, start, text, start..<end)
      }
      for part in matcher.openPhrases { advance(part, 0, position, start, text, start..<end) }
    }

    private mutating func add(_ part: Int, _ range: Range<Int>, from first: Int) {
      if runs[runNumber].isWithin(matcher.parts[part].scope) {
        matches.append(
          Match(range: range, part: part, isRaw: false, words: first..<position + 1))
      }
    }

    /// The single words and misspelt ones that a word is.
    private mutating func parts(matching text: [UInt8]) -> [Int] {
      if let parts = known[text] { return parts }
      var parts = matcher.words[text] ?? []
      if !matcher.stems.isEmpty, let stemmer = matcher.stemmer {
        let stem = text.withByteView { stemmer.stem($0) }
        for part in matcher.stems[stem] ?? [] where !parts.contains(part) { parts.append(part) }
      }
      for part in matcher.fuzzyParts {
        if case .fuzzy(let distance) = matcher.parts[part].part, distance.matches(text[...]) {
          parts.append(part)
        }
      }
      known[text] = parts
      return parts
    }

    private mutating func advance(
      _ part: Int, _ next: Int, _ first: Int, _ start: Int, _ text: [UInt8], _ range: Range<Int>
    ) {
      guard case .phrase(let words) = matcher.parts[part].part else { return }
      let wanted = words[next]
      let place = first + wanted.position - words[0].position
      guard position >= place else {
        // The single last character of a pair script comes in between.
        begun.append((part, next, first, start))
        return
      }
      guard wanted.matches(text), !wanted.isAboutText || isTyped(wanted, range) else { return }
      if next + 1 == words.count {
        add(part, start..<range.upperBound, from: first)
      } else {
        begun.append((part, next + 1, first, start))
      }
    }

    // MARK: The text as it is

    /// True if the word in `range` has the signs around it, and the capitals and accents, that were typed.
    private func isTyped(_ word: QueryWords.Word, _ range: Range<Int>) -> Bool {
      if let typed = word.typed {
        let written = String(decoding: shown(range), as: UTF8.self)
        guard word.form == .beginning ? written.hasPrefix(typed) : written == typed else {
          return false
        }
      }
      if !word.after.isEmpty {
        let following = bytes(after: range.upperBound, atMost: word.after.count + 1)
        guard following.starts(with: word.after) else { return false }
        let next = following.count > word.after.count ? following[word.after.count] : 0x20
        let isJoint = word.after[0] == UInt8(ascii: "_") || word.after[0] == UInt8(ascii: ".")
        if isJoint ? !Tokenizer.mayBelongToWord(next) : word.after.contains(next) { return false }
      }
      guard !word.before.isEmpty else { return true }
      let preceding = bytes(before: range.lowerBound, atMost: word.before.count + 1)
      guard preceding.suffix(word.before.count).elementsEqual(word.before) else { return false }
      guard preceding.count > word.before.count, let last = preceding.first else { return true }
      return !Tokenizer.mayBelongToWord(last) && !word.before.contains(last)
    }

    /// The run that has the byte at an offset: the current one, or one that it joins.
    private func run(at offset: Int) -> Int? {
      var number = runNumber
      while true {
        if runs[number].range.contains(offset) { return number }
        guard number > 0, runs[number].joinsPrevious else { return nil }
        number -= 1
      }
    }

    /// The bytes of a word that may go on from run to run.
    private func shown(_ range: Range<Int>) -> [UInt8] {
      guard var number = run(at: range.lowerBound) else { return [] }
      var shown: [UInt8] = []
      while number < runs.count, runs[number].range.lowerBound < range.upperBound {
        shown += text[runs[number].range.clamped(to: range)]
        number += 1
      }
      return shown
    }

    /// The bytes that a reader sees right after an offset at which a word ends.
    private func bytes(after offset: Int, atMost count: Int) -> [UInt8] {
      guard var number = run(at: offset - 1) else { return [] }
      var start = offset
      var found: [UInt8] = []
      while true {
        found += text[start..<runs[number].range.upperBound].prefix(count - found.count)
        number += 1
        guard found.count < count, number < runs.count, runs[number].joinsPrevious else {
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
        guard found.count < count, number > 0, runs[number].joinsPrevious else { return found }
        number -= 1
        end = runs[number].range.upperBound
      }
    }
  }
}
