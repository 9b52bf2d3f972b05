import History

/// The operations whose steps can be taken back.
package enum OperationKind: String, Hashable, Sendable {
  case sync, resolve, restore, move, delete, undo
  case `import`
  /// A merge of plain git is taken over.
  case merge
  /// Files are written that could not be written before; it is not recorded and cannot be undone.
  case rewrite
}

/// Something that was done to the vault and can be taken back.
package struct Operation: Equatable, Sendable {
  package let kind: OperationKind
  /// The branch's commit before the operation.
  package let before: ObjectID
  /// The branch's commit after the operation.
  package let after: ObjectID
  /// The time in seconds since 1970 in UTC, by this device's clock.
  package let seconds: Int64
  /// The commit after the operation that this one took back.
  package let takesBack: ObjectID?

  package init(
    kind: OperationKind, before: ObjectID, after: ObjectID, seconds: Int64,
    takesBack: ObjectID? = nil
  ) {
    self.kind = kind
    self.before = before
    self.after = after
    self.seconds = seconds
    self.takesBack = takesBack
  }

  /// The operation in a person's words, by the message of the commit with which it ended: links are mended and made as a
  /// move is.
  package func name(endingWith message: String) -> String {
    let names = [
      "Mend": "mending", "Link": "linking", "Rename": "renaming", "Tick": "ticking off",
      "Cancel": "cancelling", "Reopen": "reopening", "Make": "split", "Join": "join",
    ]
    let first = message.prefix { $0 != " " && !$0.isNewline }
    return kind == .move ? names[String(first)] ?? kind.rawValue : kind.rawValue
  }
}

extension SyncSession {
  /// The operations on the vault that can be taken back, the oldest first.
  package func operations() throws -> [Operation] {
    try OperationRecord(bytes: workTree.operations()).operations
  }

  /// Puts something that was done on record, so that `undo` can take it back.
  package func record(
    _ kind: OperationKind, before: ObjectID?, after: ObjectID, takesBack: ObjectID? = nil
  ) throws {
    guard let before, before != after, kind != .rewrite else { return }
    var record = try OperationRecord(bytes: workTree.operations())
    let known = record
    record.add(
      Operation(
        kind: kind, before: before, after: after, seconds: now().seconds, takesBack: takesBack))
    if record != known { try workTree.setOperations(record.bytes) }
  }
}
