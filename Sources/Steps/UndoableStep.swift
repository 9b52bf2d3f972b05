import History
import Settings
import Sync

/// The step that `zib undo` takes back next: what a command wrote without a commit, or an operation that ended with one.
package struct UndoableStep: Hashable, Sendable {
  /// A command, `` `zib append` ``, or an operation, `move`.
  package let name: String
  /// The time in seconds since 1970 in UTC, by this device's clock.
  package let seconds: Int64
  /// A text that no other step has.
  private let mark: String

  init(_ deed: RecordedDeed) {
    (name, seconds, mark) = ("`zib \(deed.command)`", deed.seconds, deed.token)
  }

  init(_ operation: Operation, endingWith message: String) {
    name = operation.kind == .delete ? "removal" : operation.name(endingWith: message)
    (seconds, mark) = (operation.seconds, operation.after.hex)
  }
}

extension Vault {
  /// The step that `zib undo` takes back next; nil if there is none.
  ///
  /// - Throws: `DeedError`
  package func lastStep() throws(DeedError) -> UndoableStep? {
    if let deed = try lastDeed() { return UndoableStep(deed) }
    guard let record = DeedRecord(of: self),
      let operation = OperationOrder(record.operationsBytes).lastUndoable
    else { return nil }
    return UndoableStep(operation, endingWith: (try? subject(of: operation)) ?? "")
  }
}
