/// The words of texts that a matcher has met, with the parts of its query that each can be: a word is stemmed
/// and compared once for all texts, and looked up without an allocation.
///
/// Not thread-safe, because a matcher's stemmer is not: one a thread.
final class KnownWords {
  /// The parts of a query that a word matches by itself, and the phrases that can begin with it.
  struct Meaning {
    let parts: [Int]
    let phrases: [Int]

    var isNothing: Bool { parts.isEmpty && phrases.isEmpty }
  }

  private struct Entry {
    let hash: UInt64
    let range: Range<Int>
    let meaning: Meaning
  }

  /// More words than that are forgotten, so that a large vault's fill no memory.
  private static let maximumCount = 1 << 16

  private var entries: [Entry] = []
  private var letters: [UInt8] = []
  /// Open addressing: the number of an entry and 1, or 0.
  private var slots = [UInt32](repeating: 0, count: 1 << 10)

  /// The meaning of a word, found out by `read` where it is met first.
  func meaning(of word: ByteView, read: (ByteView) -> Meaning) -> Meaning {
    // FNV-1a; a folded word is short.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<word.count { hash = (hash ^ UInt64(word[index])) &* 0x100_0000_01B3 }
    hash ^= hash >> 32
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, isEqual(entry.range, word) { return entry.meaning }
      slot = (slot + 1) & (slots.count - 1)
    }
    let meaning = read(word)
    add(word, hash, meaning)
    return meaning
  }

  private func isEqual(_ range: Range<Int>, _ word: ByteView) -> Bool {
    guard range.count == word.count else { return false }
    for index in 0..<word.count where letters[range.lowerBound + index] != word[index] {
      return false
    }
    return true
  }

  private func add(_ word: ByteView, _ hash: UInt64, _ meaning: Meaning) {
    if entries.count == Self.maximumCount {
      entries.removeAll(keepingCapacity: true)
      letters.removeAll(keepingCapacity: true)
      for slot in slots.indices { slots[slot] = 0 }
    }
    let start = letters.count
    for index in 0..<word.count { letters.append(word[index]) }
    entries.append(Entry(hash: hash, range: start..<letters.count, meaning: meaning))
    if 2 * entries.count > slots.count {
      slots = [UInt32](repeating: 0, count: 2 * slots.count)
      for number in entries.indices { place(number) }
    } else {
      place(entries.count - 1)
    }
  }

  private func place(_ number: Int) {
    var slot = Int(truncatingIfNeeded: entries[number].hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(number + 1)
  }
}
