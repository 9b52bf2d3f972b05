import Files
import History
import OperatingSystem
import Sync
import Synchronization
import TestSupport
import Testing
import Vaults
import WorkTrees

/// Each step of an update on a real folder: what it does, what it refuses, and what it leaves when it is stopped.
struct DiskWorkTreeFileTests {
  let folder: TemporaryFolder
  let tree: DiskWorkTree

  init() throws {
    folder = try TemporaryFolder()
    tree = Self.tree(of: folder)
  }

  static func tree(
    of folder: TemporaryFolder, scope: TreePath = .root,
    interruption: @escaping DiskWorkTree.Interruption = { _, _ in nil }
  ) -> DiskWorkTree {
    DiskWorkTree(
      root: folder.path, gitFolder: folder.path.appending(".git"), scope: scope,
      options: WorkTreeOptions(), content: WorkTreeContent(id: { _ in Self.someID }),
      interruption: interruption)
  }

  // Twenty bytes are an id.
  private static let someID = ObjectID(bytes: [UInt8](repeating: 7, count: 20))!

  func prepare(_ text: String, _ path: TreePath, mode: FileMode = .file) throws -> PreparedFile {
    try tree.prepare(Array(text.utf8), mode: mode, for: path)
  }

  /// All names in the folder but the visible ones.
  var hidden: [String] { folder.names().filter { $0.hasPrefix(".zib") } }

  @Test func `a prepared file and the one at its path change places`() throws {
    folder.write("old", to: "a.md")
    let displaced = try tree.exchange(prepare("new", TreePath("a.md")))
    #expect(folder.read("a.md") == "new")
    #expect(try tree.read(displaced)?.blob == Array("old".utf8))
    #expect(try tree.leftovers() == [displaced])
    try tree.discard(displaced)
    try tree.discard(displaced)
    #expect(hidden.isEmpty)
  }

  @Test func `an edit that came between is what is displaced`() throws {
    folder.write("old", to: "a.md")
    let prepared = try prepare("new", TreePath("a.md"))
    folder.write("typed meanwhile", to: "a.md")
    let displaced = try tree.exchange(prepared)
    #expect(try tree.read(displaced)?.blob == Array("typed meanwhile".utf8))
  }

  @Test func `nothing is exchanged with nothing or with a folder`() throws {
    folder.makeFolder("b.md")
    let first = try prepare("new", TreePath("a.md"))
    #expect(throws: NothingThere(TreePath("a.md"))) { try tree.exchange(first) }
    let second = try prepare("new", TreePath("b.md"))
    #expect(throws: SomethingThere(TreePath("b.md"))) { try tree.exchange(second) }
    let third = try prepare("new", TreePath("gone/a.md"))
    folder.remove("gone")
    #expect(throws: NothingThere(TreePath("gone/a.md"))) { try tree.exchange(third) }
    #expect(folder.exists("b.md"))
  }

  @Test(arguments: [false, true])
  func `a file that comes in place of a folder is told as such and spoils no other`(isLink: Bool)
    throws
  {
    let tree = Self.tree(of: folder) { [folder] step, path in
      if step == .makeFolder, path == TreePath("x/y/a.md"), !folder.exists("x/y") {
        if isLink {
          folder.makeFolder("x")
          folder.link("x/y", to: "/")
        } else {
          folder.write("typed just now", to: "x/y")
        }
      }
      return nil
    }
    let files = ["x/b.md", "x/y/a.md", "z/c.md"].map {
      NewFile(path: TreePath($0), blob: Array("new".utf8), mode: .file)
    }
    let prepared = try tree.prepare(files)
    #expect(prepared.map { $0?.path } == [files[0].path, nil, files[2].path])
    #expect(throws: SomethingThere(TreePath("x/y"))) {
      try tree.prepare(files[1].blob, mode: .file, for: files[1].path)
    }
    #expect(try tree.leftovers() == prepared.compactMap(\.self))
    if !isLink { #expect(folder.read("x/y") == "typed just now") }
  }

