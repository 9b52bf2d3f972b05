import Notes
import Testing

/// Blocks of code that no fence ends.
struct OpenFenceTests {
  private func lines(_ text: String) -> [Int] {
    Note(parsing: Array(text.utf8)).diagnostics.filter { $0.kind == .openFence }
      .map(\.position.line)
  }

  @Test(arguments: [
    ("```\ncode\n", 1), ("Text\n\n~~~sh\ncode\n\nmore\n\n", 3), ("```", 1), ("a\n\n```\n", 3),
    ("```\n\n\ncode", 1), ("> ```\n> code\n", 1), ("- ```\n  code\n", 1), ("1. ```\n   code", 1),
    ("````\n```\ncode\n", 1), ("```\na\n```\n\n```\nb\n", 5), ("---\na: 1\n---\n```\ncode\n", 4),
    ("```\r\ncode\r\n", 1),
  ])
  func `a block of code that goes on to the end is told at its fence`(text: String, line: Int) {
    #expect(lines(text) == [line])
  }

  @Test(arguments: [
    "```\ncode\n```\n", "```\ncode\n```", "```\n```\n", "~~~\n```\n~~~\n",
    "> ```\n> code\n\ntext\n",
    "- ```\n  code\n  ```\n", "> ```\n> code\n> ```\n", "    indented\n",
    "```\ncode\n```\n\ntext\n",
    "```\ncode\n````\n", "a ``` b\n", "", "\n", "    ```\n    code\n", "```\ncode\n```\n\n[a]: b\n",
  ])
  func `a block of code that is closed is not told`(text: String) {
    #expect(lines(text) == [])
  }
}
