import OperatingSystem

/// How many random cases are tried: few in every run, more by the environment's `ZIB_FUZZ_ROUNDS`.
enum Fuzz {
  /// A factor of one or more.
  static let rounds: Int = {
    guard let value = unsafe getenv("ZIB_FUZZ_ROUNDS"),
      let rounds = Int(unsafe String(cString: value))
    else { return 1 }
    return max(1, rounds)
  }()

  static func seeds(_ count: Int) -> Range<Int> { 0..<(count * rounds) }
}
