import Files
import History
import Indexing
import Settings

/// The deleted notes of a history, kept in the cache as `deletions`, because to find them takes a look at every
/// commit.
///
///     deletions := magic "zibdele1", head: id, border: u32, id*, scope: text, note*, checksum: u64
///     note      := path: text, version: id, mode: u32, commit: id, milliseconds: u64
///     id        := 20 bytes
///     text      := length: u32, bytes
///
/// They are those of one last commit (`head`), and of a history that ends at the same border, which that of a
/// shallow clone does.
struct DeletionFile {
  private let file: CacheFile
  private static let magic = Array("zibdele1".utf8)

  init(of vault: Vault) { file = CacheFile("deletions", of: vault) }

  /// The history that the notes are of.
  struct Source {
    let head: ObjectID
    let border: Set<ObjectID>
    let scope: TreePath

    fileprivate var bytes: LittleEndianBytes {
      var bytes = LittleEndianBytes()
      bytes.bytes = DeletionFile.magic + head.bytes
      bytes.add(UInt32(border.count))
      for id in border.sorted() { bytes.bytes += id.bytes }
      bytes.add(text: scope.bytes)
      return bytes
    }
  }

  /// The deletions of a history; nil if they are not known.
  func deletions(of source: Source) -> [NotePath: Deletion]? {
    let key = source.bytes.bytes
    guard let bytes = file.read(), var reader = LittleEndianReader(sealed: bytes, magic: key) else {
      return nil
    }
    var deletions: [NotePath: Deletion] = [:]
    while !reader.isAtEnd {
      guard let path = NotePath(bytes: reader.next(Int(reader.uint32()))), let id = reader.id(),
        let mode = FileMode(rawValue: reader.uint32()), let commit = reader.id()
      else { return nil }
      deletions[path] = Deletion(
        version: FileVersion(mode: mode, id: id), commit: commit,
        milliseconds: Int64(bitPattern: reader.uint64()))
    }
    return deletions
  }

  /// Keeps the deletions of a history; a failure costs only time.
  func keep(_ deletions: [NotePath: Deletion], of source: Source) {
    var bytes = source.bytes
    for (path, deletion) in deletions.sorted(by: { $0.key < $1.key }) {
      bytes.add(text: path.bytes)
      bytes.bytes += deletion.version.id.bytes
      bytes.add(deletion.version.mode.rawValue)
      bytes.bytes += deletion.commit.bytes
      bytes.add(UInt64(bitPattern: deletion.milliseconds))
    }
    file.replace(with: bytes.sealed())
  }
}

extension LittleEndianBytes {
  fileprivate mutating func add(text: [UInt8]) {
    add(UInt32(text.count))
    bytes += text
  }
}

extension LittleEndianReader {
  fileprivate mutating func id() -> ObjectID? {
    let bytes = next(ObjectID.byteCount)
    return bytes.count == ObjectID.byteCount ? ObjectID(bytes: bytes) : nil
  }
}
