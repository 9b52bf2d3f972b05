import History

/// Texts by their digests, some of them as changes of others: `text.snippets` of a notebook of 2019.
///
/// ```
/// archive    := "Text Snippet Archive version 1.0\n" references? snippet*
/// references := "+++ References " line-count "\n" (name ":" digest "\n")*
/// snippet    := "+++ " digest (" " parent)? " " line-count "\n" line*
/// line       := any bytes but "\n", then "\n"
/// ```
/// A digest is the SHA-1 of the whole text in forty hexadecimal digits. Where a parent is named, the lines are a
/// ``TextPatch`` that makes the text of the parent's.
struct SnippetArchive {
  private struct Snippet {
    let parent: String?
    let lines: Range<Int>
  }

  private static let title = Array("Text Snippet Archive version 1.0\n".utf8)
  /// The limit of bytes for all texts together; a larger archive is no notebook but a trap.
  private static let mostBytes = 1 << 29

  private let bytes: [UInt8]
  private var snippets: [String: Snippet] = [:]
  private var references: [String: String] = [:]
  private var texts: [String: [UInt8]] = [:]
  /// The number of bytes made and scanned, over all texts.
  private var bytesMade = 0
  /// The digests of texts that are missing, or do not match their digests.
  private(set) var unreadable: Set<String> = []
  /// From which line on the archive is not of the grammar, counted from 1.
  private(set) var unreadLine: Int?

  /// True if bytes begin as an archive does.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: title) }

  /// Reads an archive, as far as it is one.
  ///
  /// - Throws: `.format` if the bytes do not begin as an archive does.
  init(_ bytes: [UInt8]) throws(ExchangeError) {
    guard Self.isOne(bytes) else {
      throw .format(
        operation: "read a notebook", detail: "text.snippets is no archive of text snippets")
    }
    self.bytes = bytes
    var place = Self.title.count
    var line = 2
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      let words = String(decoding: bytes[place..<end], as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      guard (3...4).contains(words.count), words[0] == "+++",
        let count = Int(words[words.count - 1]),
        count >= 0
      else {
        unreadLine = line
        return
      }
      let start = min(end + 1, bytes.count)
      var rest = start
      var read = 0
      while read < count, rest < bytes.count {
        rest = (bytes[rest...].firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
        read += 1
      }
      if words[1] == "References" {
        for pair in bytes[start..<rest].split(separator: 0x0A) {
          let parts = String(decoding: pair, as: UTF8.self).split(separator: ":")
          if parts.count == 2 { references[String(parts[0])] = String(parts[1]) }
        }
      } else {
        snippets[String(words[1])] = Snippet(
          parent: words.count == 4 ? String(words[2]) : nil, lines: start..<rest)
      }
      place = rest
      line += read + 1
    }
  }

  /// The text with a name; nil if there is none, or it cannot be read.
  mutating func text(named name: String) -> [UInt8]? { references[name].flatMap { text($0) } }

  /// The text with a digest; nil if it is missing, or does not match the digest.
  mutating func text(_ digest: String) -> [UInt8]? {
    // A chain of parents may be long: no recursion.
    var chain: [String] = []
    var seen: Set<String> = []
    var next = digest
    while texts[next] == nil {
      guard !unreadable.contains(next), let snippet = snippets[next], seen.insert(next).inserted
      else {
        unreadable.formUnion(chain + [next])
        return nil
      }
      chain.append(next)
      guard let parent = snippet.parent else { break }
      next = parent
    }
    for digest in chain.reversed() {
      guard let text = made(digest) else {
        unreadable.formUnion(chain.prefix { $0 != digest } + [digest])
        return nil
      }
      texts[digest] = text
    }
    return texts[digest]
  }

  /// The text of a snippet whose parent's text is known, if it matches the digest.
  private mutating func made(_ digest: String) -> [UInt8]? {
    guard let snippet = snippets[digest], bytesMade < Self.mostBytes else { return nil }
    let lines = bytes[snippet.lines]
    let text: [UInt8]
    if let parent = snippet.parent {
      guard let base = texts[parent], let patch = TextPatch(lines),
        let patched = patch.applied(to: base)
      else { return nil }
      text = patched
      bytesMade += base.count
    } else {
      text = Array(lines)
    }
    bytesMade += text.count
    return SHA1.hex(of: text) == digest ? text : nil
  }
}
