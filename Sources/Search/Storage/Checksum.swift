/// A 64-bit checksum, four lanes of multiply and fold, about as fast as memory.
///
/// Each step is a bijection of its lane, so any change within one eight-byte word is always seen,
/// and wider damage with a chance of 2^-32 (the stored half) of going unnoticed. It guards against
/// torn writes, rot and truncation, not against an adversary.
enum Checksum {
  static func of(_ view: ByteView, seed: UInt64 = 0) -> UInt64 {
    let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    var a = seed ^ 0x243F_6A88_85A3_08D3
    var b = seed ^ 0x1319_8A2E_0370_7344
    var c = seed ^ 0xA409_3822_299F_31D0
    var d = seed ^ 0x082E_FA98_EC4E_6C89
    var index = 0
    let count = view.count
    while index &+ 32 <= count {
      a = (a ^ view.word64(index)) &* multiplier
      b = (b ^ view.word64(index &+ 8)) &* multiplier
      c = (c ^ view.word64(index &+ 16)) &* multiplier
      d = (d ^ view.word64(index &+ 24)) &* multiplier
      a ^= a &>> 29
      b ^= b &>> 29
      c ^= c &>> 29
      d ^= d &>> 29
      index &+= 32
    }
    while index < count {
      var word: UInt64 = 0
      let take = min(8, count &- index)
      for offset in 0..<take { word |= UInt64(view[index &+ offset]) &<< UInt64(8 &* offset) }
      a = (a ^ word) &* multiplier
      a ^= a &>> 29
      index &+= take
    }
    var result = UInt64(truncatingIfNeeded: count) &* multiplier
    for lane in [a, b, c, d] {
      result = (result ^ lane) &* multiplier
      result ^= result &>> 32
    }
    return result
  }
}
