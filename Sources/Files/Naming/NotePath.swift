import Layout

/// The path of a file in its vault: components separated by `/`, the bytes exactly as the disk has
/// them.
///
/// A path never begins with `/`, has no empty, `.` or `..` component and no NUL, so that it cannot
/// lead out of the vault. It need not be valid UTF-8.
package struct NotePath: Hashable, Sendable {
  /// The path's bytes, such as `Books/Walden.md`.
  package let bytes: [UInt8]

  /// A path of these bytes, or nil if they do not have the form described above.
  package init?(bytes: [UInt8]) {
    guard Self.isWellFormed(bytes) else { return nil }
    self.bytes = bytes
  }

  /// A path of this text, or nil if it does not have the form described above.
  package init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// The last component, with its extension.
  package var name: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The last component without its extension.
  package var stem: ArraySlice<UInt8> {
    let name = name
    guard let dot = name.lastIndex(of: 0x2E), dot > name.startIndex else { return name }
    return name[..<dot]
  }

  /// The path as text, for people; without `.md` or `.markdown`, as they name a note.
  package var textWithoutEnding: String {
    guard isMarkdown else { return text }
    return String(decoding: bytes.dropLast(name.count - stem.count), as: UTF8.self)
  }

  /// The folder that contains it, or nil for a path in the vault's root.
  package var folder: NotePath? {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return nil }
    return NotePath(unchecked: Array(bytes[..<slash]))
  }

  /// The components from the root down.
  package var components: [ArraySlice<UInt8>] { bytes.split(separator: 0x2F) }

  /// True when the name ends in `.md` or `.markdown`, in any case.
  package var isMarkdown: Bool { NoteName.matches(name) }

  /// True for the path of a second version of a file, kept beside it by a merge or by another tool.
  package var isConflictCopy: Bool { ConflictName.original(of: name) != nil }

  /// True for a second version that a merge has kept of the file at `path`, also where a very long name was cut.
  package func isOwnCopy(of path: NotePath) -> Bool {
    guard ConflictName.isOwnCopy(name), folder == path.folder else { return false }
    let original = ConflictName.original(of: name, infix: ConflictName.infix)
    return original?[...] == path.name || ConflictName.isCut(name, from: path.name)
  }

  /// The path of a name in this folder, or nil if the name is not a single component.
  package func appending(_ name: some Sequence<UInt8>) -> NotePath? {
    NotePath(bytes: bytes + [0x2F] + name)
  }

  /// The path as text; invalid UTF-8 is replaced, so that this is for people and never for opening files.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    var start = 0
    var index = 0
    while index <= bytes.count {
      if index == bytes.count || bytes[index] == 0x2F {
        switch index - start {
        case 0: return false
        case 1 where bytes[start] == 0x2E: return false
        case 2 where bytes[start] == 0x2E && bytes[start + 1] == 0x2E: return false
        default: break
        }
        start = index + 1
      } else if bytes[index] == 0 {
        return false
      }
      index += 1
    }
    return true
  }
}

extension NotePath: CustomStringConvertible {
  /// The path with control characters and invalid bytes made visible.
  package var description: String { SafeText.escaped(bytes) }
}

extension NotePath: Comparable {
  /// Orders as the walk does: by bytes, a folder's own files before its folders.
  package static func < (left: NotePath, right: NotePath) -> Bool {
    let (left, right) = (left.bytes, right.bytes)
    var index = 0
    while index < left.count, index < right.count, left[index] == right[index] { index += 1 }
    let leftIsFile = !left[index...].contains(0x2F)
    let rightIsFile = !right[index...].contains(0x2F)
    if leftIsFile != rightIsFile { return leftIsFile }
    guard index < left.count, index < right.count else { return left.count < right.count }
    // The end of a folder's name sorts before every byte that could continue it.
    return order(left[index]) < order(right[index])
  }

  private static func order(_ byte: UInt8) -> UInt8 { byte == 0x2F ? 0 : byte }
}

extension NotePath {
  /// True if the path, with or without its extension, ends in these components, in any case.
  package func isCalled(_ name: String) -> Bool {
    let stemLength = bytes.count - (self.name.count - stem.count)
    let own = String(decoding: bytes[..<stemLength], as: UTF8.self).lowercased()
    let wanted = name.lowercased()
    return own == wanted || own.hasSuffix("/" + wanted)
      || text.lowercased() == wanted || text.lowercased().hasSuffix("/" + wanted)
  }
}
