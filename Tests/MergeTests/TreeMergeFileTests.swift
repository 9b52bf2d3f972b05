import History
import Merge
import Testing

/// Modes, links, attachments, settings, logs, and what lies outside of the vault.
struct TreeMergeFileTests {
  private let world = World()
  private let poem = "one\ntwo\nthree\nfour\nfive\n"
  private let run = World.executable

  @Test func `the executable bit merges by itself`() throws {
    let taken = try world.merge(
      base: ["a.sh": poem], left: ["a.sh": run + poem], right: ["a.sh": poem + "six\n"])
    #expect(taken.files == ["a.sh": run + poem + "six\n"])
    let off = try world.merge(
      base: ["a.sh": run + poem], left: ["a.sh": poem], right: ["a.sh": run + poem + "six\n"])
    #expect(off.files == ["a.sh": poem + "six\n"])
  }

  @Test func `P21 a link and a file at one path are both kept, and the link stays a link`() throws {
    let link = World.link + "elsewhere"
    let result = try world.merge(
      base: ["a.md": "0\n"], left: ["a.md": link], right: ["a.md": "1\n"])
    #expect(result.files == ["a.md": "1\n", try world.copy(of: "a.md", link): link])
    let links = try world.merge(
      base: ["l": link], left: ["l": link + "1"], right: ["l": link + "2"])
    #expect(links.files == ["l": link + "2", try world.copy(of: "l", link + "1"): link + "1"])
  }

