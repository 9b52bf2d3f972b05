import Files
import History
import Notes
import Sync

/// A text that would break the front matter (or a settings file), which both versions of the conflict can be read with.
package struct BrokenFrontMatter: Error, Equatable, Sendable {
  /// The kind of damage.
  package enum Reason: Equatable, Sendable {
    /// A key that has one value is there twice.
    case duplicateKey(String)
    /// The words of the YAML parser.
    case invalid(String)
    /// No line closes the front matter.
    case unterminated
  }

  package let path: NotePath
  package let reason: Reason
  /// The line of the text, counted from 1.
  package let line: Int
}

extension NoteConflict {
  /// The reason why a text would be no valid note although both versions are, or nil if it is one.
  package func damage(in text: [UInt8]) -> BrokenFrontMatter? {
    guard let found = problem(in: text) else { return nil }
    for version in [texts.noteVersion?.text, texts.copyVersion.text].compactMap(\.self)
    where problem(in: version) != nil {
      return nil
    }
    return found
  }

  private func problem(in text: [UInt8]) -> BrokenFrontMatter? {
    var text = text
    let isSettings = copy.isYAML
    if isSettings {
      // A settings file is read as the front matter of a note.
      let end: [UInt8] = text.last == 0x0A || text.isEmpty ? [] : [0x0A]
      text = Array("---\n".utf8) + text + end + Array("---\n".utf8)
    } else if !copy.isMarkdown {
      return nil
    }
    for diagnostic in Note(parsing: text).diagnostics {
      let reason: BrokenFrontMatter.Reason
      switch diagnostic.kind {
      case .invalidFrontMatter(let words): reason = .invalid(words)
      case .duplicateKey(let key): reason = .duplicateKey(key)
      case .unterminatedFrontMatter: reason = .unterminated
      case .invalidUTF8, .markdownLimit, .questionWithoutAnswer, .misspelledQuestion, .cutAnswer,
        .undefinedFootnote, .unreadSource, .openComment, .openFence, .entryTime, .entryZone,
        .bookValue, .futureReading:
        continue
      }
      return BrokenFrontMatter(
        path: note, reason: reason, line: diagnostic.position.line - (isSettings ? 1 : 0))
    }
    return nil
  }
}

extension NotePath {
  /// True when the name ends in `.yml` or `.yaml`.
  fileprivate var isYAML: Bool {
    let name = text.lowercased()
    return name.hasSuffix(".yml") || name.hasSuffix(".yaml")
  }
}
