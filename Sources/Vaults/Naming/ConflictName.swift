import Objects
import Sync

/// Names of conflict copies: our own, and those that other tools leave behind.
package enum ConflictName {
  /// Whether a path is that of the second version of a file, kept beside it.
  package static func isConflictCopy(_ path: NotePath) -> Bool { copy(path) != nil }

  /// The copy that has a path; nothing for other paths.
  package static func copy(_ path: NotePath) -> ConflictCopy? {
    // All of these names have "onflict" in them, and hardly any other: most are told by one look for a letter.
    let name = path.name
    guard name.contains(UInt8(ascii: "f")), contains("onflict", in: name) else { return nil }
    return ConflictCopy(TreePath(bytes: path.bytes))
  }

  private static func contains(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...(bytes.endIndex - wanted.count)).contains { start in
      bytes[start] == wanted[0] && bytes[start...].starts(with: wanted)
    }
  }
}
