import Files
import Layout
import Notes
import Search

/// A note that a part of a title, of another name or of a path may mean.
package struct NamedNote: Sendable, Equatable {
  /// How a name holds the words that were asked for, the best first.
  package enum Fit: Int, Comparable, Sendable {
    /// The words are the whole name, but for case, accents and signs.
    case whole
    /// The name begins with them.
    case beginning
    /// They begin at a word of the name.
    case word
    /// They are somewhere in the name.
    case inside
    /// The name has each of them, in any order.
    case scattered
    /// Only the path has them, with its folders.
    case path

    package static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }

    /// The best fit of some words in a name; nil where it lacks one of them.
    ///
    /// - Parameters:
    ///   - words: folded, without empty ones.
    ///   - name: folded.
    init?(_ words: [String], in name: String) {
      let phrase = words.joined(separator: " ")
      if name == phrase {
        self = .whole
      } else if name.hasPrefix(phrase) {
        self = .beginning
      } else if name.contains(" " + phrase) {
        self = .word
      } else if name.contains(phrase) {
        self = .inside
      } else if words.count > 1, words.allSatisfy(name.contains) {
        self = .scattered
      } else {
        return nil
      }
    }
  }

  package let path: NotePath
  package let title: String
  package let fit: Fit
  /// The file's modification time, in UTC milliseconds.
  package let modified: Int64
}

/// A name without case, accents of Latin letters and signs, with one space between its words.
private func folded(_ name: String) -> String {
  var result = String.UnicodeScalarView()
  var isSpacePending = false
  for scalar in CaseFolding.fold(name).unicodeScalars {
    if scalar.isASCII {
      guard UInt8(truncatingIfNeeded: scalar.value).isASCIIWord else {
        isSpacePending = true
        continue
      }
    } else if scalar.properties.generalCategory == .nonspacingMark {
      // An accent of a Latin letter goes; a vowel sign of another script belongs to its word.
      if result.last?.isASCII ?? true { continue }
    } else if !scalar.properties.isAlphabetic, scalar.properties.numericType == nil,
      !scalar.properties.isEmoji
    {
      isSpacePending = true
      continue
    }
    if isSpacePending, !result.isEmpty { result.append(" ") }
    isSpacePending = false
    if !scalar.isASCII, let base = CollationKey.base(of: scalar) {
      result.append(contentsOf: base.unicodeScalars)
    } else {
      result.append(scalar)
    }
  }
  return String(result)
}

/// A note's path without its extension.
private func pathWithoutExtension(_ path: NotePath) -> String {
  String(decoding: path.bytes.dropLast(path.name.count - path.stem.count), as: UTF8.self)
}

extension VaultSearch {
  /// The notes that have some words in a title, an alias, a file name or a path, those that are meant most probably
  /// first: by how well a name fits, then by the latest change.
  ///
  /// A note's folders count only where no name of any note has the words. A conflict copy is found only where no
  /// other note is.
  /// - Complexity: linear in the number of notes.
  package func notes(partlyNamed text: String) throws(IndexError) -> [NamedNote] {
    let words = folded(text).split(separator: " ").map(String.init)
    // What follows a `#` is a heading, and a note's name alone has no such sign.
    if words.isEmpty || text.contains("#") { return [] }
    // A slash is part of no name.
    let part = text.contains("/") ? CaseFolding.fold(text) : nil
    var fits: [DocumentID: NamedNote.Fit] = [:]
    try index.notes.forEachPostingList(space: VaultSchema.Space.alias.rawValue) { key, ids in
      guard part == nil, let fit = NamedNote.Fit(words, in: folded(AliasKey.alias(key))) else {
        return
      }
      for id in ids { fits[id] = min(fits[id] ?? fit, fit) }
    }
    var paths: [(id: DocumentID, path: NotePath)] = []
    try index.notes.forEachDocument { id, key in
      if let path = NotePath(bytes: key) { paths.append((id, path)) }
    }
    var found: [NamedNote] = []
    for (id, path) in paths {
      guard let fit = fit(of: path, named: fits[id], words, part) else { continue }
      found.append(
        NamedNote(
          path: path, title: String(decoding: try index.notes.title(of: id), as: UTF8.self),
          fit: fit,
          modified: try index.notes.value(VaultSchema.Column.modified.rawValue, of: id)))
    }
    let named = found.filter { $0.fit != .path }
    if !named.isEmpty { found = named }
    let originals = found.filter { !$0.path.isConflictCopy }
    if !originals.isEmpty { found = originals }
    return found.sorted { left, right in
      if left.fit != right.fit { return left.fit < right.fit }
      return left.modified == right.modified
        ? left.path < right.path : left.modified > right.modified
    }
  }
}

/// How a note's path has the words, or one of its names, whose fit is known.
///
/// - Parameter part: a part of the path itself, folded, where that is asked for.
private func fit(
  of path: NotePath, named: NamedNote.Fit?, _ words: [String], _ part: String?
) -> NamedNote.Fit? {
  if let part { return CaseFolding.fold(path.text).contains(part) ? .path : nil }
  let stem = NamedNote.Fit(words, in: folded(String(decoding: path.stem, as: UTF8.self)))
  if let best = [named, stem].compactMap({ $0 }).min() { return best }
  return NamedNote.Fit(words, in: folded(pathWithoutExtension(path))).map { _ in .path }
}

extension [NamedNote] {
  /// The one note that is meant: the only one, or the only one of which the words are the whole name.
  package var only: NamedNote? {
    if count == 1 { return first }
    let whole = filter { $0.fit == .whole }
    return whole.count == 1 ? whole.first : nil
  }
}
