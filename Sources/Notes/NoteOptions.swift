/// The spellings beyond the common ones that a vault's notes use.
package struct NoteOptions: Hashable, Sendable {
  /// Logseq's `#[[two words]]`.
  package var bracketedHashtags = false
  /// zk's and Vimwiki's `:one:two:`.
  package var colonHashtags = false
  /// Bear's `#two words#`.
  package var closedHashtags = false
  /// The ways in which links are written, and the names of pages.
  package var links = LinkDialect()
  /// The heading of a day below which entries are read as items of a list too: `Log`; empty for
  /// none.
  package var logHeading = ""
  /// True where entries may be items of a list anywhere in a day, as in Logseq.
  package var bulletedEntries = false

  /// The statuses that marks in the boxes of tasks stand for.
  package var taskStatuses = TaskStatuses()

  /// The common spellings only.
  package init() {}
}
