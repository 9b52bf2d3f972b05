import Testing

/// Drafts: text from an editor that cannot be written at once.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct DraftTests {
  private let devices: SyncedDevices

  private static let setup = """
    export XDG_STATE_HOME="$HOME/state" EDITOR="$HOME/type.sh"; drafts="$HOME/state/zib/drafts"
    printf '#!/bin/sh\\nprintf "\\\\ntyped for an hour\\\\n" >> "$1"\\n' > ~/type.sh; chmod +x ~/type.sh
    # hold: another process has the lock until it is released
    hold() { mkdir -p .git/zib; flock .git/zib/lock sleep 60 & holder=$!; sleep 0.5; }
    release() { pkill -P $holder; kill $holder 2>/dev/null; wait $holder 2>/dev/null; }

    """

  init() throws { devices = try SyncedDevices("echo one > One.md") }

  @Test(
    .enabled(if: SyncedDevices.has("flock"), "there is no flock(1)"), .timeLimit(.minutes(5)),
    arguments: ["TERM", "KILL"])
  func `a log that is ended while it waits for the lock leaves the text, and the next one tells it`(
    signal: String
  ) throws {
    let result = devices.run(
      Self.setup + """
        hold
        zib log --edit >/dev/null 2>waiting & log=$!
        for turn in $(seq 100); do grep -q 'is writing' waiting && break; sleep 0.1; done
        cat "$drafts"/*/entry.md; kill -\(signal) $log; wait $log 2>/dev/null
        release
        zib log --edit 2>&1 >/dev/null | sed "s|$drafts/[0-9]*-[A-Za-z0-9]*|DRAFT|g"
        grep -rhc 'typed for an hour' Journal
        eval "$(zib status 2>&1 >/dev/null | grep -o 'zib log - <[^`]*')" >/dev/null 2>&1
        grep -rhc 'typed for an hour' Journal
        """, in: "a"
    ).output
    #expect(
      result.contains("typed for an hour\n"),
      "the draft is on the disk while the lock is waited for: \(result)")
    #expect(
      result.contains(
        "zib: warning: what you wrote was not saved; it is in DRAFT/entry.md"))
    #expect(
      result.contains("zib: `zib log - < DRAFT/entry.md` writes it; `rm -r DRAFT` deletes it"))
    #expect(result.hasSuffix("\n1\n2"), "\(result)")
  }

  @Test func `a draft goes when its text is written, and is no file of a vault around the state`() {
    let result = devices.run(
      Self.setup + """
        zib log --edit >/dev/null; ls -A "$drafts"; zib status 2>&1
        export XDG_STATE_HOME="$PWD/state"; mkdir state
        EDITOR='find state -type f; echo typed >> "$1"; false' zib log --edit 2>&1; git status --porcelain state
        """, in: "a"
    ).output
    #expect(!result.contains("not saved"), "\(result)")
    #expect(!result.contains("a/state/"), "\(result)")
    #expect(result.contains("/entry.md"), "\(result)")
  }

  @Test func `an editor that ends in an error leaves nothing that was not typed`() {
    let result = devices.run(
      Self.setup + """
        EDITOR=false zib log --edit; echo $?; ls -A "$drafts"; zib status
        """, in: "a"
    ).output
    #expect(result.contains("the editor `false` ended with code 1\n3\n"), "\(result)")
    #expect(!result.contains("drafts"), "\(result)")
  }

  @Test func `a draft is told in its own vault, and elsewhere only once that is gone`() {
    let result = devices.run(
      Self.setup + """
        EDITOR='echo typed >> "$1"; false' zib log --edit >/dev/null 2>&1
        mv "$drafts"/* "$drafts/999999999-b"
        echo own; zib status 2>&1 | grep -c 'not saved'
        cd ../b; echo other; zib status 2>&1 | grep -c 'not saved'
        mv ../a ../moved; echo gone; zib status 2>&1 | grep -c 'not saved'
        """, in: "a"
    ).output
    #expect(result.hasSuffix("own\n1\nother\n0\ngone\n1"), "\(result)")
  }
}
