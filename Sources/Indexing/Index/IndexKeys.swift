import Notes

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
    Array(fold(name).utf8.prefix(120)) + [0] + Array(value.utf8.prefix(160))
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

/// A link's target as a key: a letter for the form of the link, and the target.
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
}
