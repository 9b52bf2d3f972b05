import Reviews

/// The database of an Anki package, in the form that every Anki since 2.1 reads (schema 11).
///
/// One row of `col` holds settings, note types and decks as JSON; `notes` the texts, with fields
/// joined by U+001F; `cards` the schedules; `revlog` the answers. Anki computes checksums and sort
/// fields again when it reads it. The columns are as Anki 26.9 writes them when it exports for
/// older versions.
struct AnkiCollection {
  /// The fixed time of change of note types and presets, in seconds: 2026-11-01.
  static let fixedTime: Int64 = 1_793_491_200

  let package: AnkiPackage
  /// The notes to be written: those of the package without flaws.
  let notes: [AnkiNote]
  /// The names of the images in the package.
  let images: [String: String]
  private let schedule: AnkiSchedule

  init(of package: AnkiPackage, notes: [AnkiNote], images: [String: String]) {
    self.package = package
    self.notes = notes
    self.images = images
    schedule = AnkiSchedule(
      package.settings, package.parameters, from: Self.firstDay(of: notes, package))
  }

  /// The bytes of the database's file.
  func bytes() throws(ExchangeError) -> [UInt8] {
    let database = try SQLiteDatabase()
    try database.execute(Self.schema + "BEGIN;")
    try database.insert([collectionRow], into: "col")
    var rows = Rows()
    let decks = deckIDs
    for note in notes { append(note, decks, to: &rows) }
    rows.addLog(of: notes, with: schedule)
    try database.insert(rows.notes, into: "notes")
    try database.insert(rows.cards, into: "cards")
    try database.insert(rows.log, into: "revlog")
    try database.execute("COMMIT;")
    return try database.serialized()
  }

  // MARK: Notes and cards

  /// Rows as they are made, with the ids that are taken.
  private struct Rows {
    var notes: [[SQLiteDatabase.Value]] = []
    var cards: [[SQLiteDatabase.Value]] = []
    var log: [[SQLiteDatabase.Value]] = []
    var cardIDs: [CardID: Int64] = [:]
    private var noteNumbers = AnkiIDs()
    private var cardNumbers = AnkiIDs()

    mutating func noteID(at time: Int64) -> Int64 { noteNumbers.next(at: time) }

    mutating func cardID(of card: CardID, at time: Int64) -> Int64 {
      let id = cardNumbers.next(at: time)
      cardIDs[card] = cardIDs[card] ?? id
      return id
    }

    /// Answers by their time, of all cards.
    mutating func addLog(of notes: [AnkiNote], with schedule: AnkiSchedule) {
      var lines: [(time: Int64, card: CardID, columns: [SQLiteDatabase.Value])] = []
      var seen: Set<CardID> = []
      for card in notes.lazy.flatMap(\.cards) where seen.insert(card.id).inserted {
        var last: Int64?
        for answer in card.answers {
          // The log does not say when it was made new again: right after the answer before.
          if let last, answer.before == nil {
            lines.append((last + 1, card.id, AnkiSchedule.resetColumns))
          }
          last = answer.after.lastReview
          lines.append((answer.after.lastReview, card.id, schedule.columns(of: answer)))
        }
        if let last, card.state == nil {
          lines.append((last + 1, card.id, AnkiSchedule.resetColumns))
        }
      }
      var numbers = AnkiIDs()
      for line in lines.sorted(by: { ($0.time, $0.card) < ($1.time, $1.card) }) {
        log.append(
          [.integer(numbers.next(at: line.time)), .integer(cardIDs[line.card] ?? 0), .integer(-1)]
            + line.columns)
      }
    }
  }

