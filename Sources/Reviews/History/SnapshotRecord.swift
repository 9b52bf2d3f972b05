/// A card's record as the words of a snapshot.
struct SnapshotRecord {
  /// The number of 64-bit words of a record.
  static let wordCount = 9

  private static let dueIsDay: UInt64 = 1 << 2
  private static let isSuspended: UInt64 = 1 << 3
  private static let isBuried: UInt64 = 1 << 4

  /// Appends a card's words.
  static func append(_ card: CardID, _ record: CardRecord, to words: inout [UInt64]) {
    var flags = record.isSuspended ? isSuspended : 0
    var step = 0
    var due: Int64 = 0
    if let state = record.state {
      switch state.phase {
      case .learning(let at): (flags, step) = (flags | 1, at)
      case .review: flags |= 2
      case .relearning(let at): (flags, step) = (flags | 3, at)
      }
      switch state.due {
      case .time(let time): due = time
      case .day(let day): (flags, due) = (flags | dueIsDay, Int64(day.number))
      }
    }
    if record.buriedUntil != nil { flags |= isBuried }
    let state = record.state
    words.append(card.bits)
    words.append(state?.stability.bitPattern ?? 0)
    words.append(state?.difficulty.bitPattern ?? 0)
    words.append(UInt64(bitPattern: state?.lastReview ?? 0))
    words.append(state?.interval.bitPattern ?? 0)
    words.append(UInt64(bitPattern: due))
    words.append(
      UInt64(UInt16(bitPattern: state?.zoneMinutes ?? 0)) | flags << 16
        | UInt64(UInt32(clamping: step)) << 32)
    words.append(pair(state?.reviews ?? 0, state?.lapses ?? 0))
    words.append(pair(record.answers, record.buriedUntil?.number ?? 0))
  }

  /// Reads the record whose first word is this one.
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, word first: Int) -> CardRecord {
    func word(_ number: Int) -> UInt64 { XXHash64.word(bytes, (first + number) * 8) }
    let mixed = word(6)
    let flags = mixed >> 16
    var record = CardRecord()
    record.isSuspended = flags & isSuspended != 0
    let (answers, buriedUntil) = halves(word(8))
    record.answers = answers
    if flags & isBuried != 0 { record.buriedUntil = LocalDay(number: buriedUntil) }
    if flags & 3 == 0 { return record }
    let step = Int(mixed >> 32)
    let due = Int64(bitPattern: word(5))
    let (reviews, lapses) = halves(word(7))
    record.state = CardState(
      phase: flags & 3 == 1
        ? .learning(step: step) : flags & 3 == 2 ? .review : .relearning(step: step),
      stability: Double(bitPattern: word(1)), difficulty: Double(bitPattern: word(2)),
      lastReview: Int64(bitPattern: word(3)),
      zoneMinutes: Int16(truncatingIfNeeded: mixed), interval: Double(bitPattern: word(4)),
      due: flags & dueIsDay != 0 ? .day(LocalDay(number: Int32(clamping: due))) : .time(due),
      reviews: reviews, lapses: lapses)
    return record
  }

  private static func pair(_ low: Int32, _ high: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32
  }

  @inline(__always)
  private static func halves(_ word: UInt64) -> (Int32, Int32) {
    (Int32(truncatingIfNeeded: word), Int32(truncatingIfNeeded: word >> 32))
  }
}
