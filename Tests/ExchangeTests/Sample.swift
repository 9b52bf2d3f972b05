import Exchange
import OperatingSystem
import Reviews

/// Cards to be exported.
enum Sample {
  /// 2024-11-20, 12:00 UTC: a day of which the roll-over hour has passed where clocks are an hour ahead.
  static let now: Int64 = 1_732_104_000_000
  static let zone: Int16 = 60
  static var today: LocalDay { LocalDay(time: now, zoneMinutes: zone, rollOverHour: 4) }

  static let origin = AnkiOrigin(
    path: "Garden/Fig.md", title: "The fig tree", deck: ["Notes", "Garden"],
    tags: ["garden", "trees/fruit"], modified: 1_700_000_000_000)

  static func package(_ notes: [AnkiNote]) -> AnkiPackage {
    AnkiPackage(notes, now: now, zoneMinutes: zone)
  }

  static func card(
    _ number: UInt64, _ answers: [AnkiCard.Answer] = [], _ hold: AnkiCard.Hold = .none
  )
    -> AnkiCard
  {
    AnkiCard(id: CardID(bits: number), state: answers.last?.after, answers: answers, hold: hold)
  }

  /// A state after an answer some days before ``now``.
  static func state(
    _ phase: CardState.Phase, daysAgo: Int64 = 0, interval: Double, byDay: Bool = false,
    reviews: Int32, lapses: Int32 = 0
  ) -> CardState {
    let time = now - daysAgo * 86_400_000
    let day = LocalDay(time: time, zoneMinutes: zone, rollOverHour: 4)
    let due: CardState.Due =
      byDay
      ? .day(LocalDay(number: day.number + Int32(interval / 86_400)))
      : .time(time + Int64(interval * 1000))
    return CardState(
      phase: phase, stability: phase == .relearning(step: 0) ? 2.2 : 5.25, difficulty: 4.5,
      lastReview: time, zoneMinutes: zone, interval: interval, due: due, reviews: reviews,
      lapses: lapses)
  }

  /// A card that was learned ten days ago and reviewed now, due in five days.
  static func reviewed(_ number: UInt64, _ hold: AnkiCard.Hold = .none) -> AnkiCard {
    let first = state(.learning(step: 1), daysAgo: 10, interval: 600, reviews: 1)
    let second = state(.review, interval: 5 * 86_400, byDay: true, reviews: 2)
    return card(
      number,
      [
        .init(grade: .good, milliseconds: 4000, before: nil, after: first),
        .init(grade: .good, milliseconds: 2500, before: first, after: second),
      ], hold)
  }

  /// New, learning, review, relearning, suspended, buried, new and suspended, learning by days: 1 to 8.
  static var everyPhase: AnkiPackage {
    let learning = state(.learning(step: 1), interval: 600, reviews: 1)
    let byDays = state(.learning(step: 1), interval: 2 * 86_400, byDay: true, reviews: 1)
    let forgotten = state(.relearning(step: 0), interval: 600, reviews: 3, lapses: 1)
    var lapsed = reviewed(4)
    lapsed.answers[1].after.lastReview -= 86_400_000
    lapsed.answers.append(
      .init(
        grade: .again, milliseconds: 9000, before: lapsed.answers[1].after, after: forgotten))
    lapsed.state = forgotten
    let cards = [
      card(1), card(2, [.init(grade: .good, milliseconds: 4000, before: nil, after: learning)]),
      reviewed(3), lapsed, reviewed(5, .suspended), reviewed(6, .buried), card(7, [], .suspended),
      card(8, [.init(grade: .good, milliseconds: 4000, before: nil, after: byDays)]),
    ]
    return package(
      cards.map { card in
        AnkiNote(
          .question(AnkiText("Question \(card.id.bits)"), answer: "answer", card), from: origin)
      })
  }
}

extension Sample {
  static let hostile =
    "<script>alert(1)</script> & \"quoted\" }} {{c1::x::y}} [sound:x.mp3] \u{0}\u{1F} 👩‍👩‍👧 \\(x\\)"
  static let hostileHTML =
    #"&lt;script&gt;alert(1)&lt;/script&gt; &amp; \"quoted\" }} {{c1::x::y}} [<!-- -->sound:x.mp3] "#
    + "\u{FFFD}\u{FFFD} 👩‍👩‍👧 " + #"\\(x\\)"#

  /// Names of images that some system takes for something else.
  static let oddNames = [
    "con.png", "x/AUX", "com1.a.png", "dot.", "x/.png", "a\"b'<>&.png", "_under.png", "a b.png",
    "x/A B.png", "naïve.png", "nai\u{308}ve.png", "\(String(repeating: "long", count: 60)).png",
    "x.\(String(repeating: "y", count: 200))", "100%.png", "#1?.png", "-", "tab\t.png", "",
  ]

  /// Texts with all that HTML and Anki give a meaning.
  static var texts: [AnkiNote] {
    [
      AnkiNote(.quote(AnkiText(hostile), source: AnkiText(hostile), card(0x100)), from: origin),
      AnkiNote(
        .cloze(
          [
            .gap("Austen", hint: "who", card(0x110)), .text(" wrote "),
            .gap("std::Emma}}", hint: "", card(0x111)), .text("."),
          ], extra: ""), from: origin),
      AnkiNote(
        .quote(AnkiText("שלום\n🍇", images: ["Images/Büste.png"]), source: "", card(0x120)),
        from: origin),
      AnkiNote(
        .cloze(
          [
            .text(AnkiText(hostile)), .gap(AnkiText(hostile), hint: hostile, card(0x130)),
            .text(AnkiText(hostile)), .gap("", hint: "", card(0x131)),
          ], extra: AnkiText("", images: ["a/b.png"])), from: origin),
      AnkiNote(.question(" ", answer: "\u{0}", card(0x140)), from: origin),
      AnkiNote(.question(AnkiText("", images: oddNames), answer: "a", card(0x150)), from: origin),
      AnkiNote(
        .cloze(
          (0..<400).map { .gap(AnkiText("gap \($0)"), hint: "", card(0x1000 + $0)) }, extra: ""),
        from: origin),
    ]
  }

  /// The day on which the test runs, where it runs, as Anki counts it.
  static var realToday: LocalDay {
    var seconds = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    return LocalDay(
      time: Int64(seconds) * 1000, zoneMinutes: Int16(unsafe parts.tm_gmtoff / 60), rollOverHour: 4)
  }

  /// Cards of all kinds, some of them in decks and with gaps beside each other.
  static func many(_ count: Int) -> [AnkiNote] {
    (0..<count).map { number in
      var origin = origin
      origin.deck = ["Notes", "Part \(number % 7)"]
      origin.created = number % 3 == 0 ? 1_690_000_000_000 : nil
      let bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
      let card = number % 2 == 0 ? reviewed(bits) : card(bits)
      let text = AnkiText("Number \(number)")
      switch number % 3 {
      case 0: return AnkiNote(.quote(text, source: "A book", card), from: origin)
      case 1: return AnkiNote(.question(text, answer: "It is.", card), from: origin)
      default:
        return AnkiNote(
          .cloze(
            [.text(text), .gap("it", hint: "", card), .gap("is", hint: "", self.card(~bits))],
            extra: ""),
          from: origin)
      }
    }
  }
}
