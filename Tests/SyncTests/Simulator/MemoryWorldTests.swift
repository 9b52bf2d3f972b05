import History
import Sync
import TestSupport
import Testing

/// The world in memory is only worth something if it fails as the real one does.
struct MemoryWorldTests {
  let pool = ObjectPool()

  func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  func commit(_ parents: [ObjectID], _ message: String, on device: MemoryDevice) -> ObjectID {
    device.repository.record(tree: pool.write(tree: []), parents: parents, message: message)
  }

  @Test func `the merge bases of crossed histories are both, and of unrelated ones none`() {
    let device = MemoryDevice("Ada", pool: pool)
    let root = commit([], "root", on: device)
    let left = commit([root], "left", on: device)
    let right = commit([root], "right", on: device)
    let one = commit([left, right], "one", on: device)
    let two = commit([right, left], "two", on: device)
    let strange = commit([], "strange", on: device)
    #expect(pool.mergeBases(left, right) == [root])
    #expect(pool.mergeBases(one, two) == [left, right].sorted())
    #expect(pool.mergeBases(one, left) == [left])
    #expect(pool.mergeBases(one, strange) == [])
    #expect(pool.isAncestor(root, of: two) && pool.isAncestor(two, of: two))
    #expect(!pool.isAncestor(one, of: two))
  }

  @Test func `more than 64 commits have their merge base as well`() {
    let device = MemoryDevice("Ada", pool: pool)
    var line = [commit([], "0", on: device)]
    for number in 1..<200 { line.append(commit([line[number - 1]], "\(number)", on: device)) }
    let side = commit([line[130]], "side", on: device)
    #expect(pool.mergeBases(line[199], side) == [line[130]])
    #expect(pool.commits(leadingTo: side) == line[...130] + [side])
  }

  @Test func `a tree has one id in whatever order its entries come`() {
    let blob = pool.write(blob: bytes("text"))
    let file = TreeEntry(name: bytes("a.md"), version: FileVersion(id: blob))
    let folder = TreeEntry(
      name: bytes("a"), version: FileVersion(mode: .folder, id: pool.write(tree: [file])))
    let id = pool.write(tree: [file, folder])
    #expect(id == pool.write(tree: [folder, file]))
    #expect(pool.tree(id) == [file, folder], "a folder is ordered as if its name ended in a slash")
    #expect(Set(pool.files(ofTree: id).keys) == [TreePath("a.md"), TreePath("a/a.md")])
  }

  @Test func `a loss of power takes objects that were not flushed, and no others`() throws {
    let device = MemoryDevice("Ada", pool: pool)
    let kept = try device.repository.write(blob: bytes("kept"))
    try device.repository.flush()
    let written = try (0..<64).map { try device.repository.write(blob: bytes("\($0)")) }
    var random = SeededRandom(seed: 1)
    device.repository.losePower(&random)
    #expect(device.repository.holds(kept))
    let left = written.count(where: device.repository.holds)
    #expect(left > 0 && left < 64)
    let gone = try #require(written.first { !device.repository.holds($0) })
    #expect(throws: MissingObject(gone)) { try device.repository.blob(gone) }
  }

