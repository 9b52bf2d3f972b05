import Foundation
import Testing

/// Full screens as a job of a shell: stopped, continued and ended by signals, in a terminal of tmux.
@Suite(.enabled(if: TerminalKeys.canPlay, "there is no tmux, or no git"), .serialized)
struct ScreenJobTests {
  /// Plays on a shell with job control in a copy of SampleVault.
  private static func play(_ steps: String) async throws -> [String] {
    let program = try #require(TranscriptTests.program, "build the product zib first")
    let run = try TranscriptRun(
      Transcript(
        file: TranscriptTests.package,
        text: "vault: SampleVault\nenv: NO_COLOR\nenv: COLUMNS\nenv: LINES\nenv: TMUX"),
      program: program, samples: TranscriptTests.package)
    let output = try await run.run(
      """
      \(TerminalKeys.shell)
      git config --global init.defaultBranch main; zib init -q
      tm new-session -d -x 80 -y 24 'PS1="READY " exec bash --norc -i'; await READY
      \(steps)
      tm kill-server
      """)
    try run.end()
    return output
  }

  @Test(.timeLimit(.minutes(5)))
  func `Ctrl-Z gives the shell back, also while the finder waits for a review`() async throws {
    let output = try await Self.play(
      """
      letters 'zib find'; keys Enter; await notes
      keys C-z; await Stopped; letters fg; keys Enter; await notes
      keys M-R; await 'space show'; keys C-z; sleep 0.5
      letters 'clear; jobs'; keys Enter; await Stopped; letters fg; keys Enter; await 'space show'
      keys q; await 'Press a key'; keys x; await notes; keys Escape
      letters 'clear; echo back-$((1 + 1))'; keys Enter; await back-2
      """)
    #expect(output == [])
  }

  @Test(.timeLimit(.minutes(5)), arguments: ["TERM", "HUP", "INT", "QUIT"])
  func `a signal gives the terminal back as it was`(signal: String) async throws {
    let output = try await Self.play(
      """
      letters 'echo first-$((1 + 1)); stty -g > ../before'; keys Enter; await first-2
      letters "sh -c 'echo \\$\\$ > ../process; exec zib find'"; keys Enter; await notes
      kill -\(signal) "$(cat ../process)"; await first-2
      letters 'stty -g > ../after; echo last-$((1 + 1))'; keys Enter; await last-2
      cmp ../before ../after
      """)
    #expect(output == [])
  }
}
