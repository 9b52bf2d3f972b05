import OperatingSystem
import TestSupport

/// Damaged forms of a file, the same for the same seed.
struct Mutations {
  private var random: SeededRandom
  private let bytes: [UInt8]
  private let pieces: [[UInt8]]

  /// - Parameter pieces: what is put in beside single bytes: what the format's grammar is made of.
  init(of bytes: [UInt8], seed: UInt64, pieces: [String]) {
    self.bytes = bytes
    self.pieces = pieces.map { Array($0.utf8) }
    random = SeededRandom(seed: seed)
  }

  /// How many rounds a test has: few, unless `ZIB_FUZZ_ROUNDS` says more.
  static var rounds: Int { Fuzz.rounds(300) }

  private mutating func next(below limit: Int) -> Int {
    Int(random.next() % UInt64(max(1, limit)))
  }

  /// The next damaged form: cut, with bytes changed, and with pieces put in, taken out and doubled.
  mutating func next() -> [UInt8] {
    var result = bytes
    for _ in 0...next(below: 4) {
      let place = next(below: result.count + 1)
      switch next(below: 6) {
      case 0: result.removeLast(min(result.count, next(below: 40)))
      case 1 where place < result.count: result[place] = UInt8(next(below: 256))
      case 2: result.removeSubrange(place..<min(result.count, place + next(below: 30)))
      case 3:
        let end = min(result.count, place + next(below: 60))
        result.insert(contentsOf: result[place..<end], at: place)
      default:
        if !pieces.isEmpty {
          result.insert(contentsOf: pieces[next(below: pieces.count)], at: place)
        }
      }
    }
    return result
  }
}
