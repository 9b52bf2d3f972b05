/// A journal that could not be followed, and was set aside.
package struct JournalSetAside: Equatable, Sendable {
  /// The reason why it could not be followed.
  package enum Reason: Equatable, Sendable {
    /// It is cut short, or was changed.
    case damaged
    /// A later `zib` wrote it, in a version that is not known here.
    case laterVersion(Int)
    /// The commit that it leads to is not in the repository any more.
    case commitMissing
    /// The text of an edit that it names is not in the repository any more.
    case textMissing
  }

  package let reason: Reason
  /// The name that it has now, in the folder of git where `zib` keeps its records.
  package let name: String
}
