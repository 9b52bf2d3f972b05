import Files

/// The open documents that are to be looked at, and when: after a pause in typing, and again where an answer left out
/// what is being typed.
struct DiagnosticSchedule {
  /// The time of each, in milliseconds of a clock that only runs forward.
  private var due: [[UInt8]: Int64] = [:]

  /// The time of the first that is due; nil if none is.
  var next: Int64? { due.values.min() }

  mutating func schedule(_ key: [UInt8], in milliseconds: Int64) {
    due[key] = Clock.monotonicMilliseconds() + milliseconds
  }

  mutating func forget(_ key: [UInt8]) { due[key] = nil }

  /// Takes those that are due.
  mutating func takeDue() -> [[UInt8]] {
    let now = Clock.monotonicMilliseconds()
    let keys = due.filter { $0.value <= now }.keys.sorted { $0.lexicographicallyPrecedes($1) }
    for key in keys { due[key] = nil }
    return keys
  }
}
