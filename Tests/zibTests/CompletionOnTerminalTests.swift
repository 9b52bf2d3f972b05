import Testing

/// Completion in a bash that a person types into.
@Suite(
  .enabled(
    if: PlayedTerminal.canPlay && SyncedDevices.has("bash"),
    "\(PlayedTerminal.reason), or no bash"))
struct CompletionOnTerminalTests {
  @Test(.timeLimit(.minutes(5)))
  func `capitals do not matter in commands, options, notes and conditions`() throws {
    let devices = try SyncedDevices(
      "printf -- '---\\nstatus: reading\\n---\\n# Walden\\n\\nBy the pond. #Garden\\n' > Walden.md")
    let played = devices.play(
      """
      await 'ready> '; press 'zib SHO\\tWALD\\t--RA\\t\\r'; await '# Walden'
      await 'ready> '; press 'zib sear\\tSTATUS:R\\t--FORM\\t{path}\\r'; await 'Walden.md'
      await 'ready> '; press 'zib search tag:gar\\t -l\\r'; await 'Walden.md'
      await 'ready> '; press 'exit\\r'
      """,
      on: """
        cd a; zib completions bash > ../rc; echo "PS1='ready> '" >> ../rc
        exec bash --noprofile --rcfile ../rc -i
        """)
    #expect(played.printed == ["exit 0"], "\(played.screen)")
  }
}
