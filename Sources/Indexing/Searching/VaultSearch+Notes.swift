import Notes
import Synchronization

extension VaultSearch {
  /// Calls the closure with each result and its note, nil if that cannot be read, in order.
  ///
  /// Notes are read from as many threads as there are processors, some hundred ahead of the closure.
  package func forEachNote(
    of results: [Result], _ body: (Result, Note?) throws -> Void
  ) rethrows {
    let step = 256
    for start in stride(from: 0, to: results.count, by: step) {
      let part = Array(results[start..<min(start + step, results.count)])
      let notes = Mutex([Note?](repeating: nil, count: part.count))
      VaultNotes.each(of: Array(part.indices)) { place in
        let note = try? note(part[place])
        notes.withLock { $0[place] = note }
      }
      for (result, note) in zip(part, notes.withLock({ $0 })) { try body(result, note) }
    }
  }
}
