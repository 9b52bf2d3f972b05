import Notes

/// A hashtag as a key: `folded NUL name`.
enum HashtagKey {
  static func make(_ hashtag: Hashtag) -> [UInt8] {
    Array(hashtag.folded.utf8) + [0] + Array(hashtag.name.utf8)
  }

  /// The hashtag as written.
  static func name(_ key: [UInt8]) -> String {
    String(decoding: key[((key.firstIndex(of: 0) ?? -1) + 1)...], as: UTF8.self)
  }
}

/// A property as a key: `folded key NUL folded value [NUL value]`.
enum PropertyKey {
  static func key(_ name: String) -> [UInt8] {
    Array(fold(name).utf8) + [0] + Array(name.utf8)
  }

  static func value(_ value: String, of name: String) -> [UInt8] {
    let folded = fold(value)
    let head = Array(fold(name).utf8.prefix(120)) + [0] + Array(folded.utf8.prefix(160))
    return folded == value ? head : head + [0] + Array(value.utf8.prefix(160))
  }

  /// The folded value, and the value as written.
  static func parts(_ key: [UInt8]) -> (folded: String, written: String) {
    let parts = key.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    let folded = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    return (folded, parts.count > 2 ? String(decoding: parts[2], as: UTF8.self) : folded)
  }

  /// As keys and values compare.
  static func fold(_ text: String) -> String { CaseFolding.fold(text) }
}

/// A link's target as a key: a letter for how it is written, and the target.
enum LinkKey {
  static func make(_ target: String, isWiki: Bool) -> [UInt8] {
    [UInt8(ascii: isWiki ? "w" : "m")] + Array(target.utf8)
  }

  static func target(_ key: [UInt8]) -> (text: String, isWiki: Bool) {
    (String(decoding: key.dropFirst(), as: UTF8.self), key.first == UInt8(ascii: "w"))
  }
}

/// A title, file name or alias as a key.
enum TitleKey {
  static func make(_ title: String) -> [UInt8] {
    var text = ""
    for part in CaseFolding.fold(title).split(whereSeparator: { $0.isWhitespace }) {
      text += text.isEmpty ? part : " " + part
    }
    return Array(text.utf8.prefix(240))
  }
}

/// Names of conflict copies: our own, and those other tools leave behind.
package enum ConflictName {
  /// Whether `path` is the second version of a note, kept beside it.
  package static func isConflictCopy(_ path: NotePath) -> Bool {
    let stem = String(decoding: path.stem, as: UTF8.self)
    if let mark = stem.range(of: ".conflict-") {
      let digits = stem[mark.upperBound...].utf8
      let isHex = digits.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
      if digits.count >= 8, isHex { return true }
    }
    return stem.range(of: ".sync-conflict-") != nil || stem.range(of: " (Conflicted copy ") != nil
      || stem.range(of: "--conflicted-copy") != nil
  }
}

extension String {
  /// The first place of `needle`, byte for byte.
  fileprivate func range(of needle: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].utf8.starts(with: needle.utf8) {
        return start..<utf8.index(start, offsetBy: needle.utf8.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
