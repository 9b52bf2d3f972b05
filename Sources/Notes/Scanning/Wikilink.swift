import Layout

/// A wikilink's parts, found from its opening brackets.
///
/// ```
/// wikilink := "!"? "[[" target ("#" anchor)? ("|" text)? "]]"
/// ```
/// It stays on its line, and ends at the first `]]`; a lone `]` is part of the target. In a table
/// the bar before the text is written `\|`.
struct Wikilink {
  /// From `[[` (or the `!` before it) to `]]`.
  var range: ByteRange
  var isEmbed: Bool
  var target: ByteRange
  var anchor: ByteRange?
  var text: ByteRange?

  /// Reads the wikilink with its `[[` at `start`, if there is one.
  ///
  /// If another `[[` comes before the `]]`, there is none: the inner one is the link.
  init?(
    in bytes: [UInt8], at start: Int, limit: Int, isInTable: Bool, _ options: NoteOptions
  ) {
    let span = bytes.span
    var bar: Int?
    var textStart = 0
    var hash: Int?
    var index = start + 2
    let inner = index
    // Of `[[[a]]` the inner two brackets open.
    if index < limit, span[index] == UInt8(ascii: "[") { return nil }
    while true {
      guard index + 1 < limit else { return nil }
      let byte = span[index]
      if byte == UInt8(ascii: "]"), span[index + 1] == byte { break }
      if byte.isLineEnd { return nil }
      if byte == UInt8(ascii: "["), span[index + 1] == byte { return nil }
      if byte == UInt8(ascii: "|"), bar == nil {
        let isEscaped = index > inner && span[index - 1] == .backslash
        // An unescaped bar ends the cell.
        if isInTable, !isEscaped { return nil }
        bar = isEscaped ? index - 1 : index
        textStart = index + 1
      }
      if byte == UInt8(ascii: "#"), hash == nil, bar == nil { hash = index }
      index += 1
    }
    var (first, last) = (inner, bar ?? index)
    text = bar.map { _ in Self.trimmed(bytes, textStart, index) }
    if options.links.isTextFirst, let bar {
      text = Self.trimmed(bytes, inner, bar)
      (first, last) = (textStart, index)
      hash = bytes[first..<last].firstIndex(of: UInt8(ascii: "#"))
    }
    if options.links.isTextFirst { first = Self.skipVault(bytes, first, hash ?? last) }
    target = Self.trimmed(bytes, first, hash ?? last)
    anchor = hash.map { Self.trimmed(bytes, $0 + 1, last) }
    guard !target.isEmpty || anchor.map({ !$0.isEmpty }) ?? false else { return nil }
    isEmbed = start > 0 && span[start - 1] == UInt8(ascii: "!")
    range = ByteRange(isEmbed ? start - 1 : start, index + 2)
  }

  /// Past the `dendron://vault/` that a target may begin with.
  private static func skipVault(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    let scheme = "dendron://".utf8
    let start = bytes[start..<end].firstIndex { !$0.isBlank } ?? end
    guard bytes[start..<end].starts(with: scheme),
      let slash = bytes[(start + scheme.count)..<end].firstIndex(of: UInt8(ascii: "/"))
    else { return start }
    return slash + 1
  }

  private static func trimmed(_ bytes: [UInt8], _ start: Int, _ end: Int) -> ByteRange {
    var start = start
    var end = end
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return ByteRange(start, end)
  }

  func link(isInFrontMatter: Bool, quoting: UInt8 = 0) -> Link {
    Link(
      kind: .wiki, isEmbed: isEmbed, isExternal: false, isInFrontMatter: isInFrontMatter,
      range: range, target: target, anchor: anchor, text: text, quoting: quoting)
  }
}
