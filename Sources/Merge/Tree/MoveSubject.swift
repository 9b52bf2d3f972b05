import History

/// The subject of a commit of `zib mv`, or of the commit that undid it. It names the old and the new path.
///
/// It proves a move only where the one path went and the other came.
package struct MoveSubject: Sendable {
  private let line: [UInt8]
  /// True if the move was undone.
  private let isUndone: Bool
  /// The folder below which the paths of the line are.
  private let scope: TreePath

  /// - Throws: `MissingObject` if the store lacks the commit.
  package init(of id: ObjectID, in store: any ObjectStore, scope: TreePath) throws {
    func line(_ commit: Commit) -> [UInt8] { Array(commit.message.utf8.prefix { $0 != 0x0A }) }
    let commit = try store.commit(id)
    let own = line(commit)
    self.scope = scope
    isUndone = own.elementsEqual("Undo move".utf8) && commit.parents.count == 1
    self.line = isUndone ? line(try store.commit(commit.parents[0])) : own
  }

  /// The new path of a file by its own move or that of a folder above it.
  package func place(of path: TreePath) -> TreePath? {
    let bytes = Array(path.bytes.dropFirst(scope == .root ? 0 : scope.bytes.count + 1))
    guard line.starts(with: Self.verb) else { return nil }
    var end = bytes.count
    while end > 0 {
      if let other = counterpart(of: bytes[..<end]) {
        return scope.appending(other + bytes[end...])
      }
      end = bytes[..<end].lastIndex(of: 0x2F) ?? 0
    }
    return nil
  }

  private static let verb = Array("Move ".utf8)
  private static let joint = Array(" to ".utf8)

  /// The other path of the line, if this is the one that is left.
  private func counterpart(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if isUndone {
      let mark = Self.joint + path
      guard line.count >= Self.verb.count + mark.count, line.suffix(mark.count) == mark[...] else {
        return nil
      }
      return line.dropFirst(Self.verb.count).dropLast(mark.count)
    }
    let mark = Self.verb + path + Self.joint
    return line.starts(with: mark) ? line.dropFirst(mark.count) : nil
  }
}
