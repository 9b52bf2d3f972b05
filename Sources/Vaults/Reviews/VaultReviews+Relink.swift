import Notes
import Reviews

extension VaultReviews {
  /// What became of cards whose prompts are no longer there as they were.
  package struct RelinkReport {
    /// An edited prompt that kept its history.
    package struct Linked {
      package let link: CardLink
      /// The card as it is now.
      package let card: ReviewCard
      /// What was appended to the log; retract it to take the link back.
      package let event: ReviewEvent
    }

    package var linked: [Linked] = []
    /// Cards that may be one of several prompts, or none: for a person to say.
    package var questions: [CardQuestion] = []
    /// Cards with no trace of them. Their history stays, and is theirs again when the text comes back.
    package var gone: [CardID] = []
  }

  /// Finds edited prompts again and links them to their history.
  ///
  /// Texts are those that the cache remembers, else those of the git history, followed commit by commit. Where
  /// neither cards nor prompts have come since the last time, nothing is searched.
  /// - Parameters:
  ///   - now: UTC milliseconds.
  ///   - isThorough: searches also what was not found last time, and gives all questions.
  /// - Throws: as `append(_:at:)`, and what the git history throws.
  package func relink(at now: Int64, isThorough: Bool = false) throws -> RelinkReport {
    let state = lostAndNew()
    let file = RelinkFile(search.vault)
    if !isThorough, state.lost.isEmpty || file.covers(state.lost, state.newPlaces.keys) {
      return RelinkReport()
    }
    var report = RelinkReport()
    if !state.lost.isEmpty, !state.newPlaces.isEmpty {
      report = try link(state, at: now)
    } else {
      report.gone = state.lost.sorted()
    }
    let linked = Set(report.linked.map(\.card.fingerprint))
    file.write(
      lost: state.lost.subtracting(report.linked.map(\.link.card)),
      new: Set(state.newPlaces.keys).subtracting(linked))
    return report
  }

  /// The cards as far as they are linked to other prompts than they began with: how many.
  package var lostCards: Set<CardID> { lostAndNew().lost }

  struct LostAndNew {
    /// Cards with a history of which no prompt is there.
    var lost: Set<CardID> = []
    /// Prompts without a history: where each is first.
    var newPlaces: [CardID: Int] = [:]
  }

  func lostAndNew() -> LostAndNew {
    var result = LostAndNew()
    result.lost = Set(history.cards)
    for (place, prompt) in table.prompts.enumerated() {
      let card = history.card(of: prompt.fingerprint)
      if history[card] != nil {
        result.lost.remove(card)
      } else if result.newPlaces[prompt.fingerprint] == nil {
        result.newPlaces[prompt.fingerprint] = place
      }
    }
    return result
  }

  private func link(_ state: LostAndNew, at now: Int64) throws -> RelinkReport {
    let (new, kept) = placedPrompts(state)
    let remembered = rememberedTexts(of: state.lost)
    let matching = CardMatching(lost: Array(remembered.values), new: new, kept: kept)
    var links = matching.links
    var questions: [CardID: CardQuestion] = [:]
    for question in matching.questions { questions[question.card.id] = question }
    let open = state.lost.subtracting(links.map(\.card))
    if !open.isEmpty, let past = try PastPrompts(search.vault, search) {
      let taken = Set(links.map(\.fingerprint))
      let rest = new.filter { !taken.contains($0.prompt.id) }
      let found = try follow(open, through: past, to: rest, kept)
      links += found.links
      for question in found.questions where questions[question.card.id] == nil {
        questions[question.card.id] = question
      }
    }
    var report = RelinkReport()
    let events = try append(links.map { .link($0.card, to: $0.fingerprint) }, at: now)
    for (link, event) in zip(links, events) {
      guard let place = state.newPlaces[link.fingerprint] else { continue }
      report.linked.append(
        RelinkReport.Linked(link: link, card: card(link.card, place), event: event))
      questions[link.card] = nil
    }
    // The texts of what is linked now are those of cards with a history.
    let linked = Set(links.map(\.fingerprint))
    texts.remember(
      new.filter { linked.contains($0.prompt.id) }.compactMap { placed in
        state.newPlaces[placed.prompt.id].map {
          RememberedText(placed.prompt, in: table.notes[table.note(ofPrompt: $0)].path)
        }
      })
    report.questions = questions.values.sorted { $0.card.id < $1.card.id }
    report.gone = state.lost.subtracting(links.map(\.card)).subtracting(questions.keys).sorted()
    return report
  }

  /// The texts of prompts without a history, and of the others in their notes.
  private func placedPrompts(_ state: LostAndNew) -> (new: [PlacedPrompt], kept: [PlacedPrompt]) {
    var new: [PlacedPrompt] = []
    var kept: [PlacedPrompt] = []
    for number in Set(state.newPlaces.values.map(table.note(ofPrompt:))).sorted() {
      let path = table.notes[number].path
      // A note that is gone since has no prompts.
      for prompt in (try? prompts(in: path)) ?? [] {
        let placed = PlacedPrompt(prompt, in: path.text)
        if state.newPlaces[prompt.id] != nil { new.append(placed) } else { kept.append(placed) }
      }
    }
    return (new, kept)
  }

  /// The last text of each card that the cache remembers.
  private func rememberedTexts(of cards: Set<CardID>) -> [CardID: LostCard] {
    var result: [CardID: LostCard] = [:]
    for text in texts.all() {
      let card = history.card(of: text.prompt.id)
      if cards.contains(card) {
        result[card] = LostCard(id: card, was: text.prompt, in: text.path.text)
      }
    }
    return result
  }

  private func follow(
    _ cards: Set<CardID>, through past: PastPrompts, to new: [PlacedPrompt],
    _ kept: [PlacedPrompt]
  ) throws -> (links: [CardLink], questions: [CardQuestion]) {
    var wanted: [CardID: CardID] = [:]
    for card in cards { wanted[card] = card }
    for fingerprint in history.links.fingerprints {
      let card = history.card(of: fingerprint)
      if cards.contains(card) { wanted[fingerprint] = card }
    }
    let found = try past.versions(back: Set(wanted.keys)) { path in
      (try? prompts(in: path)) ?? []
    }
    var following: [CardID: CardID] = [:]
    for fingerprint in found.fingerprints {
      if let card = wanted[fingerprint] { following[card] = fingerprint }
    }
    if following.isEmpty { return ([], []) }
    let isNew = Set(new.map(\.prompt.id))
    var trail = CardTrail(following: following, taken: Set(kept.map(\.prompt.id)))
    for changes in found.steps { trail.step(changes) }
    let links = trail.links.filter { isNew.contains($0.fingerprint) }
    let taken = Set(links.map(\.fingerprint))
    let matching = CardMatching(
      lost: trail.lost, new: new.filter { !taken.contains($0.prompt.id) }, kept: kept)
    return (links + matching.links, matching.questions)
  }
}
