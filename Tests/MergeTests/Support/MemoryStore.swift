import History

/// A store of objects in memory, with git's own ids.
final class MemoryStore: ObjectStore {
  private var blobs: [ObjectID: [UInt8]] = [:]
  private var trees: [ObjectID: [TreeEntry]] = [:]
  private var commits: [ObjectID: Commit] = [:]
  /// How many trees were read.
  private(set) var treeReads = 0
  private(set) var blobReads = 0

  func blob(_ id: ObjectID) throws -> [UInt8] {
    guard let blob = blobs[id] else { throw MissingObject(id) }
    blobReads += 1
    return blob
  }

  func tree(_ id: ObjectID) throws -> [TreeEntry] {
    guard let tree = trees[id] else { throw MissingObject(id) }
    treeReads += 1
    return tree
  }

  func commit(_ id: ObjectID) throws -> Commit {
    guard let commit = commits[id] else { throw MissingObject(id) }
    return commit
  }

  func write(blob: [UInt8]) throws -> ObjectID {
    let id = try Self.id("blob", blob)
    blobs[id] = blob
    return id
  }

  func write(tree: [TreeEntry]) throws -> ObjectID {
    let entries = tree.sorted(by: TreeEntry.precedes)
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += String(entry.version.mode.rawValue, radix: 8).utf8
      bytes += [0x20] + entry.name + [0] + entry.version.id.bytes
    }
    let id = try Self.id("tree", bytes)
    trees[id] = entries
    return id
  }

  func write(commit: Commit) throws -> ObjectID {
    func line(_ role: String, _ who: Signature) -> String {
      let offset = abs(who.offset)
      let zone = String(offset / 60 * 100 + offset % 60 + 10_000).dropFirst()
      return
        "\(role) \(who.name) <\(who.email)> \(who.seconds) \(who.offset < 0 ? "-" : "+")\(zone)\n"
    }
    let text =
      "tree \(commit.tree)\n" + commit.parents.map { "parent \($0)\n" }.joined()
      + line("author", commit.author) + line("committer", commit.committer) + "\n"
      + commit.message
    let id = try Self.id("commit", Array(text.utf8))
    commits[id] = commit
    return id
  }

  func forgetReads() { (treeReads, blobReads) = (0, 0) }

  private static func id(_ kind: String, _ bytes: [UInt8]) throws -> ObjectID {
    let digest = SHA1.digest(Array("\(kind) \(bytes.count)\0".utf8) + bytes)
    guard let id = ObjectID(bytes: digest) else { preconditionFailure("a digest has 20 bytes") }
    return id
  }
}
