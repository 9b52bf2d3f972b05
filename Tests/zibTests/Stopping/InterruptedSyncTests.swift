import OperatingSystem
import Terminals
import TestSupport
import Testing

/// `zib sync` beside other programs, with Ctrl-C, a remote that hangs, and a repository that is damaged.
@Suite(
  .enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"), .serialized)
struct InterruptedSyncTests {
  private static let notes = "for n in 1 2 3 4 5 6; do printf 'one\\n\\ntwo\\n' > Note$n.md; done"

  /// A way to a remote that never says a word; the number tells its processes from others.
  private static func silence(_ number: Int) -> String {
    "git remote set-url origin ssh://nowhere/x; export GIT_SSH_COMMAND='sleep 60\(number) #'"
  }

  /// A command in the foreground, for a shell lets those in the background ignore Ctrl-C; `number` has its number.
  private static func inFront(_ command: String) -> String {
    "sh -c 'echo $$ > ../number; exec \(command)'; status=$?; wait; exit $status"
  }

  private static func expectNoChild(_ number: Int, _ devices: SyncedDevices) {
    #expect(devices.run("sleep 0.1; pgrep -fx 'sleep 60\(number)'").output == "")
  }

  // MARK: Ctrl-C

  @Test(.timeLimit(.minutes(20)))
  func `Ctrl-C while a remote is waited for ends with 130, and leaves no child`() throws {
    let devices = try SyncedDevices(Self.notes)
    let ended = devices.run(
      """
      echo typed >> Note1.md; \(Self.silence(1))
      (until pgrep -fx 'sleep 601' >/dev/null; do sleep 0.02; done; kill -INT $(cat ../number)) &
      \(Self.inFront("zib sync"))
      """, in: "b")
    #expect(ended.status == 130, "\(ended)")
    Self.expectNoChild(1, devices)
    #expect(devices.run("git status --porcelain", in: "b").output == "")
    devices.run("git remote set-url origin ../remote.git", in: "b")
    devices.converge("after Ctrl-C")
    #expect(devices.run("cat Note1.md", in: "a").output.contains("typed"))
  }

  @Test(.timeLimit(.minutes(20))) func `P13 after Ctrl-C at any time the next sync completes`()
    throws
  {
    let devices = try SyncedDevices(Self.notes)
    let seed: UInt64 = 1
    var random = SeededRandom(seed: seed)
    let usual =
      ContinuousClock().measure { devices.sync("b", "undisturbed") } / .seconds(1)
    var words: [String] = []
    for round in 0..<(2 * SyncedDevices.rounds) {
      let delay = Double.random(in: 0..<1.5, using: &random) * usual
      let place = "seed \(seed), round \(round), after \(delay) s"
      words += ["theirs\(round)x", "ours\(round)x"]
      devices.run("sed -i.b '1s/$/ theirs\(round)x/' Note*.md; rm *.b; zib sync -q", in: "a")
      devices.run(
        "sed -i.b '1s/$/ ours\(round)x/' Note1.md; rm *.b; echo ours\(round)x > New.md", in: "b")
      let ended = devices.run(
        """
        rm -f ../number
        (sleep \(delay); kill -INT $(cat ../number)) &
        \(Self.inFront("zib sync -q"))
        """, in: "b")
      #expect(ended.status == 130 || [0, 1, 4].contains(ended.status), "\(place): \(ended)")
      devices.sync("b", place)
      devices.expectInOrder("b", place)
    }
    devices.converge("seed \(seed)")
    #expect(devices.missing(words, from: "a") == [], "seed \(seed)")
  }

  @Test(.timeLimit(.minutes(20)))
  func `a watch that was started with signals blocked is ended by one all the same`() throws {
    let devices = try SyncedDevices(Self.notes)
    let ended = devices.run(
      """
      zib watch > ../said 2>&1 & watch=$!
      for turn in $(seq 600); do grep -q watching ../said && break; sleep 0.1; done
      (sleep 60; kill -9 $watch) >/dev/null 2>&1 & guard=$!
      kill -TERM $watch; wait $watch; status=$?
      kill -9 $guard; exit $status
      """, in: "b", blocking: [SIGTERM, SIGINT])
    #expect(ended.status == 128 + SIGTERM, "\(ended)")
  }

  // MARK: Several programs

  @Test(.timeLimit(.minutes(20))) func `two syncs at once take turns, and both end well`() throws {
    let devices = try SyncedDevices(Self.notes)
    for round in 0..<(2 * SyncedDevices.rounds) {
      devices.run("echo theirs\(round) >> Note1.md; echo n > A\(round).md; zib sync -q", in: "a")
      let ended = devices.run(
        """
        echo ours\(round) >> Note1.md; echo x >> ../a/Note2.md
        zib sync -q & one=$!; zib sync -q & two=$!; (cd ../a && zib sync -q) & three=$!
        for p in $one $two $three; do wait $p; s=$?; [ $s -le 1 ] || echo "ends with $s"; done
        """, in: "b")
      #expect(!ended.output.contains("ends with"), "\(ended.output)")
      devices.expectInOrder("b", "round \(round)")
    }
    devices.converge("after two at once")
  }

  @Test(.timeLimit(.minutes(20)))
  func `imports at once bring everything once, and fail in nothing`()
    throws
  {
    let devices = try SyncedDevices("echo home > Home.md")
    let csv =
      "Book Id,Title,Author,Exclusive Shelf\n"
      + (0..<60).map { "\($0),Book \($0),Ada,read\n" }.joined()
    devices.run("cat > books.csv <<'END'\n\(csv)END")
    let one = "zib import ../books.csv"
    let result = devices.run("\(one) & \(one) & \(one) & wait", in: "a")
    #expect(
      !result.output.contains("failed") && !result.output.contains("error"), "\(result.output)")
    #expect(devices.run("ls Books | wc -l", in: "a").output.filter(\.isNumber) == "60")
  }

  @Test(.timeLimit(.minutes(20)))
  func `an import that is killed is taken back or brought to its end, and no edit with it`() throws
  {
    let devices = try SyncedDevices("true")
    let csv =
      "Book Id,Title,Author,Exclusive Shelf\n"
      + (0..<600).map { "\($0),Book \($0),Ada,read\n" }.joined()
    devices.run("cat > books.csv <<'END'\n\(csv)END")
    let made = devices.run("git init -q -b main v && cd v && zib init -q && zib commit -q -m first")
    try #require(made.status == 0, "\(made.output)")
    // Killed once some of it is there, or at its end where it was faster.
    let killed = """
      zib import ../books.csv >/dev/null 2>&1 & one=$!
      until [ "$(ls Books 2>/dev/null | wc -l)" -ge 20 ] || ! kill -0 $one 2>/dev/null; do :; done
      kill -9 $one 2>/dev/null; wait $one 2>/dev/null
      """
    let planned = devices.run(
      "\(killed)\necho mine > Mine.md; zib undo --dry-run -v; ls Books | wc -l", in: "v")
    #expect(planned.output.contains("would take back the import"), "\(planned.output)")
    let first = planned.output.split(separator: "Would change back:")[0]
    #expect(first.contains("Mine.md") && !first.contains("Books/"), "\(planned.output)")
    let books = Int(planned.output.split { $0.isWhitespace }.last ?? "")
    #expect(
      planned.output.split(separator: "\n").count { $0.contains(" Books/") } == books,
      "\(planned.output)")
    let taken = devices.run(
      "zib undo; ls Books 2>/dev/null | wc -l; cat Mine.md", in: "v"
    )
    #expect(taken.output.contains("took back the import"), "\(taken.output)")
    #expect(
      taken.output.split { $0.isWhitespace }.suffix(2) == ["0", "mine"], "\(taken.output)")
    let ended = devices.run(
      """
      \(killed)
      echo more >> Mine.md; zib import -q ../books.csv >/dev/null; ls Books | wc -l
      zib undo -q; zib undo -q 2>/dev/null; ls Books 2>/dev/null | wc -l; cat Mine.md; git status --short
      """, in: "v")
    #expect(
      ended.output.split { $0.isWhitespace } == ["600", "0", "mine", "more"],
      "\(ended.output)")
  }

  @Test(.timeLimit(.minutes(20))) func `notes that are made and changed by zib during syncs stay`()
    throws
  {
    let devices = try SyncedDevices(Self.notes)
    devices.run("sed -i.b 's/one/one theirs/' Note*.md; rm *.b; zib sync -q", in: "a")
    let ended = devices.run(
      """
      (for n in 1 2 3 4 5; do
        zib new "Made $n" -q >/dev/null || echo "new ends with $?"
        # Where a sync wrote the note in that moment nothing is set, and zib says to run it again.
        zib set Note$n mood=made$n -q >/dev/null 2>&1 || zib set Note$n mood=made$n -q >/dev/null ||
          zib set Note$n mood=made$n -q >/dev/null || echo "set ends with $?"
      done) & loop=$!
      for n in 1 2 3; do zib sync -q || [ $? -eq 4 ] || echo "sync fails"; done
      wait $loop
      """, in: "b")
    #expect(!ended.output.contains("ends with") && !ended.output.contains("fails"), "\(ended)")
    devices.converge("after commands at once")
    let words = (1...5).flatMap { ["made\($0)", "# Made \($0)"] }
    #expect(devices.missing(words, from: "a") == [])
  }

  @Test(.timeLimit(.minutes(20)))
  func `P12 what editors save during syncs, in place and by rename, is not lost`() throws {
    let devices = try SyncedDevices(Self.notes)
    let ended = devices.run(
      """
      (n=0; while [ ! -e ../stop ]; do n=$((n+1))
        echo "place${n}x" >> Note1.md
        { cat Note2.md; echo "name${n}x"; } > .Note2.md~ && mv .Note2.md~ Note2.md
        echo "place${n}x name${n}x" >> ../typed
        # In turn faster than a sync waits for a file, and so that it takes the file between two saves.
        case $((n % 40)) in 0|1|2|3|4|5|6|7) sleep 0.06 ;; *) sleep 0.002 ;; esac
      done) & editor=$!
      for n in 1 2 3; do
        (cd ../a && sed -i.b "1s/^/theirs${n}x /" Note1.md Note2.md && rm *.b && zib sync -q)
        zib sync -q || [ $? -eq 4 ] || echo "sync fails"
      done
      touch ../stop; wait $editor
      """, in: "b")
    // A note that is written to all the time may be told to be so; anything else is a failure.
    #expect(
      !ended.output.contains("fails") || ended.output.contains("keep changing"), "\(ended.output)")
    devices.converge("after editing")
    let words = devices.run("cat typed").output.split(whereSeparator: \.isWhitespace)
    #expect(words.count > 10)
    for device in ["a", "b"] {
      #expect(devices.missing(words.map(String.init), from: device) == [])
    }
  }

  // MARK: Remotes

  @Test(.timeLimit(.minutes(20)))
  func `P16 a remote that hangs is given up after the time that is set`()
    throws
  {
    let devices = try SyncedDevices(Self.notes)
    let ended = devices.run(
      "mkdir -p .zib && zib config sync.timeout 1 -q && echo typed >> Note1.md; \(Self.silence(2)); zib sync",
      in: "b")
    #expect(ended.status == 3, "\(ended)")
    #expect(ended.output.contains("no answer for 1 second"), "\(ended.output)")
    Self.expectNoChild(2, devices)
    #expect(devices.run("git status --porcelain; git show", in: "b").output.contains("+typed"))
  }

  @Test(.timeLimit(.minutes(20)))
  func `P16 a remote that wants a password nobody can give is told`()
    throws
  {
    let devices = try SyncedDevices(Self.notes)
    devices.run(
      """
      cat > ssh <<'END'
      #!/bin/sh
      echo 'reader@nowhere: Permission denied (publickey,password).' >&2
      exit 255
      END
      chmod +x ssh
      """)
    let ended = devices.run(
      """
      git remote set-url origin ssh://nowhere/x; echo typed >> Note1.md
      GIT_SSH_COMMAND=../ssh zib sync
      """, in: "b")
    #expect(ended.status == 3, "\(ended)")
    #expect(ended.output.contains("did not let you in"), "\(ended.output)")
    #expect(devices.run("git status --porcelain", in: "b").output == "")
  }

  @Test(.timeLimit(.minutes(20)))
  func `locks that a killed git has left for a fetch are removed by the next sync`() throws {
    let devices = try SyncedDevices(Self.notes)
    devices.run("echo theirs >> Note1.md; zib sync -q", in: "a")
    // As after a loss of power while git fetched.
    devices.run(
      "mkdir -p .git/zib; touch .git/zib/transport .git/refs/remotes/origin/main.lock", in: "b")
    devices.sync("b", "after a git that was killed")
    devices.expectInOrder("b", "after a git that was killed")
    // Without such a run it is another git's.
    devices.run("echo theirs >> Note1.md; zib sync -q", in: "a")
    devices.run("touch .git/refs/remotes/origin/main.lock", in: "b")
    let ended = devices.run("zib sync", in: "b")
    #expect(ended.status == 3 && ended.output.contains("main.lock"), "\(ended)")
    devices.run("rm .git/refs/remotes/origin/main.lock", in: "b")
    devices.converge("after another git")
  }

  @Test(.timeLimit(.minutes(20)))
  func `a lock that a killed git has left at the settings is removed by the next sync`() throws {
    let devices = try SyncedDevices(Self.notes)
    // As where the first sync was killed while it wrote which branch is followed.
    devices.run("git config --remove-section branch.main; touch .git/config.lock", in: "b")
    let ended = devices.run("zib sync origin", in: "b")
    #expect(ended.status == 3 && ended.output.contains("config"), "\(ended)")
    devices.run("mkdir -p .git/zib; touch .git/zib/settings .git/config.lock", in: "b")
    #expect(devices.run("zib sync origin", in: "b").status == 0)
    #expect(devices.run("git config branch.main.remote", in: "b").output == "origin")
    devices.converge("after a git that was killed")
  }

  // MARK: Damage

  @Test(
    .timeLimit(.minutes(20)),
    arguments: [
      ("an empty commit", "f=$(git rev-parse HEAD)"), ("an empty tree", "f=$(git rev-parse HEAD:)"),
      ("a note cut short", "f=$(git rev-parse HEAD:Note1.md); cut=10"),
    ])
  func `a damaged object is told with git fsck, and nothing is written`(
    name: String, find: String
  ) throws {
    let devices = try SyncedDevices(Self.notes)
    devices.run("sed -i.b 's/one/theirs/' Note1.md; rm *.b; zib sync -q", in: "a")
    devices.run("sed -i.b 's/one/ours/' Note1.md; rm *.b", in: "b")
    devices.run(
      """
      \(find); git rev-parse HEAD > ../head
      for p in .git/objects/pack/*.pack; do
        [ -e $p ] && mv $p ../p && git unpack-objects -q < ../p
      done
      rm -f .git/objects/pack/*
      o=.git/objects/$(echo $f | cut -c1-2)/$(echo $f | cut -c3-)
      chmod u+w $o; head -c ${cut:-0} $o > ../half; cat ../half > $o
      """, in: "b")
    let ended = devices.run("zib sync", in: "b")
    #expect(ended.status == 3 && ended.output.contains("git fsck"), "\(name): \(ended)")
    #expect(
      devices.run("cat .git/refs/heads/main; cat ../head", in: "b").output
        .split(separator: "\n").count == 2)
    #expect(devices.run("cat Note1.md", in: "b").output.contains("ours"))
    #expect(devices.run("ls .git/zib/journal", in: "b").status != 0)
  }

  @Test(
    .timeLimit(.minutes(20)),
    arguments: ["", "garbage", "0123456789012345678901234567890123456789"])
  func `a damaged branch is told with git fsck, and nothing is written`(text: String) throws {
    let devices = try SyncedDevices(Self.notes)
    devices.run("printf '\(text)' > .git/refs/heads/main; echo ours >> Note1.md", in: "b")
    let ended = devices.run("zib sync", in: "b")
    #expect(ended.status == 3 && ended.output.contains("git fsck"), "\(ended)")
    #expect(devices.run("cat .git/refs/heads/main", in: "b").output == text)
    #expect(devices.run("cat Note1.md", in: "b").output.contains("ours"))
  }

  // MARK: No repository

  @Test(.timeLimit(.minutes(20)), arguments: ["sync", "commit", "status", "remote list"])
  func `a vault without a history is offered zib init`(command: String) throws {
    let devices = try SyncedDevices(Self.notes)
    let ended = devices.run("mkdir -p .zib && echo a > a.md && zib \(command)", in: "")
    #expect(ended.status == 3 && ended.output.contains("zib init"), "\(ended)")
  }
}
