import Testing
import zib

@Suite struct LineDiffTests {
  private func diff(_ old: String, _ new: String) -> [LineDiff.Line] {
    LineDiff(from: Array(old.utf8), to: Array(new.utf8)).lines
  }

  @Test func `what differs is shown with a line around it`() {
    #expect(
      diff("a\nb\nc\nd\n", "a\nb\nx\nd\n") == [
        .place(2), .kept("b"), .removed("c"), .added("x"), .kept("d"),
      ])
  }

  @Test func `changes far apart are shown apart`() {
    let old = (1...9).map { "\($0)\n" }.joined()
    #expect(
      diff(old, "0\n" + old.dropLast(2)) == [
        .place(1), .added("0"), .kept("1"), .place(9), .kept("8"), .removed("9"),
      ])
  }

  @Test func `nothing differs, everything differs`() {
    #expect(diff("a\n", "a\n") == [])
    #expect(diff("", "a\nb") == [.place(1), .added("a"), .added("b")])
    #expect(diff("a\r\n", "a\n") == [.place(1), .removed("a\r"), .added("a")])
  }
}
