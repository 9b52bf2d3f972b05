import History
import Merge
import Testing

/// The merge's reading of history: who is later, which ancestor, how much is read at all.
struct TreeMergeHistoryTests {
  private let world = World()

  // MARK: - The winner

  @Test func `P6 the last change of the note decides, not the last commit of the side`() throws {
    let base = try world.commit(["a.md": "0\n"], at: 100)
    let early = try world.commit(["a.md": "left\n"], parents: [base], at: 200)
    let left = try world.commit(["a.md": "left\n", "b.md": "b\n"], parents: [early], at: 400)
    let right = try world.commit(["a.md": "right\n"], parents: [base], at: 300)
    let merged = try world.merge(left, right, bases: [base])
    #expect(try world.files(merged.tree)["a.md"] == "right\n")
  }

  @Test func `P6 what came with a merge has the time of the commit that wrote it`() throws {
    let base = try world.commit(["a.md": "0\n"], at: 100)
    let side = try world.commit(["a.md": "left\n"], parents: [base], at: 200)
    let other = try world.commit(["a.md": "0\n", "b.md": "b\n"], parents: [base], at: 250)
    let left = try world.commit(
      ["a.md": "left\n", "b.md": "b\n"], parents: [side, other], at: 400)
    let right = try world.commit(["a.md": "right\n"], parents: [base], at: 300)
    let merged = try world.merge(left, right, bases: [base])
    #expect(try world.files(merged.tree)["a.md"] == "right\n")
  }

  @Test func `P6 of two edits in one second the greater blob id wins on every device`() throws {
    let base = try world.commit(["a.md": "0\n"], at: 100)
    let left = try world.commit(["a.md": "left\n"], parents: [base], at: 200)
    let right = try world.commit(["a.md": "right\n"], parents: [base], at: 200)
    let merged = try world.merge(left, right, bases: [base])
    let ids = (try world.version("left\n").id, try world.version("right\n").id)
    #expect(try world.files(merged.tree)["a.md"] == (ids.0 > ids.1 ? "left\n" : "right\n"))
  }

  @Test func `P6 a clock that runs behind its own past does not hide the latest edit`() throws {
    let base = try world.commit(["a.md": "0\n"], at: 1_000)
    let first = try world.commit(["a.md": "1\n"], parents: [base], at: 50)
    let left = try world.commit(["a.md": "left\n"], parents: [first], at: 500)
    let right = try world.commit(["a.md": "right\n"], parents: [base], at: 300)
    let merged = try world.merge(left, right, bases: [base])
    #expect(try world.files(merged.tree)["a.md"] == "left\n")
  }

  @Test func `P17 a shallow clone that ends at the ancestor merges as a whole one does`() throws {
    let gone = try #require(ObjectID(hex: String(repeating: "ab", count: 20)))
    // The ancestor's clock was ahead, so that it is looked at first.
    let base = try world.commit(["a.md": "0\n"], parents: [gone], at: 900)
    let left = try world.commit(["a.md": "1\n"], parents: [base], at: 200)
    let right = try world.commit(["a.md": "2\n"], parents: [base], at: 300)
    let merged = try world.merge(left, right, bases: [base])
    #expect(try world.files(merged.tree)["a.md"] == "2\n")
    let cut = try world.commit(["a.md": "3\n"], parents: [gone], at: 300)
    #expect(throws: MissingObject(gone)) { try world.merge(left, cut, bases: [base]) }
  }

  // MARK: - Moves that the commits show

