import Notes
import Reviews
import TestSupport

/// A vault of prompts made of real paragraphs, and a person who edits it; which prompt became which
/// is known.
struct EditHistory {
  /// A quote, a question or a sentence with clozes.
  struct Block {
    var kind: Prompt.Kind
    /// The text before and after the place of an answer; for a cloze all of the sentence.
    var words: [String]
    var answer: [String]
    /// For clozes: which words are asked.
    var gaps: [Int] = []
    /// Who it is, and who its clozes are.
    var keys: [Int]

    var text: String {
      switch kind {
      case .quote: return "> " + words.joined(separator: " ") + "\n> — Someone, *Some Work*\n"
      case .question:
        return "Q: \(words.joined(separator: " "))\nA: \(answer.joined(separator: " "))\n"
      case .cloze:
        let words = words.enumerated().map { gaps.contains($0) ? "?[](\($1))" : $1 }
        return words.joined(separator: " ") + "\n"
      }
    }
  }

  enum Edit: String, CaseIterable {
    case move = "moved in its note"
    case carry = "moved to another note"
    case rename = "note renamed"
    case reformat = "wrapped, emphasised, tagged"
    case typo = "a letter changed"
    case word = "a word changed"
    case insert = "words added"
    case remove = "words taken out"
    case answer = "the answer changed"
    case rewrite = "half of the words changed"
    case carryAndWord = "moved and a word changed"
    case split = "split in two"
    case merge = "two made one"
    case copy = "copied and changed"
    case replace = "deleted, another written"
    case template = "deleted, another of its kind written"

    /// True where the text stays the same.
    var isPure: Bool { [.move, .carry, .rename, .reformat].contains(self) }
  }

  var notes: [String: [Block]] = [:]
  /// The edit that touched a key in this step, and the keys that it may rightly be now, if any.
  private(set) var touched: [Int: (edit: Edit, heirs: Set<Int>)] = [:]
  private var random: SeededRandom
  private var paragraphs: [[String]]
  private var vocabulary: [String]
  private var nextKey = 0
  private var format: [Int: Int] = [:]

  init(paragraphs: [[String]], notes count: Int, seed: UInt64) {
    random = SeededRandom(seed: seed)
    self.paragraphs = paragraphs.shuffled(using: &random)
    vocabulary = paragraphs.joined().filter { $0.utf8.count > 3 }
    for number in 0..<count {
      notes["note \(number)"] = (0..<8).map { _ in newBlock() }
    }
  }

  /// The text of a note.
  func text(of note: String) -> String {
    (notes[note] ?? []).map { block in
      let text = block.text
      guard let style = block.keys.first.flatMap({ format[$0] }) else { return text }
      return styled(text, block.kind, style)
    }
    .joined(separator: "\n")
  }

  /// The keys of a note's prompts, with their fingerprints.
  func keys(of note: String) -> [(key: Int, prompt: Prompt)] {
    (notes[note] ?? []).flatMap { block -> [(Int, Prompt)] in
      let prompts = Note(parsing: Array(block.text.utf8)).prompts.filter { $0.kind == block.kind }
      return zip(block.keys, prompts).map { ($0, $1) }
    }
  }

  /// Edits a few blocks; each at most once.
  mutating func step(edits count: Int) {
    touched = [:]
    for _ in 0..<count {
      guard let edit = Edit.allCases.randomElement(using: &random) else { return }
      let names = notes.keys.sorted().filter { !(notes[$0] ?? []).isEmpty }
      guard let name = names.randomElement(using: &random), let blocks = notes[name],
        let index = blocks.indices.randomElement(using: &random),
        blocks[index].keys.allSatisfy({ touched[$0] == nil })
      else { continue }
      apply(edit, name, index)
    }
  }

