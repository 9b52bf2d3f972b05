import Git
import GitSandbox
import History
import OperatingSystem
import Testing

struct StagingTests {
  let sandbox: Sandbox
  let repository: Repository

  init() throws {
    sandbox = try Sandbox()
    repository = try sandbox.makeRepository()
  }

  /// The output of `git ls-files --stage --debug` for these entries.
  private func debug(_ entries: [StagedEntry], _ flags: [String: UInt32] = [:]) -> String {
    entries.map { entry in
      func time(_ nanoseconds: Int64) -> String {
        "\(nanoseconds / 1_000_000_000):\(nanoseconds % 1_000_000_000)"
      }
      let mode = String(entry.version.mode.rawValue, radix: 8)
      let stamp = entry.stamp
      return """
        \(mode) \(entry.version.id) 0\t\(entry.path)
          ctime: \(time(stamp?.changed ?? 0))
          mtime: \(time(stamp?.modified ?? 0))
          dev: \(stamp?.device ?? 0)\tino: \(stamp?.inode ?? 0)
          uid: \(stamp?.owner ?? 0)\tgid: \(stamp?.group ?? 0)
          size: \(stamp?.size ?? 0)\tflags: \(String(flags[entry.path.text] ?? 0, radix: 16))

        """
    }.joined()
  }

  /// Waits until files that are there are older than an index that is written now.
  private func letTheClockTick() throws {
    usleep(20_000)
    sandbox.write("\(clock())", to: "r/.git/tick")
  }

  /// The stamp that a file has now.
  private func stamp(_ name: String) throws -> WorkStamp {
    var status = stat()
    try #require(unsafe lstat(sandbox("r/" + name), &status) == 0)
    return WorkStamp(
      modified: status.modificationTime.nanoseconds,
      changed: status.statusChangeTime.nanoseconds,
      size: UInt64(status.st_size), inode: UInt64(status.st_ino),
      device: UInt64(status.st_dev), owner: status.st_uid, group: status.st_gid)
  }

