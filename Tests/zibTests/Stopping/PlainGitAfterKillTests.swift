import Terminals
import Testing

/// `zib` killed at a system call, and plain git that commits what the folder shows then.
///
/// `Tests/Benchmarks/kills.py` does this at every call; here it is a sample.
@Suite(
  .enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"),
  .enabled(if: SyncedDevices.has("strace"), "strace stops it at a system call"))
struct PlainGitAfterKillTests {
  /// Each word that ends in `x` is an edit, and has to be in a note of both devices in the end.
  private static let theirs = """
    for n in 1 2 3 4 5 6; do sed -i.b "s/^one/one theirs${n}x/" Note$n.md; done; rm *.b
    printf 'newx\\n' > New.md; git mv Moves.md Moved.md; git rm -q Gone.md
    printf 'theirsbothx\\n' > Both.md; mkdir Fresh; printf 'freshx\\n' > Fresh/In.md
    zib sync -q; sleep 1
    """
  private static let ours = """
    printf 'oursbothx\\n' > Both.md; printf 'four oursx\\n' >> Note1.md; printf 'oursnewx\\n' > Ours.md
    """
  private static let theirWords =
    (1...6).map { "theirs\($0)x" } + ["newx", "theirsbothx", "freshx"]
  private static let ourWords = ["oursbothx", "oursx", "oursnewx"]

  /// A command that is killed.
  enum Operation: String, CaseIterable {
    case sync, firstSync, commit, undo, resolve, clone

    var command: String {
      switch self {
      case .sync, .firstSync: "zib sync -q"
      case .commit: "zib commit -q"
      case .undo: "zib undo -q"
      case .resolve: "zib resolve Both --keep both -q"
      case .clone: "zib clone -q remote.git b"
      }
    }

    var folder: String { self == .clone ? "" : "b" }

    /// How many places are tried.
    var places: Int { (self == .sync ? 5 : 2) * SyncedDevices.rounds }
  }

  private static func prepare(_ operation: Operation) throws -> (SyncedDevices, words: [String]) {
    let devices = try SyncedDevices(
      """
      for n in 1 2 3 4 5 6; do printf 'one\\n\\ntwo\\n\\nthree\\n' > Note$n.md; done
      echo moves > Moves.md; echo goes > Gone.md; echo both > Both.md
      """)
    if operation != .commit { devices.run(theirs, in: "a") }
    let words: [String]
    switch operation {
    case .sync:
      devices.run(ours, in: "b")
      words = theirWords + ourWords
    case .firstSync:
      devices.run(
        "rm -rf b; git init -q -b main b; mkdir b/.zib; git -C b remote add origin ../remote.git")
      words = theirWords
    case .commit:
      devices.run(ours + "; rm Note2.md; git add Both.md", in: "b")
      words = ourWords
    case .undo:
      devices.run(ours + "; zib sync -q; printf 'laterx\\n' > Later.md", in: "b")
      words = ["laterx"]
    case .resolve:
      devices.run(ours + "; zib sync -q", in: "b")
      words = theirWords + ourWords
    case .clone:
      devices.run("rm -rf b")
      words = theirWords
    }
    devices.run("mkdir save; for d in a b remote.git; do [ ! -e $d ] || cp -a $d save/; done")
    return (devices, words)
  }

  @Test(.timeLimit(.minutes(20)), arguments: Operation.allCases)
  func `P25 killed at any system call, a commit by plain git takes nothing back`(
    operation: Operation
  ) throws {
    let (devices, words) = try Self.prepare(operation)
    let calls = "rename,renameat,renameat2,link,unlink,unlinkat,mkdir,mkdirat,fsync,write,fchmod"
    // A clone is git's work but for its last steps.
    let trace = "strace \(operation == .clone ? "-f" : "") -qq -e signal=none -e trace=\(calls)"
    let undisturbed = devices.run(
      "\(trace) -o $HOME/calls \(operation.command)", in: operation.folder)
    #expect([0, 1, 4].contains(undisturbed.status), "\(undisturbed)")
    let column = operation == .clone ? "tr -s ' ' | cut -d' ' -f2 |" : ""
    let made = devices.run("cat calls | \(column) cut -d'(' -f1").output.split(separator: "\n")
    try #require(made.count > 20, "\(made)")
    for place in 0..<operation.places {
      let stop = (2 * place + 1) * made.count / (2 * operation.places)
      let number = made[...stop].count { $0 == made[stop] }
      devices.run("rm -rf a b remote.git && cp -a save/. .")
      devices.run(
        "\(trace) -o $HOME/calls -e inject=\(made[stop]):signal=KILL:when=\(number) \(operation.command)",
        in: operation.folder)
      let circumstances =
        "\(operation), \(made[stop]) \(number): \(devices.run("tail -n 1 calls").output)"
      if operation == .clone {
        devices.run("[ -e b/.git ] || { rm -rf b; zib clone -q remote.git b; }")
      }
      commitByPlainGit(devices, isUndone: operation == .undo, circumstances)
      devices.converge(circumstances)
      let there = Set(devices.run(Self.allWords, in: "b").output.split(separator: "\n"))
      #expect(words.filter { !there.contains($0[...]) } == [], "\(circumstances)")
    }
  }

