import Files
import Git
import History
import PastNotes
import Sync
import TestSupport
import Testing
import Vaults
import WorkTrees

/// Changes that are seen in a folder, compared with those of `git status`.
@Suite(.enabled(if: Shell.hasGit, "there is no git to compare with"))
struct DiskWorkTreeChangesTests {
  let folder: TemporaryFolder
  let git: Shell

  init() throws {
    folder = try TemporaryFolder()
    git = Shell(folder: folder.path.text)
    git("git init -q .")
  }

  func changes(scope: TreePath = .root, _ options: WorkTreeOptions? = nil) throws -> [WorkChange] {
    let repository = try Git.Repository.open(at: folder.path.bytes)
    let tree = try DiskWorkTree(
      root: folder.path, gitFolder: folder.path.appending(".git"), scope: scope,
      options: options ?? WorkTreeOptions(repository, environment: Environment([:])),
      content: .unchanged)
    return try tree.changes(since: repository.stagedEntries())
  }

  /// Changes in the letters of `git status`: M, D and ?; `touched` is no change to git, and what is refused has
  /// its own letter.
  func letters(_ changes: [WorkChange]) -> [String] {
    changes.compactMap { change in
      switch change.kind {
      case .edited: "M \(change.path)"
      case .untracked: "? \(change.path)"
      case .missing: "D \(change.path)"
      case .touched: nil
      case .refused(.nestedRepository): "? \(change.path)/"
      case .refused: "! \(change.path)"
      }
    }.sorted()
  }

  /// The same changes as git names them.
  var gitLetters: [String] {
    let output = git("git --no-optional-locks status --porcelain -z --no-renames -uall")
    return output.split(separator: 0).compactMap { record in
      let letter: String? =
        switch record[record.startIndex + 1] {
        case UInt8(ascii: " "): nil  // Only staged.
        case UInt8(ascii: "?"): "?"
        case UInt8(ascii: "D"): "D"
        default: "M"
        }
      return letter.map { $0 + " " + String(decoding: record.dropFirst(3), as: UTF8.self) }
    }.sorted()
  }

