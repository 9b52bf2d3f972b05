import Reviews

/// Which lost cards were compared with which new prompts, in the cache as `relink`, so that the same is not
/// searched at each start.
///
///     relink := magic "zibrlnk1", cards: u32, prompts: u32, card*: u64, fingerprint*: u64, checksum: u64
struct RelinkFile {
  private let file: CacheFile
  private static let magic = Array("zibrlnk1".utf8)

  init(_ vault: Vault) { file = CacheFile("relink", of: vault) }

  /// Whether all of these were compared with each other.
  func covers(_ lost: Set<CardID>, _ new: some Collection<CardID>) -> Bool {
    guard let bytes = file.read(),
      var reader = LittleEndianReader(sealed: bytes, magic: Self.magic)
    else { return false }
    let cards = Int(reader.uint32())
    let prompts = Int(reader.uint32())
    guard reader.count == Self.magic.count + 8 + 8 * (cards + prompts) else { return false }
    var old = Set<CardID>()
    for _ in 0..<cards { old.insert(CardID(bits: reader.uint64())) }
    guard lost.isSubset(of: old) else { return false }
    var known = Set<CardID>()
    for _ in 0..<prompts { known.insert(CardID(bits: reader.uint64())) }
    return new.allSatisfy { known.contains($0) }
  }

  func write(lost: Set<CardID>, new: Set<CardID>) {
    var bytes = LittleEndianBytes()
    bytes.bytes = Self.magic
    bytes.add(UInt32(lost.count))
    bytes.add(UInt32(new.count))
    for card in lost.sorted() { bytes.add(card.bits) }
    for fingerprint in new.sorted() { bytes.add(fingerprint.bits) }
    file.replace(with: bytes.sealed())
  }
}
