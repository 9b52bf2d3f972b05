import Rendering
import Testing
import Views

/// The line of a screen on which a command of `zib` tells how it ended.
struct CommandAnswerTests {
  private static func line(_ output: String, code: Int32) -> String {
    CommandAnswer(Array(output.utf8), code: code, command: "rm ./A.md").styled.plainText
  }

  @Test func `what was done comes first, and then what else was said`() {
    #expect(
      Self.line(
        "zib: moved A.md to B.md, and rewrote 4 links\nzib: its title is still A\n", code: 0)
        == "moved A.md to B.md, and rewrote 4 links; its title is still A")
    #expect(Self.line("", code: 0) == "rm ./A.md")
    let many = (1...9).map { "zib: changed \($0).md\n" }.joined()
    #expect(Self.line(many, code: 0) == "changed 1.md; and 8 more lines")
  }

  @Test func `an error keeps its hint`() {
    #expect(
      Self.line("zib: error: A.md is locked\nzib: hint: try again\n", code: 1)
        == "error: A.md is locked; hint: try again")
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
