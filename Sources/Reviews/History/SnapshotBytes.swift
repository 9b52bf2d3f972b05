/// The storage of a snapshot's bytes: a file mapped into memory, or an array.
package protocol SnapshotBytes: Sendable {
  /// Calls the closure with the bytes, which are the same at each call.
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result
}

extension [UInt8]: SnapshotBytes {
  package func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(span) }
}
