/// The changes of a folder since a table of it was written.
package struct FolderChanges: Sendable {
  /// A note that the table did not have.
  package struct Added: Sendable {
    package let path: NotePath
    /// Its place in the new table.
    package let number: Int
    package let stamp: FileStamp
    /// Size in bytes.
    package let size: Int64
  }

  /// A note that the table had in another state.
  package struct Changed: Sendable {
    package let path: NotePath
    /// Its place in the new table.
    package let number: Int
    package let stamp: FileStamp
    /// Size in bytes.
    package let size: Int64
    /// False when the stamp is the same but cannot be trusted: the note was touched while it was last read.
    package let isCertain: Bool
  }

  /// A note that the table had and the folder has no longer.
  package struct Removed: Sendable {
    package let path: NotePath
  }

  /// In the order of the table, as are the others.
  package var added: [Added] = []
  package var changed: [Changed] = []
  package var removed: [Removed] = []
  /// The present number of notes.
  package var noteCount = 0
  /// All present problems of the folder, not only the new ones.
  package var problems: [WalkProblem] = []
  /// True when names of attachments or folders came or went.
  package var hasNewNames = false
  /// The new state to write, or nil if the old table is still right.
  package var newTable: FolderTableBuilder?

  /// True when no note has to be read and none is gone.
  package var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
