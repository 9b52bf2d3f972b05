import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Settings
import TestSupport
import Testing
import VaultSandbox

/// Notes and folders that nobody would want to have, indexed and searched.
struct BadInputTests {
  @Test(.timeLimit(.minutes(20)))
  func `a note of 200 megabytes is named and not read`() throws {
    let vault = try IndexedVault()
    vault.write("sea", to: "a.md")
    vault.write("", to: "large.md")
    unsafe truncate(vault.path("large.md"), 200 << 20)
    let index = try vault.index()
    #expect(index.notes.documentCount == 1)
    #expect(index.problems.map(\.displayPath) == ["large.md"])
    #expect(index.problems.first?.code == EFBIG)
    unsafe truncate(vault.path("large.md"), 0)
    vault.write("sea", to: "large.md")
    #expect(try FreshnessTests.found("sea", in: vault) == 2)
  }

  @Test(
    arguments: [
      ("bytes.md", [0xFF, 0xFE, 0x20, 0x73, 0x65, 0x61, 0x20, 0xC3]),
      ("nul.md", [0x73, 0x65, 0x61, 0, 0x78]), ("bom.md", [0xEF, 0xBB, 0xBF, 0x73, 0x65, 0x61]),
      ("crlf.md", [0x73, 0x65, 0x61, 0x0D, 0x0A, 0x0D, 0x0A, 0x78]),
      ("new\nline.md", [0x73, 0x65, 0x61]), ("-rf *.md", [0x73, 0x65, 0x61]),
      ("a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/deep.md", [0x73, 0x65, 0x61]),
    ] as [(String, [UInt8])])
  func `odd bytes and odd names are found`(name: String, bytes: [UInt8]) throws {
    let vault = try IndexedVault()
    vault.folder.makeFolders(above: "vault/" + name)
    vault.folder.write(bytes, to: vault.path(name))
    #expect(try FreshnessTests.found("sea", in: vault) == 1)
    #expect(try vault.answers() == vault.freshAnswers())
    vault.folder.unlinkFile("vault/" + name)
    #expect(try FreshnessTests.found("sea", in: vault) == 0)
  }

  @Test func `what only looks like a note is named and stops nothing`() throws {
    let vault = try IndexedVault()
    vault.write("sea", to: "a.md")
    vault.folder.makeFifo("vault/fifo.md")
    vault.folder.makeFolder("vault/folder.md")
    vault.folder.link("vault/loop.md", to: "loop.md")
    vault.folder.link("vault/outside.md", to: "../../../etc/passwd")
    vault.folder.link("vault/around", to: ".")
    let index = try vault.index()
    #expect(index.notes.documentCount == 1)
    #expect(
      index.problems.map(\.displayPath).sorted()
        == ["fifo.md", "folder.md", "loop.md", "outside.md"])
    #expect(try FreshnessTests.found("sea", in: vault) == 1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `a folder of thousands of empty notes is indexed once`() throws {
    let vault = try IndexedVault()
    let count = 2_000 * Fuzz.factor
    for number in 0..<count { vault.write("", to: "many/\(number).md") }
    #expect(try vault.index().report.added == count)
    vault.write("sea", to: "many/7.md")
    usleep(60_000)
    let report = try vault.index().report
    #expect(report.added == 0 && report.removed == 0)
    #expect(try FreshnessTests.found("sea", in: vault) == 1)
    #expect(try FreshnessTests.found("words:0", in: vault) == count - 1)
  }

  @Test func `a note that is too large to be read is told by each run`() throws {
    let vault = try IndexedVault()
    vault.write("apple", to: "a.md")
    vault.write("", to: "large.md")
    unsafe truncate(vault.path("large.md"), off_t(VaultFolder.sizeLimit) + 1)
    for round in 0..<3 {
      if round == 2 { vault.write("pear", to: "b.md") }
      let problems = try vault.index().problems
      #expect(
        problems == [WalkProblem(kind: .unreadable, path: Array("large.md".utf8), code: EFBIG)],
        "round \(round)")
    }
    vault.write("small", to: "large.md")
    #expect(try vault.index().problems.isEmpty)
  }

  @Test(.enabled(if: !isRoot, "permissions do not hold for root"))
  func `a note that becomes readable again is found again`() throws {
    let vault = try IndexedVault()
    vault.write("sea", to: "a.md")
    vault.write("sea", to: "b/c.md")
    for (mode, count) in [(0o000, 1), (0o644, 2)] as [(mode_t, Int)] {
      vault.folder.setMode(mode, of: "vault/a.md")
      #expect(try FreshnessTests.found("sea", in: vault) == count)
    }
    for (mode, count) in [(0o000, 1), (0o400, 1), (0o755, 2)] as [(mode_t, Int)] {
      vault.folder.setMode(mode, of: "vault/b")
      #expect(try FreshnessTests.found("sea", in: vault) == count)
    }
  }

  @Test(.enabled(if: !isRoot, "permissions do not hold for root"))
  func `a vault that may not be written is searched all the same`() throws {
    let vault = try IndexedVault()
    vault.write("sea", to: "a.md")
    vault.folder.setMode(0o555, of: "vault/.zib")
    #expect(try FreshnessTests.found("sea", in: vault) == 1)
    #expect(vault.folder.names(in: "vault/.zib") == [])
    #expect(try vault.index().report.unsaved == nil)
    vault.folder.setMode(0o555, of: "home/.cache/zib")
    vault.folder.setMode(0o555, of: "home/.cache")
    vault.write("sea", to: "b.md")
    #expect(try FreshnessTests.found("sea", in: vault) == 2)
    for name in ["vault/.zib", "home/.cache", "home/.cache/zib"] {
      vault.folder.setMode(0o755, of: name)
    }
  }
}
