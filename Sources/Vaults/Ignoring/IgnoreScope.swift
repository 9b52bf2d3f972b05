/// The ignore rules that hold in a folder: its own and those of the folders above it.
///
/// Paths are counted from the outermost folder that has rules, which is the repository's where the vault is
/// a part of one.
final class IgnoreScope: Sendable {
  /// So many patterns that are no plain names may hold in a folder: each is compared with each name, and a
  /// vault that comes from elsewhere is not to keep us busy for hours.
  static let limit = 4_000

  private let parent: IgnoreScope?
  private let patterns: [IgnorePattern]
  /// How many bytes of a path lead to the folder of these rules, its slash included.
  private let baseLength: Int
  /// Where the patterns stand that are plain names, by a hash of the name.
  private let plain: [UInt64: [Int]]
  /// Where the others stand.
  private let others: [Int]
  private let otherCount: Int

  /// Rules below others; nothing if there would be too many.
  init?(parent: IgnoreScope?, patterns: [IgnorePattern], baseLength: Int) {
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

  /// What the last rule of the innermost file that speaks of a path says: ignored or not, nothing if none does.
  func verdict(_ path: [UInt8], isFolder: Bool) -> Bool? {
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
