/// The ignore rules that hold in a folder: its own and those of the folders above it.
///
/// Paths are counted from the outermost folder that has rules, which is the repository's where the vault is
/// a part of one.
package final class IgnoreScope: Sendable {
  /// The greatest number of patterns with special characters in a folder. Each is compared with
  /// each name, and a vault from elsewhere must not keep zib busy for hours.
  package static let limit = 4_000

  private let parent: IgnoreScope?
  private let patterns: [IgnorePattern]
  /// The length in bytes of the path to the folder of these rules, with its slash.
  private let baseLength: Int
  /// The positions of the patterns that are plain names, by a hash of the name.
  private let plain: [UInt64: [Int]]
  /// The positions of the other patterns.
  private let others: [Int]
  private let otherCount: Int

  /// Rules below others; nil if there would be too many.
  package init?(parent: IgnoreScope?, patterns: [IgnorePattern], baseLength: Int) {
    self.parent = parent
    self.patterns = patterns
    self.baseLength = baseLength
    var plain: [UInt64: [Int]] = [:]
    var others: [Int] = []
    for (index, pattern) in patterns.enumerated() {
      if let name = pattern.plainName {
        plain[Self.hash(name[...]), default: []].append(index)
      } else {
        others.append(index)
      }
    }
    self.plain = plain
    self.others = others
    otherCount = others.count + (parent?.otherCount ?? 0)
    if otherCount > Self.limit { return nil }
  }

  /// The verdict of the last rule, of the innermost file, that matches a path: true if ignored; nil
  /// without such a rule.
  package func verdict(_ path: [UInt8], isFolder: Bool) -> Bool? {
    let nameStart = (path.lastIndex(of: 0x2F) ?? -1) + 1
    let hash = Self.hash(path[nameStart...])
    var scope: IgnoreScope? = self
    while let rules = scope {
      if path.count > rules.baseLength,
        let verdict = rules.ownVerdict(path[rules.baseLength...], hash, isFolder: isFolder)
      {
        return verdict
      }
      scope = rules.parent
    }
    return nil
  }

  private func ownVerdict(_ path: ArraySlice<UInt8>, _ hash: UInt64, isFolder: Bool) -> Bool? {
    let named = plain[hash]?.last { patterns[$0].matches(path, isFolder: isFolder) } ?? -1
    for index in others.reversed() {
      if index < named { break }
      if patterns[index].matches(path, isFolder: isFolder) { return !patterns[index].isNegated }
    }
    return named < 0 ? nil : !patterns[named].isNegated
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ name: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
