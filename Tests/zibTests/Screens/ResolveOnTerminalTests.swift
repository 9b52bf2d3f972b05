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

  @Test func `what was decided on a note is there when one goes back to it, also a text`() {
    let screen = devices.onScreen(
      "cd v && zib resolve",
      """
      await 'A.md'
      keys i
      letters 'typed '
      keys C-s
      await 'all decided'
      keys Enter
      await 'B.md'
      keys u
      await '1 place is decided as you left it'
      await 'typed '
      keys u
      await '1 open'
      keys r Enter
      await 'B.md'
      keys q
      await '1 conflict left unresolved'
      cat v/A.md
      """)
    #expect(screen.hasPrefix("# A\n\ntyped one"), "\(screen)")
  }

  @Test func `what another program adds to the note is kept beside a text that was typed`() {
    let screen = devices.onScreen(
      "cd v && zib resolve A",
      """
      await 'A.md'
      keys i
      letters 'typed '
      keys C-s
      await 'all decided'
      printf '# A changed\\n\\none here\\n' > v/A.md
      keys Enter
      await 'changed in the meantime'
      await '1 place is decided as you left it'
      # What is new is a place of its own, because the original is not known.
      keys 1
      await 'all decided'
      keys Enter
      await 'resolved A.md'
      cat v/A.md
      find . -path '*drafts*' -type f
      """)
    #expect(screen.hasPrefix("# A changed\n\ntyped one"), "\(screen)")
    #expect(!screen.contains("drafts"), "\(screen)")
  }
}
