import Files
import Indexing
import Settings

/// A set of numbers in the cache, to which single ones are added.
///
///     numberSet := magic "zibnumb1", number*: u64, checksum: u64
struct NumberSet {
  private let file: CacheFile
  private static let magic = Array("zibnumb1".utf8)

  init(_ name: String, of vault: Vault) { file = CacheFile(name, of: vault) }

  /// The numbers; none where the file is missing or damaged.
  var numbers: Set<UInt64> {
    guard let bytes = file.read(),
      var reader = LittleEndianReader(sealed: bytes, magic: Self.magic)
    else { return [] }
    return Set((0..<(reader.count - Self.magic.count) / 8).map { _ in reader.uint64() })
  }

  /// Adds numbers; a failure loses them.
  func insert(_ new: some Collection<UInt64>) {
    if new.isEmpty { return }
    var bytes = LittleEndianBytes(bytes: Self.magic)
    for number in numbers.union(new).sorted() { bytes.add(number) }
    file.replace(with: bytes.sealed())
  }
}
