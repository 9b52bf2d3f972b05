/// The states of all cards as bytes that are read in place: a cache of a replay.
///
/// All numbers are words of 64 bits, little-endian:
///
///     snapshot  := "zibrev01" settings cards: count links: count retracted: count events: count
///                  lastTime lastID client: count weight{21}
///                  record{cards} link{links} id{retracted} byte{client} zero{to a whole word} sum
///     settings  := hash of the settings and of the scheduler's version
///     record    := card stability difficulty lastReview interval due mixed
///                  (reviews: 32, lapses: 32) (answers: 32, buriedUntil: 32)
///     mixed     := zone: 16, flags: 16, step: 32
///     flags     := phase (0 new, 1 learning, 2 review, 3 relearning), 4 due is a day, 8 suspended, 16 buried
///     link      := fingerprint, what it was linked to, the card it stands for
///     id        := of an event that a retract in force names
///     client    := what the owner of the file adds: which logs were replayed, and how far
///     sum       := XXH64 of all before
///
/// Records are sorted by card, links by fingerprint, ids by themselves; bits of numbers with a point are
/// those of IEEE 754. Where anything is wrong, or the settings are others, there is no snapshot.
package struct ReviewSnapshot: Sendable {
  /// The number of cards with a record.
  package let cardCount: Int
  /// The number of replayed events.
  package let eventCount: Int
  /// The weights that the states were computed with.
  package let parameters: Parameters
  /// The bytes that the owner of the file added.
  package let client: [UInt8]

  private let bytes: any SnapshotBytes
  private let settings: SchedulerSettings
  private let linkCount: Int
  private let retractedCount: Int

  private static let magic: UInt64 = 0x3130_7665_7262_697A
  private static let headerCount = 9 + Parameters.count
  /// To be raised whenever the same events and settings give other states.
  private static let schedulerVersion: UInt64 = 3

  /// Opens a snapshot; nil if the bytes are damaged, of another version or made with other settings.
  ///
  /// - Complexity: O(n) in the number of bytes, for their checksum.
  package init?(_ bytes: any SnapshotBytes, settings: SchedulerSettings) {
    let settings = settings.clamped
    let header: [UInt64]? = bytes.withSpan { Self.header(in: $0, settings: settings) }
    guard let header,
      let parameters = Parameters(header[9...].map { Double(bitPattern: $0) })
    else { return nil }
    self.bytes = bytes
    self.settings = settings
    self.parameters = parameters
    cardCount = Int(header[2])
    linkCount = Int(header[3])
    retractedCount = Int(header[4])
    eventCount = Int(clamping: header[5])
    let end = Self.headerCount + cardCount * SnapshotRecord.wordCount + linkCount * 3
    let start = (end + retractedCount) * 8
    let count = Int(header[8])
    client = bytes.withSpan { span in (start..<(start + count)).map { span[$0] } }
  }

  /// The record of a card, or nil if it has only links.
  ///
  /// - Complexity: O(log n) in the number of cards.
  package subscript(card: CardID) -> CardRecord? {
    bytes.withSpan { span in
      place(of: card, in: span, from: Self.headerCount, cardCount, SnapshotRecord.wordCount)
        .map { SnapshotRecord.read(span, word: $0) }
    }
  }

  /// The card of a fingerprint.
  ///
  /// - Complexity: O(log n) in the number of links.
  package func card(of fingerprint: CardID) -> CardID {
    bytes.withSpan { span in
      place(of: fingerprint, in: span, from: linkStart, linkCount, 3)
        .map { CardID(bits: XXHash64.word(span, ($0 + 2) * 8)) } ?? fingerprint
    }
  }

  /// The cards that are to be asked at a moment, in the order of ``ReviewHistory/due(at:)``.
  ///
  /// - Complexity: O(n) in the number of cards, O(m log m) in the number of those that are due.
  package func due(at moment: ReviewMoment) -> [CardID] {
    bytes.withSpan { span in
      var list = DueList(at: moment, settings: settings)
      for number in 0..<cardCount {
        let word = Self.headerCount + number * SnapshotRecord.wordCount
        list.add(
          CardID(bits: XXHash64.word(span, word * 8)), SnapshotRecord.read(span, word: word))
      }
      return list.cards()
    }
  }

  /// The history that the snapshot was made of, to go on from with ``ReviewHistory/add(_:)``.
  package var history: ReviewHistory {
    bytes.withSpan { span in
      func word(_ index: Int) -> UInt64 { XXHash64.word(span, index * 8) }
      var cards: [CardID] = []
      var records: [CardRecord] = []
      cards.reserveCapacity(cardCount)
      records.reserveCapacity(cardCount)
      for number in 0..<cardCount {
        let first = Self.headerCount + number * SnapshotRecord.wordCount
        cards.append(CardID(bits: word(first)))
        records.append(SnapshotRecord.read(span, word: first))
      }
      var direct: [CardID: CardID] = [:]
      for number in 0..<linkCount {
        let first = linkStart + number * 3
        direct[CardID(bits: word(first))] = CardID(bits: word(first + 1))
      }
      let start = linkStart + linkCount * 3
      let retracted = (start..<(start + retractedCount)).map { ReviewEvent.ID(bits: word($0)) }
      let last = ReviewHistory.Moment(
        time: Int64(bitPattern: word(6)), id: ReviewEvent.ID(bits: word(7)))
      return ReviewHistory(
        cards: cards, records: records, links: CardLinks(direct), parameters: parameters,
        settings: settings, retracted: Set(retracted), eventCount: eventCount,
        lastEvent: eventCount == 0 ? nil : last)
    }
  }

  private var linkStart: Int { Self.headerCount + cardCount * SnapshotRecord.wordCount }

  /// The word at which the entry of a key begins, in a sorted table.
  private func place(
    of key: CardID, in span: Span<UInt8>, from start: Int, _ count: Int, _ wordCount: Int
  ) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let found = XXHash64.word(span, (start + middle * wordCount) * 8)
      if found == key.bits { return start + middle * wordCount }
      if found < key.bits { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

// MARK: - Making and checking

extension ReviewSnapshot {
  /// The bytes of a snapshot.
  ///
  /// - Parameters:
  ///   - client: the owner's record of the replayed logs and their lengths.
  /// - Complexity: O(n log n) in the number of cards.
  package static func bytes(of history: ReviewHistory, client: [UInt8] = []) -> [UInt8] {
    let direct = history.links.direct.sorted { $0.key < $1.key }
    let retracted = history.retracted.map(\.bits).sorted()
    var words: [UInt64] = [
      magic, fingerprint(of: history.settings), UInt64(history.cards.count), UInt64(direct.count),
      UInt64(retracted.count), UInt64(history.eventCount),
      UInt64(bitPattern: history.lastEvent?.time ?? 0), history.lastEvent?.id.bits ?? 0,
      UInt64(client.count),
    ]
    words += history.parameters.weights.map(\.bitPattern)
    words.reserveCapacity(words.count + history.cards.count * SnapshotRecord.wordCount)
    for place in history.cards.indices.sorted(by: { history.cards[$0] < history.cards[$1] }) {
      SnapshotRecord.append(history.cards[place], history.records[place], to: &words)
    }
    for (fingerprint, card) in direct {
      words += [fingerprint.bits, card.bits, history.card(of: fingerprint).bits]
    }
    words += retracted
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * 8 + client.count + 16)
    for word in words { append(word, to: &bytes) }
    bytes += client
    while bytes.count % 8 != 0 { bytes.append(0) }
    append(XXHash64.hash(bytes), to: &bytes)
    return bytes
  }

  /// The words of the header, if all is as it should be.
  private static func header(
    in bytes: Span<UInt8>, settings: SchedulerSettings
  ) -> [UInt64]? {
    let end = bytes.count - 8
    guard bytes.count % 8 == 0, end >= headerCount * 8 else { return nil }
    let header = (0..<headerCount).map { XXHash64.word(bytes, $0 * 8) }
    guard header[0] == magic, header[1] == fingerprint(of: settings) else { return nil }
    // None is larger than the file, so that the sum cannot overflow.
    let counts = [header[2], header[3], header[4], header[8]]
    guard counts.allSatisfy({ $0 <= UInt64(bytes.count) }) else { return nil }
    let words =
      UInt64(headerCount) + header[2] * UInt64(SnapshotRecord.wordCount) + header[3] * 3
      + header[4] + (header[8] + 7) / 8
    guard words * 8 == UInt64(end),
      XXHash64.hash(bytes.extracting(0..<end)) == XXHash64.word(bytes, end)
    else { return nil }
    return header
  }

  private static func fingerprint(of settings: SchedulerSettings) -> UInt64 {
    var bytes: [UInt8] = []
    append(schedulerVersion, to: &bytes)
    append(settings.desiredRetention.bitPattern, to: &bytes)
    for steps in [settings.learningSteps, settings.relearningSteps] {
      append(UInt64(steps.count), to: &bytes)
      for step in steps { append(step.bitPattern, to: &bytes) }
    }
    append(UInt64(bitPattern: Int64(settings.maximumInterval)), to: &bytes)
    switch settings.dayRule {
    case .local(let hour): append(UInt64(bitPattern: Int64(hour)), to: &bytes)
    case .spans: append(.max, to: &bytes)
    }
    append(settings.isFuzzed ? 1 : 0, to: &bytes)
    return XXHash64.hash(bytes)
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    for shift: UInt64 in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
