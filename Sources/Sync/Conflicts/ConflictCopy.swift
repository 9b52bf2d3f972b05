import Merge
import Objects

/// The second version of a file, kept beside it; its name says of which file.
///
///     own copy     := stem ".conflict-" hexadecimal digit{8,} ("." extension)?
///     another tool := stem ".sync-conflict-" … ("." extension)?          Syncthing
///                   | stem " (" … "conflicted copy" … ")" extension      Dropbox, Nextcloud, Obsidian Sync
///                   | stem " (SFConflict " … ")" extension               Seafile
///                   | stem "--conflicted-copy" … ("." extension)?
package struct ConflictCopy: Hashable, Sendable {
  /// Who gave the copy its name.
  package enum Maker: Hashable, Sendable {
    /// A merge of ours: history knows what the two versions began with.
    case merge
    case anotherTool
  }

  package let path: TreePath
  /// The path of the file that it is another version of, whether or not there still is one.
  package private(set) var original: TreePath
  /// The path that the file had when the copy was made.
  package private(set) var formerOriginal: TreePath
  package let maker: Maker

  /// Reads a path; nothing if its name is not that of a copy.
  package init?(_ path: TreePath) {
    guard Self.mayBeOne(path.bytes) else { return nil }
    let name = Array(path.name)
    if let original = ConflictCopyName.note(ofCopy: path) {
      self.original = original
      maker = .merge
    } else if let original = Self.foreignOriginal(name) {
      self.original = path.folder.appending(original)
      maker = .anotherTool
    } else {
      return nil
    }
    formerOriginal = original
    self.path = path
  }

  /// The same copy, of a file that its name alone does not tell.
  package func belonging(to original: TreePath) -> ConflictCopy {
    var copy = self
    copy.original = original
    copy.formerOriginal = original
    return copy
  }

  /// The same copy, of a file that was moved since the copy was made.
  package func following(_ original: TreePath) -> ConflictCopy {
    var copy = self
    copy.original = original
    return copy
  }

  /// True where a path has the word that all makers use: a vault has thousands of paths, and all are asked.
  private static func mayBeOne(_ path: [UInt8]) -> Bool {
    guard path.count >= word.count else { return false }
    for start in 0...(path.count - word.count) where path[start] | 0x20 == word[0] {
      var place = 1
      while place < word.count, path[start + place] | 0x20 == word[place] { place += 1 }
      if place == word.count { return true }
    }
    return false
  }

  private static let word = Array("conflict".utf8)

  private static func foreignOriginal(_ name: [UInt8]) -> [UInt8]? {
    let folded = name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    for mark in [".sync-conflict-", "--conflicted-copy"] {
      guard let range = folded.lastRange(of: mark), range.lowerBound > 0 else { continue }
      return Array(name[..<range.lowerBound] + name[extensionStart(of: name, after: range)...])
    }
    for mark in ["conflicted copy", "sfconflict "] {
      guard let range = folded.lastRange(of: mark),
        let open = Array(folded[..<range.lowerBound]).lastRange(of: " ("), open.lowerBound > 0,
        let close = folded[range.upperBound...].firstIndex(of: 0x29)
      else { continue }
      return Array(name[..<open.lowerBound] + name[(close + 1)...])
    }
    return nil
  }

  /// Where the extension begins that follows a mark; the end where there is none.
  private static func extensionStart(of name: [UInt8], after mark: Range<Int>) -> Int {
    name[mark.upperBound...].lastIndex(of: 0x2E) ?? name.endIndex
  }
}

extension ConflictCopy: Comparable {
  /// By the file, then by the copy.
  package static func < (left: ConflictCopy, right: ConflictCopy) -> Bool {
    (left.original, left.path) < (right.original, right.path)
  }
}

extension [UInt8] {
  /// Where some ASCII text stands last.
  fileprivate func lastRange(of text: String) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    for start in stride(from: count - wanted.count, through: 0, by: -1)
    where self[start] == wanted[0] && self[start...].starts(with: wanted) {
      return start..<(start + wanted.count)
    }
    return nil
  }
}
