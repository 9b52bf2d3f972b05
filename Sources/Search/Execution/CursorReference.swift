/// A cursor in the inner loops, where counting references would cost as much as the work.
///
/// Whoever makes one keeps the cursor itself alive for as long: the loops hold their cursors in an
/// array of their own until they end.
@safe struct CursorReference {
  private let reference: Unmanaged<PostingCursor>

  init(_ cursor: PostingCursor) { unsafe reference = Unmanaged.passUnretained(cursor) }

  @inline(__always)
  var document: Int { unsafe reference._withUnsafeGuaranteedRef { $0.document } }

  @inline(__always)
  var count: UInt32 { unsafe reference._withUnsafeGuaranteedRef { $0.count } }

  @inline(__always)
  var boost: UInt32 { unsafe reference._withUnsafeGuaranteedRef { $0.boost } }

  @inline(__always)
  func next() { unsafe reference._withUnsafeGuaranteedRef { $0.next() } }

  @inline(__always)
  func advance(to target: Int) {
    unsafe reference._withUnsafeGuaranteedRef { $0.advance(to: target) }
  }

  @inline(__always)
  func bound(at target: Int) -> (impact: UInt8, lastDocument: Int) {
    unsafe reference._withUnsafeGuaranteedRef { $0.bound(at: target) }
  }

  @inline(__always)
  func readPositions(into output: NumberBuffer) {
    unsafe reference._withUnsafeGuaranteedRef { $0.readPositions(into: output) }
  }
}

/// A phrase's matcher in the inner loops, for the same reason and under the same promise.
@safe struct MatcherReference {
  private let reference: Unmanaged<PhraseMatcher>

  init(_ matcher: PhraseMatcher) { unsafe reference = Unmanaged.passUnretained(matcher) }

  /// The number of cursors.
  @inline(__always)
  var count: Int { unsafe reference._withUnsafeGuaranteedRef { $0.references.count } }

  @inline(__always)
  subscript(index: Int) -> CursorReference {
    unsafe reference._withUnsafeGuaranteedRef { $0.references[index] }
  }

  @inline(__always)
  func match() -> Int { unsafe reference._withUnsafeGuaranteedRef { $0.match() } }
}
