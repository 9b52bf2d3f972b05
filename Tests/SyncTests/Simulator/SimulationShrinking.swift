/// Takes out of a history what a violation does not need.
///
/// Source: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE Transactions on Software
/// Engineering 28 (2), 2002.
struct SimulationShrinking {
  let subject: SimulationSubject
  /// How many histories are played at most.
  var budget = 1500

  /// The shortest script found that violates the same property.
  func shrunk(_ script: SimulationScript, _ violation: Violation) -> SimulationScript {
    var rest = budget
    func isStillWrong(_ script: SimulationScript) -> Bool {
      guard rest > 0 else { return false }
      rest -= 1
      return Simulation(script, subject: subject).run()?.property == violation.property
    }
    var best = script
    var size = max(1, best.events.count / 2)
    while rest > 0 {
      var hasShrunk = false
      var start = 0
      while start < best.events.count {
        var shorter = best
        shorter.events.removeSubrange(start..<min(start + size, best.events.count))
        if isStillWrong(shorter) {
          (best, hasShrunk) = (shorter, true)
        } else {
          start += size
        }
      }
      if size > 1 { size /= 2 } else if !hasShrunk { break }
    }
    for index in best.events.indices {
      guard let simpler = best.events[index].simplified else { continue }
      var changed = best
      changed.events[index] = simpler
      if isStillWrong(changed) { best = changed }
    }
    return best
  }
}

extension Violation {
  /// A report of the fault: how to see it again, and the events that led to it.
  func report(seed: UInt64, script: SimulationScript, subject: SimulationSubject) -> String {
    let shrunk = SimulationShrinking(subject: subject).shrunk(script, self)
    let simulation = Simulation(shrunk, subject: subject, tellsStory: true)
    _ = simulation.run()
    return """
      \(self)
      seed \(seed), \(script.events.count) events: ZIB_SIM_SEED=\(seed)
      \(shrunk.events.count) events are enough: ZIB_SIM_SCRIPT='\(shrunk.text)'
      \(simulation.story.map { "  \($0)" }.joined(separator: "\n"))
      """
  }
}
