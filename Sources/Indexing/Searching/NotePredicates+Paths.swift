import Files
import Notes
import Search

/// Conditions on the paths of files.
extension NotePredicates {
  /// Tells if a file's path, folded, is one that `file:` asks for: by a part of its name; a text with a
  /// slash, and what has a star, is as in `path:`.
  func fileTest(_ test: ValueTest) -> (String) -> Bool {
    let isPath = pathTest(test)
    func name(_ path: String) -> Substring {
      path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    }
    switch test {
    case .matches(let text) where !text.contains("/"):
      let part = CaseFolding.fold(text)
      let bytes = Array(part.utf8)
      let isPlain = bytes.isASCII
      return { path in
        let file = name(path)
        if file.utf8.isASCII { return isPlain && Self.contains(Array(file.utf8), bytes) }
        // Accents may be encoded in several ways, the longest of which takes three times the bytes.
        return bytes.count <= 3 * file.utf8.count && file.contains(part)
      }
    case .equals(let text):
      let whole = CaseFolding.fold(text)
      return { name($0) == whole || isPath($0) }
    default: return isPath
    }
  }

  /// Tells if a path, folded, is one that `path:` asks for.
  ///
  /// The text is folders or names of the path, whole and in a row; with `*` the pieces are the whole
  /// path. An extension may be left out; a slash before the text asks for the vault's own folders.
  func pathTest(_ test: ValueTest) -> (String) -> Bool {
    func withoutExtension(_ path: String) -> String {
      let name = path.lastIndex(of: "/") ?? path.startIndex
      return path[name...].lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    }
    switch test {
    case .exists: return { _ in true }
    case .matches(let text):
      let folded = CaseFolding.fold(text)
      let isAnchored = folded.hasPrefix("/")
      let needle = folded.split(separator: "/")
      return { path in
        Self.contains(path.split(separator: "/"), needle, isAnchored: isAnchored)
          || Self.contains(
            withoutExtension(path).split(separator: "/"), needle, isAnchored: isAnchored)
      }
    case .equals(let text):
      // `/Home` is that of the vault's own folder, as in `path:/Home`.
      let folded = CaseFolding.fold(text.hasPrefix("/") ? String(text.dropFirst()) : text)
      return { $0 == folded || withoutExtension($0) == folded }
    case .like(let pieces):
      let folded = pieces.map { CaseFolding.fold($0) }
      return {
        ValueMatch.isLike($0, folded) || ValueMatch.isLike(withoutExtension($0), folded)
      }
    case .compares, .between:
      let match = ValueMatch(test, today: today, zone: zone)
      return { match.accepts($0) }
    }
  }

  private static func contains(_ name: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= name.count else { return false }
    return (0...(name.count - part.count)).contains { name[$0...].starts(with: part) }
  }

  private static func contains(
    _ parts: [Substring], _ wanted: [Substring], isAnchored: Bool
  ) -> Bool {
    guard parts.count >= wanted.count else { return false }
    return (0...(isAnchored ? 0 : parts.count - wanted.count)).contains { start in
      parts[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}

extension Sequence<UInt8> {
  fileprivate var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
