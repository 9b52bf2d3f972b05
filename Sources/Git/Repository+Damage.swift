import CGit2
import History

/// An object that a commit needs and that cannot be read.
package struct DamagedObject: Equatable, Sendable {
  package let id: ObjectID
  /// The file or folder that it is in the commit; the root for a commit or its whole tree.
  package let path: TreePath
  /// True if it is not there at all; else its bytes are damaged.
  package let isMissing: Bool
}

/// The objects that the last commits need and that are missing or damaged.
package struct HistoryDamage: Sendable {
  /// The first of them.
  package fileprivate(set) var objects: [DamagedObject] = []
  /// The number of all that were found.
  package fileprivate(set) var count = 0
  /// The greatest number in ``objects``.
  package static let limit = 10

  fileprivate mutating func add(_ id: ObjectID, at path: TreePath, isMissing: Bool) {
    count += 1
    guard objects.count < Self.limit else { return }
    objects.append(DamagedObject(id: id, path: path, isMissing: isMissing))
  }
}

extension Repository {
  /// Commits further back than so many are not looked at.
  private static let commitLimit = 10_000
  /// Contents above so many bytes are looked for, and not read.
  private static let contentLimit: Int64 = 1 << 20

  /// Looks for the commits behind the tips, and for the folders and files of the tips, and reads them but for large
  /// files; `git fsck` looks at everything.
  ///
  /// Objects that a partial clone has left at its remote, and those below the border of a shallow clone, are not missed.
  /// - Complexity: one read of each file of the tips.
  package func damage(of tips: [ObjectID]) -> HistoryDamage {
    var damage = HistoryDamage()
    let border = (try? shallowBorder()) ?? []
    var seen = Set(tips)
    var commits = tips
    var next = 0
    while next < commits.count, next < Self.commitLimit {
      let id = commits[next]
      next += 1
      guard let node = look(at: id, .root, &damage, { try node(id) }) else { continue }
      if tips.contains(id) { look(atTree: node.tree, .root, &seen, &damage) }
      if border.contains(id) { continue }
      for parent in node.parents where seen.insert(parent).inserted { commits.append(parent) }
    }
    return damage
  }

  private func look(
    atTree id: ObjectID, _ path: TreePath, _ seen: inout Set<ObjectID>,
    _ damage: inout HistoryDamage
  ) {
    guard seen.insert(id).inserted, let entries = look(at: id, path, &damage, { try tree(id) })
    else { return }
    for entry in entries {
      let place = path.appending(entry.name)
      switch entry.version.mode {
      case .folder: look(atTree: entry.version.id, place, &seen, &damage)
      case .submodule: continue
      default:
        guard seen.insert(entry.version.id).inserted else { continue }
        _ = look(at: entry.version.id, place, &damage) { try lookAtBlob(entry.version.id) }
      }
    }
  }

  private func look<Value>(
    at id: ObjectID, _ path: TreePath, _ damage: inout HistoryDamage, _ read: () throws -> Value
  ) -> Value? {
    do {
      return try read()
    } catch is MissingObject {
      if !isPartialClone { damage.add(id, at: path, isMissing: true) }
    } catch {
      damage.add(id, at: path, isMissing: false)
    }
    return nil
  }

  private func lookAtBlob(_ id: ObjectID) throws {
    let digits = Array(id.hex.utf8)
    let file =
      commonFolder + Array("/objects/".utf8) + digits[..<2] + [0x2F] + digits[2...]
    if let status = try DiskFile.status(file) {
      if Int64(status.size) <= Self.contentLimit { _ = try blob(id) }
      return
    }
    // In a pack, whose header tells the size without a look at loose objects, of which libgit2 1.5 misreads some.
    guard contains(id) else { throw MissingObject(id) }
    if try size(ofBlob: id) <= Self.contentLimit { _ = try blob(id) }
  }
}
