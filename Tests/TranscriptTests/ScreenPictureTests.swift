import Foundation
import Terminals
import Testing

/// The pictures of full screens in README and in the guide, drawn by the program itself in a copy of SampleVault.
///
/// `UPDATE_GOLDEN=1 swift test --filter ScreenPictureTests` draws them anew.
@Suite(.enabled(if: TerminalKeys.canPlay, "there is no tmux, or no git"))
struct ScreenPictureTests {
  private struct Screen {
    let picture: String
    let before: String
    let command: String
    /// Lines of a shell that press keys: `await TEXT`, `keys KEY…`.
    let keys: String
  }

  /// Two devices that have changed the same two places of a note.
  private static let twoDevices = """
    export GIT_AUTHOR_DATE=2026-11-20T08:00:00Z GIT_COMMITTER_DATE=2026-11-20T08:00:00Z
    git config --global init.defaultBranch main && git init -q --bare ../stick.git
    zib init -q && zib remote add -q ../stick.git && zib sync -q && zib -C .. clone -q stick.git laptop
    cd ../laptop
    sed -i 's/eleven bars/nine bars, and jars/; s/forty kilos of fruit/ninety kilos of ripe fruit/; s/ing but a fruit/ing other than fruit/' Garden/Quince.md
    export GIT_AUTHOR_DATE=2026-11-21T09:30:00Z GIT_COMMITTER_DATE=2026-11-21T09:30:00Z
    git commit -qam Quinces -m 'Device: laptop' && zib sync -q
    cd - > /dev/null
    sed -i 's/eleven bars/twelve small bars/; s/forty kilos of fruit/fifty kilos of fruit/' Garden/Quince.md
    export GIT_AUTHOR_DATE=2026-11-21T07:15:00Z GIT_COMMITTER_DATE=2026-11-21T07:15:00Z
    git commit -qam Quinces -m 'Device: desk'; zib sync -q; true
    """

  private static let screens = [
    Screen(
      picture: "Finder", before: "true", command: "zib find",
      keys: """
        await notes; letters 'common'; await Commonplace; letters 'place'
        await 'Ideas/Commonplace books.md'
        """),
    Screen(
      picture: "Resolve",
      before: twoDevices,
      command: "zib resolve Garden/Quince.md",
      keys: "await 'as it will be'; letters 1; await 'place 2 of 2'"),
    Screen(
      picture: "Words", before: twoDevices, command: "zib resolve Garden/Quince.md",
      keys: "await 'as it will be'; letters w; await 'Enter take'; letters 2"),
    Screen(
      picture: "History",
      before: """
        git init -q -b main && zib init -q && git add -A
        at() { export GIT_AUTHOR_DATE=2026-11-$1T08:00:00Z GIT_COMMITTER_DATE=2026-11-$1T08:00:00Z; }
        at 02; git commit -qm 'A book of my own' -m 'Device: desk'
        at 09; sed -i 's/eleven bars/twelve bars/' Garden/Quince.md; git commit -qam 'Quinces, counted' -m 'Device: phone'
        at 14; sed -i 's/twelve bars/nine bars, and jars/' Garden/Quince.md; git commit -qam 'Quinces, eaten' -m 'Device: desk'
        """, command: "zib history Garden/Quince.md --screen", keys: "await bars"),
  ]

  @Test(.timeLimit(.minutes(5)))
  func `the pictures show what the screens show`() async throws {
    let program = try #require(TranscriptTests.program, "build the product zib first")
    for screen in Self.screens {
      let run = try TranscriptRun(
        Transcript(
          file: TranscriptTests.package,
          text: "vault: SampleVault\nenv: NO_COLOR\nenv: COLUMNS\nenv: LINES\nenv: TMUX"),
        program: program, samples: TranscriptTests.package)
      _ = try await run.run(screen.before)
      let output = try await run.run(
        """
        \(TerminalKeys.shell)
        tm new-session -d -x 110 -y 26 '\(screen.command)'; \(screen.keys); sleep 0.5
        tm capture-pane -e -p; tm kill-server
        """)
      try run.end()
      let lines = Self.whole(output)
      #expect(lines.count > 20, "\(output)")
      var picture = TerminalPicture(columns: 110)
      picture.add(output: lines)
      let file = TranscriptTests.package.appendingPathComponent(
        "Sources/zib/zib.docc/\(screen.picture).svg")
      if TranscriptTests.isUpdating {
        try picture.svg.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == picture.svg)
    }
  }

  /// Lines in which each sequence says all of a look; tmux says only what changes.
  private static func whole(_ lines: [String]) -> [String] {
    var look: [String] = []
    return lines.map { line in
      var result = look.isEmpty ? "" : "␛[\(look.joined(separator: ";"))m"
      for (index, part) in line.split(separator: "␛[", omittingEmptySubsequences: false)
        .enumerated()
      {
        guard index > 0, let end = part.firstIndex(of: "m") else {
          result += part
          continue
        }
        for code in part[..<end].split(separator: ";", omittingEmptySubsequences: false) {
          switch code {
          case "", "0": look = []
          case "39": look.removeAll { $0.count == 2 }
          default:
            if code.count == 2 { look.removeAll { $0.count == 2 } }
            look.append(String(code))
          }
        }
        result += "␛[\(look.joined(separator: ";"))m" + part[part.index(after: end)...]
      }
      return result
    }
  }
}