  private func append(_ note: AnkiNote, _ decks: [String: Int64], to rows: inout Rows) {
    guard let identity = note.identity else { return }
    let created = { (id: CardID) -> Int64 in
      min(note.origin.created ?? AnkiIDs.time(hash: id.bits), package.now)
    }
    let noteID = rows.noteID(at: created(identity))
    let modified = AnkiSchedule.seconds(note.origin.modified)
    var fields = fields(of: note)
    // Anki offers to delete cards whose first field is empty.
    if fields[0].allSatisfy(\.isWhitespace) { fields[0] = "…" }
    rows.notes.append([
      .integer(noteID), .text("zib-\(identity)"), .integer(type(of: note).rawValue),
      .integer(modified), .integer(-1), .text(AnkiNames.tags(note.origin.tags)),
      .text(fields.joined(separator: "\u{1F}")), .text(fields[0]), .integer(0), .integer(0),
      .text(""),
    ])
    for (number, card) in note.numberedCards.sorted(by: { $0.number < $1.number }) {
      let changed = max(modified, card.state.map { AnkiSchedule.seconds($0.lastReview) } ?? 0)
      rows.cards.append(
        [
          .integer(rows.cardID(of: card.id, at: created(card.id))), .integer(noteID),
          .integer(decks[deckName(of: note)] ?? 1), .integer(Int64(number) - 1), .integer(changed),
          .integer(-1),
        ] + schedule.columns(of: card, position: Int64(rows.cards.count + 1)))
    }
  }

  private func type(of note: AnkiNote) -> AnkiNoteType {
    switch note.content {
    case .quote: .quote
    case .question: .question
    case .cloze: .cloze
    }
  }

  private func fields(of note: AnkiNote) -> [String] {
    let place = AnkiText("\(note.origin.title) (\(note.origin.path))")
    let source = AnkiHTML.field(place, images: [:])
    switch note.content {
    case .quote(let front, let back, _), .question(let front, let back, _):
      return [AnkiHTML.field(front, images: images), AnkiHTML.field(back, images: images), source]
    case .cloze(let parts, let extra):
      var numbers: [CardID: UInt16] = [:]
      for (number, card) in note.numberedCards { numbers[card.id] = number }
      var html = AnkiHTML(images: images, hasGaps: true)
      for part in parts {
        switch part {
        case .text(let text): html.append(text)
        case .gap(let answer, let hint, let card):
          html.append(gap: Int(numbers[card.id] ?? 1), answer, hint: hint)
        }
      }
      return [html.text, AnkiHTML.field(extra, images: images), source]
    }
  }

  // MARK: Days

  /// The first day of any card, so that none has a number below zero.
  private static func firstDay(of notes: [AnkiNote], _ package: AnkiPackage) -> LocalDay {
    let hour = package.settings.dayRule.rollOverHour
    var first = LocalDay(time: package.now, zoneMinutes: package.zoneMinutes, rollOverHour: hour)
    for card in notes.lazy.flatMap(\.cards) {
      for answer in card.answers {
        let (time, zone) = (answer.after.lastReview, answer.after.zoneMinutes)
        first = min(first, LocalDay(time: time, zoneMinutes: zone, rollOverHour: hour))
      }
      if case .day(let day)? = card.state?.due { first = min(first, day) }
    }
    // Clocks may have been wrong; Anki wants a day after 1970 began everywhere.
    return max(first, LocalDay(number: 2))
  }

  // MARK: Decks

  private func deckName(of note: AnkiNote) -> String {
    AnkiNames.deck(note.origin.deck.isEmpty ? [package.name] : note.origin.deck)
  }

  /// All decks and those around them, each with an id that follows from its name.
  private var deckIDs: [String: Int64] {
    var names: Set<String> = []
    for note in notes {
      var name = ""
      for part in deckName(of: note).split(separator: "::") {
        name += (name.isEmpty ? "" : "::") + part
        names.insert(name)
      }
    }
    var ids = AnkiIDs()
    return names.sorted().reduce(into: [:]) { $0[$1] = ids.next(hash: AnkiNames.hash($1)) }
  }

  // MARK: The row of `col`

