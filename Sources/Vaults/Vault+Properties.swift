import Files
import Git
import History
import Notes
import PastNotes
import Steps

/// A change of one property of a note.
package enum PropertyChange: Hashable, Sendable {
  /// Gives the key a value.
  case set(String, FrontMatterValue)
  /// Takes the key away.
  case unset(String)
  /// Puts a value into the key's list unless it is in it.
  case add(String, FrontMatterValue)
  /// Takes a value out of the key's list.
  case remove(String, FrontMatterValue)

  /// The key as it was asked for.
  package var key: String {
    switch self {
    case .set(let key, _), .unset(let key), .add(let key, _), .remove(let key, _): key
    }
  }

  /// The hashtags that it writes, of `tags` and `tag`; a text is several where it has blanks or commas between them, as
  /// notes are read.
  ///
  /// `keywords` are left out, because other programs have keywords of several words.
  package var addedHashtags: [Hashtag] {
    guard ["tags", "tag"].contains(key.lowercased()) else { return [] }
    let isOne: Bool
    let values: [FrontMatterValue]
    switch self {
    case .set(_, .list(let list)), .add(_, .list(let list)): (isOne, values) = (true, list)
    case .set(_, let value): (isOne, values) = (false, [value])
    case .add(_, let value): (isOne, values) = (true, [value])
    case .unset, .remove: return []
    }
    return values.flatMap { value -> [Hashtag] in
      switch value {
      case .string(let text) where isOne: return text.isEmpty ? [] : [Hashtag(text)]
      case .string(let text):
        return text.split { ", \t\n".contains($0) }.map { Hashtag(String($0)) }
      case .integer(let number): return [Hashtag(String(number))]
      default: return []
      }
    }
  }
}

extension Vault {
  /// Makes ready a change of properties of some notes; only the lines of those keys change.
  ///
  /// Keys are found whatever the case of their letters, as in a search. A list that loses its last value goes with
  /// its key, unless the last commit has the key: there it stays as an empty list, which merges with what other
  /// devices add to it.
  ///
  /// - Returns: the plan; its refusals carry `FrontMatterEditError` or `WriteError`.
  package func planProperties(_ changes: [PropertyChange], of paths: [NotePath]) -> EditPlan {
    EditPlan(for: paths, in: folder) { source, path in
      var editor = try FrontMatterEditor(source)
      for change in changes {
        let key = editor.spelling(of: change.key)
        switch change {
        case .set(_, let value): try editor.set(key, to: value)
        case .unset: try editor.unset(key)
        case .add(_, let value): try editor.append(value, to: key)
        case .remove(_, let value):
          let old = editor.source
          try editor.remove(value, from: key)
          if editor.source != old, Self.isEmptyList(key, in: editor.source),
            !isCommitted(key, of: path)
          {
            try editor.unset(key)
          }
        }
      }
      // A note that had none before its first property has none after its last one.
      if editor.source != source { editor.removeEmptyBlock() }
      return editor.source
    }
  }

  private static func isEmptyList(_ key: String, in source: [UInt8]) -> Bool {
    Note(parsing: source).frontMatter?[key]?.value == .list([])
  }

  /// True if the last commit's version of a note has a key, or cannot be read.
  private func isCommitted(_ key: String, of path: NotePath) -> Bool {
    guard isVault else { return false }
    do {
      let history = try history()
      let place = history.treePath(path)
      guard let commit = try history.repository.head().commit,
        let version = try history.repository.version(
          at: place, in: history.repository.commit(commit).tree)
      else { return false }
      return Note(parsing: try history.repository.blob(version.id)).frontMatter?[key] != nil
    } catch HistoryError.noRepository {
      return false
    } catch {
      return true
    }
  }

  /// Writes the notes of a plan, one at a time, each as a whole.
  ///
  /// - Throws: `VaultLock.Failure` if another process is writing; errors of `writeLock`.
  package func apply(_ plan: EditPlan) throws -> EditPlan.Outcome {
    let lock = try writeLock()
    let outcome = plan.apply(recordedReplacement)
    _ = consume lock
    return outcome
  }
}