  @Test func `a ref moves only from where it was seen`() throws {
    let device = MemoryDevice("Ada", pool: pool)
    let first = commit([], "first", on: device)
    try device.repository.setReference("refs/heads/main", from: nil, to: first, because: "test")
    #expect(throws: ReferenceMoved(name: "refs/heads/main")) {
      try device.repository.setReference("refs/heads/main", from: nil, to: first, because: "test")
    }
    #expect(try device.repository.head() == .branch("refs/heads/main", first))
  }

  @Test func `an open file is written to wherever an exchange has put it`() throws {
    let device = MemoryDevice("Ada", pool: pool)
    let path = TreePath("Folder/Note.md")
    device.files.replace(path, with: bytes("old"))
    let open = try #require(device.files.inode(at: path))
    let prepared = try device.workTree.prepare(bytes("new"), mode: .file, for: path)
    let displaced = try device.workTree.exchange(prepared)
    device.files.overwrite(open, with: bytes("typed"))
    #expect(device.files.bytes(at: path) == bytes("new"))
    #expect(try device.workTree.read(displaced)?.blob == bytes("typed"))
    #expect(try device.workTree.leftovers() == [displaced])
    try device.workTree.discard(displaced)
    #expect(open.names == 0)
    #expect(throws: NothingThere.self) { try device.workTree.exchange(prepared) }
  }

  @Test func `an exchange is lost with the power as a whole or not at all`() throws {
    var seen: Set<String> = []
    for seed in 0..<40 {
      let device = MemoryDevice("Ada", pool: pool)
      let path = TreePath("Note.md")
      device.files.replace(path, with: bytes("old"))
      device.settle()
      let displaced = try device.workTree.exchange(
        try device.workTree.prepare(bytes("new"), mode: .file, for: path))
      var random = SeededRandom(seed: UInt64(seed))
      device.files.losePower(&random)
      let note = String(decoding: device.files.bytes(at: path) ?? [], as: UTF8.self)
      let other = device.files.bytes(at: MemoryWorkTree.hiddenPath(displaced))
      #expect(note == "new" ? other == bytes("old") : other != bytes("old"))
      seen.insert(note)
    }
    #expect(seen == ["old", "new"])
  }

  @Test func `what a folder's flush promised survives`() throws {
    for seed in 0..<40 {
      let device = MemoryDevice("Ada", pool: pool)
      let path = TreePath("Note.md")
      device.files.replace(path, with: bytes("old"))
      device.settle()
      _ = try device.workTree.exchange(
        try device.workTree.prepare(bytes("new"), mode: .file, for: path))
      try device.workTree.flushFolders(of: [path])
      var random = SeededRandom(seed: UInt64(seed))
      device.files.losePower(&random)
      #expect(device.files.bytes(at: path) == bytes("new"))
    }
  }

  @Test func `a file that is written in place with no flush may be torn, and never changes later`()
  {
    var seen: Set<[UInt8]> = []
    for seed in 0..<40 {
      let device = MemoryDevice("Ada", pool: pool)
      device.files.replace(TreePath("Note.md"), with: bytes("old"))
      device.settle()
      device.files.overwrite(TreePath("Note.md"), with: bytes("new"))
      var random = SeededRandom(seed: UInt64(seed))
      device.files.losePower(&random)
      seen.insert(device.files.bytes(at: TreePath("Note.md")) ?? [])
    }
    #expect(seen == [bytes("old"), bytes("new")])
  }

  @Test func `after a kill no call does anything until the next start`() throws {
    let device = MemoryDevice("Ada", pool: pool)
    device.faults.arm(.kill, at: 1)
    _ = try device.repository.write(blob: bytes("one"))
    #expect(throws: ProcessStopped()) { try device.repository.write(blob: bytes("two")) }
    #expect(throws: ProcessStopped()) { try device.repository.write(blob: bytes("three")) }
    #expect(!device.repository.holds(ObjectPool.id(ofBlob: bytes("three"))))
    var random = SeededRandom(seed: 1)
    device.restart(&random)
    #expect(device.repository.holds(ObjectPool.id(ofBlob: bytes("one"))))
    _ = try device.repository.write(blob: bytes("three"))
  }

  @Test func `a file system that is insensitive finds a name in another case and Unicode form`() {
    let device = MemoryDevice("Ada", pool: pool, naming: .insensitive)
    device.files.replace(TreePath("Café.md"), with: bytes("text"))
    #expect(device.files.bytes(at: TreePath("CAFE\u{301}.md")) == bytes("text"))
    device.files.move(TreePath("Café.md"), to: TreePath("café.md"))
    #expect(device.files.paths == [TreePath("café.md")])
  }

  @Test func `a change within one tick of the clock is seen although the stamp is the same`() throws
  {
    let device = MemoryDevice("Ada", pool: pool, tick: 1_000_000_000)
    let path = TreePath("Note.md")
    device.files.replace(path, with: bytes("old"))
    let file = try #require(try device.workTree.read(path))
    let id = try device.repository.write(blob: file.blob)
    let entry = StagedEntry(path: path, version: FileVersion(id: id), stamp: file.stamp)
    try device.repository.setStaged([path: entry])
    device.files.overwrite(path, with: bytes("new"))
    #expect(try device.workTree.changes(since: [entry]).count == 1)
  }

  @Test func `a push that somebody was quicker than is raced, and a fetch brings the other's`()
    throws
  {
    let remote = MemoryRemote(pool: pool)
    let ada = MemoryDevice("Ada", pool: pool, remotes: ["origin": remote])
    let ben = MemoryDevice("Ben", pool: pool, remotes: ["origin": remote])
    let main = "refs/heads/main"
    let first = commit([], "first", on: ada)
    try ada.transport.push(first, to: main, of: "origin")
    try ben.transport.fetch("origin")
    #expect(ben.repository.references["refs/remotes/origin/main"] == first)
    let second = commit([first], "second", on: ben)
    let third = commit([first], "third", on: ada)
    try ben.transport.push(second, to: main, of: "origin")
    #expect(throws: TransportError.raced) {
      try ada.transport.push(third, to: main, of: "origin")
    }
    try ada.transport.fetch("origin")
    #expect(ada.repository.holds(second))
    ada.transport.troubles = [.timeOutAfterEffect]
    let both = commit([second, third], "both", on: ada)
    #expect(throws: TransportError.timedOut(seconds: 30)) {
      try ada.transport.push(both, to: main, of: "origin")
    }
    #expect(remote.branches[main] == both)
  }
}