  @Test func `a file is at no moment open to more readers than the one it is made after`() throws {
    folder.write("secret", to: "old.md")
    folder.setMode(0o600, of: "old.md")
    let seen = Mutex<[UInt32]>([])
    let tree = Self.tree(of: folder) { [folder] step, _ in
      if step == .setPermissions {
        for name in folder.names() where name.hasPrefix(".zib") {
          let status = FileStatus.at(folder.path.appending(name))
          seen.withLock { $0.append(status?.permissions ?? 0) }
        }
      }
      return nil
    }
    tree.models[TreePath("new.md")] = TreePath("old.md")
    for path in ["new.md", "old.md"] {
      try tree.discard(tree.prepare(Array("new".utf8), mode: .file, for: TreePath(path)))
    }
    #expect(seen.withLock { $0 } == [0o600, 0o600])
  }

  @Test func `a new file never takes the place of another`() throws {
    let prepared = try prepare("new", TreePath("x/y/a.md"))
    folder.write("someone's", to: "x/y/a.md")
    #expect(throws: SomethingThere(TreePath("x/y/a.md"))) { try tree.place(prepared) }
    #expect(folder.read("x/y/a.md") == "someone's")
    folder.unlinkFile("x/y/a.md")
    try tree.place(prepared)
    #expect(folder.read("x/y/a.md") == "new")
    #expect(folder.names(in: "x/y") == ["a.md"])
  }

  @Test func `a displaced file is kept under a hidden name that says where it was`() throws {
    folder.write("old", to: "x/a.md")
    let displaced = try tree.displace(TreePath("x/a.md"))
    #expect(!folder.exists("x/a.md"))
    #expect(try tree.leftovers() == [displaced])
    #expect(displaced.path == TreePath("x/a.md"))
    #expect(throws: NothingThere(TreePath("x/a.md"))) { try tree.displace(TreePath("x/a.md")) }
    folder.makeFolder("x/b.md")
    #expect(throws: SomethingThere(TreePath("x/b.md"))) { try tree.displace(TreePath("x/b.md")) }
  }

