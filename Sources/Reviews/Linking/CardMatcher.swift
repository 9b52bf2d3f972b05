/// The work of ``CardMatching``.
struct CardMatcher {
  /// By id, each once.
  let lost: [LostCard]
  private let new: [PlacedPrompt]
  private let lostShapes: [PromptShape]
  /// Those of `new`, then those that stayed.
  private let shapes: [PromptShape]

  private(set) var links: [CardLink] = []
  private(set) var isLinked: [Bool]
  private var isTaken: [Bool]
  /// All that were compared, the most similar first.
  private var pairs: [Pair] = []
  private var pairsOfLost: [[Int]] = []
  private var pairsOfNew: [[Int]] = []
  /// The pairs that were found to ask about other facts than before.
  private var isReplaced: [Int: Bool] = [:]

  private struct Pair {
    let lost: Int
    /// In `shapes`.
    let target: Int
    let score: Double
  }

  init(lost: [LostCard], new: [PlacedPrompt], kept: [PlacedPrompt]) {
    self.lost = Self.unique(lost) { $0.id }.sorted { $0.id < $1.id }
    self.new = Self.unique(new.sorted { ($0.prompt.id, $0.note) < ($1.prompt.id, $1.note) }) {
      $0.prompt.id
    }
    let taken = Set(self.new.map(\.prompt.id))
    let kept = Self.unique(kept.sorted { ($0.prompt.id, $0.note) < ($1.prompt.id, $1.note) }) {
      $0.prompt.id
    }
    lostShapes = self.lost.map(PromptShape.init)
    shapes = (self.new + kept.filter { !taken.contains($0.prompt.id) }).map(PromptShape.init)
    isLinked = Array(repeating: false, count: self.lost.count)
    isTaken = Array(repeating: false, count: self.new.count)
  }

  mutating func match() {
    linkUnique(.sameWords) { $0.words }
    linkUnique(.sameQuestionInNote) { shape in
      shape.kind == .quote || !shape.isQuestionTelling
        ? nil : [shape.kind.rawValue] + shape.question + [0] + Array(shape.note.utf8)
    }
    linkUnique(.sameQuestion) { shape in
      shape.kind == .quote || !shape.isQuestionTelling
        ? nil : [shape.kind.rawValue] + shape.question
    }
    compare()
    linkSimilar()
  }

  /// The possible prompts of an unlinked card, of those that no card has become, the likeliest
  /// first.
  func openCandidates(of card: Int) -> [CardQuestion.Candidate] {
    pairsOfLost[card].compactMap { index in
      let pair = pairs[index]
      guard pair.target < new.count, !isTaken[pair.target], pair.score >= CardMatching.askable
      else { return nil }
      return CardQuestion.Candidate(
        prompt: new[pair.target], score: pair.score, isReplacement: isReplaced[index] ?? false)
    }
  }

  /// Links cards and prompts whose key occurs once among lost cards and once among all prompts.
  private mutating func linkUnique(
    _ reason: CardLink.Reason, key: (PromptShape) -> [UInt8]?
  ) {
    var targets: [[UInt8]: Int?] = [:]
    for (index, shape) in shapes.enumerated() {
      guard index >= new.count || !isTaken[index], let key = key(shape) else { continue }
      targets[key] = .some(targets[key] == nil && index < new.count ? index : nil)
    }
    var cards: [[UInt8]: Int?] = [:]
    for (index, shape) in lostShapes.enumerated() where !isLinked[index] {
      guard let key = key(shape) else { continue }
      cards[key] = .some(cards[key] == nil ? index : nil)
    }
    let found = cards.compactMap { key, card -> (Int, Int)? in
      guard let card, let target = targets[key] ?? nil else { return nil }
      return (card, target)
    }
    for (card, target) in found {
      // `a++` and `a--` have the same words; a question may be told from another by the hint of its gap alone.
      if lostShapes[card].isReplaced(by: shapes[target]) { continue }
      link(card, target, reason)
    }
  }

  private mutating func link(_ card: Int, _ target: Int, _ reason: CardLink.Reason) {
    isLinked[card] = true
    isTaken[target] = true
    links.append(
      CardLink(card: lost[card].id, fingerprint: new[target].prompt.id, reason: reason))
  }

  private mutating func compare() {
    pairsOfLost = Array(repeating: [], count: lost.count)
    pairsOfNew = Array(repeating: [], count: new.count)
    guard isLinked.contains(false), isTaken.contains(false) else { return }
    let index = SimilarPrompts(shapes)
    var counts = [Int32](repeating: 0, count: shapes.count)
    for (card, shape) in lostShapes.enumerated() where !isLinked[card] {
      for target in index.candidates(for: shape, counts: &counts) {
        if target < new.count, isTaken[target] { continue }
        let score = shape.similarity(to: shapes[target])
        if score >= CardMatching.askable - 0.1 {
          pairs.append(Pair(lost: card, target: target, score: score))
        }
      }
    }
    // Cards and prompts are in order of ids, so equal scores come in an order of their own.
    pairs.sort { ($1.score, $0.lost, $0.target) < ($0.score, $1.lost, $1.target) }
    for (index, pair) in pairs.enumerated() {
      pairsOfLost[pair.lost].append(index)
      if pair.target < new.count { pairsOfNew[pair.target].append(index) }
    }
  }

  /// Links the surest pairs first, until no more are sure: a link removes rivals of others.
  private mutating func linkSimilar() {
    for _ in 0..<16 {
      let before = links.count
      for index in pairs.indices {
        let pair = pairs[index]
        guard pair.score >= CardMatching.alike else { break }
        guard pair.target < new.count, !isLinked[pair.lost], !isTaken[pair.target] else { continue }
        let lead = pair.score - rival(of: index)
        let card = lostShapes[pair.lost]
        let target = shapes[pair.target]
        // A person decides whether that is the same card.
        if isReplaced[index] == nil { isReplaced[index] = card.isReplaced(by: target) }
        if isReplaced[index] == true { continue }
        if pair.score >= CardMatching.similar, lead >= 0.05 {
          link(pair.lost, pair.target, .similar)
        } else if pair.score
          >= (card.isAnswerTelling ? CardMatching.alike : CardMatching.alikeAlone),
          lead >= (card.note == target.note ? 0.10 : 0.15),
          card.questionSimilarity(to: target) >= 0.35
        {
          link(pair.lost, pair.target, .closest)
        }
      }
      if links.count == before { return }
    }
  }

  /// The score of the best other pair that either side of a pair could be in.
  private func rival(of index: Int) -> Double {
    let pair = pairs[index]
    var best = 0.0
    for other in pairsOfLost[pair.lost] where other != index {
      let target = pairs[other].target
      if target >= new.count || !isTaken[target] {
        best = pairs[other].score
        break
      }
    }
    for other in pairsOfNew[pair.target] where other != index && !isLinked[pairs[other].lost] {
      best = max(best, pairs[other].score)
      break
    }
    return best
  }

  private static func unique<Element>(
    _ elements: [Element], id: (Element) -> CardID
  ) -> [Element] {
    var seen: Set<CardID> = []
    return elements.filter { seen.insert(id($0)).inserted }
  }
}
