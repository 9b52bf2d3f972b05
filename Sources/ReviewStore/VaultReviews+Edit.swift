import Files
import Indexing
import Notes
import Reviews
import Settings

extension VaultReviews {
  /// A card, with its text and its note as one reading of the file gave them.
  package struct ReadCard: Sendable {
    package let card: ReviewCard
    package let prompt: Prompt
    package let note: Note
  }

  /// The fate of a card whose note may have been edited in the middle of a session.
  package enum Reread {
    /// The card where it is now; with the link where its prompt was edited.
    case card(ReadCard, link: CardLink?)
    /// The prompt was replaced or is unclear: this may be the card that had the text `was`, or another one.
    case unclear(ReadCard, was: LostCard)
    /// The note no longer has it.
    case gone
    /// The note is gone, or cannot be read.
    case unreadable(WriteError)
  }

  /// Reads the notes of cards that are going to be asked, so that a card without an answer is known by its text when
  /// its note is edited before.
  ///
  /// - Parameter limit: the greatest number of notes; the cards after those are rarely reached.
  package func look(at cards: some Sequence<ReviewCard>, limit: Int = 100) {
    var paths: Set<NotePath> = []
    for card in cards where paths.insert(card.path).inserted {
      if paths.count > limit { return }
      // One that cannot be read is told when its card is asked.
      _ = try? prompts(in: card.path)
    }
  }

  /// Reads the note of a card again, and finds the card in it, whoever edited it in the middle of a session.
  ///
  /// If the prompt itself was edited, the card is linked to the new text, so that it keeps its
  /// history. A note that was renamed or moved is followed.
  /// - Parameter time: UTC milliseconds.
  /// - Throws: as `append(_:at:)`.
  package func reread(_ card: ReviewCard, at time: Int64) throws -> Reread {
    let path: NotePath
    let note: Note
    do throws(WriteError) {
      (path, note) = try place(ofNoteOf: card)
    } catch {
      return .unreadable(error)
    }
    let after = note.prompts
    let seen = seenPrompts[path] ?? []
    keep(after, of: path)
    let lines = note.lines
    func placed(_ prompt: Prompt) -> ReadCard {
      ReadCard(
        card: ReviewCard(
          id: card.id, fingerprint: prompt.id, kind: prompt.kind, path: path,
          line: lines.line(at: Int(prompt.range.start)), note: card.note, block: card.block),
        prompt: prompt, note: note)
    }
    if let same = after.first(where: { $0.id == card.fingerprint })
      ?? after.first(where: { history.card(of: $0.id) == card.id })
    {
      return .card(placed(same), link: nil)
    }
    let first = Set(table.prompts[table.notes[card.note].prompts].map(\.fingerprint))
    let lost = lostTexts(of: path, first, seen, after)
    guard let old = lost[card.id] else { return .gone }
    let isNew = { (prompt: Prompt) in
      !first.contains(prompt.id) && self.history.card(of: prompt.id) == prompt.id
        && self.history[prompt.id] == nil && !self.history.links.isOwn(prompt.id)
    }
    let name = path.text
    // All that vanished is matched, so that a card does not become what another was.
    let matching = CardMatching(
      lost: Array(lost.values),
      new: after.filter(isNew).map { PlacedPrompt($0, in: name) },
      kept: after.filter { !isNew($0) }.map { PlacedPrompt($0, in: name) })
    if let link = matching.links.first(where: { $0.card == card.id }),
      let prompt = after.first(where: { $0.id == link.fingerprint })
    {
      let now = placed(prompt)
      try append([.link(card.id, to: prompt.id)], at: time)
      texts.remember([RememberedText(prompt, in: path)])
      return .card(now, link: link)
    }
    if let question = matching.questions.first(where: { $0.card.id == card.id }) {
      return .unclear(placed(question.candidates[0].prompt.prompt), was: old)
    }
    // All of its words may have been replaced: then a new prompt is in its place.
    let linked = Set(matching.links.map(\.fingerprint))
    let inPlace = Self.prompt(inPlaceOf: card.fingerprint, seen, after) {
      isNew($0) && $0.kind == old.kind && !linked.contains($0.id)
    }
    return inPlace.map { .unclear(placed($0), was: old) } ?? .gone
  }

  /// The new prompt between the same prompts of a note as one that is gone.
  private static func prompt(
    inPlaceOf lost: CardID, _ before: [Prompt], _ after: [Prompt], isNew: (Prompt) -> Bool
  ) -> Prompt? {
    guard let place = before.lastIndex(where: { $0.id == lost }) else { return nil }
    let present = Set(after.map(\.id))
    let above = before[..<place].last { present.contains($0.id) }?.id
    let below = before[place...].first { present.contains($0.id) }?.id
    let start = above.flatMap { id in after.lastIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    let end = below.flatMap { id in after.firstIndex { $0.id == id } } ?? after.count
    return start < end ? after[start..<end].first(where: isNew) : nil
  }

  /// The note of a card and its path, which a person may have changed in the middle of a session.
  private func place(ofNoteOf card: ReviewCard) throws(WriteError) -> (NotePath, Note) {
    let path = movedNotes[card.note] ?? card.path
    do throws(WriteError) {
      return (path, try search.note(at: path))
    } catch {
      guard FileStatus.at(search.vault.root.appending(path)) == nil,
        let moved = newPlace(of: card.note, at: path)
      else { throw error }
      follow(card.note, from: path, to: moved.0)
      return moved
    }
  }

  /// The note that has come since the session began, with the most prompts of one that is gone.
  private func newPlace(of number: Int, at path: NotePath) -> (NotePath, Note)? {
    let prompts = Set(table.prompts[table.notes[number].prompts].map(\.fingerprint))
      .union((seenPrompts[path] ?? []).map(\.id))
    // A folder that cannot be listed has no note to go on with.
    let added = (try? search.vault.walk.check(search.index.table))?.added.map(\.path) ?? []
    var best: (place: (NotePath, Note), shared: Int)?
    for path in added where !path.isConflictCopy {
      guard let note = try? search.note(at: path) else { continue }
      let shared = note.prompts.count { prompts.contains($0.id) }
      if shared > best?.shared ?? 0 { best = ((path, note), shared) }
    }
    return best?.place
  }

  /// The last text of each card that a note has no longer: as this session has seen it, otherwise as the cache
  /// remembers it.
  private func lostTexts(
    of path: NotePath, _ first: Set<CardID>, _ seen: [Prompt], _ after: [Prompt]
  ) -> [CardID: LostCard] {
    let present = Set(after.map { history.card(of: $0.id) })
    var lost: [CardID: LostCard] = [:]
    for prompt in seen {
      let card = history.card(of: prompt.id)
      if !present.contains(card) { lost[card] = LostCard(id: card, was: prompt, in: path.text) }
    }
    let unseen = Set(first.map { history.card(of: $0) }).subtracting(present).subtracting(lost.keys)
    return lost.merging(rememberedTexts(of: unseen)) { seen, _ in seen }
  }

  /// Makes a prompt the card that another prompt was, because a person said so.
  ///
  /// - Throws: as `append(_:at:)`.
  package func go(on card: CardID, with now: ReadCard, at time: Int64) throws {
    try decide(card, isNow: now.prompt.id, at: time)
    texts.remember([RememberedText(now.prompt, in: now.card.path)])
  }
}