  private var collectionRow: [SQLiteDatabase.Value] {
    let hour = Int64(package.settings.dayRule.rollOverHour)
    let zone = Int64(package.zoneMinutes)
    let start = (Int64(schedule.firstDay.number) * 1440 + hour * 60 - zone) * 60
    let configuration = """
      {"schedVer":2,"sched2021":true,"creationOffset":\(-zone),"rollover":\(hour),"fsrs":true,\
      "curDeck":1,"activeDecks":[1],"curModel":\(AnkiNoteType.question.rawValue),\
      "nextPos":\(notes.count + 1),"sortType":"noteFld","sortBackwards":false,"newSpread":0,\
      "collapseTime":1200,"timeLim":0,"estTimes":true,"dueCounts":true,"addToCur":true,\
      "dayLearnFirst":false}
      """
    let types = AnkiNoteType.allCases.map { (key: String($0.rawValue), value: $0.json) }
    let own = deckIDs.sorted { $0.value < $1.value }.map { name, id in
      (key: String(id), value: Self.deck(id, name, preset: Self.presetID))
    }
    let decks = [(key: "1", value: Self.deck(1, "Default", preset: 1))] + own
    let presets = [(1, "Default"), (Self.presetID, "Zibaldone")].map { id, name in
      (key: String(id), value: preset(id, name))
    }
    return [
      .integer(1), .integer(start), .integer(package.now), .integer(Self.fixedTime * 1000),
      .integer(11), .integer(0), .integer(0), .integer(0), .text(configuration),
      .text(JSONText.object(types)), .text(JSONText.object(decks)),
      .text(JSONText.object(presets)), .text("{}"),
    ]
  }

  private static func deck(_ id: Int64, _ name: String, preset: Int64) -> String {
    """
    {"id":\(id),"mod":\(fixedTime),"name":\(JSONText.string(name)),"usn":-1,"lrnToday":[0,0],\
    "revToday":[0,0],"newToday":[0,0],"timeToday":[0,0],"collapsed":true,"browserCollapsed":true,\
    "desc":"","dyn":0,"conf":\(preset),"extendNew":0,"extendRev":0}
    """
  }

  private static let presetID: Int64 = 1_099_511_627_600

  /// The schedule settings of a deck; Anki adopts them if the person asks for it.
  private func preset(_ id: Int64, _ name: String) -> String {
    let settings = package.settings
    func minutes(_ steps: [Double]) -> String {
      JSONText.array(steps.map { JSONText.number($0 / 60) })
    }
    return """
      {"id":\(id),"mod":\(Self.fixedTime),"name":\(JSONText.string(name)),"usn":-1,"maxTaken":60,\
      "autoplay":true,"timer":0,"replayq":true,"dyn":false,\
      "new":{"bury":false,"delays":\(minutes(settings.learningSteps)),"initialFactor":2500,\
      "ints":[1,4,0],"order":1,"perDay":20},\
      "rev":{"bury":false,"ease4":1.3,"ivlFct":1,"hardFactor":1.2,"perDay":200,\
      "maxIvl":\(settings.maximumInterval)},\
      "lapse":{"delays":\(minutes(settings.relearningSteps)),"leechAction":1,"leechFails":8,\
      "minInt":1,"mult":0},\
      "desiredRetention":\(JSONText.number(settings.desiredRetention)),\
      "fsrsParams6":\(JSONText.array(package.parameters.weights.map(JSONText.number)))}
      """
  }

  // MARK: Schema

  private static let schema = """
    CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL,
      scm integer NOT NULL, ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL,
      ls integer NOT NULL, conf text NOT NULL, models text NOT NULL, decks text NOT NULL,
      dconf text NOT NULL, tags text NOT NULL);
    CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL,
      mod integer NOT NULL, usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL,
      sfld integer NOT NULL, csum integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
    CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL,
      ord integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL,
      queue integer NOT NULL, due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL,
      reps integer NOT NULL, lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL,
      odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL);
    CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL,
      ease integer NOT NULL, ivl integer NOT NULL, lastIvl integer NOT NULL,
      factor integer NOT NULL, time integer NOT NULL, type integer NOT NULL);
    CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
    CREATE INDEX ix_notes_usn ON notes (usn);
    CREATE INDEX ix_cards_usn ON cards (usn);
    CREATE INDEX ix_revlog_usn ON revlog (usn);
    CREATE INDEX ix_cards_nid ON cards (nid);
    CREATE INDEX ix_cards_sched ON cards (did, queue, due);
    CREATE INDEX ix_revlog_cid ON revlog (cid);
    CREATE INDEX ix_notes_csum ON notes (csum);
    """
}
