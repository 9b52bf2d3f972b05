import Layout

/// Writing prompts in the order in which they are offered.
///
/// The journal itself records the used ones: an entry that answers a prompt begins with it, on a
/// line of its own and in emphasis (`*What did you overhear?*`). So every device knows them,
/// nothing is kept beside the notes, and a prompt whose entry is deleted is open again. Prompts
/// that were never used come first, shuffled every day; then the others, the one used longest ago
/// first. So none is repeated before all the others were used.
package struct PromptDeck: Sendable {
  /// Every prompt once, the next first.
  package let prompts: [String]

  /// - Parameters:
  ///   - prompts: those there are; of two that differ in case or spaces the first counts.
  ///   - used: by ``key(of:)``, when each was used last, in any unit that grows with time.
  ///   - day: shuffles those that were never used.
  package init(_ prompts: [String], used: [String: Int], day: CivilDate) {
    var seen: Set<String> = []
    let cards = prompts.compactMap { prompt -> (prompt: String, last: Int?, lot: UInt64)? in
      let key = Self.key(of: prompt)
      guard !key.isEmpty, seen.insert(key).inserted else { return nil }
      return (prompt, used[key], Self.lot(key, day))
    }
    self.prompts = cards.sorted {
      let (left, right) = ($0.last ?? .min, $1.last ?? .min)
      return left == right ? $0.lot < $1.lot : left < right
    }.map(\.prompt)
  }

  /// The prompts of a person's own file: each list item, whatever other text it contains.
  package static func prompts(inFile text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let item = line.drop { $0 == " " || $0 == "\t" }
      let marker = item.prefix { $0.isASCII && $0.isNumber }
      let rest =
        marker.isEmpty
        ? ["- ", "* ", "+ "].first(where: item.hasPrefix).map { item.dropFirst($0.count) }
        : [". ", ") "].first(where: item.dropFirst(marker.count).hasPrefix)
          .map { item.dropFirst(marker.count + $0.count) }
      let prompt = rest.map { DateWords.trimmed($0) } ?? ""
      return prompt.isEmpty ? nil : prompt
    }
  }

  /// The key of a prompt, as a prompt or as the line of an entry; empty for text that cannot be
  /// one.
  package static func key(of text: some StringProtocol) -> String {
    let words = text.split { $0.isWhitespace || $0 == "*" || $0 == "_" }
    return CaseFolding.fold(words.joined(separator: " "))
  }

  /// The line that an entry begins with when it answers a prompt.
  package static func line(for prompt: String) -> String {
    let mark = prompt.contains("*") ? "_" : "*"
    return mark + prompt + mark
  }

  /// The keys of the lines of a day that may be prompts: those in emphasis.
  package static func keys(inDay source: [UInt8]) -> [String] {
    source.split(whereSeparator: \.isLineEnd).compactMap { line in
      guard let first = line.first, first == UInt8(ascii: "*") || first == UInt8(ascii: "_"),
        line.count > 2, line.dropFirst().first?.isBlank == false
      else { return nil }
      return key(of: String(decoding: line, as: UTF8.self))
    }
  }

  /// FNV-1a with a last mixing (splitmix64), the same on every device.
  private static func lot(_ key: String, _ day: CivilDate) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash &+= UInt64(bitPattern: Int64(day.daysSinceEpoch)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }
}