  @Test(arguments: [2, 4])
  func `entries are those that git lists`(version: Int) throws {
    for index in 0..<40 {
      sandbox.write("note \(index)", to: "r/folder \(index % 3)/Ü \(index * 7919 % 100).md")
    }
    sandbox.writeScript("exit 0", to: "r/run.sh")
    sandbox.write("", to: "r/empty.md")
    sandbox.write("long", to: "r/" + String(repeating: "n", count: 200) + ".md")
    unsafe symlink("empty.md", sandbox("r/link.md"))
    try letTheClockTick()
    try sandbox.git("add -A", in: "r")
    try sandbox.git("update-index --index-version \(version)", in: "r")
    let entries = try repository.stagedEntries()
    #expect(
      debug(entries).dropLast()
        == (try sandbox.git("-c core.quotePath=false ls-files --stage --debug", in: "r")))
    #expect(entries.count == 44)
    #expect(entries.allSatisfy { $0.stamp != nil })
  }

  @Test(arguments: [2, 4])
  func `git is clean after what it has listed was changed here`(version: Int) throws {
    try sandbox.commit([
      "a/one.md": "one", "a/two.md": "two", "b/three.md": "three", "four.md": "4",
    ])
    try sandbox.git("update-index --index-version \(version)", in: "r")
    let head = try #require(try repository.head().commit)
    let tree = try repository.commit(head).tree

    // A commit that changes, adds and removes, made here.
    let files: [String: String?] = ["a/one.md": "one!", "new/five.md": "five", "four.md": nil]
    var staged: [TreePath: StagedEntry?] = [:]
    var versions: [TreePath: FileVersion?] = [:]
    for (name, text) in files {
      let path = TreePath(name)
      guard let text else {
        sandbox.remove("r/" + name)
        staged[path] = .some(nil)
        versions[path] = .some(nil)
        continue
      }
      sandbox.write(text, to: "r/" + name)
      let version = FileVersion(id: try repository.write(blob: Array(text.utf8)))
      versions[path] = version
      staged[path] = StagedEntry(path: path, version: version, stamp: try stamp(name))
    }
    let new = try repository.tree(tree, replacing: versions)
    let commit = try repository.commitSnapshot(tree: new, parents: [head], message: "sync")
    try repository.flush()
    try repository.setReference("refs/heads/main", from: head, to: commit, because: "zib: sync")
    try repository.setStaged(staged)
    #expect(try sandbox.git("status --porcelain", in: "r") == "")
    #expect(try repository.stagedDifferences(from: new).isEmpty)
    #expect(try sandbox.git("write-tree", in: "r") == "\(new)")
    #expect(try sandbox.git("fsck --strict --no-dangling", in: "r") == "")
    #expect(try sandbox.git("ls-files --stage", in: "r").contains("three.md"))
    #expect(try sandbox.git("reflog -1 main", in: "r").contains("zib: sync"))
    #expect(!sandbox.exists("r/.git/index.lock"))
  }

  @Test func `what git stages right after us is seen at once`() throws {
    let version = FileVersion(id: try repository.write(blob: Array("ours".utf8)))
    try repository.flush()
    for round in 0..<8 {
      let path = TreePath("ours \(round).md")
      try repository.setStaged([path: StagedEntry(path: path, version: version, stamp: nil)])
      #expect(try repository.stagedEntries().count == 2 * round + 1)
      try sandbox.git(
        "update-index --add --cacheinfo 100644,\(version.id),git\(round).md", in: "r")
      #expect(try repository.stagedEntries().count == 2 * round + 2)
    }
    let index = try sandbox.git("ls-files", in: "r").split(separator: "\n").count
    #expect(index == 16)
  }

  @Test func `folders whose trees git cannot know are left for it to find`() throws {
    let commit = try sandbox.commit(["a/b/one.md": "1", "a/two.md": "2", "c/three.md": "3"])
    let tree = try repository.commit(commit).tree
    let path = TreePath("a/b/one.md")
    // Its tree was never written, nor is that of the folder above.
    let other = FileVersion(id: try repository.write(blob: Array("other".utf8)))
    try repository.flush()
    try repository.setStaged([path: StagedEntry(path: path, version: other, stamp: nil)])
    #expect(try repository.stagedDifferences(from: tree).keys.sorted() == [path])
    #expect(try sandbox.git("fsck --strict --no-dangling", in: "r") == "")
    let written = try sandbox.git("write-tree", in: "r")
    #expect(try sandbox.git("ls-tree -r \(written)", in: "r").contains("\(other.id)\ta/b/one.md"))
    // One of them is there by now, and is known again with the next change.
    let third = TreePath("c/three.md")
    try repository.setStaged([third: nil])
    #expect(try repository.stagedDifferences(from: tree).keys.sorted() == [path, third])
    let without = try sandbox.git("write-tree", in: "r")
    #expect(try sandbox.git("ls-tree -r --name-only \(without)", in: "r") == "a/b/one.md\na/two.md")
  }

  @Test func `an entry as new as the index is not believed, and git is told so`() throws {
    sandbox.write("same size 1", to: "r/racy.md")
    try sandbox.git("add -A", in: "r")
    // As if both had been written within one tick of the clock.
    let index = sandbox("r/.git/index")
    var times = [timespec(), timespec()]
    let modified = try #require(try debugModified("racy.md"))
    for place in 0..<2 {
      times[place].tv_sec = Int(modified / 1_000_000_000)
      times[place].tv_nsec = Int(modified % 1_000_000_000)
    }
    try #require(unsafe utimensat(AT_FDCWD, index, &times, 0) == 0)
    #expect(try repository.stagedEntries().map(\.stamp) == [nil])
    // Another entry is set; the racy one is marked in passing.
    let version = FileVersion(id: try repository.write(blob: []))
    try repository.setStaged([
      TreePath("z.md"): StagedEntry(path: TreePath("z.md"), version: version, stamp: nil)
    ])
    #expect(try repository.stagedEntries().map(\.stamp) == [nil, nil])
    #expect(
      try sandbox.git("ls-files --debug racy.md", in: "r").contains("size: 0\t"))
  }

  private func debugModified(_ name: String) throws -> Int64? {
    let lines = try sandbox.git("ls-files --debug \(name)", in: "r").split(separator: "\n")
    let words = lines.first { $0.contains("mtime") }?.split { " :".contains($0) } ?? []
    guard words.count == 3, let seconds = Int64(words[1]), let rest = Int64(words[2]) else {
      return nil
    }
    return seconds * 1_000_000_000 + rest
  }

  @Test func `flags of sparse checkouts and of files to be added are read and kept`() throws {
    try sandbox.commit(["kept.md": "1", "skipped.md": "2"])
    try sandbox.git("update-index --skip-worktree skipped.md", in: "r")
    sandbox.write("3", to: "r/later.md")
    try sandbox.git("add --intent-to-add later.md", in: "r")
    let entries = try repository.stagedEntries()
    #expect(entries.filter(\.isSkipped).map(\.path) == [TreePath("skipped.md")])
    #expect(entries.filter(\.isIntent).map(\.path) == [TreePath("later.md")])
    let before = try sandbox.git("ls-files --stage --debug", in: "r")
    let head = try #require(try repository.head().commit)
    #expect(try repository.stagedDifferences(from: repository.commit(head).tree).isEmpty)
    let kept = try #require(entries.first { $0.path == TreePath("kept.md") })
    try repository.setStaged([kept.path: kept])
    // But for the entry that was set, whose stamp may be marked as racy.
    let after = try sandbox.git("ls-files --stage --debug", in: "r")
    #expect(
      after.split(separator: "\n").filter { $0.contains("flags") && !$0.contains("flags: 0") }
        == before.split(separator: "\n").filter { $0.contains("flags") && !$0.contains("flags: 0") }
    )
  }

  @Test func `a file takes the place of a folder, and a folder that of a file`() throws {
    try sandbox.commit(["a/b.md": "1", "a/c/d.md": "2", "f": "3", "f-g.md": "4"])
    let version = FileVersion(id: try repository.write(blob: Array("x".utf8)))
    try repository.flush()
    func entry(_ path: String) -> StagedEntry {
      StagedEntry(path: TreePath(path), version: version, stamp: nil)
    }
    try repository.setStaged([TreePath("a"): entry("a"), TreePath("f/g/h"): entry("f/g/h")])
    #expect(try sandbox.git("ls-files", in: "r") == "a\nf-g.md\nf/g/h")
    let tree = try sandbox.git("write-tree", in: "r")
    #expect(try sandbox.git("ls-tree -r --name-only \(tree)", in: "r") == "a\nf-g.md\nf/g/h")
  }

  @Test func `staged differences are told with and without the trees that git has noted`() throws {
    try sandbox.commit(["a/b.md": "1", "a/c/d.md": "2", "e.md": "3", "x/y.md": "4"])
    let tree = try repository.commit(try #require(try repository.head().commit)).tree
    for noted in [true, false] {
      sandbox.write("2+", to: "r/a/c/d.md")
      sandbox.write("5", to: "r/a/c.md")
      sandbox.remove("r/e.md")
      try sandbox.git("add -A", in: "r")
      if !noted { try sandbox.git("read-tree --empty", in: "r") }
      if !noted { try sandbox.git("add -A", in: "r") }
      let found = try repository.stagedDifferences(from: tree)
      #expect(Set(found.keys.map(\.text)) == ["a/c/d.md", "a/c.md", "e.md"])
      #expect(found[TreePath("e.md")]?.staged == nil)
      #expect(found[TreePath("e.md")]?.committed != nil)
      #expect(found[TreePath("a/c.md")]?.committed == nil)
    }
    #expect(try repository.stagedDifferences(from: nil).count == 4)
  }

  @Test func `a held index is not written, and the lock stays`() throws {
    try sandbox.commit(["a.md": "1"])
    sandbox.write("", to: "r/.git/index.lock")
    let error = try #require(throws: GitError.self) {
      try repository.setStaged([TreePath("a.md"): StagedEntry?.none])
    }
    #expect(error.kind == .locked)
    #expect(sandbox.exists("r/.git/index.lock"))
    #expect(try repository.obstacle() == .indexLocked)
    #expect(try repository.stagedEntries().count == 1)
  }

  @Test func `split and sparse indexes are refused by name`() throws {
    try sandbox.commit(["a/b.md": "1", "c/d.md": "2"])
    try sandbox.git("update-index --split-index", in: "r")
    #expect(
      try repository.obstacle()
        == .unsupported(
          "a split staging index is not read; `git update-index --no-split-index` makes it whole"))
    let error = try #require(throws: GitError.self) { try repository.stagedEntries() }
    #expect(error.kind == .unsupported)
    try sandbox.git("update-index --no-split-index", in: "r")
    #expect(try repository.obstacle() == nil)
    try sandbox.git("sparse-checkout set --cone --sparse-index a", in: "r")
    #expect(
      try repository.obstacle()
        == .unsupported(
          "a sparse staging index is not read; "
            + "`git sparse-checkout reapply --no-sparse-index` makes it whole"))
    try sandbox.git("sparse-checkout reapply --no-sparse-index", in: "r")
    #expect(try repository.obstacle() == nil)
  }

  @Test func `a damaged index says so`() throws {
    try sandbox.commit(["a.md": "1", "b.md": "2"])
    let bytes = try #require(sandbox.read("r/.git/index"))
    for length in stride(from: 0, to: bytes.count, by: 7) {
      sandbox.write(Array(bytes[..<length]), to: "r/.git/index")
      do {
        // Cut within what may be left out it is still whole.
        #expect(try repository.stagedEntries().count == 2)
      } catch let error as GitError {
        #expect(error.kind == .corrupt || error.kind == .unsupported)
      }
    }
  }
}
