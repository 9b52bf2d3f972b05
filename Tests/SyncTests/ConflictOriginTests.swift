import History
import Sync
import Testing

struct ConflictOriginTests {
  let history = ConflictHistory()

  /// Two devices change one note, and a merge keeps both.
  private func conflict() throws -> (
    base: ObjectID, laptop: ObjectID, phone: ObjectID, merge: ObjectID
  ) {
    let base = try history.commit(
      ["Walden.md": "28.12", "Other.md": "x"], [], by: "laptop", at: 10)
    let laptop = try history.commit(
      ["Walden.md": "28.13", "Other.md": "x"], [base], by: "laptop", at: 20)
    let phone = try history.commit(
      ["Walden.md": "28.14", "Other.md": "x"], [base], by: "phone", at: 30)
    let later = try history.commit(
      ["Walden.md": "28.13", "Other.md": "y"], [laptop], by: "laptop", at: 40)
    let merge = try history.commit(
      ["Walden.md": "28.14", "Other.md": "y", "Walden.conflict-00000001.md": "28.13"],
      [phone, later], by: nil, at: 40)
    return (base, laptop, phone, merge)
  }

  private let copy = ConflictCopy(TreePath("Walden.conflict-00000001.md"))!  // the name of a copy

  @Test func `history tells the sides, their devices and what they began with`() throws {
    let (_, laptop, phone, merge) = try conflict()
    let origin = try #require(try history.repository.origin(of: copy, from: merge))
    #expect(origin.merge == merge)
    #expect(origin.base == history.version("28.12"))
    #expect(origin.copy.version == history.version("28.13"))
    #expect(origin.copy.change.commit == laptop)
    #expect(origin.copy.change.device == "laptop")
    #expect(origin.copy.change.author.seconds == 20)
    #expect(origin.note.version == history.version("28.14"))
    #expect(origin.note.change.commit == phone)
    #expect(origin.note.change.origin == "phone")
  }

