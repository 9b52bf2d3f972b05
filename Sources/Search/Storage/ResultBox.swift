import OperatingSystem
import Synchronization

/// Collects the results of threads.
///
/// Values cross only from the thread that made one to the thread that collects, which has joined
/// it; that is why elements and outputs need not be `Sendable` themselves.
private final class ResultBox<Input, Output>: @unchecked Sendable {
  let inputs: [Input]
  private var values: [Result<Output, IndexError>?]
  private let lock = Mutex(())

  init(_ inputs: [Input]) {
    self.inputs = inputs
    values = Array(repeating: nil, count: inputs.count)
  }

  func set(_ index: Int, _ value: Result<Output, IndexError>) {
    lock.withLock { _ in values[index] = value }
  }

  /// Every value, in order; the first error is thrown.
  func all() throws(IndexError) -> [Output] {
    var outputs: [Output] = []
    for value in values {
      // Each thread sets its slot before it ends.
      if let value { outputs.append(try value.get()) }
    }
    return outputs
  }
}

extension Array {
  /// `transform` of each element, each on a thread of its own; the first error, by order, is thrown.
  func concurrentMap<Output>(
    _ transform: @Sendable (Element) throws(IndexError) -> Output
  ) throws(IndexError) -> [Output] {
    let box = ResultBox<Element, Output>(self)
    concurrently(count) { index in
      do throws(IndexError) {
        box.set(index, .success(try transform(box.inputs[index])))
      } catch {
        box.set(index, .failure(error))
      }
    }
    return try box.all()
  }
}
