import Arguments
import Exchange
import Notes
import Rendering
import ReviewStore
import Reviews
import Sessions
import Terminals
import Vaults
import Wording

/// `zib review answer` and `undo`: answers that another front end has asked for.
enum ReviewAnswer {
  static let card = Positional(
    "CARD", .string, help: "The card's id, or `-` for lines on standard input.")
  static let grade = Positional(
    "GRADE", optional: .string, help: "`again`, `hard`, `good` or `easy`, or 1 to 4.")
  static let time = Option(
    "time", value: "MS", .int(in: 0...4_294_967_295), default: 0,
    help: "What the answer took, in milliseconds.")
  static let event = Positional(
    "EVENT", optional: .string,
    help: "The id of what is taken back; without it, what this device did last.")

  static let command = Command(
    "answer", summary: "Record the answer to a card",
    discussion: """
      Grades a card as `zib review` does, for front ends that ask it themselves. `zib review --json`
      names the cards. The answer is on the disk when the command ends.

      With `-` it reads answers from standard input, a line each: the card, the grade, and if it is
      known the milliseconds, with blanks between. Each is recorded, and told, before the next is
      read, so that a program may keep the command running: it sees cards that are new, and answers
      that were given or taken back elsewhere, meanwhile.
      """,
    arguments: [card, grade, time, Review.json],
    sections: [
      Section(
        "JSON",
        """
        An object a line for each answer: `version` (1), `card`, `grade`, `event` (for
        `zib review undo`), `state`, `due` (UTC milliseconds), `interval` (seconds), `lapses` and
        `leech` (whether it was just forgotten once too often). An answer that was not recorded has
        `version`, `card` and `error` instead.
        """)
    ],
    examples: [
      "zib review answer 2c1e0d4b9a8f7e65 good --time 4200": "The person knew it.",
      "zib review answer - --json": "Answer many, from another program.",
    ],
    exitStatuses: [
      0: "Recorded.", 1: "There is no such card.", 2: "The grade is not one of the four.",
      3: "It could not be written.",
    ],
    seeAlso: ["zib-review(1)", "zib-review-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let (reviews, _) = try session.reviews("", .kept)
      let run = try ReviewAnswerRun(session, reviews, printsJSON: arguments[Review.json])
      guard arguments[card] == "-" else {
        guard let word = arguments[grade] else {
          throw UsageError(message: "give a grade", hint: "again, hard, good or easy")
        }
        try run.answer(arguments[card], word, milliseconds: UInt32(arguments[time]))
        return .done
      }
      return try run.answerLines()
    }
  }

  static let undo = Command(
    "undo", summary: "Take back an answer, or what was done to cards",
    discussion: """
      Takes back what was done last on this device: an answer, cards that were suspended, resumed,
      buried or reset at once, what you said in `zib review relink`, or weights that were fitted; or
      else the event that is named.

      Everything is as if the answer, or whatever else the event was, had not been given. The event
      stays in the log, with one that takes it back, so that all devices hear of it.
      """,
    arguments: [event],
    examples: [
      "zib review undo": "Take back the last answer, or what came after it.",
      "zib review undo 5b0c2f1a9d3e4871": "Take back what `zib review answer` recorded.",
    ],
    exitStatuses: [0: "Taken back.", 1: "There is no such event.", 3: "It could not be written."],
    seeAlso: ["zib-review-answer(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let (reviews, _) = try session.reviews("", .kept)
      guard let text = arguments[event] else { return try undoLast(session, reviews) }
      guard text.utf8.count == 16, let bits = UInt64(text, radix: 16),
        try reviews.hasEvent(ReviewEvent.ID(bits: bits))
      else {
        throw Failure(
          "there is no event `\(text)` to take back",
          hint: "`zib review answer --json` prints the ids of its events", code: .nothingFound)
      }
      try reviews.takeBack([ReviewEvent.ID(bits: bits)], at: session.moment.time)
      session.messages.note("taken back")
      return .done
    }
  }
}

