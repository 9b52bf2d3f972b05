import Terminals
import TestSupport
import Testing

/// `zib sync` itself, killed from outside; whatever is run next, nothing is lost and a sync comes to its end.
@Suite(
  .enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"), .serialized)
struct KilledSyncTests {
  private static let notes = """
    for n in 1 2 3 4 5 6 7 8; do printf 'one\\n\\ntwo\\n\\nthree\\n' > Note$n.md; done
    mkdir -p Deep/Er; echo in > Deep/Er/In.md; echo case > Case.md
    """

  /// The other person's edits of a round, so that there is something of each kind to merge.
  private static func changes(_ round: Int, _ word: String) -> String {
    let note = "Note\(round % 8 + 1).md"
    let other = "Note\((round + 3) % 8 + 1).md"
    return switch round % 5 {
    case 0: "echo \(word) >> \(note); sed -i.b 's/^one.*/one \(word)/' \(other) && rm *.b"
    case 1: "mkdir -p Folder\(round); git mv \(note) Folder\(round)/; echo \(word) > \(note)"
    case 2: "rm -rf Deep; echo \(word) > Deep; echo \(word) >> \(other)"
    case 3: "rm -f Deep; mkdir -p Deep/Er; echo \(word) > Deep/Er/In.md; rm -f \(note)"
    default: "for n in 1 2 3 4 5 6; do echo \"\(word) $n\" > \"New \(round) $n.md\"; done"
    }
  }

  /// Seconds that a sync takes here and now.
  private static func usualTime(_ devices: SyncedDevices) -> Double {
    devices.run(changes(4, "first") + " && zib sync -q", in: "a")
    let time = ContinuousClock().measure { devices.sync("b", "undisturbed") }
    return time / .seconds(1)
  }

  @Test(.timeLimit(.minutes(20)))
  func `P13 killed at any time, whatever is run next, nothing is lost`() throws {
    let devices = try SyncedDevices(Self.notes)
    let usual = Self.usualTime(devices)
    let seed: UInt64 = 1
    var random = SeededRandom(seed: seed)
    var words: [String] = []
    var killed = 0
    // Five kinds of changes, and four commands that come next.
    for round in 0..<(5 * SyncedDevices.rounds) {
      let (theirs, ours) = ("theirs\(round)x", "ours\(round)x")
      let delay = Double.random(in: 0..<1.1, using: &random) * usual
      let place = "seed \(seed), round \(round), killed after \(delay) s"
      devices.run(Self.changes(round, theirs) + "; zib sync -q", in: "a")
      devices.run(Self.changes((round * 7 + 2) % 5 + 5 * round, ours), in: "b")
      words += [theirs, ours]
      // Every other time git, and what it has started, die with it.
      let alone = round % 2 == 0 ? ":" : "c=$(pgrep -P $p); c=\"$c $(pgrep -P \"${c:-0}\")\""
      let ended = devices.run(
        """
        zib sync -q >/dev/null & p=$!
        sleep \(delay)
        \(alone)
        kill -9 $p $c 2>/dev/null
        wait $p
        """, in: "b")
      if ended.status == 137 { killed += 1 }
      let next = ["zib status", "zib search \(ours) --count", "zib new 'After \(round)'", "true"][
        round % 4]
      let result = devices.run(next + " </dev/null", in: "b")
      #expect([0, 1, 4].contains(result.status), "\(place): \(next): \(result.output)")
      devices.sync("b", place)
      devices.expectInOrder("b", place)
      #expect(devices.missing([theirs, ours], from: "b") == [], "\(place)")
    }
    devices.converge("seed \(seed)")
    for device in ["a", "b"] { #expect(devices.missing(words, from: device) == [], "seed \(seed)") }
    #expect(killed > 0)
  }

  /// A fault of a system call.
  enum Fault: String, CaseIterable {
    case killed = "signal=KILL"
    case diskFull = "error=ENOSPC"
    case denied = "error=EACCES"

    /// The calls that it is tried at: those that change something, as far as they end so in the world.
    var calls: String {
      switch self {
      case .killed:
        "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,"
          + "unlinkat,mkdir,mkdirat,symlinkat,fchmod,ftruncate,flock"
      case .diskFull:
        "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,mkdir,mkdirat,"
          + "symlinkat"
      case .denied: "rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,symlinkat"
      }
    }
  }

  @Test(
    .enabled(if: SyncedDevices.has("strace"), "strace stops it at a system call"),
    .timeLimit(.minutes(20)), arguments: Fault.allCases)
  func `P13 stopped at any system call, the next sync ends as if it had not been`(fault: Fault)
    throws
  {
    let devices = try SyncedDevices(Self.notes)
    let (theirs, ours) = ([0, 1, 2, 4], [0, 5, 8])
    // A second apart, for the later edit keeps the note's name.
    devices.run(
      theirs.map { Self.changes($0, "theirs\($0)x") }.joined(separator: "\n")
        + "\nmv Case.md case.tmp; mv case.tmp case.md; zib sync -q; sleep 1", in: "a")
    devices.run(ours.map { Self.changes($0, "ours\($0)x") }.joined(separator: "\n"), in: "b")
    devices.run("mkdir save && cp -a a b remote.git save/")
    let words = theirs.map { "theirs\($0)x" } + ours.map { "ours\($0)x" }
    let trace = "strace -qq -o ../calls -e trace=\(fault.calls) -e signal=none"
    let undisturbed = devices.run("\(trace) zib sync", in: "b")
    #expect([0, 1, 4].contains(undisturbed.status), "\(undisturbed.output)")
    let calls = devices.run("cut -d'(' -f1 calls").output.split(separator: "\n")
    try #require(calls.count > 50, "\(calls)")
    let expected = devices.run("git rev-parse HEAD^{tree}", in: "b").output
    let stride = max(1, calls.count / ((fault == .killed ? 4 : 2) * SyncedDevices.rounds))
    for stop in Swift.stride(from: stride / 2, to: calls.count, by: stride) {
      // strace counts each call for itself.
      let number = calls[...stop].count { $0 == calls[stop] }
      devices.run("rm -rf a b remote.git && cp -a save/. .")
      let ended = devices.run(
        "\(trace) -e inject=\(calls[stop]):\(fault.rawValue):when=\(number) zib sync", in: "b")
      let last = devices.run("tail -n 2 calls").output
      let place = "\(fault), call \(stop) of \(calls.count): \(last)"
      // The last calls may be fewer in another run; not every fault keeps a sync from its end.
      if fault == .killed {
        #expect(ended.status == 137 || stop + 20 > calls.count, "\(place): \(ended)")
      } else {
        #expect(ended.status <= 4, "\(place): \(ended)")
      }
      devices.sync("b", place)
      devices.expectInOrder("b", place)
      #expect(devices.run("git rev-parse HEAD^{tree}", in: "b").output == expected, "\(place)")
      #expect(devices.missing(words, from: "b") == [], "\(place)")
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `objects that a killed zib has left half-written go after an hour, and only ours`() throws {
    let devices = try SyncedDevices(Self.notes)
    devices.run(
      """
      cd .git/objects; mkdir -p pack
      touch tmp_object_git2_young pack/pack_git2_young
      touch -d '2 hours ago' tmp_object_git2_old pack/pack_git2_old pack/pack_git2_oldidx.lock
      touch -d '2 hours ago' tmp_obj_git pack/tmp_pack_git
      """, in: "b")
    devices.sync("b", "after a kill")
    #expect(
      devices.run("cd .git/objects; ls -d tmp_* pack/pack_git2_* pack/tmp_*", in: "b").output == """
        pack/pack_git2_young
        pack/tmp_pack_git
        tmp_obj_git
        tmp_object_git2_young
        """)
  }

  @Test(.timeLimit(.minutes(20))) func `a clone that was stopped is told, and is no repository`()
    throws
  {
    let devices = try SyncedDevices(Self.notes)
    // Killed with its git while the files are written.
    devices.run("mkdir -p b2/.zib-clone-1 && cp -a b/.git b2/.zib-clone-1/ && cp b/Note1.md b2/")
    #expect(devices.run("git rev-parse --git-dir", in: "b2").status != 0)
    let again = devices.run("zib clone -q remote.git b2")
    #expect(again.status == 3 && again.output.contains("stopped half-way"), "\(again)")
    let other = devices.run(
      "rm -rf b2; zib clone -q remote.git b2; cd b2; git status --porcelain; ls -A")
    #expect(other.output.hasPrefix(".git\n.zib\nCase.md"), "\(other)")
    #expect(
      devices.run("git check-ignore -q .zib-sync-1 && git check-ignore -q .zib-tmp-1", in: "b2")
        .status == 0)
  }

  @Test(.timeLimit(.minutes(20)))
  func `a clone of plain git that was stopped publishes no deletions`() throws {
    let devices = try SyncedDevices(Self.notes)
    // The branch is there, and neither the staging index nor all files.
    devices.run("rm .git/index Note1.md; echo typed >> Note2.md", in: "b")
    let refused = devices.run("zib sync", in: "b")
    #expect(refused.status == 3 && refused.output.contains("checkout-index"), "\(refused)")
    devices.run("git read-tree HEAD && git checkout-index --all --quiet", in: "b")
    devices.converge("after the hint")
    #expect(devices.run("ls Note1.md; tail -n 1 Note2.md", in: "a").output == "Note1.md\ntyped")
  }
}
