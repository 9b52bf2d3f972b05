import Files
import Indexing
import Notes
import Reviews

extension VaultReviews {
  /// The outcome for cards whose prompts have changed or gone.
  package struct RelinkReport {
    /// An edited prompt that kept its history.
    package struct Linked {
      package let link: CardLink
      /// The card as it is now.
      package let card: ReviewCard
      /// The text that it had before; nil if it is not known.
      package let was: LostCard?
      /// The event appended to the log; retract it to take the link back.
      package let event: ReviewEvent
    }

    package var linked: [Linked] = []
    /// Cards that may be one of several prompts, or none: for a person to say.
    package var questions: [CardQuestion] = []
    /// Cards with no trace of them. Their history stays, and is theirs again when the text comes back.
    package var gone: [CardID] = []
    /// True where this shallow clone lacks the history in which some of them may be found.
    package var isHistoryCut = false
    /// Prompts that are cards of their own again, because the text that they were an edit of is there as well.
    package var separated: [CardID] = []
  }

  /// The use of the links that were found: written down, or only supposed.
  package enum LinkUse: Sendable {
    /// Written into the log, so that all devices know.
    case kept
    /// Taken into account by this command alone, which shows the effect of the next review.
    case supposed
  }

  /// Finds edited prompts and links them to their history.
  ///
  /// Texts are those of the cache, otherwise those of the git history, followed commit by commit.
  /// If there are no new cards, prompts or commits since the last time, nothing is searched.
  /// - Parameters:
  ///   - now: UTC milliseconds.
  ///   - isThorough: true to search also for cards that were not found last time, and return all
  ///     questions.
  /// - Throws: as `append(_:at:)`, and errors of the git history.
  package func relink(
    at now: Int64, isThorough: Bool = false, _ use: LinkUse = .kept
  ) throws -> RelinkReport {
    var report = RelinkReport()
    try linkEarlierReadings(at: now, use)
    report.separated = try separate(at: now, use)
    let file = RelinkFile(search.vault)
    let state = lostAndNew(asking: file.questions())
    if !isThorough, state.lost.isEmpty || file.covers(state.lost, state.newPlaces.keys) {
      return report
    }
    if !state.lost.isEmpty, !state.newPlaces.isEmpty {
      try link(state, at: now, use, &report)
    } else {
      report.gone = state.lost.sorted()
    }
    let questions = report.questions
    if !isThorough { try leaveOutRefused(of: &report) }
    if use == .supposed, !report.linked.isEmpty {
      // Supposed links are to be found again.
      file.write(lost: [], new: [], asking: questions)
      return report
    }
    let linked = Set(report.linked.map(\.card.fingerprint))
    file.write(
      lost: state.lost.subtracting(report.linked.map(\.link.card)),
      new: Set(state.newPlaces.keys).subtracting(linked), asking: questions)
    return report
  }

  /// Asks no more about cards of which a person refused a link: they have been looked at. `zib review relink` lists
  /// them.
  private func leaveOutRefused(of report: inout RelinkReport) throws(SystemError) {
    if report.questions.isEmpty { return }
    let refused = try events().compactMap { event -> CardID? in
      guard case .link(let card, let fingerprint) = event.action, card != fingerprint,
        history.links.isOwn(fingerprint)
      else { return nil }
      return history.card(of: card)
    }
    let left = report.questions.filter { refused.contains($0.card.id) }
    report.questions.removeAll { left.contains($0) }
    report.gone = (report.gone + left.map(\.card.id)).sorted()
  }

  /// Takes links back for good: each prompt with one of the fingerprints becomes a card of its own, with the
  /// answers given since it had this text, and is never linked again automatically.
  ///
  /// - Returns: the events of the refusals.
  /// - Throws: as `append(_:at:)`.
  @discardableResult
  package func refuseLinks(of fingerprints: [CardID], at now: Int64) throws -> [ReviewEvent] {
    noteDecided(try link(fingerprints.map { Link(card: $0, fingerprint: $0) }, at: now, .kept))
  }

  /// Links a prompt to the card that it was, because a person said so.
  ///
  /// - Returns: the event of the link.
  /// - Throws: as `append(_:at:)`.
  @discardableResult
  package func decide(
    _ card: CardID, isNow fingerprint: CardID, at now: Int64
  ) throws -> [ReviewEvent] {
    noteDecided(try append([.link(card, to: fingerprint)], at: now))
  }

  private func noteDecided(_ events: [ReviewEvent]) -> [ReviewEvent] {
    decidedLinks.insert(events.map(\.id.bits))
    return events
  }

  /// The links that were found and not yet reported; each supposed one is given once.
  package func linksToTell() -> [RelinkReport.Linked] {
    guard isSupposing else { return linkReport.linked }
    let told = toldLinks.numbers
    let new = linkReport.linked.filter { !told.contains($0.card.fingerprint.bits) }
    toldLinks.insert(new.map(\.card.fingerprint.bits))
    return new
  }

