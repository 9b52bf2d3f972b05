import Synchronization

/// The lengths of an index's living documents, as scores need them.
struct LengthStatistics {
  /// Words in the average document.
  let averageLength: Double
  /// The weight of an occurrence, for every length byte.
  let norms: [Float]
  /// The most by which a weighted count can exceed the impact that a segment keeps for it: impacts
  /// were computed with the average length of their time.
  let slack: Float

  init(_ index: Index) throws(IndexError) {
    averageLength = try index.livingAverageLength()
    norms = Scoring.norms(averageLength: averageLength)
    // Norms grow with the average length, and by no more than it does.
    slack = Float(max(1, averageLength / max(1, index.averageLength)) * 1.00001)
  }
}

/// The statistics of one index, which every query of a searcher needs.
final class KnownLengths: Sendable {
  private let known = Mutex<LengthStatistics?>(nil)

  func statistics(of index: Index) throws(IndexError) -> LengthStatistics {
    if let statistics = known.withLock({ $0 }) { return statistics }
    let statistics = try LengthStatistics(index)
    known.withLock { $0 = statistics }
    return statistics
  }
}
