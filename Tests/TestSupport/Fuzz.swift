import OperatingSystem

/// The number of random cases that a test tries: few in every run, more by the environment's
/// `ZIB_FUZZ_ROUNDS`.
package enum Fuzz {
  private static let asked = unsafe getenv("ZIB_FUZZ_ROUNDS").flatMap {
    unsafe Int(String(cString: $0))
  }

  /// A factor for the rounds of a test, 1 or more.
  package static let factor = max(1, asked ?? 1)

  /// The rounds that the environment asks for, or else these few.
  package static func rounds(_ few: Int) -> Int { asked ?? few }

  /// Seeds for so many cases, times the factor.
  package static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(count * factor) }
}
