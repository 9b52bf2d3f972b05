import Testing

/// `zib review relink` as a person sees it.
@Suite(.enabled(if: TmuxTerminal.canPlay, "\(TmuxTerminal.reason)"), .serialized)
struct RelinkOnTerminalTests {
  private let devices: SyncedDevices

  init() throws {
    devices = try SyncedDevices("true")
    let made = devices.run(
      #"""
      mkdir -p v/.zib && cd v
      printf 'Q: Which wood are longbows made of?\nA: yew\n' > Trees.md
      printf '\n4\n' | zib review --plain > ../out
      mv Trees.md Yews.md
      printf 'Q: Which wood are English longbows cut from?\nA: yew\n\nQ: Which wood are Danish longbows cut from?\nA: yew\n' > Yews.md
      """#)
    try #require(made.status == 0, "\(made.output)")
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 30)])
  func `what is unclear is asked on a full screen, and what was linked is said after it`(
    columns: Int, rows: Int
  ) {
    let screen = devices.onScreen(
      columns: columns, rows: rows, "cd v && zib review relink; echo left $?",
      """
      await 'was in Trees.md'
      screen
      echo ---
      letters 1
      await 'left 0'
      screen
      """)
    let parts = screen.split(separator: "---\n")
    #expect(parts.count == 2 && parts[0].contains("1 this") && parts[0].contains("? help"))
    #expect(parts.last?.contains("linked (event") == true, "\(screen)")
    #expect(parts.last?.contains("1 this") == false, "\(screen)")
  }

  @Test func `leaving decides nothing, and lines are asked with plain`() {
    let screen = devices.onScreen(
      "cd v && zib review relink; echo left $?; zib review relink --plain",
      """
      await 'was in Trees.md'
      keys C-c
      await 'left 130'
      await '? help >'
      screen
      """)
    #expect(screen.contains("was in Trees.md"), "\(screen)")
  }
}
