/// The text or texts that have a part of a difference.
package enum DifferenceKind: Sendable {
  /// In both.
  case same
  /// In the old text alone.
  case removed
  /// In the new text alone.
  case added
}
