import History
import TestSupport

/// The objects of every repository of one world, by their contents' hash.
///
/// A repository holds some of them; the pool only saves keeping each one several times, and answers questions about
/// histories quickly. Everything in it stays as it was written.
final class ObjectPool {
  private enum Object {
    case blob([UInt8])
    case tree([TreeEntry])
    case commit(Commit, number: Int)
  }

  private var objects: [ObjectID: Object] = [:]
  /// The commits in the order they were written, so that a parent has a lower number than its children.
  private(set) var commits: [ObjectID] = []
  /// For each commit by number: the numbers of itself and its ancestors.
  private var ancestors: [NumberSet] = []
  private var filesOfTrees: [ObjectID: [TreePath: FileVersion]] = [:]

  func blob(_ id: ObjectID) -> [UInt8]? {
    if case .blob(let bytes)? = objects[id] { bytes } else { nil }
  }

  func tree(_ id: ObjectID) -> [TreeEntry]? {
    if case .tree(let entries)? = objects[id] { entries } else { nil }
  }

  func commit(_ id: ObjectID) -> Commit? {
    if case .commit(let commit, _)? = objects[id] { commit } else { nil }
  }

  // MARK: Writing

  /// The id that a blob of these bytes has, whether or not there is one.
  static func id(ofBlob bytes: [UInt8]) -> ObjectID {
    var hash = ContentHash(kind: 1)
    hash.add(bytes)
    return hash.id
  }

  func write(blob bytes: [UInt8]) -> ObjectID {
    let id = Self.id(ofBlob: bytes)
    if objects[id] == nil { objects[id] = .blob(bytes) }
    return id
  }

  func write(tree entries: [TreeEntry]) -> ObjectID {
    let entries = entries.sorted(by: TreeEntry.precedes)
    var hash = ContentHash(kind: 2)
    for entry in entries {
      hash.add(UInt64(entry.version.mode.rawValue))
      hash.add(entry.name)
      hash.add(entry.version.id)
    }
    if objects[hash.id] == nil { objects[hash.id] = .tree(entries) }
    return hash.id
  }

  func write(commit: Commit) -> ObjectID {
    var hash = ContentHash(kind: 3)
    hash.add(commit.tree)
    hash.add(UInt64(commit.parents.count))
    for parent in commit.parents { hash.add(parent) }
    for signature in [commit.author, commit.committer] {
      hash.add(Array(signature.name.utf8))
      hash.add(Array(signature.email.utf8))
      hash.add(UInt64(bitPattern: signature.seconds))
      hash.add(UInt64(bitPattern: Int64(signature.offset)))
    }
    hash.add(Array(commit.message.utf8))
    let id = hash.id
    if objects[id] == nil {
      objects[id] = .commit(commit, number: commits.count)
      var known = NumberSet()
      for parent in commit.parents { known.formUnion(history(of: parent)) }
      known.insert(commits.count)
      ancestors.append(known)
      commits.append(id)
    }
    return id
  }

  // MARK: Histories

  /// The numbers of a commit and its ancestors; none for what is no commit.
  func history(of id: ObjectID) -> NumberSet {
    guard case .commit(_, let number)? = objects[id] else { return NumberSet() }
    return ancestors[number]
  }

  /// A commit and its ancestors, in the order they were written.
  func commits(leadingTo id: ObjectID) -> [ObjectID] { history(of: id).numbers.map { commits[$0] } }

  func isAncestor(_ ancestor: ObjectID, of id: ObjectID) -> Bool {
    guard case .commit(_, let number)? = objects[ancestor] else { return false }
    return history(of: id).contains(number)
  }

  /// The common ancestors that are no ancestors of other common ones, sorted by id.
  func mergeBases(_ left: ObjectID, _ right: ObjectID) -> [ObjectID] {
    var common = history(of: left).intersection(history(of: right))
    var bases: [ObjectID] = []
    // A child has a higher number than its parents: the highest that is left descends from no other.
    while let number = common.highest {
      bases.append(commits[number])
      common.subtract(ancestors[number])
    }
    return bases.sorted()
  }

