import Notes
import Rendering
import ReviewStore
import Reviews
import Terminals
import Wording

/// Tells which edited prompts kept their history, and lets the person say that one is another card.
package struct ReviewLinks {
  private let session: CommandSession
  private let reviews: VaultReviews
  /// Links that can be refused by a digit.
  private static let shown = 9

  /// The links that `reviews` found.
  package init(_ session: CommandSession, _ reviews: VaultReviews) {
    self.session = session
    self.reviews = reviews
  }

  /// True if links are asked about by key, and not only reported.
  package static func asks(_ session: CommandSession, isPlain: Bool) -> Bool {
    !isPlain && session.terminal.readsKeys
  }

  /// Reports the links on standard error, with the command that refuses each; one that is only supposed is
  /// reported once.
  package func tell() {
    guard session.messages.level > .quiet else { return }
    let links = reviews.linksToTell()
    if links.isEmpty, !reviews.linkReport.linked.isEmpty { return }
    for linked in links {
      session.messages.note(
        "\(place(linked)) was edited and keeps its history; if it is another card now: "
          + "`zib review relink --refuse \(linked.card.fingerprint)`")
    }
    tellTheRest()
  }

  /// Shows the links; a digit refuses one of them.
  package func askAboutLinks() throws {
    let dialogue = session.dialogue(isPlain: false, erasesPrompts: true)
    var rest = reviews.linkReport.linked[...]
    while !rest.isEmpty {
      var page = Array(rest.prefix(Self.shown))
      rest = rest.dropFirst(Self.shown)
      while !page.isEmpty {
        let shown = page
        let show = { try dialogue.show(lines(shown, width: dialogue.width)) }
        try show()
        let answers =
          [Answer(" ", "go on", "they are the cards that they were", isDefault: true)]
          + page.indices.map {
            Answer(
              Character("\($0 + 1)"), "another", "it is another card now, and begins as a new one")
          }
        guard let digit = try dialogue.ask(answers, redraw: show)?.key.wholeNumberValue else {
          break
        }
        let refused = page.remove(at: digit - 1)
        try reviews.refuseLinks(of: [refused.card.fingerprint], at: session.moment.time)
        try dialogue.show([StyledText("  \(place(refused)) is a new card", .faint)])
      }
    }
    tellTheRest()
  }

  /// Refuses links of cards by their ids, those of the cards or the fingerprints of their prompts.
  package func refuse(_ names: [String]) throws {
    var cards: [CardID: CardID] = [:]
    for card in try reviews.cards() {
      cards[card.fingerprint] = card.fingerprint
      if cards[card.id] == nil { cards[card.id] = card.fingerprint }
    }
    let prompts = try names.map { name -> CardID in
      guard let id = CardID(Array(name.utf8)), let prompt = cards[id] else {
        throw Failure(
          "no prompt in the vault is the card `\(name)`",
          hint: "`zib review cards --json` lists them", code: .nothingFound)
      }
      return prompt
    }
    // A prompt without a history may be linked by the next review.
    let linked = prompts.filter { prompt in
      reviews.history.card(of: prompt) != prompt
        || (reviews.history[prompt] == nil && !reviews.history.links.isOwn(prompt))
    }
    for prompt in prompts where !linked.contains(prompt) {
      session.messages.note("\(prompt) is a card of its own already")
    }
    let events = try reviews.refuseLinks(of: linked, at: session.moment.time)
    for (prompt, event) in zip(linked, events) {
      session.messages.note("\(prompt) is a card of its own now (event \(event.id))")
    }
  }

  private func lines(
    _ page: [VaultReviews.RelinkReport.Linked], width: Int
  ) -> [StyledText] {
    var lines = [
      StyledText(), StyledText("Edited; each card keeps its history:", Style(nil, .bold)),
    ]
    for (index, linked) in page.enumerated() {
      var title = StyledText("  \(index + 1) ", .position)
      title.append(place(linked), .path)
      title.append("  \(linked.link.reason.words)", .faint)
      lines.append(title)
      let now = try? reviews.prompt(of: linked.card)
      lines += CardWords.change(
        from: (linked.was?.question ?? "", linked.was?.answer ?? ""),
        to: (now?.question ?? "", now?.answer ?? ""), width: width)
    }
    return lines + [StyledText()]
  }

  private func tellTheRest() {
    let separated = reviews.linkReport.separated.count
    if separated > 0 {
      session.messages.note(
        "\(Amount.count(separated, "edited prompt is a card", "edited prompts are cards")) of its own: "
          + "the text before the edit is in the notes again")
    }
    let cut = reviews.cutCardsToTell()
    if cut > 0 {
      session.messages.note(
        "\(Amount.count(cut, "card was", "cards were")) perhaps edited before the history of this shallow clone begins, "
          + "and the new text would be a new card; `git fetch --unshallow` brings the whole history"
      )
    }
    let open = reviews.linkReport.questions.count
    if open > 0 {
      session.messages.note(
        "\(Amount.count(open, "card")) may have been edited beyond recognition, or replaced by "
          + "another; `zib review relink` asks")
    }
  }

  private func place(_ linked: VaultReviews.RelinkReport.Linked) -> String {
    "\(session.shownPath(linked.card.path)):\(linked.card.line)"
  }
}
