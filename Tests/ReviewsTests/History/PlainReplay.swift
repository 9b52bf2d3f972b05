import Reviews

/// The rules of a history, told again slowly and plainly.
struct PlainReplay {
  private(set) var records: [CardID: CardRecord] = [:]
  private(set) var parameters = Parameters.standard
  private var links: [CardID: CardID] = [:]

  init(_ events: Set<ReviewEvent>, settings: SchedulerSettings) {
    let taken = Self.takenBack(in: events)
    let events = events.filter { !taken.contains($0.id) }.sorted()
    for event in events {
      if case .link(let card, let fingerprint) = event.action { links[fingerprint] = card }
      if case .parameters(let given) = event.action { parameters = given }
    }
    let scheduler = Scheduler(parameters, settings: settings)
    for event in events {
      guard let named = event.action.card else { continue }
      let card = card(of: named)
      var record = records[card] ?? CardRecord()
      switch event.action {
      case .review(_, let grade, _):
        record.state = scheduler.state(
          after: record.state, grade, of: card, at: event.time, zoneMinutes: event.zoneMinutes,
          load: DayLoad(of: records.values.map(\.state)))
        record.buriedUntil = nil
        record.answers += 1
      case .suspend(_, let isOn): record.isSuspended = isOn
      case .bury:
        let day = settings.day(at: event.time, zoneMinutes: event.zoneMinutes)
        record.buriedUntil = LocalDay(number: day.number + 1)
      case .reset:
        record.state = nil
        record.isSuspended = false
        record.buriedUntil = nil
      case .export: break
      case .link, .retract, .parameters: continue
      }
      records[card] = record
    }
  }

  func card(of fingerprint: CardID) -> CardID {
    var path = [fingerprint]
    while let next = links[path[path.count - 1]], next != path[path.count - 1] {
      if let ring = path.firstIndex(of: next) { return path[ring...].min() ?? next }
      path.append(next)
    }
    return path[path.count - 1]
  }

  private static func takenBack(in events: Set<ReviewEvent>) -> Set<ReviewEvent.ID> {
    var undecided: [(id: ReviewEvent.ID, target: ReviewEvent.ID)] = events.compactMap {
      if case .retract(let target) = $0.action { ($0.id, target) } else { nil }
    }
    var taken: Set<ReviewEvent.ID> = []
    while true {
      let before = undecided.count
      undecided.removeAll { taken.contains($0.id) }
      let free = undecided.filter { one in !undecided.contains { $0.target == one.id } }
      taken.formUnion(free.map(\.target))
      undecided.removeAll { one in free.contains { $0.id == one.id } }
      if undecided.count == before { return taken }
    }
  }
}

extension ReviewEvent.Action {
  /// The card that is named, where one is.
  var card: CardID? {
    switch self {
    case .review(let card, _, _), .link(let card, _), .suspend(let card, _), .bury(let card),
      .reset(let card), .export(let card, _, _):
      card
    case .retract, .parameters: nil
    }
  }
}

extension ReviewHistory {
  /// The state of each card.
  var byCard: [CardID: CardRecord] { Dictionary(uniqueKeysWithValues: zip(cards, records)) }
}
