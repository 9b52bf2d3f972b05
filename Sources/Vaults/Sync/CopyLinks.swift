import Files
import Git
import History
import Indexing
import Layout
import Merge
import Notes
import PastNotes
import Sync

/// Two devices gave different files one name, and both are kept: the links that were written to the one which gets
/// another name follow it there.
///
/// A file that both devices changed is another matter: the links to it were there before the two differed.
struct CopyLinks {
  /// The notes whose links follow, as they become; by path.
  private(set) var rewrites: [NotePath: MovePlan.Rewrite] = [:]
  /// Notes whose links would have to follow, and that cannot be written; sorted.
  private(set) var left: [NotePath] = []

  private let vault: Vault
  private let files: TreeFiles
  private let links: VaultLinks

  init(_ vault: Vault, _ files: TreeFiles, _ index: VaultIndex) throws {
    self.vault = vault
    self.files = files
    links = try VaultLinks(index)
  }

  /// Lets the links to a copy follow it to its new name, as far as the history tells which they are.
  ///
  /// - Throws: errors of the repository.
  mutating func follow(_ conflict: NoteConflict, to new: NotePath) throws {
    do {
      try followFromHistory(conflict, to: new)
    } catch is MissingObject {
      // A shallow or partial clone: which links they are is not known here.
    }
  }

  private mutating func followFromHistory(_ conflict: NoteConflict, to new: NotePath) throws {
    guard let place = NotePath(conflict.texts.copy.path, in: files.history.scope),
      links.number(of: place) != nil,
      let origin = try Origin(of: conflict.texts.copy, in: files.history.repository)
    else { return }
    let note = conflict.note
    let before = links.resolver { $0 == note ? place : $0 == place ? note : $0 }
    let after = links.resolver { $0 == place ? new : $0 }
    var rewriter = LinkRewriter(from: before, to: after, style: vault.linkStyle)
    let copy = links.number(of: place)
    rewriter.only = { target, isWiki, file in
      guard
        case .file(let found, _) = before.resolve(
          target, from: before.paths[file], byAlias: isWiki)
      else { return false }
      return found == copy
    }
    for written in try origin.notes(in: files.history.repository) {
      guard let present = try path(of: written.path), let number = links.number(of: present)
      else { continue }
      do {
        try follow(in: present, number, written, rewriter)
      } catch is MoveRefusal {
        left.append(present)
      } catch is WriteError {
        left.append(present)
      }
    }
    left.sort()
  }

  /// The present path of a note that a device wrote.
  private func path(of place: TreePath) throws -> NotePath? {
    let repository = files.history.repository
    var place = place
    if try files.version(at: place) == nil {
      guard let head = try repository.head().commit,
        let moved = try repository.movedPath(of: place, from: head)
      else { return nil }
      place = moved
    }
    guard let path = NotePath(place, in: files.history.scope), path.isMarkdown,
      !path.isConflictCopy
    else { return nil }
    return path
  }

  private mutating func follow(
    in path: NotePath, _ number: Int, _ written: Origin.Written, _ rewriter: LinkRewriter
  ) throws {
    let known = rewrites[path]
    // Only what would follow has to be in the history.
    guard try rewritten(known?.new ?? files.committedText(path), number, rewriter) != nil else {
      return
    }
    let old = try known?.old ?? files.read(path)
    let text = known?.new ?? old
    guard let new = try rewritten(text, number, rewriter) else { return }
    try vault.checkWritable(path)
    guard WellFormedUTF8.holds(old) else { throw MoveRefusal.notUTF8(path) }
    let isShared = try written.other.map { try rewritten($0, number, rewriter) != nil } ?? false
    let (mine, others) = (Set(Self.lines(written.text)), written.others.map(Self.lines))
    let theirs = Set(others.joined())
    var lines = Self.lines(text)
    var count = 0
    // A rewritten link is on the line on which it was.
    for (index, line) in Self.lines(new).enumerated() where line != lines[index] {
      // If both devices linked a file of that name in one note, the line tells whose link it is.
      if isShared
        ? !mine.contains(lines[index]) || theirs.contains(lines[index])
        : written.base.map({ Self.lines($0).contains(lines[index]) }) ?? false
      {
        continue
      }
      lines[index] = line
      count += 1
    }
    if count == 0 { return }
    rewrites[path] = MovePlan.Rewrite(
      path: path, newPath: path, old: old, new: Array(lines.joined(separator: [0x0A])),
      links: (known?.links ?? 0) + count)
  }

  /// The text with its links to the copy rewritten; nil where it has none.
  private func rewritten(
    _ text: [UInt8], _ number: Int, _ rewriter: LinkRewriter
  ) throws -> [UInt8]? {
    let path = links.paths[number]
    let note = Note(
      parsing: text, named: String(decoding: path.stem, as: UTF8.self), options: vault.noteOptions)
    do throws(LinkNotRewritten) {
      let result = try rewriter.rewritten(note, in: number, options: vault.noteOptions)
      return result.links > 0 && result.note.source != text ? result.note.source : nil
    } catch {
      throw MoveRefusal.link(path, error)
    }
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: 0x0A, omittingEmptySubsequences: false)
  }
}

/// The two commits that a merge joined, of which each had brought a file of one name.
private struct Origin {
  /// A note that the device of the copy wrote, with that name already taken there.
  struct Written {
    let path: TreePath
    let text: [UInt8]
    /// The text of the other device, and that of their common ancestor.
    let other: [UInt8]?
    let base: [UInt8]?

    var others: [[UInt8]] { [other, base].compactMap(\.self) }
  }

  private let copy: ObjectID
  private let note: ObjectID
  private let base: ObjectID?

  /// - Returns: nil if the copy is of another origin, or the file was there before both changed it.
  init?(of copy: ConflictCopy, in repository: Git.Repository) throws {
    guard let head = try repository.head().commit,
      let origin = try repository.origin(of: copy, from: head), origin.base == nil
    else { return nil }
    let merge = try repository.commit(origin.merge)
    func tree(_ parent: Int) throws -> ObjectID {
      try repository.commit(merge.parents[parent]).tree
    }
    let isFirst =
      try repository.version(at: copy.formerOriginal, in: tree(0))?.id == origin.copy.version?.id
    self.copy = try tree(isFirst ? 0 : 1)
    note = try tree(isFirst ? 1 : 0)
    base = try repository.mergeBases(merge.parents[0], merge.parents[1]).first
      .map { try repository.commit($0).tree }
  }

  /// The notes that the device of the copy wrote since the common ancestor, by path.
  func notes(in repository: Git.Repository) throws -> [Written] {
    var changed: [(path: TreePath, old: FileVersion?, new: FileVersion)] = []
    try repository.forEachDifference(between: base, and: copy) { path, old, new in
      guard let new, new.mode.isFile, new.mode != .link, TrackedFiles.isNote(path) else { return }
      changed.append((path, old, new))
    }
    return try changed.sorted { $0.path < $1.path }.map { path, old, new in
      let other = try repository.version(at: path, in: note)
      return Written(
        path: path, text: try repository.blob(new.id),
        other: try other.flatMap { $0.mode.isFile ? try repository.blob($0.id) : nil },
        base: try old.flatMap { $0.mode.isFile ? try repository.blob($0.id) : nil })
    }
  }
}
