import Foundation
import Terminals
import Testing

@Suite struct TranscriptTests {
  @Test(.timeLimit(.minutes(20)), arguments: try Self.transcripts)
  func `prints what the transcript says`(transcript: Transcript) async throws {
    let program = try #require(Self.program, "build the product zib first")
    var played = transcript
    let run = try TranscriptRun(transcript, program: program, samples: Self.package)
    for (index, step) in transcript.steps.enumerated() {
      let actual = try await run.run(step.command)
      let isSame =
        actual.count == step.output.count
        && zip(step.output, actual).allSatisfy { Transcript.matches($0, $1) }
      guard !isSame else { continue }
      played.steps[index].output = Self.keepingWildcards(step.output, actual)
      if !Self.isUpdating {
        Issue.record(
          """
          \(transcript): $ \(step.command)
          --- expected
          \(step.output.joined(separator: "\n"))
          --- printed
          \(actual.joined(separator: "\n"))
          """)
      }
    }
    try run.end()
    if Self.isUpdating, played.steps != transcript.steps || played.text != Self.text(transcript) {
      try played.text.write(to: transcript.file, atomically: true, encoding: .utf8)
    }
  }

  @Test func `a transcript is written as it was read`() {
    let text = """
      # About nothing
      vault: SampleVault

      $ cat <<'X'
      > a
      >
      > X
      one

      \\$ two
      ! error
      [exit 3]

      $ true

      """
    let transcript = Transcript(file: URL(fileURLWithPath: "x.txt"), text: text)
    #expect(transcript.steps.count == 2)
    #expect(transcript.steps[0].command == "cat <<'X'\na\n\nX")
    #expect(transcript.steps[0].output == ["one", "", "\\$ two", "! error", "[exit 3]"])
    #expect(transcript.values("vault") == ["SampleVault"])
    #expect(transcript.text == text)
  }

  @Test(arguments: [
    ("a\n", "", Int32(0), ["a"]), ("a", "b\n", 2, ["a", "[no newline]", "! b", "[exit 2]"]),
    ("a\n\n", "", 0, ["a", "\\"]), ("\n", "", 0, ["\\"]), ("$ a\n\\\n", "", 0, ["\\$ a", "\\\\"]),
    ("x\0y\0", "", 0, ["x␀y␀", "[no newline]"]),
  ])
  func `output has one way to be written`(
    output: String, errors: String, exit: Int32, lines: [String]
  ) {
    #expect(
      Transcript.outputLines(standardOutput: output, standardError: errors, exit: exit) == lines)
  }

  @Test(arguments: [
    ("took {{…}} ms", "took 12 ms", true), ("took {{…}} ms", "took 12 s", false),
    ("{{…}}", "", true), ("a{{…}}b{{…}}c", "axbyc", true), ("a{{…}}b{{…}}c", "ac", false),
  ])
  func `a wildcard stands for any text within a line`(
    expected: String, actual: String, isMatch: Bool
  ) {
    #expect(Transcript.matches(expected, actual) == isMatch)
  }

  @Test(arguments: [
    ("! sh: 1: zbi: not found", true), ("! /bin/sh: 3: Syntax error: end of file unexpected", true),
    ("! bash: line 1: jq: command not found", true), ("sh: 1: cannot open x: No such file", true),
    ("! ls: cannot access 'a.md': No such file or directory", false),
    ("! zib: error: cannot open a.md: No such file or directory", false), ("sh: a shell", false),
  ])
  func `an error of the shell itself is told from those of programs`(line: String, isOne: Bool) {
    #expect(Transcript.isOfShell(line) == isOne)
  }

  /// Written as golden, it would be taken for what zib prints.
  @Test func `no transcript has an error of the shell itself`() throws {
    for transcript in try Self.transcripts {
      for step in transcript.steps {
        #expect(
          !step.output.contains(where: Transcript.isOfShell), "\(transcript): \(step.command)")
      }
    }
  }

  // MARK: Finding things

  /// True if golden files are to be written anew.
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static var transcripts: [Transcript] {
    get throws {
      let folder = package.appendingPathComponent("Tests/Transcripts")
      return try FileManager.default
        .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "txt" }
        .sorted { $0.path < $1.path }
        .map { try Transcript(file: $0) }
    }
  }

  /// The program that `ZIB_PROGRAM` names, else the one beside this test bundle.
  static var program: URL? {
    if let path = ProcessInfo.processInfo.environment["ZIB_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    var folders = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap {
      $0?.deletingLastPathComponent()
    }
    folders += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    folders.append(Bundle.main.bundleURL)
    return folders.map { $0.appendingPathComponent("zib") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }

  private static func text(_ transcript: Transcript) -> String? {
    try? String(contentsOf: transcript.file, encoding: .utf8)
  }

  /// The printed lines, but with the expected line wherever its wildcards still match.
  private static func keepingWildcards(_ expected: [String], _ actual: [String]) -> [String] {
    let patterns = expected.filter { $0.contains("{{…}}") }
    return actual.map { line in patterns.first { Transcript.matches($0, line) } ?? line }
  }
}
