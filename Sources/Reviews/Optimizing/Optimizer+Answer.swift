extension Optimizer {
  /// An answer to a card, as a fit needs it.
  package struct Answer: Hashable, Sendable {
    package let grade: Grade
    /// UTC milliseconds.
    package let time: Int64
    /// The offset of the person's clocks from UTC, in minutes.
    package let zoneMinutes: Int16

    package init(grade: Grade, time: Int64, zoneMinutes: Int16) {
      self.grade = grade
      self.time = time
      self.zoneMinutes = zoneMinutes
    }
  }

  /// Takes the answers that count from the logs of all devices.
  ///
  /// Links, resets and retracts are treated as in ``ReviewHistory``: a card that was reset begins
  /// again.
  package init(
    replaying events: [ReviewEvent], settings: SchedulerSettings = SchedulerSettings()
  ) {
    var places: [CardID: Int] = [:]
    var sequences: [[Answer]] = []
    _ = ReviewHistory(replaying: events, settings: settings) { answer in
      let state = answer.after
      let place = answer.before == nil ? nil : places[answer.card]
      places[answer.card] = place ?? sequences.count
      if place == nil { sequences.append([]) }
      sequences[place ?? sequences.count - 1].append(
        Answer(grade: answer.grade, time: state.lastReview, zoneMinutes: state.zoneMinutes))
    }
    self.init(sequences, rule: Scheduler(settings: settings).settings.dayRule)
  }
}