  @Test func `a file gets another name in one step, unless another file has it`() throws {
    let (old, new) = (TreePath("x/Note.md"), TreePath("x/note.md"))
    folder.write("text", to: "x/Note.md")
    try tree.rename(old, to: new)
    #expect(folder.names(in: "x") == ["note.md"])
    #expect(throws: NothingThere(old)) { try tree.rename(old, to: new) }
    folder.write("other", to: "x/Note.md")
    #expect(throws: SomethingThere(new)) { try tree.rename(old, to: new) }
    folder.unlinkFile("x/Note.md")
    // Two names of one file stay two.
    #expect(unsafe link(folder("x/note.md"), folder("x/Note.md")) == 0)
    #expect(throws: SomethingThere(new)) { try tree.rename(old, to: new) }
    #expect(folder.names(in: "x").sorted() == ["Note.md", "note.md"])
    #expect(folder.read("x/note.md") == "text")
    folder.makeFolder("x/Folder")
    #expect(throws: SomethingThere(TreePath("x/Folder"))) {
      try tree.rename(TreePath("x/Folder"), to: TreePath("x/folder"))
    }
  }

  @Test func `the longest names have room for a hidden one`() throws {
    let name = String(repeating: "ä", count: 126) + ".md"
    folder.write("old", to: name)
    let displaced = try tree.exchange(prepare("new", TreePath(name)))
    #expect(folder.read(name) == "new")
    #expect(try tree.leftovers().map(\.name) == [displaced.name])
    let found = try #require(try tree.leftovers().first)
    #expect(try tree.read(found)?.blob == Array("old".utf8))
  }

  @Test(arguments: 0..<4)
  func `a hidden name is cut between characters`(letters: Int) throws {
    let name = String(repeating: "a", count: letters) + String(repeating: "€", count: 83) + ".md"
    let prepared = try prepare("new", TreePath(name))
    #expect(String(validating: prepared.name, as: UTF8.self)?.hasSuffix("€.md") == true)
    #expect(prepared.name.count <= 255)
  }

  @Test func `half a file is not taken for an edit`() throws {
    folder.write("ha", to: "x/.zib-sync-12-abc-1")
    #expect(try tree.leftovers().isEmpty)
    #expect(folder.names(in: "x").isEmpty)
  }

  @Test func `permissions stay, and the executable bit is the commit's`() throws {
    folder.write("old", to: "a.md")
    folder.setMode(0o640, of: "a.md")
    let displaced = try tree.exchange(prepare("new", TreePath("a.md"), mode: .executable))
    #expect(FileStatus.at(folder.path.appending("a.md"))?.permissions == 0o750)
    #expect(try tree.read(TreePath("a.md"))?.mode == .executable)
    try tree.discard(displaced)
    try tree.discard(tree.exchange(prepare("newer", TreePath("a.md"))))
    #expect(FileStatus.at(folder.path.appending("a.md"))?.permissions == 0o640)
    try tree.place(prepare("new", TreePath("b.md")))
    try tree.place(prepare("new", TreePath("c.sh"), mode: .executable))
    close(unsafe open(folder("like any.md"), O_WRONLY | O_CREAT, 0o666))
    let usual = FileStatus.at(folder.path.appending("like any.md"))?.permissions ?? 0
    #expect(FileStatus.at(folder.path.appending("b.md"))?.permissions == usual)
    #expect(
      FileStatus.at(folder.path.appending("c.sh"))?.permissions == usual | (usual & 0o444) >> 2)
  }

  @Test func `a link is exchanged as a link and read as where it leads`() throws {
    folder.write("old", to: "outside.md")
    folder.link("a.md", to: "outside.md")
    let file = try #require(try tree.read(TreePath("a.md")))
    #expect(file.mode == .link)
    #expect(file.blob == Array("outside.md".utf8))
    let displaced = try tree.exchange(prepare("new", TreePath("a.md")))
    #expect(folder.read("outside.md") == "old")
    #expect(try tree.read(displaced)?.mode == .link)
    try tree.place(prepare("elsewhere", TreePath("b.md"), mode: .link))
    #expect(try tree.kind(of: TreePath("b.md")) == .link)
  }

  @Test func `nothing is read or written behind a link to a folder`() throws {
    let outside = try TemporaryFolder()
    outside.write("theirs", to: "a.md")
    folder.link("x", to: outside.path.text)
    let path = TreePath("x/a.md")
    #expect(try tree.read(path) == nil)
    #expect(try tree.kind(of: path) == .nothing)
    #expect(throws: SomethingThere(TreePath("x"))) { try prepare("new", path) }
    #expect(throws: NothingThere(path)) { try tree.displace(path) }
    try tree.removeEmptyFolders(above: path)
    #expect(outside.names() == ["a.md"])
    #expect(outside.read("a.md") == "theirs")
  }

  @Test func `a link that replaces a folder half-way is not followed`() throws {
    let outside = try TemporaryFolder()
    outside.write("theirs", to: "b/a.md")
    folder.write("old", to: "x/b/a.md")
    let path = TreePath("x/b/a.md")
    let prepared = try prepare("new", path)
    folder.move("x", to: "moved")
    folder.link("x", to: outside.path.text)
    #expect(throws: NothingThere(path)) { try tree.exchange(prepared) }
    #expect(throws: SystemError("place", path.bytes, code: ENOENT)) { try tree.place(prepared) }
    #expect(throws: NothingThere(path)) { try tree.displace(path) }
    #expect(throws: SomethingThere(TreePath("x"))) { try prepare("new", path) }
    try tree.discard(prepared)
    #expect(outside.names(in: "b") == ["a.md"])
    #expect(outside.read("b/a.md") == "theirs")
    #expect(folder.read("moved/b/a.md") == "old")
  }

  @Test(.timeLimit(.minutes(20))) func `a pipe is refused and not waited for`() throws {
    folder.makeFifo("a.md")
    #expect(throws: FileRefused(TreePath("a.md"), .special)) { try tree.read(TreePath("a.md")) }
    #expect(try tree.kind(of: TreePath("a.md")) == .special)
  }

  @Test func `what is too large is refused before it is read`() throws {
    folder.write("", to: "a.md")
    folder.setSize(3 << 30, of: "a.md")
    #expect(throws: FileRefused(TreePath("a.md"), .tooLarge(3 << 30))) {
      try tree.read(TreePath("a.md"))
    }
  }

  @Test func `empty folders go, up to the vault's`() throws {
    folder.write("", to: "notes/x/keep.md")
    folder.makeFolder("notes/x/y/z")
    let tree = Self.tree(of: folder, scope: TreePath("notes"))
    try tree.removeEmptyFolders(above: TreePath("notes/x/y/z/a.md"))
    #expect(folder.names(in: "notes/x") == ["keep.md"])
    folder.unlinkFile("notes/x/keep.md")
    try tree.removeEmptyFolders(above: TreePath("notes/x/keep.md"))
    #expect(folder.names() == ["notes"])
    #expect(folder.names(in: "notes").isEmpty)
  }

  @Test func `the journal is there whole or not at all`() throws {
    #expect(try tree.journal() == nil)
    try tree.setJournal(Array("one".utf8))
    try tree.setJournal(Array("two".utf8))
    #expect(try tree.journal() == Array("two".utf8))
    try tree.setJournal(nil)
    try tree.setJournal(nil)
    #expect(try tree.journal() == nil)
    #expect(try tree.operations().isEmpty)
    try tree.setOperations(Array("done".utf8))
    #expect(try tree.operations() == Array("done".utf8))
    #expect(folder.names(in: ".git/zib") == ["operations"])
  }

  @Test(arguments: DiskWorkTree.Step.allCases)
  func `stopped at a step, each path has its old or its new text`(_ step: DiskWorkTree.Step)
    throws
  {
    folder.write("old", to: "a.md")
    folder.write("old", to: "b/c.md")
    let tree = Self.tree(of: folder) { now, _ in now == step ? ENOSPC : nil }
    do {
      let a = try tree.prepare(Array("new".utf8), mode: .file, for: TreePath("a.md"))
      let d = try tree.prepare(Array("new".utf8), mode: .file, for: TreePath("d/e.md"))
      try tree.setJournal([1])
      let old = try tree.exchange(a)
      try tree.place(d)
      try tree.rename(TreePath("d/e.md"), to: TreePath("d/E.md"))
      let gone = try tree.displace(TreePath("b/c.md"))
      for file in [old, gone] { try tree.discard(file) }
      try tree.removeEmptyFolders(above: TreePath("b/c.md"))
      try tree.flushFolders(of: [TreePath("a.md")])
      Issue.record("was not stopped")
    } catch let error as SystemError {
      #expect(error.code == ENOSPC)
    }
    #expect(["old", "new"].contains(folder.read("a.md")))
    #expect(["old", nil].contains(folder.read("b/c.md")))
    #expect(["new", nil].contains(folder.read("d/e.md")))
    // A file that is not in its place is beside it, and is known by its name.
    let texts = try self.tree.leftovers().compactMap { try self.tree.read($0)?.blob }
    #expect(texts.allSatisfy { [Array("old".utf8), Array("new".utf8)].contains($0) })
    if folder.read("b/c.md") == nil, folder.exists("b") {
      #expect(
        texts.contains(Array("old".utf8)) || step == .removeFolder || step == .synchroniseFolder)
    }
    if folder.read("a.md") == "new", step == .discard || step == .place || step == .displace {
      #expect(texts.contains(Array("old".utf8)))
    }
  }

  @Test func `files prepared together are whole, each for its path`() throws {
    folder.write("old", to: "x/3.md")
    let files = (0..<40).map { number in
      NewFile(
        path: TreePath("x/\(number).md"), blob: Array("new \(number)".utf8),
        mode: number == 39 ? .link : number % 5 == 0 ? .executable : .file)
    }
    for (file, prepared) in zip(files, try tree.prepare(files)) {
      let prepared = try #require(prepared)
      #expect(prepared.path == file.path)
      let found = try tree.read(prepared)
      #expect(found?.blob == file.blob && found?.mode == file.mode)
      if file.path == TreePath("x/3.md") {
        try tree.discard(try tree.exchange(prepared))
      } else {
        try tree.place(prepared)
      }
    }
    #expect(folder.read("x/3.md") == "new 3" && folder.read("x/38.md") == "new 38")
    #expect(try tree.leftovers().isEmpty)
  }

  @Test(arguments: [DiskWorkTree.Step.makeFolder, .createHidden, .write, .synchronise])
  func `where one of several cannot be prepared, none is left`(_ step: DiskWorkTree.Step) throws {
    let tree = Self.tree(of: folder) { now, path in
      now == step && path == TreePath("c.md") ? ENOSPC : nil
    }
    let files = ["a.md", "b.md", "c.md", "d.md"].map {
      NewFile(path: TreePath($0), blob: Array("new".utf8), mode: .file)
    }
    #expect(throws: SystemError.self) { try tree.prepare(files) }
    #expect(hidden.isEmpty)
  }

  @Test(.timeLimit(.minutes(20))) func `of an editor that saves all the time, no save is lost`()
    throws
  {
    folder.write("save 0", to: "a.md")
    let (path, folder) = (TreePath("a.md"), folder)
    let isOver = Mutex(false)
    let saves = Mutex<Set<String>>(["save 0"])
    let seen = Mutex<Set<String>>([])
    // Threads of their own: an editor that waits on a thread of the test runner takes it from all other tests.
    concurrently(2) { index in
      if index == 1 {
        // It saves only over what syncing has written, so that each save has to come to light again.
        while !isOver.withLock({ $0 }) {
          guard folder.read("a.md")?.hasPrefix("sync") == true else { continue }
          let text = "save \(saves.withLock { $0.count })"
          folder.write(text, to: ".editor")
          folder.move(".editor", to: "a.md")
          saves.withLock { _ = $0.insert(text) }
        }
        return
      }
      let tree = Self.tree(of: folder)
      #expect(throws: Never.self) {
        for round in 0..<200 {
          let blob = Array("sync \(round)".utf8)
          let displaced = try tree.exchange(tree.prepare(blob, mode: .file, for: path))
          if let file = try tree.read(displaced) {
            seen.withLock { _ = $0.insert(String(decoding: file.blob, as: UTF8.self)) }
          }
          try tree.discard(displaced)
          sched_yield()
        }
      }
      isOver.withLock { $0 = true }
    }
    let last = try #require(folder.read("a.md"))
    let lost = saves.withLock { $0 }.subtracting(seen.withLock { $0 }).subtracting([last])
    #expect(lost.isEmpty)
    #expect(saves.withLock { $0.count } > 1)
    #expect(hidden.isEmpty)
  }

  @Test(.enabled(if: !isRoot, "the superuser may do everything"))
  func `a folder that may not be removed is left`() throws {
    folder.write("x", to: "a/b/c.md")
    folder.setMode(0o555, of: "a")
    defer { folder.setMode(0o755, of: "a") }
    try tree.removeEmptyFolders(above: TreePath("a/b/d.md"))
    #expect(folder.names(in: "a/b") == ["c.md"])
  }
}
