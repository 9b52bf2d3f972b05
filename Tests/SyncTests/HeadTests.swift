import History
import Sync
import Testing

struct HeadTests {
  @Test func `a branch without a commit stands at no commit`() throws {
    let id = try #require(ObjectID(hex: String(repeating: "a", count: 40)))
    #expect(Head.branch("refs/heads/main", nil).commit == nil)
    #expect(Head.branch("refs/heads/main", id).commit == id)
    #expect(Head.detached(id).commit == id)
  }
}
