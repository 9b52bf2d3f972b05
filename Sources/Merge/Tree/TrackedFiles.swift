import History
import Layout

/// The few facts of a vault's files that the merge of trees needs.
package enum TrackedFiles {
  /// True for a note's path.
  package static func isNote(_ path: TreePath) -> Bool { NoteName.matches(path.name) }

  /// The vault's settings.
  static func settings(of vault: TreePath) -> TreePath { vault.appending(OwnFiles.settings) }

  /// The `id:` of a note's front matter; nil if it is missing, given twice or more than a plain
  /// word.
  package static func noteID(of note: [UInt8]) -> [UInt8]? {
    var lines = TextLines(note)
    guard let first = lines.next(), first.elementsEqual("---".utf8) else { return nil }
    var found: [UInt8]?
    while let line = lines.next() {
      if line.elementsEqual("---".utf8) || line.elementsEqual("...".utf8) { return found }
      guard let value = plainValue(of: "id", in: line) else { continue }
      if found != nil || value.isEmpty || "|>[{&*!".utf8.contains(value[value.startIndex]) {
        return nil
      }
      found = Array(value)
    }
    return nil
  }

  /// True if a vault's settings ask for overlapping edits to be merged by words.
  ///
  /// Reads `merge.granularity: word`, and `granularity: word` below `merge:`, in the plain style that
  /// `zib config` writes; everything else is the default, since a wrong guess would merge differently.
  static func asksForWords(_ settings: [UInt8]) -> Bool {
    var lines = TextLines(settings)
    var isWord = false
    /// The indentation of the keys below `merge:`, once one was seen.
    var section: Int?
    var isInSection = false
    while let line = lines.next() {
      let text = line.drop { $0 == 0x20 }
      if text.isEmpty || text.first == 0x23 { continue }
      let indentation = text.startIndex - line.startIndex
      if indentation == 0 {
        (isInSection, section) = (false, nil)
        if let value = plainValue(of: "merge.granularity", in: text) {
          isWord = value.elementsEqual("word".utf8)
        } else if let value = plainValue(of: "merge", in: text) {
          isInSection = value.isEmpty
        }
      } else if isInSection, indentation == section ?? indentation {
        section = indentation
        if let value = plainValue(of: "granularity", in: text) {
          isWord = value.elementsEqual("word".utf8)
        }
      }
    }
    return isWord
  }

  /// The text after `key:`, without quotes and comment; nil for another line.
  private static func plainValue(
    of key: String, in line: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    guard line.starts(with: key.utf8) else { return nil }
    var rest = line.dropFirst(key.utf8.count)
    guard rest.popFirst() == 0x3A, rest.isEmpty || rest.first?.isBlank == true else {
      return nil
    }
    rest = rest.drop(while: \.isBlank)
    if rest.first == 0x23 { return [] }
    if let quote = rest.first, quote == 0x22 || quote == 0x27 {
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else { return nil }
      return rest[..<end]
    }
    for index in rest.indices.dropFirst()
    where rest[index] == 0x23 && rest[index - 1].isBlank {
      rest = rest[..<index]
      break
    }
    while let last = rest.last, last.isBlank { rest.removeLast() }
    return rest
  }
}

/// The lines of a text, without their ends and a byte order mark.
private struct TextLines {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) {
    rest = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text[3...] : text[...]
  }

  mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    var line = rest[..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}
