/// A sieve for the names of files: all that are asked for pass, and few others.
///
/// A name passes if it is one of those asked for, whole or up to its last dot, in any case of ASCII letters; any
/// name passes that is not ASCII.
package struct NameSieve: Sendable {
  private var hashes: Set<UInt64> = []
  /// One bit for each value of the highest bits of a hash: nearly all names of a large folder fall here already.
  private var bits: [UInt64]
  private let shift: Int

  /// - Parameter names: folded, with or without an extension.
  package init(_ names: some Sequence<String>) {
    for name in names {
      var hash = Self.seed
      for byte in name.utf8 { Self.add(byte, to: &hash) }
      hashes.insert(hash)
    }
    // 32 to 64 bits a name, so that at most a few names in a hundred pass by chance.
    let width = max(6, Int.bitWidth - hashes.count.leadingZeroBitCount + 5)
    shift = UInt64.bitWidth - width
    bits = Array(repeating: 0, count: 1 << (width - 6))
    for hash in hashes {
      let bit = Self.mixed(hash) >> shift
      bits[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// FNV-1a.
  @inline(__always)
  private static func add(_ byte: UInt8, to hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// A hash whose highest bits hang on all of its bytes; those of FNV-1a hang little on the last ones.
  @inline(__always)
  private static func mixed(_ hash: UInt64) -> UInt64 { hash &* 0x9E37_79B9_7F4A_7C15 }

  @inline(__always)
  private func has(_ hash: UInt64) -> Bool {
    let bit = Self.mixed(hash) >> shift
    return bits.span[Int(bit >> 6)] >> (bit & 63) & 1 == 1 && hashes.contains(hash)
  }

  fileprivate func passes(_ path: NotePath) -> Bool {
    unsafe path.bytes.withUnsafeBytes { raw in
      unsafe look(at: raw, from: path.name.startIndex, to: raw.count).passes
    }
  }

  /// The end of a name, which is a zero or `limit`, and whether the name passes.
  @inline(__always)
  fileprivate func look(
    at raw: UnsafeRawBufferPointer, from start: Int, to limit: Int
  ) -> (end: Int, passes: Bool) {
    var hash = Self.seed
    // Of the name up to its last dot.
    var stem: UInt64?
    var isASCII = true
    var index = start
    while index < limit {
      let byte = unsafe raw[index]
      if byte == 0 { break }
      if byte >= 0x80 { isASCII = false }
      if byte == 0x2E { stem = hash }
      Self.add(byte &- 0x41 < 26 ? byte | 0x20 : byte, to: &hash)
      index += 1
    }
    return (index, !isASCII || has(hash) || stem.map(has) ?? false)
  }
}

extension FolderTable {
  /// Calls the closure with the path of each file, note or not, whose name passes a sieve.
  ///
  /// - Complexity: linear in the files; names that do not pass are not copied.
  package func forEachFile(passing sieve: NameSieve, _ body: (NotePath) -> Void) {
    for folder in 0..<layout.folders {
      let record = record(folder)
      let next = self.record(folder + 1)
      var prefix: [UInt8]?
      func look(_ count: Int, from start: Int, end: Int) {
        var names: [[UInt8]] = []
        unsafe bytes.withBytes { raw in
          var start = start
          for _ in 0..<count {
            let name = unsafe sieve.look(at: raw, from: start, to: end)
            guard start < name.end else { break }
            if name.passes { unsafe names.append(Array(raw[start..<name.end])) }
            start = name.end + 1
          }
        }
        if names.isEmpty { return }
        let folderPath = prefix ?? path(ofFolder: folder, endingWithSlash: true)
        prefix = folderPath
        for name in names {
          if let path = NotePath(bytes: folderPath + name) { body(path) }
        }
      }
      look(
        next.firstNote - record.firstNote, from: layout.noteNames + record.firstNoteName,
        end: layout.otherNames)
      look(
        next.firstAttachment - record.firstAttachment,
        from: layout.otherNames + record.firstAttachmentName, end: layout.end)
    }
    for path in unsaved where sieve.passes(path) { body(path) }
  }

  /// A mark of the paths of all files: tables with the same mark have the same notes and other files, in the same
  /// order.
  ///
  /// - Complexity: linear in the bytes of the names.
  package var namesMark: UInt64 {
    var mixer = Mixer()
    for folder in 0...layout.folders {
      let record = record(folder)
      for number in [
        record.parent, record.name, record.firstNote, record.firstNoteName, record.firstAttachment,
        record.firstAttachmentName,
      ] {
        mixer.add(UInt64(truncatingIfNeeded: number))
      }
    }
    mixer.add(
      unsafe bytes.withBytes { raw in
        unsafe Mixer.checksum(
          UnsafeRawBufferPointer(rebasing: raw[layout.noteNames..<layout.end]))
      })
    for path in unsaved { mixer.add(path.bytes) }
    return mixer.value
  }
}
