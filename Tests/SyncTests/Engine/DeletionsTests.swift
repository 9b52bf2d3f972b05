import History
import Sync
import Testing

/// Which deletions are so many that a person is asked.
struct DeletionsTests {
  /// Files of a vault: attachments, and notes with an ending.
  private func files(_ notes: Range<Int>, ending: String) -> [TreePath] {
    notes.map { TreePath("Note \($0)\(ending)") }
  }

  @Test(
    "notes are counted apart from other files, whatever the case of their ending",
    arguments: [
      ".md", ".MD", ".markdown", ".Markdown",
    ])
  func endings(_ ending: String) throws {
    let attachments = (0..<300).map { TreePath("pictures/\($0).png") }
    let all = attachments + files(0..<30, ending: ending)
    let gone = files(0..<22, ending: ending)
    // 22 of 330 files are few, and 22 of 30 notes are many.
    #expect(try #require(Deletions(from: .folder, gone, of: all)).paths.count == 22)
    #expect(Deletions(from: .folder, files(0..<20, ending: ending), of: all) == nil)
    #expect(Deletions(from: .folder, Array(attachments.prefix(22)), of: all) == nil)
  }
}
