import TestSupport
import Testing

/// `zib mv` and `zib check --fix` themselves, stopped at a system call: the next command leaves all of it, or nothing.
@Suite(
  .enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"), .serialized)
struct KilledMoveTests {
  private static let notes = """
    mkdir F G; printf '# Old\\n[[#Old]] [x](F/n1.md)\\n' > Old.md; echo png > 'a b.png'
    for n in 1 2 3 4 5 6 7 8 9; do printf "note $n: [[Old]] [x](../Old.md) ![[a b.png]]\\n" > F/n$n.md; done
    """

  @Test(
    .enabled(if: SyncedDevices.has("strace"), "strace stops it at a system call"),
    .timeLimit(.minutes(20)), arguments: KilledSyncTests.Fault.allCases)
  func `stopped at any system call, the next command leaves all of a move or nothing`(
    fault: KilledSyncTests.Fault
  ) throws {
    try expectAllOrNothing(
      Self.notes, "zib mv Old.md 'G/New name'",
      gives: "note 9: [[New name]] [x](../G/New%20name.md) ![[a b.png]]", fault)
  }

  private static let aliases = """
    mkdir F; printf -- '---\\naliases: [the old one]\\n---\\n' > Old.md
    for n in 1 2 3 4 5 6 7 8 9; do printf "note $n: [[the old one]] [x](../Old.md)\\n" > F/n$n.md; done
    """

  @Test(
    .enabled(if: SyncedDevices.has("strace"), "strace stops it at a system call"),
    .timeLimit(.minutes(20)), arguments: KilledSyncTests.Fault.allCases)
  func `stopped at any system call, the next command leaves all that was mended or nothing`(
    fault: KilledSyncTests.Fault
  ) throws {
    try expectAllOrNothing(
      Self.aliases, "zib check --fix --yes",
      gives: "note 9: [[Old|the old one]] [x](../Old.md)", fault)
  }

  @Test(
    .enabled(if: SyncedDevices.has("strace"), "strace stops it at a system call"),
    .timeLimit(.minutes(20)))
  func `a new note that is stopped at any system call takes no link, and one undo is enough`()
    throws
  {
    let devices = try SyncedDevices(
      "mkdir F; echo old > F/Old.md; for n in 1 2 3 4 5 6 7 8 9; do echo \"$n [[Old]]\" > F/n$n.md; done"
    )
    devices.run("mkdir save && cp -a b save/")
    let texts =
      "find . -name .git -prune -o -name .zib -prune -o -name '.zib-*' -o -type f -print0 | sort -z | xargs -0 tail -n +1"
    let before = devices.run(texts, in: "b").output
    let fault = KilledSyncTests.Fault.killed
    let trace = "strace -qq -o ../calls -e trace=\(fault.calls) -e signal=none"
    let command = "zib new --no-edit Old"
    #expect(devices.run("\(trace) \(command)", in: "b").status == 0)
    let after = devices.run(texts, in: "b").output
    #expect(after.contains("9 [[F/Old]]"), "\(after)")
    let calls = devices.run("cut -d'(' -f1 calls").output.split(separator: "\n")
    try #require(calls.count > 20, "\(calls)")
    let stride = max(1, calls.count / (4 * SyncedDevices.rounds))
    // One of them is between the notes.
    let renames = calls.indices.filter { calls[$0].hasPrefix("rename") }
    let between = try #require(renames.dropFirst(renames.count / 2).first)
    var wasHalf = false
    for stop in Array(Swift.stride(from: stride / 2, to: calls.count, by: stride)) + [between] {
      let number = calls[...stop].count { $0 == calls[stop] }
      devices.run("rm -rf b && cp -a save/. .")
      devices.run(
        "\(trace) -e inject=\(calls[stop]):\(fault.rawValue):when=\(number) \(command)", in: "b")
      let place = "call \(stop) of \(calls.count), \(calls[stop])"
      let now = devices.run(texts, in: "b").output
      let isNew = devices.run("test -e Old.md", in: "b").status == 0
      for note in 1...9 {
        let isWhole = now.contains("\(note) [[F/Old]]") || !isNew && now.contains("\(note) [[Old]]")
        #expect(isWhole, "\(place): \(now)")
      }
      wasHalf = wasHalf || now != before && now != after
      if now != before {
        #expect(devices.run("zib undo -q", in: "b").status == 0, "\(place)")
        #expect(devices.run(texts, in: "b").output == before, "\(place)")
      }
    }
    #expect(wasHalf)
  }

  private func expectAllOrNothing(
    _ notes: String, _ command: String, gives expected: String, _ fault: KilledSyncTests.Fault
  ) throws {
    let devices = try SyncedDevices(notes)
    devices.run("echo typed >> F/n3.md", in: "b")
    devices.run("mkdir save && cp -a b save/")
    let texts =
      "find . -name .git -prune -o -name .zib -prune -o -type f -print0 | sort -z | xargs -0 tail -n +1"
    let before = devices.run(texts, in: "b").output
    let trace = "strace -qq -o ../calls -e trace=\(fault.calls) -e signal=none"
    let undisturbed = devices.run("\(trace) \(command)", in: "b")
    #expect([0, 1, 4].contains(undisturbed.status), "\(undisturbed.output)")
    let after = devices.run(texts, in: "b").output
    #expect(after.contains(expected), "\(after)")
    let calls = devices.run("cut -d'(' -f1 calls").output.split(separator: "\n")
    try #require(calls.count > 50, "\(calls)")
    let stride = max(1, calls.count / (4 * SyncedDevices.rounds))
    var outcomes: Set<Bool> = []
    for stop in Swift.stride(from: stride / 2, to: calls.count, by: stride) {
      let number = calls[...stop].count { $0 == calls[stop] }
      devices.run("rm -rf b && cp -a save/. .")
      let ended = devices.run(
        "\(trace) -e inject=\(calls[stop]):\(fault.rawValue):when=\(number) \(command)",
        in: "b")
      let place = "\(fault), call \(stop) of \(calls.count), \(calls[stop]): \(ended.output)"
      let next = devices.run("zib status", in: "b")
      #expect([0, 1, 4].contains(next.status), "\(place): \(next.output)")
      let now = devices.run(texts, in: "b").output
      // Its new folder could not be made: the history has all of it.
      let waits = ended.output.contains("cannot be written here")
      #expect(now == before || now == after || waits, "\(place): \(next.output)\n\(now)")
      outcomes.insert(now == after)
      if now == after || waits {
        #expect(devices.run("zib undo -q", in: "b").status == 0, "\(place)")
        #expect(devices.run(texts, in: "b").output == before, "\(place)")
      }
      devices.expectNothingHidden("b", place)
    }
    if fault == .killed { #expect(outcomes == [false, true]) }
  }
}

extension SyncedDevices {
  /// No hidden file and no journal of an update is left; of caches, what was half written goes when one is written a
  /// minute later (`LeftoverFiles`).
  fileprivate func expectNothingHidden(_ device: String, _ circumstances: String) {
    let left = run(
      "find . -path ./.zib/cache -prune -o -name '.zib-*' ! -name .zib -print; find .git -path '.git/zib/journal'",
      in: device)
    #expect(left.output == "", "\(circumstances)")
  }
}
