/// SplitMix64: the same numbers for the same seed, on every system.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
package struct SeededRandom: RandomNumberGenerator {
  @usableFromInline var state: UInt64

  @inlinable package init(seed: UInt64) { state = seed }

  @inlinable package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to the bound; cheaper than `Int.random`.
  @inlinable package mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }

  /// True once in so many times.
  @inlinable package mutating func once(in times: Int) -> Bool { below(times) == 0 }

  /// One of some values.
  @inlinable package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[below(values.count)]
  }
}
