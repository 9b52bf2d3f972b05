import Files
import Layout
import Notes

/// Finds bases and settings of Obsidian that name a moved file by its old path.
///
/// They are searched as text, and reported, not rewritten: a base is YAML with formulas, which may build a name.
struct ObsidianNames {
  /// The settings of Obsidian that have paths.
  static let settings = ["app", "daily-notes", "templates"].compactMap {
    NotePath(".obsidian/\($0).json")
  }

  private let request: MoveRequest
  private let rewriter: LinkRewriter

  init(_ request: MoveRequest, _ rewriter: LinkRewriter) {
    self.request = request
    self.rewriter = rewriter
  }

  /// True if a file is a base by its name.
  static func isBase(_ path: NotePath) -> Bool {
    path.name.suffix(5).elementsEqual(".base".utf8) { $0.asciiLowercased == $1 }
  }

  /// True if a base names something that moves, by a link or a path.
  ///
  /// - Parameter place: its path.
  /// - Complexity: linear in the bytes, which may be of any kind.
  func areInBase(_ bytes: [UInt8], at place: NotePath) -> Bool {
    Self.quoted(bytes).contains { before, text in
      let function = String(decoding: before.filter { !$0.isBlank }.suffix(9), as: UTF8.self)
      if function.hasSuffix("link(") || function.hasSuffix("file(") {
        return isStale(text, from: place)
      }
      let isFolder = function.hasSuffix("inFolder(") || function.hasSuffix("folder==")
      return isStalePath(text, isSure: isFolder)
    } || Self.wikilinks(bytes).contains { isStale($0, from: place) }
  }

  /// True if a file of settings names something that moves.
  func areInSettings(_ bytes: [UInt8]) -> Bool {
    var key = ""
    return Self.quoted(bytes, by: [UInt8(ascii: "\"")]).contains { before, text in
      guard before.last(where: { !$0.isBlank && !$0.isLineEnd }) == UInt8(ascii: ":") else {
        key = text.lowercased()
        return false
      }
      guard ["folder", "template", "path"].contains(where: key.contains) else { return false }
      return isStalePath(text, isSure: true)
    }
  }

  // MARK: One name

  /// True if a link leads to something that moves, and will lead elsewhere.
  private func isStale(_ link: String, from place: NotePath) -> Bool {
    let target = String(link.prefix { !"|#]".contains($0) })
    func file(_ resolver: LinkResolver) -> Int? {
      guard
        case .file(let number, _) = resolver.resolve(target, from: place.text, byAlias: false)
      else { return nil }
      return number
    }
    guard !target.isEmpty, let old = file(rewriter.before),
      !rewriter.before.paths[old].utf8.elementsEqual(rewriter.after.paths[old].utf8)
    else { return false }
    return file(rewriter.after) != old
  }

  /// True if a text is the path of something that moves.
  ///
  /// - Parameter isSure: true where it is one; else only what has a slash is taken for a path.
  private func isStalePath(_ text: String, isSure: Bool) -> Bool {
    guard isSure || text.contains("/") else { return false }
    let trimmed = text.hasPrefix("/") ? String(text.dropFirst()) : text
    let whole = trimmed.hasSuffix("/") ? String(trimmed.dropLast()) : trimmed
    return [whole, whole + ".md"].contains { text in
      NotePath(text).map { request.place($0) != $0 } ?? false
    }
  }

  // MARK: The text

  /// The texts in quotation marks, each within a line, with what comes before it on its line.
  private static func quoted(
    _ bytes: [UInt8], by marks: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
  ) -> [(before: ArraySlice<UInt8>, text: String)] {
    var found: [(before: ArraySlice<UInt8>, text: String)] = []
    for line in bytes.split(whereSeparator: \.isLineEnd) {
      for mark in marks {
        var start = line.startIndex
        while let open = line[start...].firstIndex(of: mark),
          let close = line[(open + 1)...].firstIndex(of: mark)
        {
          let text = String(decoding: line[(open + 1)..<close], as: UTF8.self)
          found.append((line[line.startIndex..<open], text))
          start = close + 1
        }
      }
    }
    return found
  }

  /// The texts of wikilinks.
  private static func wikilinks(_ bytes: [UInt8]) -> [String] {
    var found: [String] = []
    for line in bytes.split(whereSeparator: \.isLineEnd) {
      var rest = line
      while let open = rest.firstIndex(of: UInt8(ascii: "[")) {
        rest = rest[(open + 1)...]
        guard rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]"))
        else { continue }
        found.append(String(decoding: rest[(open + 2)..<close], as: UTF8.self))
        rest = rest[close...]
      }
    }
    return found
  }
}
