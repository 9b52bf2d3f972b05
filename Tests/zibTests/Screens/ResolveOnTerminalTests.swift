import Testing

/// `zib resolve` as a person sees it.
@Suite(.enabled(if: TmuxTerminal.canPlay, "\(TmuxTerminal.reason)"), .serialized)
struct ResolveOnTerminalTests {
  private let devices: SyncedDevices

  init() throws {
    devices = try SyncedDevices("true")
    let made = devices.run(
      #"""
      mkdir v && cd v && git init -q && git config user.name A && git config user.email a@b.c
      mkdir .zib; : > .zib/config.yml
      for name in A B; do printf "# $name\n\none\n" > $name.md; done
      git add -A && git commit -qm first
      for name in A B; do
        printf "# $name\n\none here\n" > $name.md
        printf "# $name\n\none there\n" > $name.conflict-12345678.md
      done
      git add -A && git commit -qm both
      """#)
    try #require(made.status == 0, "\(made.output)")
  }

  @Test(arguments: ["zib resolve", "zib resolve --plain"])
  func `a conflict that is decided elsewhere is told, and the next one is asked about`(
    command: String
  ) {
    let screen = devices.onScreen(
      "cd v && \(command)",
      """
      await 'A.md'
      (cd v && zib resolve A --keep copy -q) 2>&1
      keys 1
      sleep 0.3
      keys Enter
      await 'A.md was decided elsewhere in the meantime'
      await 'B.md'
      keys 2
      keys Enter
      await 'resolved B.md'
      cat v/A.md v/B.md
      ls v
      find . -path '*drafts*' -type f
      """)
    #expect(screen == "# A\n\none there\n# B\n\none there\nA.md\nB.md", "\(screen)")
  }
}
