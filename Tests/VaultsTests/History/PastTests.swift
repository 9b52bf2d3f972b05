import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import TestSupport
import Testing
import Vaults

@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct PastTests {
  private let folder: TemporaryFolder
  private let shell: Shell
  private let vault: Vault

  init() throws {
    folder = try TemporaryFolder()
    folder.makeFolder("vault/.zib")
    let root = try #require(DiskPath.real(DiskPath(folder("vault"))))
    let environment = Environment(["HOME": folder.path.text])
    let location = VaultLocation(root: root, kind: .zib)
    vault = Vault(location: location, configuration: Configuration(), environment: environment)
    shell = Shell(folder: root.text)
    shell("git init -q -b main . && mkdir -p .zib && echo 'cache/' > .zib/.gitignore")
  }

  /// Commits the folder at noon of a day of October 2026.
  private func commit(day: Int, _ command: String) {
    let date = "2026-10-\(day < 10 ? "0" : "")\(day)T12:00:00Z"
    shell(
      "\(command)\ngit add -A && GIT_AUTHOR_DATE=\(date) GIT_COMMITTER_DATE=\(date) "
        + "git commit -qm 'day \(day)'")
  }

  private func version(_ text: String) throws -> PastVersion {
    try vault.history().version(at: text, now: 1_795_253_400_000, zone: .utc)
  }

  /// The paths that a query finds in the vault as it was.
  private func found(_ query: String, at text: String) throws -> [String] {
    let past = try vault.past(version(text), in: vault.history())
    return try paths(query, in: past.vault)
  }

  private func paths(_ query: String, in vault: Vault) throws -> [String] {
    let today = try #require(CivilDate(year: 2026, month: 11, day: 21))
    let search = VaultSearch(vault, try vault.index(), today: today, zone: .utc)
    return try search.results(search.query(query), order: .path).map { $0.path.text }
  }

  @Test func `a query sees the notes of then, whatever was looked at before`() throws {
    commit(day: 1, "mkdir a && echo quince > a/b.md && echo pear > c.md")
    commit(day: 2, "rm -r a && echo quince > a && echo 'quince and pear' > c.md")
    commit(day: 3, "rm a && mkdir a && echo apple > a/b.md && rm c.md")
    let expected = [
      "2026-10-01": ["a/b.md"], "2026-10-02": ["c.md"], "2026-10-03": [], "HEAD~2": ["a/b.md"],
    ]
    for text in ["2026-10-03", "2026-10-01", "2026-10-02", "2026-10-01", "HEAD~2", "2026-10-03"] {
      #expect(try found("quince", at: text) == expected[text])
    }
  }

  @Test func `the folder is made anew where it is not known what it holds`() throws {
    commit(day: 1, "echo quince > a.md")
    commit(day: 2, "echo pear > a.md && echo apple > b.md")
    #expect(try found("apple OR pear", at: "HEAD") == ["a.md", "b.md"])
    folder.write("damaged", to: "vault/.zib/cache/past-version/list")
    folder.write("apple", to: "vault/.zib/cache/past-version/notes/stray.md")
    #expect(try found("apple OR quince", at: "HEAD~1") == ["a.md"])
  }

  @Test func `the short name of a commit is no number of days`() throws {
    commit(day: 5, "echo one > a.md")
    // A commit whose name begins with six decimal digits and a d: the first message that gives one, always the same.
    let name = shell.text(
      """
      export GIT_AUTHOR_DATE=2026-10-06T12:00:00Z GIT_COMMITTER_DATE=2026-10-06T12:00:00Z
      for n in $(seq 20000); do
        commit=$(git commit-tree -m $n 'HEAD^{tree}')
        case $commit in [0-9][0-9][0-9][0-9][0-9][0-9]d*) echo $commit; break;; esac
      done
      """)
    let short = String(name.prefix(7))
    #expect(short.hasSuffix("d"))
    #expect(try version(short).commit.hex == name)
  }

  @Test func `a date is the last version of that time, and one before history is told`() throws {
    commit(day: 5, "echo one > a.md")
    commit(day: 7, "echo two > a.md")
    let first = shell.text("git rev-parse HEAD~1")
    #expect(try version("2026-10-06").commit.hex == first)
    #expect(try version("2026-10-07 11:59").commit.hex == first)
    #expect(try version("2026-10").commit.hex == shell.text("git rev-parse HEAD"))
    #expect(throws: PastError.beforeHistory("2026-10-04")) { try version("2026-10-04") }
    #expect(throws: PastError.unknownRevision("nonsense")) { try version("nonsense") }
  }

  @Test func `notes that are no more are found as they were last, and what moved is not`() throws {
    commit(day: 1, "echo quince > a.md && echo pear > b.md && echo apple > c.md && echo x > d.txt")
    commit(day: 2, "echo 'quince twice' > a.md")
    commit(day: 3, "rm a.md d.txt && git mv b.md moved.md && rm c.md")
    commit(day: 4, "echo 'apple again' > c.md")
    let history = try vault.history()
    let deletions = try history.deletions()
    #expect(deletions.keys.map(\.text) == ["a.md"])
    // The second time they come from the cache; a new commit is looked at.
    #expect(try vault.history().deletions() == deletions)
    commit(day: 5, "rm moved.md")
    #expect(
      try vault.history().deletions().keys.map(\.text).sorted() == ["a.md", "b.md", "moved.md"])
    commit(day: 6, "git checkout -q HEAD~1 -- moved.md")
    #expect(try vault.history().deletions() == deletions)
    let past = try vault.past(deletions, in: history)
    #expect(try paths("twice", in: past.vault) == ["a.md"])
    #expect(try paths("modified:2026-10-03", in: past.vault) == ["a.md"])
    let plan = try history.restoration(ofDeleted: "A")
    #expect(plan.files.keys.map(\.text) == ["a.md"])
    #expect(throws: RestoreError.notFound("b")) { try history.restoration(ofDeleted: "b") }
  }

  @Test func `what was written before the system was started again is made anew`() throws {
    commit(day: 1, "echo quince > a.md")
    #expect(try found("quince", at: "HEAD") == ["a.md"])
    // As after a loss of power: the list is on the disk, and the bytes of the file are not.
    let list = "vault/.zib/cache/past-version/list"
    var lines = try #require(folder.readBytes(list)).split(separator: 0x0A, maxSplits: 2)
    lines[1] = ArraySlice("an earlier run".utf8)
    folder.write(Array(lines.joined(separator: [0x0A])), to: folder(list))
    folder.write("", to: "vault/.zib/cache/past-version/notes/a.md")
    #expect(try found("quince", at: "HEAD") == ["a.md"])
  }

  @Test func `a link in the cache is not written through`() throws {
    commit(day: 1, "echo quince > a.md")
    folder.makeFolder("elsewhere")
    folder.makeFolder("vault/.zib/cache")
    folder.link("vault/.zib/cache/past-version", to: folder("elsewhere"))
    #expect(try found("quince", at: "HEAD") == ["a.md"])
    #expect(folder.names(in: "elsewhere") == [])
  }
}
