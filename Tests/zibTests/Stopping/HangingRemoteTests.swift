import Testing

/// Commands beside a `zib watch` whose remote does not answer.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct HangingRemoteTests {
  @Test(.timeLimit(.minutes(5)))
  func `log, set and commit go on while watch waits for a remote that says nothing`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    let result = devices.run(
      """
      git remote set-url origin ssh://nowhere/x; export GIT_SSH_COMMAND='sleep 61803 #'
      zib watch --quiet-for 1 >../said 2>&1 & watch=$!
      for turn in $(seq 150); do pgrep -f 'sleep 61803' >/dev/null && break; sleep 0.1; done
      pgrep -f 'sleep 61803' >/dev/null && echo waits
      begun=$(date +%s)
      timeout 20 zib log Written meanwhile. >/dev/null; echo "log $?"
      timeout 20 zib set One status=read -q; echo "set $?"
      timeout 20 zib commit -q -m Meanwhile; echo "commit $?"
      [ $(($(date +%s) - begun)) -lt 20 ] && echo quickly
      git log -1 --format=%s; git status --short; pgrep -f 'sleep 61803' >/dev/null && echo 'waits still'
      kill -9 $watch; pkill -f 'sleep 61803'
      """, in: "a"
    ).output
    #expect(
      result == "waits\nlog 0\nset 0\ncommit 0\nquickly\nMeanwhile\nwaits still", "\(result)")
  }
}
