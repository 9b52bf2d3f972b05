/// A sieve for the names of files: all that are asked for pass, and few others.
///
/// A name passes if it is one of those asked for, whole or up to its last dot, in any case of ASCII letters; any
/// name passes that is not ASCII.
package struct NameSieve: Sendable {
  private var hashes: Set<UInt64> = []

  /// - Parameter names: folded, with or without an extension.
  package init(_ names: some Sequence<String>) {
    for name in names {
      var hash = Self.seed
      for byte in name.utf8 { Self.add(byte, to: &hash) }
      hashes.insert(hash)
    }
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// FNV-1a.
  @inline(__always)
  private static func add(_ byte: UInt8, to hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  fileprivate func passes(_ path: NotePath) -> Bool {
    unsafe path.bytes.withUnsafeBytes { unsafe passes($0[path.name.startIndex...]) }
  }

  fileprivate func passes(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
    var hash = Self.seed
    // Of the name up to its last dot.
    var stem: UInt64?
    var index = unsafe name.startIndex
    while unsafe index < name.endIndex {
      let byte = unsafe name[index]
      if byte >= 0x80 { return true }
      if byte == 0x2E { stem = hash }
      Self.add(byte &- 0x41 < 26 ? byte | 0x20 : byte, to: &hash)
      index += 1
    }
    return hashes.contains(hash) || stem.map(hashes.contains) ?? false
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
            var stop = start
            while stop < end, unsafe raw[stop] != 0 { stop += 1 }
            guard start < stop else { break }
            if unsafe sieve.passes(raw[start..<stop]) {
              unsafe names.append(Array(raw[start..<stop]))
            }
            start = stop + 1
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
