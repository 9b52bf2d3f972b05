import TestSupport
import Testing

/// `zib import` itself, killed at a system call.
@Suite(
  .enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"), .serialized)
struct KilledImportTests {
  /// Six days, of which each second one has a secret.
  private static let journal = """
    echo note > Note.md
    for n in 1 2 3 4 5 6; do
      printf "[2024-03-0$n 09:00] Day $n\n"; test $((n % 2)) = 1 || printf '  My key %s%s\n' AKIA Q7ZK3LMNOPR5TUVW
    done > ../journal.txt
    """

  @Test(
    .enabled(if: SyncedDevices.has("strace"), "strace stops it at a system call"),
    .timeLimit(.minutes(20)))
  func `killed at any system call, what it held back is told by the next and taken back by undo`()
    throws
  {
    let devices = try SyncedDevices(Self.journal)
    devices.run("mkdir save && cp -a b save/")
    let files =
      "find . -name .git -prune -o -name .zib -prune -o -name '.zib-*' -o -type f -print | sort"
    let before = devices.run(files, in: "b").output
    let trace =
      "strace -qq -o ../calls -e trace=rename,renameat,renameat2,link,linkat -e signal=none"
    let command = "zib import jrnl ../journal.txt"
    #expect(devices.run("\(trace) \(command)", in: "b").status == 0)
    let calls = devices.run("cut -d'(' -f1 calls").output.split(separator: "\n")
    try #require(calls.count > 6, "\(calls)")
    var halves = 0
    for stop in calls.indices {
      let number = calls[...stop].count { $0 == calls[stop] }
      devices.run("rm -rf b && cp -a save/. .")
      devices.run(
        "\(trace) -e inject=\(calls[stop]):signal=KILL:when=\(number) \(command)", in: "b")
      let place = "call \(stop) of \(calls.count), \(calls[stop])"
      let there = devices.run("ls Journal/2024", in: "b").output.split(separator: "\n")
      if 1...5 ~= there.count { halves += 1 }
      let next = devices.run(command, in: "b")
      #expect(next.status == 0, "\(place): \(next.output)")
      for day in [2, 4, 6] {
        #expect(
          next.output.contains("  Journal/2024/2024-03-0\(day).md: it holds"),
          "\(place): \(next.output)")
      }
      var undone = ""
      for _ in 1...3 where devices.run(files, in: "b").output != before {
        undone += devices.run("zib undo", in: "b").output
      }
      #expect(devices.run(files, in: "b").output == before, "\(place): \(undone)")
    }
    #expect(halves > 1)
  }
}
