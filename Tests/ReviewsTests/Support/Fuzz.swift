import OperatingSystem

/// Random numbers that a seed gives again (splitmix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}

/// How many random cases are tried: few in every run, more by the environment's `ZIB_FUZZ_ROUNDS`.
enum Fuzz {
  private static let factor =
    unsafe getenv("ZIB_FUZZ_ROUNDS").flatMap { unsafe Int(String(cString: $0)) } ?? 1

  /// Seeds for the arguments of a test, which names the one that fails.
  static func seeds(_ count: Int) -> ClosedRange<UInt64> { 1...UInt64(count * max(1, factor)) }
}
