import Foundation
import Terminals
import Testing

/// True if there is a `script` that makes a terminal as this test wants it.
private let canPlay =
  unsafe system("script --version 2>/dev/null | grep -q util-linux && git --version >/dev/null")
  == 0

/// The picture in README: its six lines on a terminal, in a copy of SampleVault.
///
/// `UPDATE_GOLDEN=1 swift test --filter SessionPictureTests` draws it anew.
@Suite(.enabled(if: canPlay, "there is no script(1) of util-linux, or no git"))
struct SessionPictureTests {
  private static let picture = "Sources/zib/zib.docc/Resources/Session.svg"

  /// The commands before the session: another device has written.
  private static let before = """
    git config --global init.defaultBranch main && git init -q --bare ../stick.git
    zib init -q && zib remote add -q ../stick.git && zib sync -q && zib -C .. clone -q stick.git laptop
    zib -C ../laptop set -q walden rating=4.5 && zib -C ../laptop sync -q
    """

  /// The keys that are typed while a command runs.
  private static let typed = ["zib review": #"printf '\n3\nq\n' | "#]

  @Test(.timeLimit(.minutes(5)))
  func `the picture in README shows what its six lines print`() async throws {
    let program = try #require(TranscriptTests.program, "build the product zib first")
    let lines = try Self.lines()
    #expect(lines.count == 6)
    let run = try TranscriptRun(
      Transcript(
        file: TranscriptTests.package,
        text:
          "vault: SampleVault\nenv: NO_COLOR\nenv: TERM=xterm-256color\nenv: COLUMNS\nenv: LINES"),
      program: program, samples: TranscriptTests.package)
    #expect(try await run.run(Self.before) == [])
    var picture = TerminalPicture(columns: 80)
    for line in lines {
      let keys = Self.typed.first { line.hasPrefix($0.key) }?.value ?? ""
      // Nothing in the lines has a meaning for the shell between quotation marks.
      let output = try await run.run(
        "script -qec \"stty cols 80 rows 24; \(keys)\(line)\" /dev/null")
      #expect(output.last?.hasPrefix("[exit") == false, "\(line): \(output)")
      picture.add(command: line)
      picture.add(output: output)
    }
    try run.end()
    let file = TranscriptTests.package.appendingPathComponent(Self.picture)
    if TranscriptTests.isUpdating {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try picture.svg.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == picture.svg)
  }

  /// The commands of README's first block, without their comments.
  private static func lines() throws -> [String] {
    let readme = try String(
      contentsOf: TranscriptTests.package.appendingPathComponent("README.md"), encoding: .utf8)
    let block = try #require(readme.split(separator: "```sh\n", maxSplits: 2).dropFirst().first)
    return block.split(separator: "```")[0].split(separator: "\n").map { line in
      let command = line.split(separator: "  #", maxSplits: 1)[0]
      return String(command.dropLast(command.reversed().prefix { $0 == " " }.count))
    }
  }
}
