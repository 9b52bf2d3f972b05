import Rendering
import Testing
import Views

/// The line of a screen on which a command of `zib` tells how it ended.
struct CommandAnswerTests {
  private static func line(_ output: String, code: Int32) -> String {
    CommandAnswer(Array(output.utf8), code: code, command: "rm ./A.md").styled.plainText
  }

  @Test func `the last line tells what was done, and an error comes first`() {
    #expect(Self.line("zib: changed A.md\nzib: changed 2 notes\n", code: 0) == "changed 2 notes")
    #expect(
      Self.line("zib: error: A.md is locked\nzib: try again\n", code: 1) == "error: A.md is locked")
    #expect(Self.line("", code: 0) == "rm ./A.md")
  }

  @Test func `warnings are counted and do not hide what was done`() {
    let output = """
      zib: removed A.md
      zib: warning: B.md: the link to A leads nowhere
      zib: warning: C.md: the link to A leads nowhere
      """
    #expect(Self.line(output, code: 0) == "removed A.md  (2 warnings; `zib check` shows more)")
    #expect(
      Self.line("zib: warning: B.md is odd\n", code: 0) == "warning: B.md is odd")
  }
}