  @Test func `edits since then do not hide it`() throws {
    let (_, laptop, phone, merge) = try conflict()
    let edited = try history.commit(
      ["Walden.md": "28.15", "Walden.conflict-00000001.md": "28.16"], [merge], by: "tablet", at: 50)
    let side = try history.commit(
      ["Walden.md": "28.14", "Walden.conflict-00000001.md": "28.13", "New.md": "n"], [merge],
      by: "phone", at: 60)
    let tip = try history.commit(
      ["Walden.md": "28.15", "Walden.conflict-00000001.md": "28.16", "New.md": "n"],
      [edited, side],
      by: nil, at: 60)
    let origin = try #require(try history.repository.origin(of: copy, from: tip))
    #expect(origin.merge == merge)
    #expect(origin.copy.change.commit == laptop && origin.note.change.commit == phone)
    #expect(try history.repository.lastChange(of: copy.path, from: tip)?.commit == edited)
    #expect(
      try history.repository.lastChange(of: TreePath("Walden.md"), from: tip)?.commit == edited)
    #expect(try history.repository.lastChange(of: TreePath("New.md"), from: tip)?.commit == side)
    #expect(try history.repository.lastChange(of: TreePath("None.md"), from: tip) == nil)
  }

  @Test func `the last change of what a merge put together is the later side's`() throws {
    let (_, _, phone, merge) = try conflict()
    let both = try history.commit(
      ["Walden.md": "28.14 and more"], [merge, phone], by: nil, at: 70)
    #expect(
      try history.repository.lastChange(of: TreePath("Walden.md"), from: both)?.commit == phone)
  }

  @Test func `a note that both sides added has no ancestor`() throws {
    let base = try history.commit(["Other.md": "x"], [], by: "laptop", at: 10)
    let laptop = try history.commit(["Walden.md": "a"], [base], by: "laptop", at: 20)
    let phone = try history.commit(["Walden.md": "b"], [base], by: "phone", at: 30)
    let merge = try history.commit(
      ["Walden.md": "b", "Walden.conflict-00000001.md": "a"], [laptop, phone], by: nil, at: 30)
    let origin = try #require(try history.repository.origin(of: copy, from: merge))
    #expect(origin.base == nil)
    #expect(origin.copy.change.commit == laptop)
  }

  @Test func `a note that one side moved is found under its old name`() throws {
    let base = try history.commit(["Old.md": "b"], [], by: "laptop", at: 10)
    let laptop = try history.commit(["Old.md": "mine"], [base], by: "laptop", at: 20)
    let moved = try history.commit(["Walden.md": "b"], [base], by: "phone", at: 30)
    let phone = try history.commit(["Walden.md": "theirs"], [moved], by: "phone", at: 40)
    let merge = try history.commit(
      ["Walden.md": "theirs", "Walden.conflict-00000001.md": "mine"], [laptop, phone], by: nil,
      at: 40)
    let origin = try #require(try history.repository.origin(of: copy, from: merge))
    #expect(origin.copy.change.commit == laptop)
    #expect(origin.base == history.version("b"))
  }

  @Test func `a copy that was moved with its folder keeps its origin`() throws {
    let (_, laptop, phone, merge) = try conflict()
    let tip = try history.commit(
      ["Books/Walden.md": "28.14", "Books/Walden.conflict-00000001.md": "28.13"], [merge],
      by: "laptop", at: 50)
    let moved = ConflictCopy(TreePath("Books/Walden.conflict-00000001.md"))!  // the name of a copy
    let origin = try #require(try history.repository.origin(of: moved, from: tip))
    #expect(origin.copy.change.commit == laptop && origin.note.change.commit == phone)
    #expect(origin.base == history.version("28.12"))
  }

  @Test func `a note that was renamed since is followed, step by step`() throws {
    let (_, _, phone, merge) = try conflict()
    let copy = ["Walden.conflict-00000001.md": "28.13"]
    func commit(_ files: [String: String], _ parent: ObjectID, _ time: Int64) throws -> ObjectID {
      try history.commit(files.merging(copy) { $1 }, [parent], by: "laptop", at: time)
    }
    let renamed = try commit(["Thoreau.md": "28.14"], merge, 50)
    let edited = try commit(["Thoreau.md": "28.14 and more"], renamed, 60)
    let again = try commit(["Books/Thoreau.md": "28.14 and more"], edited, 70)
    let old = TreePath("Walden.md")
    #expect(try history.repository.movedPath(of: old, from: renamed)?.text == "Thoreau.md")
    #expect(try history.repository.movedPath(of: old, from: again)?.text == "Books/Thoreau.md")
    let moved = self.copy.following(TreePath("Books/Thoreau.md"))
    let conflict = try history.repository.conflict(
      moved, note: Array("28.14 and more".utf8), text: Array("28.13".utf8), from: again)
    #expect(conflict.path.text == "Books/Thoreau.md")
    #expect(conflict.ancestor == Array("28.12".utf8))
    // A move is no change of the note.
    #expect(conflict.noteVersion?.change?.commit == edited)
    let unedited = try history.repository.conflict(
      self.copy.following(TreePath("Thoreau.md")), note: Array("28.14".utf8),
      text: Array("28.13".utf8), from: renamed)
    #expect(unedited.noteVersion?.change?.commit == phone)
  }

  @Test func `a renamed note is known by its id, and by nothing that is only like it`() throws {
    let (note, copy) = ("---\nid: w\n---\n", "Walden.conflict-00000001.md")
    let first = try history.commit(["Walden.md": note, copy: "c"], [], by: "laptop", at: 10)
    let byID = try history.commit(["New.md": note + "more", copy: "c"], [first], by: "x", at: 20)
    let like = try history.commit(["New.md": "---\n---\n", copy: "c"], [first], by: "x", at: 20)
    let two = try history.commit(["A.md": note, "B.md": note, copy: "c"], [first], by: "x", at: 20)
    let old = TreePath("Walden.md")
    #expect(try history.repository.movedPath(of: old, from: byID)?.text == "New.md")
    #expect(try history.repository.movedPath(of: old, from: like) == nil)
    #expect(try history.repository.movedPath(of: old, from: two) == nil)
    let deleted = try history.repository.conflict(
      self.copy, note: nil, text: Array("c".utf8), from: like)
    #expect(deleted.deletion?.commit == like)
  }

  @Test func `a conflict that two devices resolved, each in its own way, is told as such`() throws {
    let (_, _, _, merge) = try conflict()
    let laptop = try history.commit(["Walden.md": "28.14"], [merge], by: "laptop", at: 50)
    let phone = try history.commit(["Walden.md": "28.13"], [merge], by: "phone", at: 60)
    let again = try history.commit(
      ["Walden.md": "28.13", "Walden.conflict-00000002.md": "28.14"], [laptop, phone], by: nil,
      at: 60)
    let copy = ConflictCopy(TreePath("Walden.conflict-00000002.md"))!  // the name of a copy
    #expect(try history.repository.origin(of: copy, from: again)?.isResolvedTwice == true)
    #expect(try history.repository.origin(of: self.copy, from: merge)?.isResolvedTwice == false)
  }

  @Test func `a copy that a person made has no origin`() throws {
    let base = try history.commit(["Walden.md": "a"], [], by: "laptop", at: 10)
    let tip = try history.commit(
      ["Walden.md": "a", "Walden.conflict-00000001.md": "b"], [base], by: "laptop", at: 20)
    #expect(try history.repository.origin(of: copy, from: tip) == nil)
    #expect(try history.repository.origin(of: copy, from: base) == nil)
  }

  @Test func `a history that ends too early tells nothing, and that is no error`() throws {
    let (_, laptop, _, merge) = try conflict()
    history.repository.forget(laptop)
    #expect(try history.repository.origin(of: copy, from: merge) == nil)
    let tip = try history.commit(["Walden.conflict-00000001.md": "28.13"], [merge], by: "x", at: 80)
    history.repository.forget(merge)
    #expect(try history.repository.origin(of: copy, from: tip) == nil)
  }

  @Test func `thousands of commits are walked without trouble`() throws {
    let (_, _, phone, merge) = try conflict()
    let files = ["Walden.md": "28.14", "Other.md": "z", "Walden.conflict-00000001.md": "28.13"]
    var tip = merge
    for time in 100..<2100 { tip = try history.commit(files, [tip], by: "phone", at: Int64(time)) }
    #expect(try history.repository.origin(of: copy, from: tip)?.merge == merge)
    #expect(
      try history.repository.lastChange(of: TreePath("Walden.md"), from: tip)?.commit == phone)
  }

  @Test(arguments: [
    ("Walden\n\nBody\n\nDevice: laptop\n", "laptop"),
    ("Walden\n\nDevice: my phone\n\n\n", "my phone"),
    ("Walden\n\nDevice: laptop\n\nAnother paragraph\n", nil), ("Device:\n", nil), ("", nil),
    ("Walden\n\nReviewed-by: A\nDevice: laptop\nX: y", "laptop"),
  ])
  func `a device is named by the last paragraph`(message: String, device: String?) {
    let who = Signature(name: "Ada", email: "", seconds: 0, offset: 0)
    // Any id will do for a tree that nobody reads.
    let tree = ObjectID(bytes: Array(repeating: 0, count: 20))!
    let commit = Commit(tree: tree, parents: [], author: who, committer: who, message: message)
    #expect(commit.device == device)
  }
}

/// A history to write by hand.
struct ConflictHistory {
  let pool: ObjectPool
  let repository: MemoryRepository

  init() {
    pool = ObjectPool()
    repository = MemoryRepository(pool: pool)
  }

  /// - Parameter device: nothing for a merge of ours.
  func commit(
    _ files: [String: String], _ parents: [ObjectID], by device: String?, at seconds: Int64
  ) throws -> ObjectID {
    var versions: [TreePath: FileVersion?] = [:]
    for (path, text) in files {
      versions[TreePath(path)] = FileVersion(id: try repository.write(blob: Array(text.utf8)))
    }
    let who = Signature(name: "Ada", email: "ada@example.org", seconds: seconds, offset: 0)
    return try repository.write(
      commit: Commit(
        tree: try repository.tree(nil, replacing: versions), parents: parents, author: who,
        committer: who, message: "Walden\n" + (device.map { "\nDevice: \($0)\n" } ?? "")))
  }

  func version(_ text: String) -> FileVersion {
    FileVersion(id: ObjectPool.id(ofBlob: Array(text.utf8)))
  }
}
