/// Tells which names of a tree may become names of files.
///
/// A tree can hold any bytes, and a hostile one names `..` or `.git` to be written outside of the work tree or into the
/// repository. The rules are git's own (`verify_path`, with `core.protectHFS` and `core.protectNTFS` both on, since a
/// vault goes from one system to the other).
package enum TreeName {
  /// True for a name that a file or folder may have on every system that git protects.
  package static func isSafe(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, !name.contains(0x2F), !name.contains(0) else { return false }
    // Every name that is refused begins with a dot, `git~`, or a sign that a file system passes over.
    guard first == 0x2E || first | 0x20 == 0x67 || first >= 0x80 else { return true }
    if name.elementsEqual([0x2E]) || name.elementsEqual([0x2E, 0x2E]) { return false }
    let folded = lowercased(withoutIgnorables(name))
    for reserved in [Array(".git".utf8), Array("git~1".utf8)] where folded.starts(with: reserved) {
      // NTFS drops spaces and dots at the end, and the text after a colon names a stream of the
      // file.
      let rest = folded.dropFirst(reserved.count).drop { $0 == 0x20 || $0 == 0x2E }
      if rest.isEmpty || rest.first == 0x3A || rest.first == 0x5C { return false }
    }
    return true
  }

  private static func lowercased(_ name: [UInt8]) -> [UInt8] {
    name.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
  }

  /// The name without the code points that HFS+ passes over: U+200C to U+200F, U+202A to U+202E, U+206A to U+206F
  /// and U+FEFF, as UTF-8.
  private static func withoutIgnorables(_ name: ArraySlice<UInt8>) -> [UInt8] {
    var kept: [UInt8] = []
    var rest = name
    while let byte = rest.first {
      let three = Array(rest.prefix(3))
      let isIgnorable: Bool =
        switch (three.count == 3 ? three[0] : 0, three.count == 3 ? three[1] : 0, three.last ?? 0) {
        case (0xE2, 0x80, 0x8C...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xAA...0xAF),
          (0xEF, 0xBB, 0xBF):
          true
        default: false
        }
      if isIgnorable {
        rest = rest.dropFirst(3)
      } else {
        kept.append(byte)
        rest = rest.dropFirst()
      }
    }
    return kept
  }
}
