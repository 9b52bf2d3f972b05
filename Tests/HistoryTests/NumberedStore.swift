import History
import Testing

/// Objects in memory, numbered in the order in which they were first written.
final class NumberedStore: ObjectStore {
  private enum Object: Hashable {
    case blob([UInt8]), tree([TreeEntry]), commit(Commit)
  }

  private var objects: [ObjectID: Object] = [:]
  private var ids: [Object: ObjectID] = [:]
  /// Trees that were read, in their order.
  private(set) var read: [ObjectID] = []

  func blob(_ id: ObjectID) throws -> [UInt8] {
    guard case .blob(let bytes) = objects[id] else { throw MissingObject(id) }
    return bytes
  }

  func tree(_ id: ObjectID) throws -> [TreeEntry] {
    guard case .tree(let entries) = objects[id] else { throw MissingObject(id) }
    read.append(id)
    return entries
  }

  func commit(_ id: ObjectID) throws -> Commit {
    guard case .commit(let commit) = objects[id] else { throw MissingObject(id) }
    return commit
  }

  func write(blob: [UInt8]) throws -> ObjectID { try write(.blob(blob)) }
  func write(tree: [TreeEntry]) throws -> ObjectID {
    try write(.tree(tree.sorted(by: TreeEntry.precedes)))
  }
  func write(commit: Commit) throws -> ObjectID { try write(.commit(commit)) }

  func forgetReads() { read = [] }

  private func write(_ object: Object) throws -> ObjectID {
    if let id = ids[object] { return id }
    let id = try #require(ObjectID(hex: String(repeating: "0", count: 38) + hex(ids.count)))
    objects[id] = object
    ids[object] = id
    return id
  }

  private func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 2 - digits.count) + digits
  }
}
