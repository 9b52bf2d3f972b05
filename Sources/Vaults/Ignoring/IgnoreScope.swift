/// The ignore rules that hold in a folder: its own and those of the folders above it.
///
/// Paths are counted from the outermost folder that has rules, which is the repository's where the vault is
/// a part of one.
final class IgnoreScope: Sendable {
  private let parent: IgnoreScope?
  private let patterns: [IgnorePattern]
  /// How many bytes of a path lead to the folder of these rules, its slash included.
  private let baseLength: Int

  init(parent: IgnoreScope?, patterns: [IgnorePattern], baseLength: Int) {
    self.parent = parent
    self.patterns = patterns
    self.baseLength = baseLength
  }

  /// What the last rule of the innermost file that speaks of a path says: ignored or not, nothing if none does.
  func verdict(_ path: [UInt8], isFolder: Bool) -> Bool? {
    var scope: IgnoreScope? = self
    while let rules = scope {
      if path.count > rules.baseLength {
        let relative = path[rules.baseLength...]
        for pattern in rules.patterns.reversed()
        where pattern.matches(relative, isFolder: isFolder) {
          return !pattern.isNegated
        }
      }
      scope = rules.parent
    }
    return nil
  }
}
