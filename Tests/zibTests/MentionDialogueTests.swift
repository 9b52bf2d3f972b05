import Terminals
import Testing

/// `zib mentions --link` as a person answers it at a terminal.
@Suite(.enabled(if: PlayedTerminal.canPlay, Comment(rawValue: PlayedTerminal.reason)))
struct MentionDialogueTests {
  private static let notes = """
    echo '# Pond' > Pond.md
    for n in 1 2 3 4; do echo "The pond, $n." > n$n.md; done
    """

  /// The notes that are linked after some keys, and the screen.
  private func answer(_ keys: [String]) throws -> (linked: [Substring], screen: String) {
    let devices = try SyncedDevices(Self.notes)
    let steps = keys.map { "await 'quit'; press \($0)" }.joined(separator: "\n")
    let (printed, screen) = devices.play(steps, on: "cd b && zib mentions Pond --link")
    #expect(printed == ["exit 0"], "\(screen)")
    let found = devices.run("grep -l '\\[\\[Pond|pond\\]\\]' n*.md", in: "b").output
    return (found.split(separator: "\n"), screen)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      (["y", "n", "y", "n"], ["n1.md", "n3.md"]), (["n", "a"], ["n2.md", "n3.md", "n4.md"]),
      (["y", "q"], ["n1.md"]), (["q"], []),
    ] as [([String], [Substring])])
  func `each key links what it says`(keys: [String], expected: [Substring]) throws {
    let (linked, screen) = try answer(keys)
    #expect(linked == expected, "\(screen)")
  }
}
