import Notes
import Testing

@Suite struct ClosingFenceTests {
  @Test(arguments: [
    ("```sh\nls\n", "```"), ("> ~~~~\n> ls\n", "> ~~~~"), ("- ```\n  ls", "  ```"),
    ("a\n\n```", "```"),
    ("```\na\n```\n", nil), ("a", nil),
  ])
  func `the fence that a note lacks`(text: String, fence: String?) {
    #expect(Note(text).closingFence == fence)
  }
}