  private mutating func apply(_ edit: Edit, _ name: String, _ index: Int) {
    guard var blocks = notes[name] else { return }
    var block = blocks[index]
    let keys = block.keys
    var heirs: [Set<Int>] = keys.map { [$0] }
    switch edit {
    case .move:
      let place = Int.random(in: 0..<blocks.count, using: &random)
      blocks.remove(at: index)
      blocks.insert(block, at: place)
      notes[name] = blocks
    case .carry, .carryAndWord:
      blocks.remove(at: index)
      notes[name] = blocks
      if edit == .carryAndWord { changeWords(&block, 1) }
      guard let other = notes.keys.sorted().randomElement(using: &random) else { return }
      notes[other, default: []].append(block)
    case .rename:
      notes[name] = nil
      nextKey += 1
      notes["renamed \(nextKey)"] = blocks
      for block in blocks {
        for key in block.keys where touched[key] == nil { touched[key] = (edit, [key]) }
      }
      return
    case .reformat: format[block.keys[0]] = Int.random(in: 0..<3, using: &random)
    case .typo:
      let word = freeWord(of: block)
      var letters = Array(block.words[word])
      letters[letters.count / 2] = "qxzj".randomElement(using: &random) ?? "q"
      block.words[word] = String(letters)
      notes[name]?[index] = block
    case .word:
      changeWords(&block, 1)
      notes[name]?[index] = block
    case .insert:
      insertWords(&block)
      notes[name]?[index] = block
    case .remove:
      for _ in 0..<3 where block.words.count > 8 { remove(freeWord(of: block), from: &block) }
      notes[name]?[index] = block
    case .answer:
      switch block.kind {
      case .question: block.answer = newParagraph().suffix(6).map { $0 }
      case .cloze:
        // One of the clozes only.
        block.words[block.gaps[0]] = newWord()
      case .quote: changeWords(&block, 1)
      }
      notes[name]?[index] = block
    case .rewrite:
      changeWords(&block, block.words.count / 2)
      notes[name]?[index] = block
    case .split:
      guard block.kind != .cloze, block.words.count > 11 else { return }
      var half = block
      half.keys = [newKey()]
      let middle = block.words.count / 2
      half.words = Array(block.words[middle...])
      block.words = Array(block.words[..<middle])
      if block.kind == .question, block.answer.count > 3 {
        half.answer = Array(block.answer[(block.answer.count / 2)...])
        block.answer = Array(block.answer[..<(block.answer.count / 2)])
      }
      heirs = [[block.keys[0], half.keys[0]]]
      blocks[index] = block
      blocks.insert(half, at: index + 1)
      notes[name] = blocks
    case .merge:
      guard block.kind != .cloze,
        let other = blocks.indices.first(where: {
          $0 != index && blocks[$0].kind == block.kind && touched[blocks[$0].keys[0]] == nil
        })
      else { return }
      block.words += blocks[other].words
      block.answer += blocks[other].answer
      touched[blocks[other].keys[0]] = (edit, [block.keys[0]])
      blocks[index] = block
      blocks.remove(at: other)
      notes[name] = blocks
    case .copy:
      block.keys = block.keys.map { _ in newKey() }
      changeWords(&block, 2)
      blocks.insert(block, at: index + 1)
      notes[name] = blocks
      return
    case .replace:
      let fresh = newBlock()
      notes[name]?[index] = fresh
      heirs = heirs.map { _ in [] }
    case .template:
      // Half of the words are the kind's, the others say what it is about.
      let old = block.words.count
      block.keys = block.keys.map { _ in newKey() }
      let fresh = newParagraph()
      for word in old / 2..<old { block.words[word] = fresh[word % fresh.count] }
      for (gap, word) in block.gaps.enumerated() { block.words[word] = fresh[gap] }
      if block.answer.count > 1 { block.answer = fresh.suffix(block.answer.count).map { $0 } }
      heirs = heirs.map { _ in [] }
      notes[name]?[index] = block
    }
    for (key, heirs) in zip(keys, heirs) { touched[key] = (edit, heirs) }
  }

  private mutating func newKey() -> Int {
    nextKey += 1
    return nextKey
  }

  private mutating func newParagraph() -> [String] {
    let paragraph = paragraphs.removeFirst()
    paragraphs.append(paragraph)
    return paragraph
  }

  private mutating func newWord() -> String { vocabulary.randomElement(using: &random) ?? "word" }

  private mutating func newBlock() -> Block {
    let words = newParagraph()
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Block(kind: .quote, words: words, answer: [], keys: [newKey()])
    case 1:
      let middle = words.count * 2 / 3
      return Block(
        kind: .question, words: Array(words[..<middle]), answer: Array(words[middle...]),
        keys: [newKey()])
    case 2:
      let answer = ["True", "False", "Yes", "No"].randomElement(using: &random) ?? "Yes"
      return Block(kind: .question, words: words, answer: [answer], keys: [newKey()])
    default:
      var gaps = words.indices.filter { words[$0].utf8.count > 4 }.shuffled(using: &random)
      gaps = gaps.prefix(Int.random(in: 1...3, using: &random)).sorted()
      if gaps.isEmpty { gaps = [1] }
      return Block(
        kind: .cloze, words: words, answer: [], gaps: gaps, keys: gaps.map { _ in newKey() })
    }
  }

  /// A word that is no cloze.
  private mutating func freeWord(of block: Block) -> Int {
    block.words.indices.filter { !block.gaps.contains($0) }.randomElement(using: &random) ?? 0
  }

  private mutating func changeWords(_ block: inout Block, _ count: Int) {
    for _ in 0..<count { block.words[freeWord(of: block)] = newWord() }
  }

  private mutating func insertWords(_ block: inout Block) {
    let place = Int.random(in: 1...block.words.count, using: &random)
    block.words.insert(contentsOf: [newWord(), newWord()], at: place)
    block.gaps = block.gaps.map { $0 >= place ? $0 + 2 : $0 }
  }

  private func remove(_ word: Int, from block: inout Block) {
    guard !block.gaps.contains(word) else { return }
    block.words.remove(at: word)
    block.gaps = block.gaps.map { $0 > word ? $0 - 1 : $0 }
  }

  /// The same text otherwise written.
  private func styled(_ text: String, _ kind: Prompt.Kind, _ style: Int) -> String {
    let lines = text.dropLast().split(separator: "\n").map(String.init)
    switch (kind, style) {
    case (.quote, 0):
      return "> **" + lines[0].dropFirst(2) + "**\n> — Someone, *Some Work* (p. 3)\n"
    case (.question, 0):
      return "**Q:** \(lines[0].dropFirst(3)) #tag\nA: \(lines[1].dropFirst(3))\n"
    case (_, 1): return text.uppercased().dropLast() + " #tagged\n"
    default:
      var words = lines.joined(separator: "\n").split(separator: " ").map(String.init)
      if words.count > 6, words[5].first?.isLetter == true {
        words[5] = "\n" + (kind == .quote ? "> " : "") + words[5]
      }
      return words.joined(separator: " ") + "\n"
    }
  }
}