  @Test func `P8 a path that another file had left before is no stage of a note's way`() throws {
    let list = "# List\n\n- bread\n- milk\n", changed = "Groceries\n\n- bread\n- milk\n"
    let first = try world.commit(["day.md": "Day\n", "list.md": list], at: 100)
    let base = try world.commit(["plain.md": "Day\n", "list.md": list], parents: [first], at: 200)
    let ada = try world.commit(
      ["walden.md": "Day\n", "list.md": changed], parents: [first], at: 300)
    let both = ["plain.md": "Day\n", "walden.md": "Day\n"]
    let joined = try world.commit(
      both.merging(["list.md": changed]) { $1 }, parents: [base, ada], at: 400)
    let left = try world.commit(
      both.merging(["day.md": changed]) { $1 }, parents: [joined], at: 500)
    let right = try world.commit(
      ["plain.md": "Day\n", "list.md": list + "- corn\n"], parents: [base], at: 600)
    let files = try world.files(world.merge(left, right, bases: [base]).tree)
    #expect(
      files == both.merging(["day.md": changed, "list.md": list + "- corn\n"]) { $1 })
  }

  // MARK: - The commit

  @Test func `P3 the merge commit is the same whichever side makes it`() throws {
    let base = try world.commit(["a.md": "0\n"], at: 100)
    let left = try world.commit(["a.md": "1\n"], parents: [base], at: 200)
    let right = try world.commit(["a.md": "2\n"], parents: [base], at: 300)
    let tree = try world.tree(["a.md": "3\n"])
    let commit = try MergeCommit.commit(tree: tree, parents: (left, right), store: world.store)
    #expect(
      try commit == MergeCommit.commit(tree: tree, parents: (right, left), store: world.store))
    #expect(commit.parents == [left, right].sorted())
    #expect(commit.committer == commit.author)
    #expect(commit.committer.seconds == 300 && commit.committer.offset == 60)
    #expect(commit.committer.name == "Zibaldone")
    #expect(commit.committer.email == "zibaldone@localhost")
  }

  // MARK: - The ancestor

  @Test func `unrelated histories merge as if both had added all`() throws {
    let left = try world.commit(["a.md": "1\n", "b.md": "same\n"], at: 100)
    let right = try world.commit(["a.md": "2\n", "b.md": "same\n", "c.md": "3\n"], at: 200)
    let merged = try world.merge(left, right, bases: [])
    #expect(
      try world.files(merged.tree) == [
        "a.md": "2\n", "b.md": "same\n", "c.md": "3\n",
        try world.copy(of: "a.md", "1\n"): "1\n",
      ])
  }

  @Test func `of crossed histories the ancestor is the merge of all common ones`() throws {
    let poem = "one\ntwo\nthree\nfour\nfive\n"
    let root = try world.commit(["a.md": poem])
    let first = try world.commit(["a.md": "ONE\n" + poem.dropFirst(4)], parents: [root])
    let second = try world.commit(["a.md": poem.dropLast(5) + "FIVE\n"], parents: [root])
    let both = "ONE\ntwo\nthree\nfour\nFIVE\n"
    let left = try world.commit(["a.md": both], parents: [first, second])
    let crossed = try world.commit(["a.md": both], parents: [second, first])
    // One side takes one of the edits back: it saw it, and the other did nothing.
    let right = try world.commit(["a.md": poem.dropLast(5) + "FIVE\n"], parents: [crossed])
    let merged = try world.merge(left, right, bases: [first, second])
    #expect(try world.files(merged.tree) == ["a.md": poem.dropLast(5) + "FIVE\n"])
    let again = try world.merge(right, left, bases: [second, first])
    #expect(again.tree == merged.tree)
  }

  @Test func `P9 a conflict that two people resolved at once, each by hand, has no third opinion`()
    throws
  {
    let root = try world.commit(["a.md": "0\n"])
    let first = try world.commit(["a.md": "1\n"], parents: [root])
    let second = try world.commit(["a.md": "2\n"], parents: [root])
    let left = try world.commit(["a.md": "1 and 2\n"], parents: [first, second])
    let right = try world.commit(["a.md": "1 and 2\n", "b.md": "b\n"], parents: [second, first])
    let merged = try world.merge(left, right, bases: [first, second])
    #expect(try world.files(merged.tree) == ["a.md": "1 and 2\n", "b.md": "b\n"])
  }

  @Test func `P2 crossed merges that kept different sides in the note lose neither text`() throws {
    let root = try world.commit(["a.md": "0\n"])
    let first = try world.commit(["a.md": "1\n"], parents: [root], at: 2_000_000)
    let second = try world.commit(["a.md": "2\n"], parents: [root], at: 2_000_001)
    let copies = try (world.copy(of: "a.md", "1\n"), world.copy(of: "a.md", "2\n"))
    // Later edits have won over the other ancestor.
    let both = [first, second]
    let left = try world.commit(["a.md": "1, left\n", copies.1: "2\n"], parents: both)
    let right = try world.commit(["a.md": "2, right\n", copies.0: "1\n"], parents: both)
    let merged = try world.merge(left, right, bases: [first, second])
    let files = try world.files(merged.tree)
    #expect(Set(files.values).isSuperset(of: ["1\n", "2\n"]))
    #expect(Set(files.values).isSuperset(of: ["1, left\n", "2, right\n"]))
    #expect(try world.merge(right, left, bases: [second, first]).tree == merged.tree)
  }

  @Test func `P9 a copy that one of crossed merges made and a person deleted stays deleted`()
    throws
  {
    let root = try world.commit(["a.md": "0\n"])
    let first = try world.commit(["a.md": "1\n"], parents: [root], at: 2_000_000)
    let second = try world.commit(["a.md": "2\n"], parents: [root], at: 2_000_001)
    let copy = try world.copy(of: "a.md", "1\n")
    let left = try world.commit(["a.md": "2\n", copy: "1\n"], parents: [first, second])
    let other = try world.commit(
      ["a.md": "2\n", copy: "1\n", "b.md": "b\n"], parents: [second, first])
    let right = try world.commit(["a.md": "2\n", "b.md": "b\n"], parents: [other])
    let merged = try world.merge(left, right, bases: [first, second])
    #expect(try world.files(merged.tree) == ["a.md": "2\n", "b.md": "b\n"])
  }

  // MARK: - Settings

  @Test(
    arguments: [
      ("merge.granularity: word\n", true), ("merge:\n  granularity: word\n", true),
      ("# x\nmerge: # y\n\n    granularity: \"word\" # z\r\n", true),
      ("merge:\n  other: 1\n  granularity: word\n", true),
      ("merge.granularity: line\n", false), ("merge:\n  x:\n    granularity: word\n", false),
      ("other:\n  granularity: word\n", false), ("merge:\ngranularity: word\n", false),
      ("x: |\n  merge.granularity: word\n", false), ("merge.granularity: words\n", false),
      ("merge.granularity: word\nmerge.granularity: line\n", false),
      ("#merge.granularity: word\n", false), ("", false),
    ])
  func `merging by words is asked for by the tracked settings of both sides`(
    settings: String, isAsked: Bool
  ) throws {
    let long = "The quick brown fox jumps over the lazy dog and runs far away into the woods.\n"
    func files(_ text: String, _ settings: String?) -> World.Files {
      var files = ["a.md": text]
      files[".zib/config.yml"] = settings
      return files
    }
    let left = long.replacing("quick", with: "slow")
    let right = long.replacing("woods", with: "hills")
    let words = NoteMerge(granularity: .word).merge(
      NoteVersions(base: Array(long.utf8), left: Array(left.utf8), right: Array(right.utf8)))
    let both = try world.merge(
      base: files(long, settings), left: files(left, settings), right: files(right, settings))
    let one = try world.merge(
      base: files(long, settings), left: files(left, settings), right: files(right, nil))
    let isByWords: Bool
    if case .merged = words { isByWords = isAsked } else { isByWords = false }
    #expect((both.files.count == 2) == isByWords)
    #expect(one.files.count == 2)
  }

  // MARK: - Cost

  @Test func `unchanged folders are not read, and history only for an overlap`() throws {
    var files: World.Files = [:]
    for folder in 0..<40 {
      for note in 0..<5 { files["f\(folder)/\(note).md"] = "\(folder) \(note)\n" }
    }
    let base = try world.commit(files)
    let left = try world.commit(files.merging(["f3/1.md": "left\n"]) { $1 }, parents: [base])
    let right = try world.commit(files.merging(["f7/2.md": "right\n"]) { $1 }, parents: [base])
    world.store.forgetReads()
    let merged = try world.merge(left, right, bases: [base])
    // Roots and two folders in three trees, once more to write them, and the settings.
    #expect(world.store.treeReads <= 14)
    #expect(world.store.blobReads == 0)
    #expect(merged.report == MergeReport())
  }
}
