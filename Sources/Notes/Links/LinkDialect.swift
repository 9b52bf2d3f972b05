import Layout

/// The ways in which a program's links differ from Obsidian's: how it writes them, and by which names they call notes.
///
/// Everything that writes a wikilink does it here, so that no two commands write it in two ways.
package struct LinkDialect: Hashable, Sendable {
  /// True for Dendron's `[[text|target]]`, and its `dendron://vault/` before a target.
  package var isTextFirst = false
  /// The names of pages that are not those of their files; nil where links call notes by the files' names.
  package var pages: PageNames?
  /// True where a link may call a note by a part of its file's name or path, as in zk.
  package var takesParts = false

  /// Obsidian's links.
  package init() {}

  /// True where a wikilink may have a text of its own; Logseq takes `[[page|text]]` for a page of that name.
  package var hasText: Bool { pages?.encoding == nil }

  /// True where a wikilink may name a heading; Logseq takes `[[page#heading]]` for a page of that name.
  package var hasHeadings: Bool { hasText }

  /// True where the last part of a target does not tell which files it may mean.
  package var looksBeyondNames: Bool { takesParts || pages != nil }

  // MARK: Writing

  /// A wikilink.
  ///
  /// - Parameters:
  ///   - text: the text that it shows; left out where it is the target, or where links have none.
  ///   - bar: as it is written where the link is: `\|` in a table.
  package func wikilink(
    _ target: String, text: String? = nil, isEmbed: Bool = false, bar: String = "|"
  ) -> String {
    (isEmbed ? "![[" : "[[") + inner(target, text: text, bar: bar) + "]]"
  }

  /// A wikilink without its brackets.
  package func inner(_ target: String, text: String?, bar: String = "|") -> String {
    guard hasText, let text, !text.utf8.elementsEqual(target.utf8) else { return target }
    return isTextFirst ? text + bar + target : target + bar + text
  }

  /// The edit that gives a text to a wikilink that has none; nil where links have none.
  package func edit(giving text: String, to link: Link, bar: String = "|") -> ByteEdit? {
    guard hasText else { return nil }
    if let empty = link.text { return empty.isEmpty ? ByteEdit(empty, text) : nil }
    if isTextFirst {
      let start = Int(link.range.start) + (link.isEmbed ? 3 : 2)
      return ByteEdit(ByteRange(start, start), text + bar)
    }
    let end = Int((link.anchor ?? link.target).end)
    return ByteEdit(ByteRange(end, end), bar + text)
  }
}

/// The names of pages that follow from the names of their files without being these.
package struct PageNames: Hashable, Sendable {
  /// The ways in which Logseq makes the name of a file from that of its page (`:file/name-format`).
  package enum Encoding: String, CaseIterable, Sendable {
    /// `a___b` is the page `a/b`; `%3A` stands for a colon.
    case tripleLowbar = "triple-lowbar"
    /// `a.b` and `a%2Fb` are the page `a/b`, as in graphs that were made before 2022.
    case legacy
  }

  /// The titles of days; nil where these are called by their files' names.
  package var days: DayTitles?
  /// Nil where only days have names of their own.
  package var encoding: Encoding?

  package init(days: DayTitles? = nil, encoding: Encoding? = nil) {
    self.days = days
    self.encoding = encoding
  }

  /// The name of the page in a file, by the file's name without extension; nil where it is that name.
  package func name(ofFile stem: String) -> String? {
    if let day = days?.title(ofFile: stem) { return day }
    guard let encoding else { return nil }
    let name =
      switch encoding {
      case .tripleLowbar: Self.tripleLowbar(stem)
      case .legacy: Self.legacy(stem)
      }
    return name.isEmpty || name.utf8.elementsEqual(stem.utf8) ? nil : name
  }

  /// Logseq's `tri-lb-title-parsing`: each sign that is encoded is decoded by itself, and a name has no empty parts.
  private static func tripleLowbar(_ stem: String) -> String {
    if !stem.utf8.contains(UInt8(ascii: "%")), !stem.contains("___") { return stem }
    var bytes: [UInt8] = []
    let source = Array(stem.utf8)
    var index = 0
    while index < source.count {
      if source[index...].starts(with: "___".utf8) {
        bytes.append(UInt8(ascii: "/"))
        index += 3
      } else if let byte = encoded(source, at: index), byte < 0x80 {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "/").joined(separator: "/")
  }

  /// Logseq's `legacy-title-parsing`: all of a name is decoded, or nothing where it is not UTF-8.
  private static func legacy(_ stem: String) -> String {
    let source = stem.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "/") : $0 }
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%") {
        guard let byte = encoded(source, at: index) else {
          return String(decoding: source, as: UTF8.self)
        }
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(decoding: source, as: UTF8.self)
  }

  private static func encoded(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }
}
