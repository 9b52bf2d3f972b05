import Testing

/// A choice among notes and moods as a person sees it.
@Suite(.enabled(if: TmuxTerminal.canPlay, "\(TmuxTerminal.reason)"), .serialized)
struct ChoiceOnTerminalTests {
  private let devices: SyncedDevices

  init() throws {
    devices = try SyncedDevices("true")
    let made = devices.run(
      #"""
      mkdir v && cd v && git init -q && git config user.name A && git config user.email a@b.c
      mkdir .zib kitchen garden
      printf '# Tea\n\nA pot of it.\n' > kitchen/Tea.md
      printf '# Tea\n\nA shrub.\n' > garden/Tea.md
      git add -A && git commit -qm first
      """#)
    try #require(made.status == 0, "\(made.output)")
  }

  @Test(arguments: [(20, 4), (80, 24)])
  func `of notes with one name one is chosen by a part of its path`(columns: Int, rows: Int) {
    let screen = devices.onScreen(
      columns: columns, rows: rows, "cd v && zib show Tea | cat",
      """
      await 'kitchen/Tea.md'
      letters kit
      keys Enter
      await 'A pot of it.'
      tries=0
      until [ -s after ] || [ $tries -gt 100 ]; do tries=$((tries + 1)); sleep 0.1; done
      grep -q ' icanon' after && echo GIVEN BACK
      """)
    #expect(!screen.contains("never shown") && screen.contains("GIVEN BACK"), "\(screen)")
  }

  @Test func `a choice of none, and one by number where the setting says so`() {
    let screen = devices.onScreen(
      "cd v && zib show Tea; zib config screen.choices false; zib show Tea",
      """
      await 'Esc none'
      keys Escape
      await 'no note was chosen'
      await 'which one? [1-2, Enter for none]'
      keys 1 Enter
      await 'A shrub.'
      """)
    #expect(!screen.contains("never shown"), "\(screen)")
  }

  @Test func `a mood is chosen by its name`() {
    let screen = devices.onScreen(
      "cd v && zib log --pick-mood Mended the gate.",
      """
      await 'as an emoji'
      letters crying
      keys Down Enter
      await 'Journal/'
      grep -rh '^## ' v/Journal
      """)
    #expect(screen.contains("😭"), "\(screen)")
  }
}
