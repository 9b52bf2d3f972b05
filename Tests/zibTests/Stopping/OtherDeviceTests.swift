import Terminals
import Testing

/// Deeds of plain git, on this device or another one, that `zib` meets at its next command.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct OtherDeviceTests {
  @Test func `P28 a .zib that another device deleted is not taken away, and undo works`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    devices.run("cd a && git rm -q -r .zib && git commit -qm r && git push -q origin main")
    let said = devices.run("zib sync", in: "b")
    #expect(said.status == 0, "\(said)")
    #expect(said.output.contains("another device deleted or shortened .zib/config.yml"), "\(said)")
    #expect(devices.run("cat .zib/config.yml", in: "b").output == "language: en")
    #expect(devices.run("zib undo", in: "b").status == 0)
    #expect(devices.run("zib sync -q && cat .zib/config.yml", in: "b").output == "language: en")
    let back = devices.run("git pull -q && cat .zib/config.yml", in: "a")
    #expect(back.output == "language: en", "\(back)")
  }

  @Test func `init brings back a .zib that only an earlier commit has`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    devices.run("git rm -q -r .zib; rm -rf .zib; git commit -qm r; echo two > Two.md", in: "b")
    let refused = devices.run("zib sync", in: "b")
    #expect(refused.status == 3 && refused.output.contains("the history has it"), "\(refused)")
    #expect(devices.run("zib init -q", in: "b").status == 0)
    #expect(devices.run("cat .zib/config.yml", in: "b").output == "language: en")
  }

  @Test func `undo works where .zib is gone`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    devices.run("echo two > Two.md; zib sync -q", in: "a")
    devices.run("zib sync -q; git rm -q -r .zib; rm -rf .zib; git commit -qm r", in: "b")
    let undone = devices.run("zib undo", in: "b")
    #expect(undone.status == 0, "\(undone)")
    #expect(devices.run("ls Two.md", in: "b").status != 0)
  }

  @Test(arguments: ["note", "copy", "both", "newest"])
  func `a conflict with a symbolic link is resolved`(keep: String) throws {
    let devices = try SyncedDevices("echo target > T.md; echo note > N.md")
    devices.run("rm N.md; ln -s T.md N.md; zib sync -q", in: "a")
    devices.run("sleep 1; echo edited >> N.md; zib sync -q", in: "b")
    devices.run("zib sync -q", in: "a")
    let copies = devices.run("ls | grep conflict", in: "b")
    try #require(copies.output.split(separator: "\n").count == 1, "\(copies)")
    let said = devices.run("zib resolve N --keep \(keep)", in: "b")
    #expect(said.status == 0, "\(said)")
    #expect(devices.run("ls | grep conflict", in: "b").output == "")
    let kinds = devices.run(
      "for f in N*.md; do test -L \"$f\" && echo link || cat \"$f\"; done", in: "b")
    // The edit of `b` is the later one, and has the note's name.
    let (link, file) = ("link", "note\nedited")
    let expected = ["note": file, "newest": file, "copy": link, "both": "\(link)\n\(file)"]
    #expect(kinds.output == expected[keep], "\(kinds)")
    devices.converge(keep)
  }

  @Test(.enabled(if: SyncedDevices.has("strace"), "strace stops it at a system call"))
  func `an undo that was killed is finished, and takes back nothing more`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    for name in ["Two", "Three"] {
      devices.run("echo new > \(name).md; zib sync -q", in: "a")
      devices.run("zib sync -q", in: "b")
    }
    let killed = devices.run(
      """
      for n in $(seq 1 40); do
        strace -f -o /dev/null -e trace=fsync -e inject=fsync:signal=KILL:when=$n zib undo
        test -e .git/zib/journal && exit 0
        ls T*.md | grep -c . | grep -qx 2 || exit 8
      done
      exit 9
      """, in: "b")
    try #require(killed.status == 0, "\(killed)")
    let again = devices.run("zib undo", in: "b")
    #expect(again.status == 0, "\(again)")
    #expect(
      again.output.contains("an interrupted undo has been finished; it has changed Three.md"),
      "\(again)")
    #expect(devices.run("ls T*.md", in: "b").output == "Two.md")
    #expect(devices.run("zib undo -q", in: "b").status == 0)
    #expect(devices.run("ls T*.md", in: "b").status != 0)
  }

  @Test func `a forbidden name in a past version is passed over by what reads the past`() throws {
    let devices = try SyncedDevices("echo one > One.md; echo gone > Gone.md")
    let made = devices.run(
      """
      blob=$(echo evil | git hash-object -w --stdin)
      tree=$( (git ls-tree HEAD; printf '100644 blob %s\\t..\\n' "$blob") | git mktree)
      bad=$(git commit-tree -p HEAD -m bad "$tree"); git rm -q Gone.md; tree=$(git write-tree)
      git update-ref HEAD $(git commit-tree -p "$bad" -m good "$tree") && git push -q origin main
      """, in: "a")
    try #require(made.status == 0, "\(made)")
    devices.sync("b", "a past name")
    for command in [
      "zib history One", "zib history", "zib list --deleted", "zib search --deleted gone",
      "zib restore Gone.md", "zib list --at HEAD~1", "zib show One --at HEAD~1",
    ] {
      let said = devices.run(command, in: "b")
      #expect(said.status == 0, "\(command): \(said)")
      #expect(!said.output.contains("forbidden"), "\(command): \(said)")
    }
  }

  @Test(.enabled(if: !SyncedDevices.isSuperuser, "the superuser writes everywhere"))
  func `an edit of a file that cannot be replaced is told`() throws {
    let devices = try SyncedDevices("mkdir D; echo one > D/d.md")
    devices.run("echo theirs >> D/d.md; zib sync -q", in: "a")
    devices.run("chmod 555 D; zib sync", in: "b")
    let older = devices.run("zib status", in: "b")
    #expect(older.output.contains("newer in the history than in this folder"), "\(older)")
    devices.run("echo mine >> D/d.md", in: "b")
    let said = devices.run("zib sync", in: "b")
    #expect(said.status == 3, "\(said)")
    #expect(said.output.contains("the history has D/d.md as it was"), "\(said)")
    devices.run("chmod 755 D; zib sync -q", in: "b")
    #expect(devices.missing(["theirs", "mine"], from: "b") == [])
  }
}
