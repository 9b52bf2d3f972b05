/// Names as Anki takes them.
enum AnkiNames {
  /// A deck's path as `outer::inner`.
  static func deck(_ path: [String]) -> String { path.map(deckPart).joined(separator: "::") }

  /// One folder of a deck's path: no `::` in it, none made by its ends, no control characters, not empty.
  static func deckPart(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar == ":", result.isEmpty || result.last == ":" { continue }
      result.unicodeScalars.append(isControl(scalar) ? " " : scalar)
    }
    while let last = result.last, last == ":" || last.isWhitespace { result.removeLast() }
    result = String(result.drop { $0.isWhitespace || $0 == ":" })
    return result.isEmpty ? "_" : result
  }

  /// A note's tags between spaces, each once, in order; `books/2021` becomes `books::2021`.
  static func tags(_ tags: [String]) -> String {
    let names = Set(tags.map(tag)).subtracting([""]).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return names.isEmpty ? "" : " " + names.joined(separator: " ") + " "
  }

  private static func tag(_ hashtag: String) -> String {
    hashtag.split(separator: "/").map { part in
      var name = String(part).map { character -> Character in
        let first = character.unicodeScalars.first!  // A character has at least one.
        return character.isWhitespace || character == "\"" || character == ":" || isControl(first)
          ? "_" : character
      }[...]
      if name.first == "#" { name = name.dropFirst() }
      return String(name)
    }.filter { !$0.isEmpty }.joined(separator: "::")
  }

  /// A file's name for each image, unique whatever the system does with case.
  ///
  /// Letters of ASCII, digits, `-`, `_` and `.` stay; other characters become `_`, and the name
  /// gets some digits of a hash of the whole path. So does a name that two images have.
  static func media(_ paths: [String]) -> [String: String] {
    var names: [String: String] = [:]
    var taken: Set<String> = []
    for path in Set(paths).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let original = path.split(separator: "/").last.map(String.init) ?? path
      let dot = original.lastIndex(of: ".") ?? original.endIndex
      let stem = portable(original[..<dot].prefix(64))
      var ending = portable(original[dot...].prefix(16))
      if ending.hasSuffix(".") { ending = "" }
      let start = isSpecial(stem) ? "image" + stem : stem
      var name = start + ending
      var salt: UInt64 = 0
      while name != original && salt == 0 || !taken.insert(name.lowercased()).inserted {
        name = start + "-" + String(hash(path, salt), radix: 16) + ending
        salt += 1
      }
      names[path] = name
    }
    return names
  }

  /// Only characters that no system takes for anything else.
  private static func portable(_ name: Substring) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": result.unicodeScalars.append(scalar)
      default: result += "_"
      }
    }
    return result
  }

  /// True if the beginning of a name would hide it, is reserved for templates (Anki: `_`), or names
  /// a device (Windows).
  private static func isSpecial(_ stem: String) -> Bool {
    guard let first = stem.first, first != ".", first != "_" else { return true }
    let word = stem.prefix { $0 != "." }.lowercased()
    if ["con", "prn", "aux", "nul"].contains(word) { return true }
    return word.count == 4 && (word.hasPrefix("com") || word.hasPrefix("lpt"))
  }

  /// FNV-1a in 64 bits (Fowler, Noll, Vo), for ids that follow from a name.
  static func hash(_ name: String, _ salt: UInt64 = 0) -> UInt64 {
    var bits: UInt64 = 0xCBF2_9CE4_8422_2325 ^ salt
    for byte in name.utf8 {
      bits ^= UInt64(byte)
      bits &*= 0x0000_0100_0000_01B3
    }
    return bits
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