  @Test func `an edit, a new file, one that is gone and one that is only touched`() throws {
    for name in ["a.md", "b/c.md", "b/d.md", "same.md"] { folder.write("text", to: name) }
    git("git add -A && git commit -qm one && sleep 0.05 && git update-index --refresh")
    #expect(try changes().filter { if case .touched = $0.kind { false } else { true } }.isEmpty)
    folder.write("other", to: "a.md")
    folder.unlinkFile("b/c.md")
    folder.write("new", to: "b/e.md")
    folder.setTime(1_000_000, of: "same.md")
    #expect(try letters(changes()) == ["? b/e.md", "D b/c.md", "M a.md"])
    #expect(
      try changes().contains {
        if case .touched = $0.kind { $0.path == TreePath("same.md") } else { false }
      })
    #expect(try letters(changes()) == gitLetters)
  }

  @Test func `an edit of the same size in the same tick is seen`() throws {
    for round in 0..<20 {
      folder.write("old \(round % 10)", to: "a.md")
      git("git add -A")
      folder.write("new \(round % 10)", to: "a.md")
      #expect(try letters(changes()) == ["M a.md"])
    }
  }

  @Test func `the executable bit, and a link for a file, are edits`() throws {
    for name in ["a.md", "b.md", "c.md"] { folder.write("text", to: name) }
    git("git add -A")
    folder.setMode(0o755, of: "a.md")
    folder.unlinkFile("b.md")
    folder.link("b.md", to: "c.md")
    #expect(try letters(changes()) == ["M a.md", "M b.md"])
    let found = try changes()
    guard case .edited(_, .executable) = found[0].kind, case .edited(_, .link) = found[1].kind
    else {
      Issue.record("\(found)")
      return
    }
    git("git config core.fileMode false")
    #expect(try letters(changes()) == ["M b.md"])
  }

  @Test func `what git ignores is not seen unless it is tracked`() throws {
    folder.write("*.log\nold/\n!keep.log\n", to: ".gitignore")
    folder.write("*.tmp\n", to: ".git/info/exclude")
    folder.write("*.bak\n", to: "excludes")
    for name in ["a.log", "keep.log", "old/a.md", "old/b.md", "x.tmp", "y.bak", "x/z.log"] {
      folder.write("text", to: name)
    }
    git("git config core.excludesFile '\(folder("excludes"))' && git add -f old/a.md a.log")
    #expect(try letters(changes()) == ["? .gitignore", "? excludes", "? keep.log"])
    folder.write("more text", to: "old/a.md")
    folder.unlinkFile("a.log")
    #expect(
      try letters(changes())
        == ["? .gitignore", "? excludes", "? keep.log", "D a.log", "M old/a.md"])
    #expect(try letters(changes()) == gitLetters)
  }

  @Test func `a vault's settings, templates and reviews are seen and its index is not`() throws {
    for name in ["config.yml", "templates/note.md", "reviews/here/2026.log", "cache/manifest"] {
      folder.write("text", to: ".zib/" + name)
    }
    folder.write("half", to: ".zib-sync-1-2-3~a.md")
    folder.write("half", to: ".zib-tmp-1-2-3")
    #expect(
      try letters(changes())
        == [
          "? .zib/config.yml", "? .zib/reviews/here/2026.log", "? .zib/templates/note.md",
        ])
  }

  @Test func `a vault in a repository sees itself, with the rules of the folders above`() throws {
    folder.write("*.log\n", to: ".gitignore")
    folder.write("draft.md\n", to: "docs/.gitignore")
    for name in ["a.md", "docs/a.md", "docs/v/a.md", "docs/v/a.log", "docs/v/draft.md"] {
      folder.write("text", to: name)
    }
    #expect(try letters(changes(scope: TreePath("docs/v"))) == ["? docs/v/a.md"])
    git("git add -A")
    for name in ["a.md", "docs/a.md", "docs/v/a.md"] { folder.write("edit", to: name) }
    #expect(try letters(changes(scope: TreePath("docs/v"))) == ["M docs/v/a.md"])
  }

  @Test(.timeLimit(.minutes(20)))
  func `P21 pipes, sockets and nested repositories are refused, and names are bytes`() throws {
    folder.makeFifo("pipe.md")
    folder.makeFolder("nested")
    Shell(folder: folder("nested"))("git init -q . && echo a > a.md")
    folder.write(Array("text".utf8), to: folder("tracked.md"))
    git("git add tracked.md && rm tracked.md && mkfifo tracked.md")
    git("printf text > \"$(printf 'bad\\377name.md')\" && printf text > 'new\nline.md'")
    let found = try changes()
    #expect(
      found.map(\.path) == [
        TreePath(bytes: Array("bad".utf8) + [0xFF] + Array("name.md".utf8)), TreePath("nested"),
        TreePath("new\nline.md"), TreePath("pipe.md"), TreePath("tracked.md"),
      ])
    #expect(found[1].kind == .refused(.nestedRepository))
    #expect(found[3].kind == .refused(.special))
    #expect(found[4].kind == .refused(.special))
  }

  @Test func `P21 names that git refuses are refused, with all that lies below them`() throws {
    for name in [
      "a.md", "git~1/a.md", "b/GIT~1", "c/.g\u{200C}it/deep/a.md", "git~2/a.md", ".gitignore",
      "ignored/git~1/a.md",
    ] {
      folder.write("ignored\n", to: name)
    }
    let found = try changes()
    #expect(
      letters(found) == [
        "! b/GIT~1", "! c/.g\u{200C}it", "! git~1", "? .gitignore", "? a.md", "? git~2/a.md",
      ])
    #expect(found.last { $0.path == TreePath("git~1") }?.kind == .refused(.reservedName))
  }

  @Test(.enabled(if: !isRoot, "root may read everything"))
  func `P21 what cannot be read is refused and not taken for gone`() throws {
    folder.write("text", to: "x/a.md")
    folder.write("text", to: "b.md")
    git("git add -A")
    folder.setMode(0, of: "x")
    defer { folder.setMode(0o755, of: "x") }
    #expect(try letters(changes()) == ["! x"])
  }

  @Test func `P21 what is too large is refused`() throws {
    folder.write("", to: "a.md")
    git("git add -A")
    folder.setSize(5_000, of: "a.md")
    folder.write(String(repeating: "x", count: 5_000), to: "b.md")
    var options = WorkTreeOptions()
    options.sizeLimit = 4_999
    #expect(
      try changes(options).map(\.kind)
        == [.refused(.tooLarge(5_000)), .refused(.tooLarge(5_000))])
  }

  @Test func `P19 a file that a sparse checkout leaves out is not missing`() throws {
    for name in ["in/a.md", "out/b.md"] { folder.write("text", to: name) }
    git("git add -A && git commit -qm one && git sparse-checkout set in")
    #expect(!folder.exists("out/b.md"))
    #expect(try changes().isEmpty)
  }

  @Test func `P18 a submodule is left alone`() throws {
    folder.write("text", to: "a.md")
    git("git add -A && git commit -qm one")
    git(
      "git -c protocol.file.allow=always submodule --quiet add ./ sub && git commit -qm two")
    folder.write("edit", to: "sub/a.md")
    #expect(try letters(changes()).isEmpty)
    folder.remove("sub")
    #expect(try letters(changes()).isEmpty)
  }

  @Test func `a folder in the place of a file, and a link in the place of a folder`() throws {
    for name in ["a", "x/b.md", "x/y/c.md"] { folder.write("text", to: name) }
    git("git add -A")
    folder.unlinkFile("a")
    folder.write("text", to: "a/inside.md")
    folder.move("x", to: "z")
    folder.link("x", to: "z")
    #expect(
      try letters(changes())
        == ["? a/inside.md", "? x", "? z/b.md", "? z/y/c.md", "D a", "D x/b.md", "D x/y/c.md"])
  }

  @Test(arguments: 0..<(6 * Fuzz.factor))
  func `random edits are seen as git status sees them`(round: Int) throws {
    let seed = UInt64(round) &* 7919 &+ 20
    var random = SeededRandom(seed: seed)
    let names = ["a.md", "b.md", "c.log", "é.md", "d e.md", "A.md"]
    let folders = ["", "x/", "x/y/", "x-/", "build/", "build/deep/"]
    func path() -> String {
      folders[Int(random.next() % 6)] + names[Int(random.next() % 6)]
    }
    for step in 0..<6 {
      for _ in 0..<(random.next() % 12) {
        let name = path()
        switch random.next() % 10 {
        case 0...3: if !isBlocked(name) { folder.write("text \(random.next() % 5)", to: name) }
        case 4: folder.unlinkFile(name)
        case 5: if folder.exists(name) { folder.setMode(0o755, of: name) }
        case 6: if folder.exists(name) { folder.setTime(Int(random.next() % 3) + 1_000, of: name) }
        case 7: folder.remove(String(folders[Int(random.next() % 5) + 1].dropLast()))
        case 8:
          if !folder.exists(name), !isBlocked(name) { folder.link(name, to: "a.md") }
        default:
          folder.write(
            ["*.log\n", "build/\n", "/x/*\n!/x/y/\n", "build/*\n!build/deep\n"][
              Int(random.next() % 4)], to: ".gitignore")
        }
      }
      #expect(try letters(changes()) == gitLetters, "seed \(seed), step \(step)")
      switch random.next() % 4 {
      case 0: git("git add -A")
      case 1: git("git add -A && git commit -qm step --allow-empty")
      case 2: git("git add -f \(folders[Int(random.next() % 5) + 1])", isExpectedToFail: true)
      default: break
      }
    }
  }

  /// True where a folder of the path is a file or link.
  private func isBlocked(_ name: String) -> Bool {
    var parts = name.split(separator: "/").dropLast()
    while !parts.isEmpty {
      let kind = FileStatus.at(
        folder.path.appending(parts.joined(separator: "/")), following: false)?.kind
      if let kind, kind != .folder { return true }
      parts.removeLast()
    }
    let own = FileStatus.at(folder.path.appending(name), following: false)?.kind
    return own == .link || own == .folder
  }
}