  /// Calls for every object of some histories; `enter` says whether to go on below one.
  func forEachObject(reachedFrom id: ObjectID, enter: (ObjectID) -> Bool) {
    guard let object = objects[id], enter(id) else { return }
    switch object {
    case .blob: break
    case .tree(let entries):
      for entry in entries { forEachObject(reachedFrom: entry.version.id, enter: enter) }
    case .commit(let commit, _):
      forEachObject(reachedFrom: commit.tree, enter: enter)
      for parent in commit.parents { forEachObject(reachedFrom: parent, enter: enter) }
    }
  }

  /// All files of a tree by path; a tree of the pool never changes, so the answer is kept.
  func files(ofTree id: ObjectID) -> [TreePath: FileVersion] {
    if let files = filesOfTrees[id] { return files }
    var files: [TreePath: FileVersion] = [:]
    collect(id, at: .root, into: &files)
    filesOfTrees[id] = files
    return files
  }

  /// All files of a commit by path; none for no commit.
  func files(of commit: ObjectID?) -> [TreePath: FileVersion] {
    guard let tree = commit.flatMap(self.commit)?.tree else { return [:] }
    return files(ofTree: tree)
  }

  private func collect(_ id: ObjectID, at path: TreePath, into files: inout [TreePath: FileVersion])
  {
    for entry in tree(id) ?? [] {
      let path = path.appending(entry.name)
      if entry.version.mode == .folder {
        collect(entry.version.id, at: path, into: &files)
      } else {
        files[path] = entry.version
      }
    }
  }
}

/// A hash of 160 bits, quick and the same on every system; not safe against people who want a collision.
private struct ContentHash {
  private var first: UInt64
  private var second: UInt64
  private var third: UInt64

  init(kind: UInt64) {
    first = 0x9E37_79B9_7F4A_7C15 &* (kind &+ 1)
    second = 0xC2B2_AE3D_27D4_EB4F ^ kind
    third = 0x1656_67B1_9E37_79F9 &+ kind
  }

  mutating func add(_ word: UInt64) {
    first = (first ^ word) &* 0xFF51_AFD7_ED55_8CCD
    first ^= first >> 32
    second = (second &+ word) &* 0xC4CE_B9FE_1A85_EC53
    second ^= second >> 29
    third = (third ^ (word << 31 | word >> 33)) &* 0x9FB2_1C65_1E98_DF25
    third ^= third >> 28
  }

  mutating func add(_ bytes: [UInt8]) {
    add(UInt64(bytes.count))
    var word: UInt64 = 0
    var count = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count == 8 {
        add(word)
        (word, count) = (0, 0)
      }
    }
    if count > 0 { add(word) }
  }

  mutating func add(_ id: ObjectID) { add(id.bytes) }

  var id: ObjectID {
    var mixed = SeededRandom(seed: first ^ second &* 31 ^ third &* 1_000_003)
    let words = (first ^ mixed.next(), second ^ mixed.next(), third ^ mixed.next())
    var bytes: [UInt8] = []
    bytes.reserveCapacity(ObjectID.byteCount)
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: words.0 >> shift))
      bytes.append(UInt8(truncatingIfNeeded: words.1 >> shift))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: words.2 >> shift))
    }
    // 8, 8 and 4 bytes are the 20 that an id has.
    return ObjectID(bytes: bytes)!
  }
}

/// A set of small numbers, one bit each.
struct NumberSet {
  private var words: [UInt64] = []

  mutating func insert(_ number: Int) {
    let place = number >> 6
    while words.count <= place { words.append(0) }
    words[place] |= 1 << UInt64(number & 63)
  }

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] & 1 << UInt64(number & 63) != 0
  }

  mutating func formUnion(_ other: NumberSet) {
    while words.count < other.words.count { words.append(0) }
    for place in other.words.indices { words[place] |= other.words[place] }
  }

  mutating func subtract(_ other: NumberSet) {
    for place in 0..<min(words.count, other.words.count) { words[place] &= ~other.words[place] }
  }

  func intersection(_ other: NumberSet) -> NumberSet {
    var result = NumberSet()
    result.words = zip(words, other.words).map { $0 & $1 }
    return result
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var highest: Int? {
    guard let place = words.lastIndex(where: { $0 != 0 }) else { return nil }
    return place << 6 | (63 - words[place].leadingZeroBitCount)
  }

  /// In rising order.
  var numbers: [Int] {
    var numbers: [Int] = []
    for (place, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        numbers.append(place << 6 | rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }
}
