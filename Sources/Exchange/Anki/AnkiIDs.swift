/// Ids of Anki: the millisecond in which something was made, each unique.
struct AnkiIDs {
  private var taken: Set<Int64> = []
  /// The next free id for a time that was used before, because thousands of notes may have been
  /// made on one day.
  private var following: [Int64: Int64] = [:]

  /// The id of something that was made at a time, or the next that is free.
  mutating func next(at time: Int64) -> Int64 {
    // Anki refuses a package with ids that are no times before tomorrow.
    var id = following[time] ?? max(time, 1)
    while !taken.insert(id).inserted { id += 1 }
    following[time] = id + 1
    return id
  }

  /// The id of something of which only a hash is known: a time from 2004 to 2022.
  mutating func next(hash: UInt64) -> Int64 { next(at: Self.time(hash: hash)) }

  static func time(hash: UInt64) -> Int64 { Int64(1 << 40 + hash & (1 << 39 - 1)) }
}
