import Files
import Indexing
import Reviews

/// The lost cards that were compared with new prompts, and the history used, kept in the cache as
/// `relink`, so that the same search is not repeated at each start.
///
///     relink := magic "zibrlnk2", head: u64, cards: u32, prompts: u32, card*: u64, fingerprint*: u64, checksum: u64
///     head   := what the commit that is checked out goes by (``RepositoryPlace/headMark``)
struct RelinkFile {
  private let file: CacheFile
  private let head: UInt64
  private static let magic = Array("zibrlnk2".utf8)

  init(_ vault: Vault) {
    file = CacheFile("relink", of: vault)
    head = RepositoryPlace.holding(vault.root)?.headMark ?? 0
  }

  /// True if all of these were compared with each other, at the same commit.
  func covers(_ lost: Set<CardID>, _ new: some Collection<CardID>) -> Bool {
    guard let bytes = file.read(),
      var reader = LittleEndianReader(sealed: bytes, magic: Self.magic)
    else { return false }
    let head = reader.uint64()
    let cards = Int(reader.uint32())
    let prompts = Int(reader.uint32())
    guard head == self.head, reader.count == Self.magic.count + 16 + 8 * (cards + prompts) else {
      return false
    }
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
    bytes.add(head)
    bytes.add(UInt32(lost.count))
    bytes.add(UInt32(new.count))
    for card in lost.sorted() { bytes.add(card.bits) }
    for fingerprint in new.sorted() { bytes.add(fingerprint.bits) }
    file.replace(with: bytes.sealed())
  }
}