  /// The number of cards that an edit may have left without a prompt where the history of this shallow clone does not
  /// reach; each is counted once.
  package func cutCardsToTell() -> Int {
    guard linkReport.isHistoryCut else { return 0 }
    let told = toldCutCards.numbers
    let new = linkReport.gone.map(\.bits).filter { !told.contains($0) }
    toldCutCards.insert(new)
    return new.count
  }

  struct LostAndNew {
    /// Cards with a history of which no prompt is there.
    var lost: Set<CardID> = []
    /// The first place of each prompt without a history, or with one that began while it was asked whether it is a lost
    /// card.
    var newPlaces: [CardID: Int] = [:]
  }

  private func lostAndNew(asking questions: [RelinkFile.Question]) -> LostAndNew {
    var result = LostAndNew()
    result.lost = Set(history.cards)
    let asked = Set(questions.map(\.fingerprint))
    var begun: [CardID: Int] = [:]
    for (place, prompt) in table.prompts.enumerated() {
      let card = history.card(of: prompt.fingerprint)
      if history[card] != nil { result.lost.remove(card) }
      guard !history.links.isOwn(prompt.fingerprint) else { continue }
      if history[card] == nil {
        if result.newPlaces[prompt.fingerprint] == nil {
          result.newPlaces[prompt.fingerprint] = place
        }
      } else if card == prompt.fingerprint, asked.contains(card), begun[card] == nil {
        begun[card] = place
      }
    }
    for question in questions where result.lost.contains(question.card) {
      if let place = begun[question.fingerprint] { result.newPlaces[question.fingerprint] = place }
    }
    return result
  }

  // MARK: Cards that earlier versions read otherwise

  /// Links prompts to the cards that they were when less of their text was read; no person has
  /// edited them.
  private func linkEarlierReadings(at now: Int64, _ use: LinkUse) throws {
    var present: Set<CardID>?
    var taken = Set<CardID>()
    var actions: [ReviewEvent.Action] = []
    for prompt in table.prompts where prompt.earlier != prompt.fingerprint {
      let card = history.card(of: prompt.earlier)
      guard history[card] != nil, history.card(of: prompt.fingerprint) != card,
        history[history.card(of: prompt.fingerprint)] == nil,
        !history.links.isOwn(prompt.fingerprint)
      else { continue }
      let known = present ?? Set(table.prompts.map(\.fingerprint))
      present = known
      // If the shorter text is there as well, it is the card.
      guard !known.contains(prompt.earlier), taken.insert(card).inserted else { continue }
      actions.append(.link(card, to: prompt.fingerprint))
    }
    if actions.isEmpty { return }
    _ = try use == .kept ? append(actions, at: now) : suppose(actions, at: now)
  }

  // MARK: Cards of which several texts are there

  /// Makes prompts cards of their own that share a card with another prompt of the notes.
  ///
  /// The card is the prompt that it began with; where that is not there, the one that was linked to it first.
  /// That prompt is linked to the card where its own links lead through one of the others, as in a ring.
  private func separate(at now: Int64, _ use: LinkUse) throws -> [CardID] {
    var present: [CardID: Set<CardID>] = [:]
    let linked = Set(history.links.fingerprints)
    let cards = Set(linked.map { history.card(of: $0) })
    if cards.isEmpty { return [] }
    for prompt in table.prompts
    where linked.contains(prompt.fingerprint) || cards.contains(prompt.fingerprint) {
      present[history.card(of: prompt.fingerprint), default: []].insert(prompt.fingerprint)
    }
    let shared = present.filter { $0.value.count > 1 }
    if shared.isEmpty { return [] }
    var separated: [CardID] = []
    var links: [Link] = []
    var order: [CardID: Int]?
    for (card, fingerprints) in shared {
      var original = card
      if !fingerprints.contains(card) {
        let known = try order ?? orderOfLinks()
        order = known
        original =
          fingerprints.min { (known[$0] ?? .max, $0) < (known[$1] ?? .max, $1) } ?? card
      }
      let others = fingerprints.subtracting([original])
      separated += others
      links += others.map { Link(card: $0, fingerprint: $0) }
      if history.links.leads(original, through: others) {
        let isLinked = history.links.target(of: card) != nil
        links += Set(isLinked ? [card, original] : [original]).map {
          Link(card: card, fingerprint: $0)
        }
      }
    }
    links.sort { $0.fingerprint < $1.fingerprint }
    try link(links, at: now, use)
    return separated.sorted()
  }

  /// The place of the first link of each fingerprint in the order of events.
  private func orderOfLinks() throws -> [CardID: Int] {
    var order: [CardID: Int] = [:]
    for (place, event) in try events().enumerated() {
      if case .link(_, let fingerprint) = event.action, order[fingerprint] == nil {
        order[fingerprint] = place
      }
    }
    return order
  }

  /// A prompt and what it is to be linked to: itself, to be a card of its own.
  private struct Link {
    let card: CardID
    let fingerprint: CardID
  }

