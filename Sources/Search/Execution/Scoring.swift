import OperatingSystem

/// BM25F with one length-normalised stream and boosts for fields.
///
/// weighted(d) = count(d) / (1 - b + b * length(d) / averageLength) + boost(d)
/// score(t, d) = idf(t) * (k1 + 1) * weighted(d) / (k1 + weighted(d))
/// idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5))
///
/// `count` is every occurrence in the document; an occurrence in a field of weight w adds w - 1 to
/// `boost`, which no length discounts (b = 0 for the short fields). Deleted documents do not count,
/// so that scores do not depend on the history of the index. Source: Robertson and Zaragoza, "The
/// Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.6.
enum Scoring {
  static let k1: Float = 1.2
  static let b: Float = 0.75

  /// 1 / (1 - b + b * length / average) for every length byte.
  static func norms(averageLength: Double) -> [Float] {
    let average = Float(max(1, averageLength))
    return (0..<256).map { byte in
      1 / (1 - b + b * Float(LengthByte.decode(UInt8(byte))) / average)
    }
  }

  static func idf(documents: Int, of total: Int) -> Float {
    let count = Float(documents)
    return logf(1 + (max(0, Float(total) - count) + 0.5) / (count + 0.5))
  }

  /// The score, to a multiple of 2^-13: up to some thousands such numbers add up exactly, so that a
  /// sum does not depend on the order in which a loop met the terms.
  @inline(__always)
  static func score(weighted: Float, idf: Float) -> Float {
    quantized(idf * (k1 + 1) * weighted / (k1 + weighted))
  }

  /// A number to a multiple of 2^-13: the distance of two numbers between 1,024 and 2,048.
  @inline(__always)
  static func quantized(_ score: Float) -> Float { (score + 1024) - 1024 }

  /// The most that a term can add where its weighted frequency is at most `impact`.
  @inline(__always)
  static func bound(impact: Float, idf: Float) -> Float {
    let most = impact == .infinity ? idf * (k1 + 1) : score(weighted: impact, idf: idf)
    return most * 1.00001 + 0x1p-12
  }
}