  @Test(arguments: ["a.png", "a.md", "a.txt"])
  func `what is no text is kept whole on both sides`(path: String) throws {
    let (base, left, right) = ("1\n2\n3\0\n4\n5\n", "9\n2\n3\0\n4\n5\n", "1\n2\n3\0\n4\n9\n")
    let result = try world.merge(
      base: [path: base], left: [path: left], right: [path: right], rightIsLater: false)
    #expect(result.files == [path: left, try world.copy(of: path, right): right])
    #expect(
      result.report.map(\.kind.shown) == [
        "copy \(try world.copy(of: path, right)), left won, 0 overlaps"
      ])
  }

  @Test(arguments: [
    ("*.log\n", "*.log\nPrivate/\n", "*.log\nDrafts/\n", "*.log\nDrafts/\nPrivate/\n"),
    ("", "a\nPrivate/\n", "a\nDrafts/\n", "a\nDrafts/\nPrivate/\n"),
    ("*.log\n", "*.log\nPrivate/\n", "*.log\n!*.md\n", "*.log\n!*.md\nPrivate/\n"),
    ("x\n", "x\n!a.md\na*\n", "x\na*\nb\n", "x\n!a.md\na*\na*\nb\n"),
  ])
  func `P27 lines that both sides added to a gitignore are all in it, in one order`(
    base: String, left: String, right: String, merged: String
  ) throws {
    for path in [".gitignore", "sub/.gitignore"] {
      let old = base.isEmpty ? [:] : [path: base]
      let taken = try world.merge(base: old, left: [path: left], right: [path: right])
      #expect(taken.files == [path: merged])
      let mirrored = try world.merge(base: old, left: [path: right], right: [path: left])
      #expect(mirrored.files == [path: merged])
    }
  }

  @Test func `exceptions of both sides to what a gitignore ignores are for a person`() throws {
    let result = try world.merge(
      base: [".gitignore": "*.log\n"], left: [".gitignore": "*.log\na\n!b\n"],
      right: [".gitignore": "*.log\nb\n!a\n"])
    #expect(result.files.count == 2)
  }

  @Test func `text that is no note merges by line, and by nothing else`() throws {
    let result = try world.merge(
      base: [".gitignore": poem, "x.css": poem],
      left: [".gitignore": "0\n" + poem, "x.css": poem + "6\n"],
      right: [".gitignore": poem + "6\n", "x.css": poem + "7\n"])
    #expect(
      result.files == [
        ".gitignore": "0\n" + poem + "6\n", "x.css": poem + "7\n",
        try world.copy(of: "x.css", poem + "6\n"): poem + "6\n",
      ])
  }

  @Test(arguments: [
    ("1\n2\n3\n4\n5\nx\n", "1\n3\n4\n5\n2\nx\n", "1\n2, too\n3\n4\n5\nx\n"),
    ("1\n2\n3\n4\n5\nx\n", "1\n3\n2\n4\n5\nx\n", "1\n3\n4\n5\n2\nx\n"),
    ("1\n2\n3\n4\nx\n", "1\n3\n4\n2\nx\n", "0\n1\n2\n3\n4\n"),
  ])
  func `P26 a line that one side moved stands once in a text that is no note`(
    base: String, left: String, right: String
  ) throws {
    for rightIsLater in [false, true] {
      let result = try world.merge(
        base: ["x.css": base], left: ["x.css": left], right: ["x.css": right],
        rightIsLater: rightIsLater)
      for text in result.files.values {
        #expect(text.split(separator: "\n").count { $0 == "2" } <= 1, "\(result.files)")
      }
    }
  }

  @Test func `the copy of the settings stands beside them`() throws {
    let result = try world.merge(
      base: [:], left: [".zib/config.yml": "a: 1\n"], right: [".zib/config.yml": "b: 1\n"])
    let copy = try world.copy(of: ".zib/config.yml", "a: 1\n")
    #expect(result.files == [".zib/config.yml": "b: 1\n", copy: "a: 1\n"])
    #expect(copy.hasPrefix(".zib/config.conflict-") && copy.hasSuffix(".yml"))
  }

  // MARK: - Review logs

  @Test(
    arguments: [
      ("1\n", "1\n2\n", "1\n3\n", "1\n2\n3\n"),
      ("1\n", "1\n", "1\n2\n", "1\n2\n"),
      ("", "1\n2\n3\n", "2\n", "1\n2\n3\n"),
      ("1\n", "1\n2\n2\n", "1\n2\n3\n", "1\n2\n2\n3\n"),
      ("1\n", "1\n2", "1\n2\n3\n", "1\n2\n3\n"),
      ("1\n", "", "1\n2\n", "1\n2\n"),
    ])
  func `a log of reviews keeps all lines of both`(
    base: String, left: String, right: String, merged: String
  ) throws {
    for vault in ["", "Another vault/"] {
      let path = vault + ".zib/reviews/laptop/2026.log"
      let result = try world.merge(base: [path: base], left: [path: left], right: [path: right])
      #expect(result.files == [path: merged])
    }
  }

  // MARK: - What cannot be kept twice

  @Test
  func `P18 a submodule that one side changed is taken, and of one that both changed the later`()
    throws
  {
    let (old, one, two) = (World.submodule + "0", World.submodule + "1", World.submodule + "2")
    let base = try world.commit(["m": old, "a.md": "1\n"])
    let left = try world.commit(["m": one, "a.md": "1\n"], parents: [base])
    let other = try world.commit(["m": old, "a.md": "2\n"], parents: [base])
    let merged = try world.merge(left, other, bases: [base])
    #expect(
      try world.store.version(at: TreePath("m"), in: merged.tree) == world.version(one))
    let right = try world.commit(["m": two, "a.md": "1\n"], parents: [base])
    let both = try world.merge(left, right, bases: [base])
    let kept = try world.store.version(at: TreePath("m"), in: both.tree)
    let (later, earlier) = (try world.version(two), try world.version(one).id)
    #expect(kept == later)
    #expect(
      both.report.decisions
        == [MergeDecision(path: TreePath("m"), kind: .submodule(other: earlier))])
    // The files of a side stay before a submodule of the other, which is a pointer and no text.
    for path in ["m/x.md", "m"] {
      let file = try world.commit([path: "1\n"], parents: [base])
      let merged = try world.merge(left, file, bases: [base])
      #expect(try world.files(merged.tree) == [path: "1\n"])
      #expect(
        merged.report.decisions.contains {
          $0.kind == .submodule(other: earlier) && $0.path == TreePath("m")
        })
    }
  }

  @Test func `outside of the vault files are merged, or kept twice`() throws {
    let world = World(scope: "vault")
    let base = ["src/a.c": poem, "src/b.c": poem, "vault/n.md": poem]
    let taken = try world.merge(
      base: base, left: base.merging(["src/a.c": "1\n", "vault/n.md": "0\n" + poem]) { $1 },
      right: base.merging(["src/b.c": "2\n", "vault/n.md": poem + "6\n"]) { $1 })
    #expect(
      taken.files == ["src/a.c": "1\n", "src/b.c": "2\n", "vault/n.md": "0\n" + poem + "6\n"])

    let first = try world.commit(base)
    let left = try world.commit(
      base.merging(["src/a.c": "0\n" + poem, "src/b.c": "1\n"]) { $1 }, parents: [first])
    let right = try world.commit(
      base.merging(["src/a.c": poem + "6\n", "src/b.c": "2\n"]) { $1 }, parents: [first])
    let merged = try world.merge(left, right, bases: [first])
    let files = try world.files(merged.tree)
    #expect(files["src/a.c"] == "0\n" + poem + "6\n")
    let copy = try #require(merged.report.decisions.compactMap(\.copy).first)
    #expect(copy.folder == TreePath("src"))
    #expect(Set([files["src/b.c"], files[copy.text]]) == ["1\n", "2\n"])
  }

  @Test func `a file outside of the vault gives way to a folder`() throws {
    let world = World(scope: "vault")
    let base = try world.commit(["vault/n.md": "1\n"])
    let left = try world.commit(["vault/n.md": "1\n", "x": "1\n"], parents: [base])
    let right = try world.commit(["vault/n.md": "1\n", "x/y": "1\n"], parents: [base])
    let result = try world.files(world.merge(left, right, bases: [base]).tree)
    #expect(result["x/y"] == "1\n")
    #expect(result.count == 3)
    let file = try world.commit(["vault": "1\n"], parents: [base])
    let note = try world.commit(["vault/n.md": "2\n"], parents: [base])
    let both = try world.files(world.merge(file, note, bases: [base]).tree)
    #expect(both["vault/n.md"] == "2\n")
    #expect(both.values.contains("1\n"))
  }

  @Test func `no move is followed out of the vault or into it`() throws {
    let world = World(scope: "vault")
    let result = try world.merge(
      base: ["vault/a.md": poem, "b.md": "b\n"], left: ["a.md": poem, "b.md": "b\n"],
      right: ["vault/a.md": poem + "6\n", "b.md": "b\n"])
    #expect(result.files == ["vault/a.md": poem + "6\n", "a.md": poem, "b.md": "b\n"])
  }
}
