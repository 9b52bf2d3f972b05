import Merge
import Rendering
import Sync

/// A place that both sides changed, as lines for a screen of some width.
///
/// The changes of each side are marked word by word as `[-taken out-]` and `{+put in+}`, with
/// colour or without, so that no meaning depends on colour alone.
package struct OverlapView {
  /// The author and time of each version, in words.
  package struct Names {
    let note: String
    let copy: String
    /// The name of the note's version: `this note`, `this file`.
    let word: String

    package init(note: String, copy: String, word: String = "this note") {
      self.note = note
      self.copy = copy
      self.word = word
    }
  }

  private let overlap: Overlap
  private let names: Names
  private let hasAncestor: Bool
  private let before: [String]
  private let after: [String]
  private let limit: Int?

  /// - Parameters:
  ///   - hasAncestor: false if the two have no known ancestor.
  ///   - before: the lines of the note before the place.
  ///   - after: the lines after it.
  ///   - limit: the greatest number of lines shown of each version.
  package init(
    overlap: Overlap, names: Names, hasAncestor: Bool,
    before: [String] = [], after: [String] = [], limit: Int? = nil
  ) {
    self.overlap = overlap
    self.names = names
    self.hasAncestor = hasAncestor
    self.before = before
    self.after = after
    self.limit = limit
  }

  /// The lines, none wider than the screen.
  package func lines(width: Int) -> [StyledText] {
    var lines = before.map { StyledText($0, .faint).truncated(toWidth: width) }
    if let original { lines += block(original, width) }
    lines += block(note, width) + block(copy, width)
    if let merged { lines += block(merged, width) }
    lines += after.map { StyledText($0, .faint).truncated(toWidth: width) }
    return lines
  }

  /// A version that may be chosen.
  package struct Version {
    /// The key that chooses it.
    package let key: String
    package let word: String
    /// Its author and time, in words; empty if they are not known.
    package let name: String
    /// The text with the changed words marked, without the last line end.
    package let text: StyledText
  }

  /// The note's text.
  package var note: Version {
    let text = marked(
      from: reference ?? overlap.right, to: overlap.left, showsRemoved: reference != nil)
    return Version(key: "1", word: names.word, name: names.note, text: text)
  }

  /// The copy's text.
  package var copy: Version {
    let text = marked(
      from: reference ?? overlap.left, to: overlap.right, showsRemoved: reference != nil)
    return Version(key: "2", word: "the copy", name: names.copy, text: text)
  }

  /// The text that both began with; nil if it is not known.
  package var original: Version? {
    hasAncestor
      ? Version(key: "o", word: "the original", name: "", text: text(overlap.base)) : nil
  }

  /// The two merged word by word; nil if they cannot be.
  package var merged: Version? {
    overlap.suggestion.map {
      Version(key: "m", word: "merged by word", name: "", text: text($0))
    }
  }

  /// The text that the sides are compared with; nil without an ancestor, where each is compared with the other.
  private var reference: [UInt8]? { hasAncestor && !overlap.base.isEmpty ? overlap.base : nil }

  /// A version below its name.
  private func block(_ version: Version, _ width: Int) -> [StyledText] {
    var title = StyledText("\(version.key) ", .position)
    title.append(version.word, .title)
    if !version.name.isEmpty { title.append(": \(version.name)", .faint) }
    var lines = title.wrapped(toWidth: width)
    guard !version.text.isEmpty else { return lines + [StyledText("  (nothing)", .faint)] }
    let body = version.text.wrapped(toWidth: max(width - 2, 10))
    let shown = body.prefix(limit.map { max($0, 1) } ?? body.count)
    lines += shown.map { StyledText("  ") + $0 }
    if shown.count < body.count {
      lines.append(StyledText("  … \(Amount.count(body.count - shown.count, "more line"))", .faint))
    }
    return lines
  }

  private func text(_ bytes: [UInt8]) -> StyledText {
    var bytes = bytes
    if bytes.last == 0x0A { bytes.removeLast() }
    guard PlainText.isValid(bytes) else {
      return StyledText("(\(Amount.bytes(bytes.count)) that are no text)", .faint)
    }
    return StyledText(String(decoding: bytes, as: UTF8.self))
  }

  /// A text with its additions marked, and on request the deletions as well.
  private func marked(from old: [UInt8], to new: [UInt8], showsRemoved: Bool) -> StyledText {
    guard PlainText.isValid(old), PlainText.isValid(new) else { return text(new) }
    var result = StyledText()
    let parts = WordDifference(from: old, to: new).parts
    for (index, part) in parts.enumerated() {
      var bytes = part.bytes[...]
      if index == parts.count - 1, bytes.last == 0x0A { bytes.removeLast() }
      let words = String(decoding: bytes, as: UTF8.self)
      switch part.kind {
      case .same: result.append(words)
      case .removed: if showsRemoved { append(words, .removedWords, "[-", "-]", to: &result) }
      case .added: append(words, .addedWords, "{+", "+}", to: &result)
      }
    }
    return result
  }

  /// Adds words with their mark; a line end in them is outside of it.
  private func append(
    _ words: String, _ style: Style, _ open: String, _ close: String, to text: inout StyledText
  ) {
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0 { text.append("\n") }
      guard !line.isEmpty else { continue }
      text.append(open + line + close, style)
    }
  }
}

extension Style {
  /// Words that a version has and the other has not.
  static let addedWords = Style(.green)
  /// Words that a version has not.
  static let removedWords = Style(.red)
}