extension ReviewAnswer {
  /// Takes back this device's last action, and reports it.
  private static func undoLast(_ session: CommandSession, _ reviews: VaultReviews) throws
    -> ExitCode
  {
    let events = try reviews.lastDone()
    guard let first = events.first else {
      session.messages.note("this device has done nothing that could be taken back")
      return .nothingFound
    }
    try reviews.takeBack(events.map(\.id), at: session.moment.time)
    let (what, named): (String, CardID?) =
      switch first.action {
      case .review(let card, let grade, _): (grade.word, card)
      case .suspend(let card, let isOn): (isOn ? "suspend" : "resume", card)
      case .bury(let card): ("bury", card)
      case .reset(let card): ("reset", card)
      case .link(let card, let prompt): (card == prompt ? "refused link" : "link", prompt)
      case .parameters, .export, .retract: ("fitted weights", nil)
      }
    guard let named else {
      session.messages.note("taken back: \(what)")
      return .done
    }
    if events.count > 1 {
      session.messages.note("taken back: \(what) of \(Amount.count(events.count, "card"))")
      return .done
    }
    let id = reviews.history.card(of: named)
    let card = try reviews.cards().first { $0.id == id || $0.fingerprint == named }
    let place = card.map { "\(session.shown($0.path)):\($0.line)" } ?? "the card \(id)"
    session.messages.note("taken back: \(what) for \(place)")
    return .done
  }
}

/// One run of `zib review answer`.
private final class ReviewAnswerRun {
  private let session: CommandSession
  private var reviews: VaultReviews
  private let printsJSON: Bool
  private var known: [CardID: ReviewCard] = [:]

  init(_ session: CommandSession, _ reviews: VaultReviews, printsJSON: Bool) throws {
    self.session = session
    self.reviews = reviews
    self.printsJSON = printsJSON
    try noteCards()
  }

  private func noteCards() throws {
    let cards = try reviews.cards()
    known = Dictionary(cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads logs and notes again: another program has answered or taken back, or a note has a new card.
  private func readAgain() throws {
    (reviews, _) = try session.reviews("", .kept)
    try noteCards()
  }

  private func card(_ name: String) -> ReviewCard? {
    CardID(Array(name.utf8)).flatMap { known[reviews.history.card(of: $0)] }
  }

  /// Records an answer and reports its result.
  func answer(_ name: String, _ word: String, milliseconds: UInt32) throws {
    guard let grade = Grade(word: word) else {
      throw UsageError(message: "`\(word)` is not a grade", hint: "again, hard, good or easy")
    }
    let moment = session.moment
    if try reviews.logsChanged() || CardID(Array(name.utf8)) != nil && card(name) == nil {
      try readAgain()
    }
    guard let card = card(name) else {
      throw Failure(
        "no prompt in the vault is the card `\(name)`",
        hint: "`zib review cards --json` lists them", code: .nothingFound)
    }
    let before = reviews.history[card.id]?.state?.lapses ?? 0
    let events = try reviews.append(
      [.review(card.fingerprint, grade, milliseconds: milliseconds)], at: moment.time)
    guard let event = events.first, let state = reviews.history[card.id]?.state else { return }
    let isLeech =
      state.lapses > before && reviews.settings.leeches.warns(atLapse: state.lapses)
    guard printsJSON else {
      let again = IntervalText.short(state.interval)
      session.messages.note("\(card.id) \(grade.word), again in \(again)")
      if isLeech { session.messages.warning("it was forgotten \(state.lapses) times") }
      return
    }
    try send {
      $0.field("card", card.id.description)
      $0.field("grade", grade.word)
      $0.field("event", event.id.description)
      $0.field("state", ReviewWords.phase(state))
      $0.field("due", Int(state.due.time(reviews.settings.scheduler, session.zone)))
      $0.field("interval", Int(state.interval))
      $0.field("lapses", Int(state.lapses))
      $0.field("leech", isLeech)
    }
  }

  /// Answers the lines of standard input; an invalid line is reported, and the next is read.
  func answerLines() throws -> ExitCode {
    var code = ExitCode.done
    while let line = Platform.readLine() {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty { continue }
      do {
        guard words.count >= 2, let time = words.count > 2 ? UInt32(words[2]) : 0 else {
          throw UsageError(message: "`\(line)` is not an answer", hint: "CARD GRADE MILLISECONDS")
        }
        try answer(words[0], words[1], milliseconds: time)
      } catch let error where error is UsageError || error is Failure {
        let told = ErrorWords(error)
        if told.code.rawValue > code.rawValue { code = told.code }
        guard printsJSON else {
          session.messages.error(told.message, hint: told.hint)
          continue
        }
        try send {
          $0.field("card", words[0])
          $0.field("error", told.message)
        }
      }
    }
    return code
  }

  private func send(_ answer: (inout JSONWriter) throws -> Void) throws {
    try session.output.writeJSON(answer)
    try session.output.flush()
  }
}
