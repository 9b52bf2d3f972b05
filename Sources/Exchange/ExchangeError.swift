/// A failure to read or write a file in another program's format.
package enum ExchangeError: Error, Equatable, Sendable {
  /// The system refused: the operation, the path, and the value of `errno`.
  case system(operation: String, path: [UInt8], code: Int32)
  /// A library for the format refused: the operation, and its own words.
  case format(operation: String, detail: String)
}

extension ExchangeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "cannot \(operation) \(String(decoding: path, as: UTF8.self)): error \(code)"
    case .format(let operation, let detail): "cannot \(operation): \(detail)"
    }
  }
}
