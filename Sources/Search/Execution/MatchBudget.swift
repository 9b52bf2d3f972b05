import OperatingSystem
import Synchronization

/// The time that the regular expressions of one query may take on all texts together.
///
/// A match has a bound on its steps, which many texts could reach one after the other. PCRE2 does not count the steps of
/// a match that ends, so that the sum is one of time: of the processor, because a busy machine is no reason to find less.
package final class MatchBudget: Sendable {
  /// Nanoseconds that are left.
  private let left: Atomic<Int64>

  /// - Parameter nanoseconds: of all threads together; by default 5 seconds for each processor.
  package init(nanoseconds: Int64 = 5_000_000_000 * Int64(processorCount())) {
    left = Atomic(nanoseconds)
  }

  /// True if nothing is left.
  package var isSpent: Bool { left.load(ordering: .relaxed) <= 0 }

  /// Runs `body`, and takes the time that it needs on this thread.
  func spend<Result>(_ body: () -> Result) -> Result {
    let start = Clock.threadNanoseconds()
    let result = body()
    left.wrappingSubtract(Clock.threadNanoseconds() - start, ordering: .relaxed)
    return result
  }
}