  /// `b` has edited `K.md`, which `a` has moved and edited; its sync is killed when all files are written.
  private static func movedAndEdited() throws -> SyncedDevices {
    let devices = try SyncedDevices(
      """
      mkdir D; echo x > D/x.md; echo goes > Gone.md
      printf 'a first line that is longer\\nline 2\\nline 3\\nline 4\\nline 5\\n' > K.md
      """)
    let state = devices.run(
      """
      (cd ../a && sed -i.b 's/line 2/A EDIT/' K.md && rm *.b && mv K.md D/M.md && zib sync -q)
      sed -i.b 's/line 5/B EDIT/' K.md; rm *.b; zib commit -q
      strace -f -o /dev/null -P "$PWD/.git/index.lock" -e trace=link,rename -e inject=link:signal=KILL zib sync
      find .git -name '*.lock' -delete
      test -e .git/zib/journal && test -e D/M.md && git add -A && git commit -qm mine
      """, in: "b")
    try #require(state.status == 0, "\(state)")
    return devices
  }

  @Test(arguments: ["", "sed -i.b '$d' .git/zib/journal; rm .git/zib/*.b"])
  func `P12 an own edit that git merges away after a kill comes back and is told`(damage: String)
    throws
  {
    let devices = try Self.movedAndEdited()
    devices.run("cd a && git rm -q Gone.md && git commit -qm gone && git push -q origin main")
    let pulled = devices.run(
      "git pull -q --no-rebase --no-edit && test ! -e K.md && { \(damage.isEmpty ? ":" : damage); }",
      in: "b")
    try #require(pulled.status == 0, "git merges with a rename: \(pulled)")
    let said = devices.run("zib sync", in: "b")
    #expect(said.output.contains("K.md is back, with your text"), "\(said)")
    devices.converge(damage)
    for device in ["a", "b"] {
      #expect(devices.missing(["B EDIT", "A EDIT"], from: device) == [])
      let there = devices.run(
        "grep -l 'B EDIT' K.md; grep -l 'A EDIT' D/M.md; ls Gone.md", in: device)
      #expect(there.output.hasPrefix("K.md\nD/M.md\nls:"), "a seen deletion stays one: \(there)")
    }
  }

  @Test func `an edit that git takes to the new place of a note does not come back at the old one`()
    throws
  {
    let devices = try Self.movedAndEdited()
    devices.run(
      "git rm -q --cached D/M.md; rm D/M.md; git commit -q --amend --no-edit --allow-empty", in: "b"
    )
    let pulled = devices.run("git pull -q --no-rebase --no-edit && grep 'B EDIT' D/M.md", in: "b")
    try #require(pulled.status == 0, "\(pulled)")
    devices.converge("moved")
    #expect(
      devices.run("grep -l 'B EDIT' D/M.md; ls K.md", in: "a").output.hasPrefix("D/M.md\nls:"))
  }

  @Test func `a note that a person deletes after a kill stays deleted`() throws {
    let devices = try Self.movedAndEdited()
    let deleted = devices.run("git rm -q K.md && git commit -qm deleted && zib sync -q", in: "b")
    #expect(deleted.status == 0, "\(deleted)")
    devices.converge("deleted")
    #expect(devices.run("ls K.md", in: "b").status != 0)
  }

  @Test func `P12 the recipe for a journal that cannot be read keeps an edit of a moved note`()
    throws
  {
    let devices = try Self.movedAndEdited()
    let recipe = try #require(try RecoveryTests.recipes()["journal"])
    let done = devices.run("printf x > .git/zib/journal\n\(recipe)", in: "b")
    #expect(done.output.contains("CONFLICT (modify/delete)"), "\(done)")
    devices.run("git add -A && git commit -qm merged", in: "b")
    devices.converge("the recipe")
    #expect(devices.run("grep -l 'B EDIT' K.md", in: "a").output == "K.md")
  }

  /// Commits what the folder shows, and looks that it takes back nothing that has come.
  private func commitByPlainGit(_ devices: SyncedDevices, isUndone: Bool, _ place: String) {
    let lost = devices.run(
      """
      words() { (\(Self.allWords)) > ../$1-folder; \
      git ls-tree -r HEAD 2>/dev/null | awk '{print $3}' | git cat-file --batch | \(Self.onlyWords) > ../$1-head; }
      words before
      find .git -name '*.lock' -delete
      git add -A && git commit -qm innocent >/dev/null
      words after
      comm -23 ../before-folder ../after-folder; comm -23 ../before-folder ../after-head
      comm -23 ../before-head ../after-head
      """, in: "b")
    if !isUndone { #expect(lost.output == "", "\(place)") }
    let hidden = devices.run(
      "git ls-tree -r --name-only HEAD 2>/dev/null | grep -E '(^|/)\\.zib-' || true", in: "b")
    #expect(hidden.output == "", "\(place)")
  }

  private static let onlyWords = "grep -aoE '[a-z]+[0-9]*x$|[a-z]+[0-9]+x' | sort -u"
  private static let allWords =
    "find . -path ./.git -prune -o -name '.zib-*' -prune -o -type f -exec cat {} + | \(onlyWords)"
}
