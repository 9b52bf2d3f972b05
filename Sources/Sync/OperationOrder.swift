import History

/// The order in which operations were put on record, for those who put other things on record between them.
package struct OperationOrder {
  private let record: OperationRecord

  /// - Parameter bytes: the record as the work tree keeps it.
  package init(_ bytes: [UInt8]) { record = OperationRecord(bytes: bytes) }

  /// The commit with which the last operation ended, whether or not it was taken back; nil if there was none.
  package var lastEnd: ObjectID? { record.operations.last?.after }

  /// The last operation that was not taken back; nil if there is none.
  package var lastUndoable: Operation? { record.last }

  /// True if an operation that `undo` would take back, or that it does not understand, came after another.
  ///
  /// - Parameters:
  ///   - end: the commit with which the other ended; nil for none.
  ///   - seconds: the time in seconds since 1970, which decides where the other is not on record any more.
  package func hasUndoable(after end: ObjectID?, seconds: Int64) -> Bool {
    record.hasUndoable(after: end, seconds: seconds)
  }
}
