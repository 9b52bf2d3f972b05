import History

/// The staging index as a file (gitformat-index). It is read here because libgit2 takes more than twice as long, and
/// written here because libgit2 writes stamps that it looked up itself; `Formats.md` has the figures.
///
/// Big-endian throughout:
///
/// index := "DIRC", version: 4 bytes (2, 3, 4), count: 4 bytes, entry{count}, extension*, checksum: 20 bytes
/// entry := changed, modified: (seconds: 4 bytes, nanoseconds: 4 bytes), device, inode, mode, owner, group, size:
///          4 bytes each, id: 20 bytes, flags: 2 bytes, more: 2 bytes if flags have it, name
/// flags := assumeUnchanged: 1 bit, more: 1 bit, stage: 2 bits, length of the name (at most 4095): 12 bits
/// more := 0: 1 bit, skipWorkTree: 1 bit, intentToAdd: 1 bit, 0: 13 bits (version 3 and 4)
/// name := bytes, then 1 to 8 zeros up to a multiple of 8 from the entry's begin (version 2 and 3)
/// name := how many bytes to drop from the end of the name before: varint, bytes to add, 0 (version 4)
/// extension := signature: 4 bytes, length: 4 bytes, bytes; one may be skipped if its first letter is a capital
/// checksum := SHA-1 of all before
///
/// Entries are sorted by the bytes of their names, then by stage. Device and inode hold the low 32 bits only.
struct StagingIndex {
  /// An entry with the fields of the file.
  struct Entry {
    var path: TreePath
    var id: ObjectID
    var mode: UInt32
    var changed: UInt64 = 0
    var modified: UInt64 = 0
    var device: UInt32 = 0
    var inode: UInt32 = 0
    var owner: UInt32 = 0
    var group: UInt32 = 0
    var size: UInt32 = 0
    /// Without the length of the name.
    var flags: UInt16 = 0
    var more: UInt16 = 0

    var stage: Int { Int(flags >> 12 & 3) }

    static let moreFlag: UInt16 = 0x4000
    static let skipFlag: UInt16 = 0x4000
    static let intentFlag: UInt16 = 0x2000
  }

  /// The reason why an index file was rejected.
  struct Unreadable: Error {
    enum Reason {
      case damaged(String)
      /// With the command that converts it, if there is one.
      case unsupported(String)
    }

    let reason: Reason
  }

  var version: UInt32 = 2
  var entries: [Entry] = []
  /// The trees that entries were last written as; git is quicker with it and does without.
  var cachedTrees: CachedTrees?

  init() {}

  init(_ bytes: [UInt8]) throws(Unreadable) {
    guard bytes.count >= 32, bytes.starts(with: "DIRC".utf8) else {
      throw Unreadable(reason: .damaged("it does not begin as one"))
    }
    let result = unsafe bytes.withUnsafeBytes { bytes in
      var index = StagingIndex()
      return Result { () throws(Unreadable) in
        var reader = unsafe StagingReader(bytes: bytes, position: 4, end: bytes.count - 20)
        try unsafe index.read(&reader)
        return index
      }
    }
    self = try result.get()
  }

  private mutating func read(_ reader: inout StagingReader) throws(Unreadable) {
    version = try unsafe reader.word()
    guard (2...4).contains(version) else {
      throw Unreadable(reason: .unsupported("a staging index of version \(version) is not read"))
    }
    let count = Int(try unsafe reader.word())
    // An entry has 62 bytes at least.
    guard unsafe count <= reader.end / 62 else {
      throw Unreadable(reason: .damaged("it is cut short"))
    }
    entries.reserveCapacity(count)
    var name: [UInt8] = []
    for _ in 0..<count { entries.append(try unsafe reader.entry(version, after: &name)) }
    while let (signature, content) = try unsafe reader.extension() {
      switch String(decoding: signature, as: UTF8.self) {
      case "TREE": cachedTrees = CachedTrees(content[...])
      case "link":
        throw Unreadable(
          reason: .unsupported(
            "a split staging index is not read; "
              + "`git update-index --no-split-index` makes it whole"))
      case "sdir":
        throw Unreadable(
          reason: .unsupported(
            "a sparse staging index is not read; "
              + "`git sparse-checkout reapply --no-sparse-index` makes it whole"))
      case let name where !(0x41...0x5A).contains(signature[0]):
        throw Unreadable(
          reason: .unsupported("a staging index with the extension \(name) is not read"))
      default: break
      }
    }
  }

  /// The file's bytes with its checksum.
  ///
  /// Other extensions are left out: git rebuilds them.
  func bytes() -> [UInt8] {
    let needsMore = entries.contains { $0.more != 0 }
    let version = version == 4 ? 4 : needsMore ? 3 : 2
    // Version 4 and the longest padding need no more than this.
    let capacity = entries.reduce(12) { $0 + 64 + $1.path.bytes.count + 8 }
    var bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var writer = unsafe StagingWriter(UnsafeMutableRawBufferPointer(buffer))
      unsafe writer.word(0x4449_5243)  // DIRC
      unsafe writer.word(UInt32(version))
      unsafe writer.word(UInt32(entries.count))
      var name: [UInt8] = []
      for entry in entries { unsafe writer.add(entry, version: version, after: &name) }
      count = unsafe writer.position
    }
    if let cachedTrees {
      let content = cachedTrees.bytes()
      bytes += "TREE".utf8
      for shift in [24, 16, 8, 0] {
        bytes.append(UInt8(truncatingIfNeeded: content.count >> shift))
      }
      bytes += content
    }
    return bytes + SHA1.digest(of: bytes)
  }
}