  /// Links prompts, whatever other links there are of them.
  ///
  /// - Returns: the events of the links.
  @discardableResult
  private func link(_ links: [Link], at now: Int64, _ use: LinkUse) throws -> [ReviewEvent] {
    let actions = links.map { ReviewEvent.Action.link($0.card, to: $0.fingerprint) }
    if use == .supposed { return try suppose(actions, at: now) }
    let said = try append(actions, at: now)
    var left: [CardID: CardID] = [:]
    for link in links where history.links.target(of: link.fingerprint) != link.card {
      left[link.fingerprint] = link.card
    }
    if left.isEmpty { return said }
    // The clock of another device was ahead when it linked them, so that its link is the later one.
    let later = try events().compactMap { event -> ReviewEvent.Action? in
      guard case .link(let card, let fingerprint) = event.action, let wanted = left[fingerprint],
        card != wanted
      else { return nil }
      return .retract(event.id)
    }
    try append(later, at: now)
    return said
  }

  // MARK: Finding

  private func link(
    _ state: LostAndNew, at now: Int64, _ use: LinkUse, _ report: inout RelinkReport
  ) throws {
    let (new, kept) = placedPrompts(state)
    var before = rememberedTexts(of: state.lost)
    let matching = CardMatching(lost: Array(before.values), new: new, kept: kept)
    var links = matching.links
    var questions: [CardID: CardQuestion] = [:]
    for question in matching.questions { questions[question.card.id] = question }
    // A person decides about a prompt that seems to be another card, also where question and answer were replaced one after
    // the other.
    let replaced = matching.questions.filter { $0.candidates[0].isReplacement }.map(\.card.id)
    let open = state.lost.subtracting(links.map(\.card)).subtracting(replaced)
    if !open.isEmpty, let past = try PastPrompts(search.vault, search) {
      let taken = Set(links.map(\.fingerprint))
      let rest = new.filter { !taken.contains($0.prompt.id) }
      let found = try follow(open, through: past, to: rest, kept)
      links += found.links
      before.merge(found.texts) { known, _ in known }
      report.isHistoryCut = found.isCut
      for question in found.questions where questions[question.card.id] == nil {
        questions[question.card.id] = question
      }
    }
    let actions = links.map { ReviewEvent.Action.link($0.card, to: $0.fingerprint) }
    let events = try use == .kept ? append(actions, at: now) : suppose(actions, at: now)
    for (link, event) in zip(links, events) {
      guard let place = state.newPlaces[link.fingerprint] else { continue }
      report.linked.append(
        RelinkReport.Linked(
          link: link, card: card(link.card, place), was: before[link.card], event: event))
      questions[link.card] = nil
    }
    if use == .kept {
      // The texts of prompts linked now are those of cards with a history.
      let linked = Set(links.map(\.fingerprint))
      texts.remember(
        new.filter { linked.contains($0.prompt.id) }.compactMap { placed in
          state.newPlaces[placed.prompt.id].map {
            RememberedText(placed.prompt, in: table.notes[table.note(ofPrompt: $0)].path)
          }
        })
    }
    report.questions = questions.values.sorted { $0.card.id < $1.card.id }
    report.gone = state.lost.subtracting(links.map(\.card)).subtracting(questions.keys).sorted()
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
  func rememberedTexts(of cards: Set<CardID>) -> [CardID: LostCard] {
    var result: [CardID: LostCard] = [:]
    for text in texts.all() {
      let card = history.card(of: text.prompt.id)
      if cards.contains(card) {
        result[card] = LostCard(id: card, was: text.prompt, in: text.path.text)
      }
    }
    return result
  }

  private struct Found {
    var links: [CardLink] = []
    var questions: [CardQuestion] = []
    /// The former texts of the cards.
    var texts: [CardID: LostCard] = [:]
    var isCut = false
  }

  private func follow(
    _ cards: Set<CardID>, through past: PastPrompts, to new: [PlacedPrompt],
    _ kept: [PlacedPrompt]
  ) throws -> Found {
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
    for (known, fingerprint) in found.fingerprints {
      if let card = wanted[known] { following[card] = fingerprint }
    }
    if following.isEmpty { return Found(isCut: found.isCut) }
    let isNew = Set(new.map(\.prompt.id))
    var trail = CardTrail(following: following, taken: Set(kept.map(\.prompt.id)))
    for changes in found.steps { trail.step(changes) }
    let links = trail.links.filter { isNew.contains($0.fingerprint) }
    let doubtful = trail.doubtful.filter { isNew.contains($0.prompt.prompt.id) }
    let taken = Set(links.map(\.fingerprint) + doubtful.map(\.prompt.prompt.id))
    let matching = CardMatching(
      lost: trail.lost, new: new.filter { !taken.contains($0.prompt.id) }, kept: kept)
    let asked = doubtful.map { card, prompt in
      CardQuestion(card: card, candidates: [.init(prompt: prompt, score: 1, isReplacement: true)])
    }
    var texts = trail.origins
    for card in trail.lost { texts[card.id] = card }
    return Found(
      links: links + matching.links, questions: asked + matching.questions, texts: texts,
      isCut: found.isCut)
  }
}
