import Notes
import Search

/// A hashtag as a key: `folded NUL name`.
enum HashtagKey {
  static func make(_ hashtag: Hashtag) -> [UInt8] {
    Array(hashtag.folded.utf8) + [0] + Array(hashtag.name.utf8)
  }

  /// The pieces around the stars of a query's hashtag, folded, without a `#` before the first.
  static func pieces(_ pieces: [String]) -> [String] {
    pieces.enumerated().map { number, piece in
      let folded = CaseFolding.fold(piece)
      return number == 0 && folded.hasPrefix("#") ? String(folded.dropFirst()) : folded
    }
  }

  /// The hashtag as written.
  static func name(_ key: [UInt8]) -> String {
    String(decoding: key[((key.firstIndex(of: 0) ?? -1) + 1)...], as: UTF8.self)
  }
}

/// A property as a key: `folded key NUL value`.
enum PropertyKey {
  static func key(_ name: String) -> [UInt8] {
    Array(fold(name).utf8) + [0] + Array(name.utf8)
  }

  static func value(_ value: String, of name: String) -> [UInt8] {
    var key = Array(fold(name).utf8.prefix(120))
    key.append(0)
    key.append(contentsOf: value.utf8.prefix(160))
    return key
  }

  /// The value folded, and as written; of a long one the beginning.
  static func parts(_ key: [UInt8]) -> (folded: String, written: String) {
    let value = value(key)
    return (fold(value), value)
  }

  /// The value as written; of a long one the beginning.
  static func value(_ key: [UInt8]) -> String {
    String(decoding: key[((key.firstIndex(of: 0) ?? -1) + 1)...], as: UTF8.self)
  }

  /// The form in which keys and values are compared.
  static func fold(_ text: String) -> String { CaseFolding.fold(text) }
}

/// A link's target as a key: `name NUL w target` of a wikilink, `name NUL m target` of another.
enum LinkKey {
  /// A longer name is cut, so that there is room for the target.
  private static let maximumName = 60

  static func make(_ target: String, isWiki: Bool) -> [UInt8] {
    name(target) + [UInt8(ascii: isWiki ? "w" : "m")] + Array(target.utf8)
  }

  /// The beginning of the keys of all targets that have the last part of this one; others may share it.
  static func name(_ target: String) -> [UInt8] { sieve(LinkResolver.lastName(target)) }

  /// The beginnings of the keys of all targets that can mean a file with this last part: `topic.markdown.md` is named
  /// with its extension, and as `topic.markdown`, whose own last part is `topic`.
  static func names(ofLast name: String) -> [[UInt8]] { [sieve(name), self.name(name)] }

  /// A form of a folded name that is the same whether its accents are composed or not, and whatever white space
  /// it has, with a NUL after it.
  fileprivate static func sieve(_ name: String) -> [UInt8] {
    let name = LinkResolver.foldedAlias(name)
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
    let key = isPlain ? Array(name.utf8) : Array(foldedWords(name).joined(separator: [0x20]))
    return key.prefix(maximumName).map { $0 == 0 ? 1 : $0 } + [0]
  }

  static func target(_ key: [UInt8]) -> (text: String, isWiki: Bool) {
    let start = (key.firstIndex(of: 0) ?? -1) + 1
    return (
      String(decoding: key[min(start + 1, key.count)...], as: UTF8.self),
      start < key.count && key[start] == UInt8(ascii: "w")
    )
  }
}

/// A number of links to one target as a key: `number NUL link key`.
enum LinkCountKey {
  static func make(_ count: Int, _ link: [UInt8]) -> [UInt8] { Array("\(count)".utf8) + [0] + link }

  static func parts(_ key: [UInt8]) -> (count: Int, link: ArraySlice<UInt8>) {
    let end = key.firstIndex(of: 0) ?? key.endIndex
    return (Int(String(decoding: key[..<end], as: UTF8.self)) ?? 1, key[end...].dropFirst())
  }
}

/// A title or alias by which links mean a note, as a key: `sieve NUL folded`.
enum AliasKey {
  static func make(_ alias: String) -> [UInt8] {
    let folded = LinkResolver.foldedAlias(alias)
    return LinkKey.sieve(folded) + Array(folded.utf8)
  }

  /// The beginning of the keys of all aliases that equal this one; others may share it.
  static func name(_ alias: String) -> [UInt8] { LinkKey.sieve(LinkResolver.foldedAlias(alias)) }

  /// The alias, folded.
  static func alias(_ key: [UInt8]) -> String {
    String(decoding: key[((key.firstIndex(of: 0) ?? -1) + 1)...], as: UTF8.self)
  }
}

/// A title, file name or alias as a key.
enum TitleKey {
  /// Folded, with one space between words.
  static func make(_ title: String) -> [UInt8] {
    var key: [UInt8] = []
    for byte in CaseFolding.fold(title).utf8 where key.count < 240 {
      if byte > 0x20 {
        key.append(byte)
      } else if let last = key.last, last != 0x20 {
        key.append(0x20)
      }
    }
    if key.last == 0x20 { key.removeLast() }
    return key
  }

  /// True if a title has a key, without making the key of a title that begins otherwise in ASCII.
  static func isKey(_ key: [UInt8], of title: [UInt8]) -> Bool {
    let start = title.prefix { $0 > 0x20 && $0 < 0x7F }
    guard zip(start, key).allSatisfy({ ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1 }) else {
      return false
    }
    return make(String(decoding: title, as: UTF8.self)) == key
  }
}
